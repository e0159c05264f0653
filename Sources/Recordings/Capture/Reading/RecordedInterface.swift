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
  public var linkType: UInt32 = 0
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
}

/// What a pcapng section says of itself.
public struct RecordedSection: Hashable, Sendable {
  /// The program that made the section.
  public var application: String?
  /// Remarks on the section, in the order of the file.
  public var comments: [String] = []
}

/// When something was seen, as a file has it.
public struct RecordTime: Hashable, Sendable, Comparable {
  /// Whole seconds since the epoch; negative before it.
  public var seconds: Int64
  /// Picoseconds since that second, 0 to 999,999,999,999. Files of finer units are rounded down.
  public var picoseconds: Int64

  public init(seconds: Int64, picoseconds: Int64) {
    self.seconds = seconds
    self.picoseconds = picoseconds
  }

  /// Makes the time of `ticks`, of which a second has `perSecond`: a power of ten up to 10^12.
  init(ticks: Int64, perSecond: Int64) {
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
    seconds = rest < 0 ? whole - 1 : whole
    picoseconds = (rest < 0 ? rest + perSecond : rest) * (1_000_000_000_000 / perSecond)
  }

  /// Nanoseconds since the epoch, rounded down; nil if 64 bits do not hold them, some 292 years from the epoch.
  public var nanoseconds: Int64? {
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = whole.addingReportingOverflow(picoseconds / 1_000)
    return isTooLarge || overflows ? nil : sum
  }

  /// The time from another one to this, in seconds.
  public func seconds(since other: RecordTime) -> Double {
    // Seconds of a damaged file may be anything.
    Double(seconds) - Double(other.seconds) + Double(picoseconds - other.picoseconds) / 1e12
  }

  /// The time from another one to this, in microseconds.
  public func microseconds(since other: RecordTime) -> Double {
    1e6 * (Double(seconds) - Double(other.seconds)) + Double(picoseconds - other.picoseconds) / 1e6
  }

  /// The earlier one first.
  public static func < (a: RecordTime, b: RecordTime) -> Bool {
    (a.seconds, a.picoseconds) < (b.seconds, b.picoseconds)
  }
}

struct TimeUnit: Hashable, Sendable {
  /// Units in a second; 0 where times have no meaning.
  var ticksPerSecond: UInt64
  /// Seconds to be added to each time.
  var offsetSeconds: Int64 = 0

  private static let picoseconds: UInt64 = 1_000_000_000_000

  static let microseconds = TimeUnit(ticksPerSecond: 1_000_000)

  /// The time of `ticks`; nil where it has no meaning.
  func time(_ ticks: UInt64) -> RecordTime? {
    if ticksPerSecond == 1_000_000_000 { return time(ticks / 1_000_000_000, ticks % 1_000_000_000 * 1_000) }
    if ticksPerSecond == 1_000_000 { return time(ticks / 1_000_000, ticks % 1_000_000 * 1_000_000) }
    guard ticksPerSecond > 0 else { return nil }
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
    let product = rest.multipliedFullWidth(by: Self.picoseconds)
    return time(seconds, ticksPerSecond.dividingFullWidth(product).quotient)
  }

  private func time(_ seconds: UInt64, _ picoseconds: UInt64) -> RecordTime? {
    let (sum, overflows) = Int64(truncatingIfNeeded: seconds).addingReportingOverflow(offsetSeconds)
    guard !overflows, seconds <= UInt64(Int64.max) else { return nil }
    return RecordTime(seconds: sum, picoseconds: Int64(picoseconds))
  }
}
