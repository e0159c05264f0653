internal import Wire

/// Finds the packets in a stream of octets, however the transport cuts it, and finds its place again after
/// octets that are no packet. [Vol 4, Part A, 2, 4]
///
/// It holds what was appended and not yet taken: a reader that takes all there is before it appends more
/// never has it hold more than one packet and one piece.
public struct H4Stream: Sendable {
  /// Who writes the stream.
  public enum Sender: Hashable, Sendable {
    /// A host. After lost octets its stream starts anew with HCI_Reset.
    case host
    /// A controller. After lost octets its stream starts anew with the HCI_Command_Complete of HCI_Reset.
    case controller

    /// The octets with which the stream starts anew; nil stands for any.
    fileprivate var mark: [UInt8?] {
      switch self {
      case .host: [0x01, 0x03, 0x0C, 0x00]
      case .controller: [0x04, 0x0E, 0x04, nil, 0x03, 0x0C]
      }
    }
  }

  /// What the stream held next.
  public enum Element: Hashable, Sendable {
    case packet(HCIPacket)
    /// The first of these octets stands where a packet should start and is no packet type, so the place in
    /// the stream is lost. At most 65536.
    case desynchronised([UInt8])
    /// More octets from before the place was found again. At most 65536.
    case passedOver([UInt8])
  }

  private static let longestElement = 65_536

  private let mark: [UInt8?]
  private var octets: [UInt8] = []
  /// The index of the first octet not taken.
  private var start = 0
  private var isLost = false

  /// Starts before the first packet.
  public init(from sender: Sender) { mark = sender.mark }

  /// Appends octets as the transport gave them.
  public mutating func append(_ more: some Collection<UInt8>) {
    if start == octets.count {
      octets.removeAll(keepingCapacity: true)
      start = 0
    } else if start > octets.count / 2 {
      octets.removeSubrange(..<start)
      start = 0
    }
    octets.append(contentsOf: more)
  }

  /// Whether octets wait that are no whole packet, once `next()` has no more.
  public var holdsPart: Bool { !isLost && start < octets.count }

  /// Takes what comes next; nil until more octets are appended.
  public mutating func next() -> Element? {
    guard isLost else { return read() }
    let passed = passOver()
    if !passed.isEmpty { return .passedOver(passed) }
    return isLost ? nil : read()
  }

  private mutating func read() -> Element? {
    guard start < octets.count else { return nil }
    var reader = Reader(octets, from: start)
    do throws(WireError) {
      let packet = try HCIPacket(h4: &reader)
      start = octets.count - reader.remaining.count
      return .packet(packet)
    } catch .truncated {
      return nil
    } catch {
      isLost = true
      return .desynchronised(passOver())
    }
  }

  /// Takes the octets before the mark, or all that cannot be its beginning.
  private mutating func passOver() -> [UInt8] {
    let limit = min(octets.count, start + Self.longestElement)
    var end = start
    while end < limit, !mayStartMark(at: end) { end += 1 }
    if mayStartMark(at: end), end + mark.count <= octets.count { isLost = false }
    defer { start = end }
    return Array(octets[start..<end])
  }

  private func mayStartMark(at index: Int) -> Bool {
    for (wanted, octet) in zip(mark, octets[index...]) where wanted != nil && wanted != octet { return false }
    return true
  }
}
