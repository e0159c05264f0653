/// How the packets of an interface are laid out.
public enum PacketLayout: Hashable, Sendable {
  /// HCI packets with their H4 indicator: link type 187, and btsnoop 1002.
  case h4
  /// The same after a direction of four octets: link type 201.
  case h4WithDirection
  /// HCI packets without an indicator, which the flags of the record give: btsnoop 1001.
  case h1
  /// Packets of the LE air from the access address to the CRC: link type 251.
  case link
  /// The same after a pseudo-header of ten octets: link type 256.
  case linkWithHeader
  /// Packets of the LE air as the nRF Sniffer gives them: link type 272.
  case nordicSniffer
  /// Packets of the LE air or of HCI after the fields of Per-Packet Information: link type 192.
  case perPacketInformation
  /// Records of the Linux monitor after four octets of controller and opcode: link type 254.
  case monitor
  /// Records of the Linux monitor, whose controller and opcode the record has: btsnoop 2001.
  case monitorRecord
  /// Records of Apple's PacketLogger after an octet that says what they are.
  case packetLogger
  /// Steps as this tool writes them: link type 147, USER0.
  case steps
  /// Lines of text, as a log or a trace has them.
  case text
  /// Anything else.
  case unknown

  /// The layout of a link type of pcap and pcapng.
  init(linkType: UInt32) {
    self =
      switch linkType {
      case 147: .steps
      case 187: .h4
      case 192: .perPacketInformation
      case 201: .h4WithDirection
      case 251: .link
      case 254: .monitor
      case 256: .linkWithHeader
      case 272: .nordicSniffer
      default: .unknown
      }
  }

  /// The layout of a datalink of btsnoop.
  init(datalink: UInt32) {
    self =
      switch datalink {
      case 1001: .h1
      case 1002: .h4
      case 2001: .monitorRecord
      default: .unknown
      }
  }
}

/// What a recording says of a place where packets were seen.
public struct RecordedInterface: Hashable, Sendable {
  /// The number of the layout in the file: a link type of pcap, or a datalink of btsnoop; 0 elsewhere.
  public var linkType: UInt32
  /// How packets are laid out.
  public var layout: PacketLayout
  /// The name, as `ll`, where the file has one.
  public var name: String?
  /// The longer name.
  public var text: String?
  /// Whether times count from 1970-01-01 00:00:00 UTC by the rules of the format. A virtual time is written the same
  /// way. Otherwise they count from a start that the file does not tell.
  public var isAbsolute = true
  var unit = TimeUnit.microseconds
  var snapLength = 0

  init(linkType: UInt32 = 0, layout: PacketLayout, unit: TimeUnit = .microseconds) {
    self.linkType = linkType
    self.layout = layout
    self.unit = unit
  }
}

/// What a pcapng section says of itself.
public struct RecordedSection: Hashable, Sendable {
  /// The program that made the section.
  public var application: String?
  /// Remarks on the section, in the order of the file.
  public var comments: [String] = []
}
