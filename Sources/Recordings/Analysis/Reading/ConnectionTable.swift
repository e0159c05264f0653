internal import Capture
internal import ChannelSounding
internal import CoreTypes

/// The connections of all recordings of an analysis, in the order in which they were met; the first 4096.
final class ConnectionTable {
  static let limit = 4096
  /// So far apart do two ends say that they are connected, at most.
  private static let tieMicroseconds = 1e6

  private(set) var connections: [RecordedConnection] = []
  private var linkCount = 0

  /// Gives a connection its place.
  func add(_ connection: RecordedConnection) -> Int {
    guard connections.count < Self.limit else { return connections.count - 1 }
    connections.append(connection)
    connections[connections.count - 1].isRemainder = connections.count == Self.limit
    connections[connections.count - 1].link = linkCount
    linkCount += 1
    return connections.count - 1
  }

  /// Changes a connection; that which stands for many stays as it is.
  func change(_ place: Int, _ body: (inout RecordedConnection) -> Void) {
    if !connections[place].isRemainder { body(&connections[place]) }
  }

  /// Says which end told a procedure, and counts it.
  func finish(_ procedure: inout RecordedProcedure) {
    let configuration = connections[procedure.connection].configuration(procedure.configID)
    procedure.configuration = configuration
    procedure.role = configuration?.role ?? procedure.role ?? procedure.impliedRole
    connections[procedure.connection].count(procedure)
  }

  /// Finds another account of the same link in the same file, now that the beginning of this one is known.
  func tie(_ place: Int) {
    let connection = connections[place]
    guard let time = connection.startTime, connection.isWhole else { return }
    for other in connections.indices.reversed() where other != place {
      let account = connections[other]
      guard account.source == connection.source, account.isWhole, let otherTime = account.startTime,
        abs(time.microseconds(since: otherTime)) <= Self.tieMicroseconds,
        connection.canBeSameLink(as: account),
        !connections.contains(where: { $0.link == account.link && $0.isSameInterface(as: connection) })
      else { continue }
      connections[place].link = account.link
      return
    }
  }
}

extension RecordedConnection {
  fileprivate var isOnAir: Bool { accessAddress != nil }

  fileprivate func isSameInterface(as other: RecordedConnection) -> Bool {
    source == other.source && interface == other.interface && isOnAir == other.isOnAir
      && role == other.role
  }

  /// Whether nothing speaks against two accounts being of one link.
  fileprivate func canBeSameLink(as other: RecordedConnection) -> Bool {
    guard intervalMicroseconds == other.intervalMicroseconds, !isSameInterface(as: other) else {
      return false
    }
    if isOnAir, other.isOnAir { return accessAddress == other.accessAddress }
    // The ends of the other account in the order of this one.
    let isTurned = role != other.role
    guard isTurned || isOnAir || other.isOnAir else { return false }
    let (own, peer) = isTurned ? (other.peer, other.own) : (other.own, other.peer)
    return self.own.canBe(own) && self.peer.canBe(peer)
  }
}

extension RecordedDevice {
  /// Whether no address speaks against it. A controller that resolved an address tells the identity alone.
  fileprivate func canBe(_ other: RecordedDevice) -> Bool {
    guard identityAddress == nil, other.identityAddress == nil, let address, let peer = other.address else {
      return true
    }
    return address.value == peer.value
  }
}
