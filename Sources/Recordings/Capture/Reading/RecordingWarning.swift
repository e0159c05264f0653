/// Something in a recording that could not be read as it stands. Reading goes on after it.
public struct RecordingWarning: Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public enum Problem: Hashable, Sendable {
    /// The file ends inside `field`.
    case endsInside(field: String, needed: Int, available: Int)
    /// A field has a value that cannot be right.
    case invalid(field: String, value: UInt64, expected: String)
    /// Octets that make no record were passed over, up to the next record or to the end of the file.
    case passedOver(octets: Int)
    /// The packets of an interface have a layout that is not read; they are told as octets.
    case unknownLayout(linkType: UInt32)
    /// A packet is too short for the header of its layout; it is told as octets.
    case shortPacket(needed: Int, available: Int)
    /// The recorder says that it lost packets.
    case lostPackets(count: UInt32)
    /// A log tells of a subevent without steps, or with fewer octets than it says.
    case stepOctets(expected: Int, found: Int)
    /// A line of a log has a number or octets that cannot be read.
    case unreadableLine(found: String)
    /// A line of a trace has a field that is missing, or has a value that its type does not have.
    case unreadableField(name: String, found: String, expected: String)

    /// Whether the recording is damaged; one of a link type that is not read may be whole.
    public var isDamage: Bool {
      if case .unknownLayout = self { false } else { true }
    }
  }

  /// Where it is: octets from the start of the file.
  public var offset: Int
  /// The line, from 1, in a log of text.
  public var line: Int?
  public var problem: Problem

  /// The message for people, without the name of the file.
  public var description: String {
    let place = line.map { "line \($0)" } ?? "octet \(offset)"
    let text =
      switch problem {
      case .endsInside(let field, let needed, let available):
        "the file ends inside the \(field): \(needed) octets needed, \(available) there"
      case .invalid(let field, let value, let expected):
        "the \(field) is \(value), expected \(expected)"
      case .passedOver(let octets): "\(octets) octets that make no record are passed over"
      case .unknownLayout(let linkType):
        "packets of link type \(linkType) are not read; save the capture with a Bluetooth link type"
      case .shortPacket(let needed, let available):
        "a packet has \(available) octets where its header alone takes \(needed)"
      case .lostPackets(let count): "the recorder says that it lost \(count) packets"
      case .stepOctets(let expected, let found): "\(found) octets of steps, expected \(expected)"
      case .unreadableLine(let found): "cannot be read: \(found)"
      case .unreadableField(let name, let found, let expected):
        "\(name) is \(found), expected \(expected)"
      }
    return "\(place): \(text)"
  }
}
