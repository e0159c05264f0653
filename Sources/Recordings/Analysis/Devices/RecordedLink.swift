internal import CoreTypes

/// A link, of which one file may have several accounts: those of both ends' HCI, and that of the air.
public struct RecordedLink: Sendable {
  /// The indices of the accounts among the connections of the analysis, in ascending order.
  public var connections: [Int]
  /// All that the accounts show of the central. Each fact is of the first account that has it.
  public var central: RecordedDevice
  /// All that the accounts show of the peripheral.
  public var peripheral: RecordedDevice

  /// Joins accounts to links, in the order of their first account. Logs of text are no accounts of a link, nor are
  /// connections of which it is not known which end is central.
  public static func links(of connections: [RecordedConnection]) -> [RecordedLink] {
    var links: [RecordedLink] = []
    var places: [Int: Int] = [:]
    for (index, connection) in connections.enumerated() where !connection.isRemainder {
      guard let role = connection.role else { continue }
      let (central, peripheral) =
        role == .central ? (connection.own, connection.peer) : (connection.peer, connection.own)
      if let place = places[connection.link] {
        links[place].connections.append(index)
        links[place].central.complete(from: central)
        links[place].peripheral.complete(from: peripheral)
      } else {
        places[connection.link] = links.count
        links.append(RecordedLink(connections: [index], central: central, peripheral: peripheral))
      }
    }
    return links
  }
}
