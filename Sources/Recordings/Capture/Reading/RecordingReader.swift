internal import HCI

public enum RecordingFormat: Hashable, Sendable, CaseIterable {
  /// Classic pcap, with microseconds or nanoseconds.
  case pcap
  case pcapng
  /// btsnoop, of Android or of Linux.
  case btsnoop
  /// Apple's PacketLogger.
  case packetLogger
  /// The log of the firmware `waves` for Nordic's nRF54L15.
  case wavesLog
  /// What Silicon Labs' initiator prints.
  case siliconLabsLog
  /// The decoded trace of Silicon Labs' API.
  case siliconLabsTrace
}

/// Reads a recording record by record, whatever its format, in memory that does not grow with the file.
///
///     let reader = try RecordingReader(path: "phone.btsnoop")
///     while let frame = try reader.next() {
///       if case .hci(.event) = frame.kind { take(reader.octets) }
///     }
///
/// The format is found by the content. What is damaged is passed over with a warning, and reading goes on behind it.
public final class RecordingReader {
  public let format: RecordingFormat
  /// The octets of the file; nil for a pipe.
  public var fileSize: Int? { window.fileSize }
  /// The octets that were read so far: the measure of progress.
  public var offset: Int { window.offset }
  /// The number of the last record.
  public var frameCount: Int { parser.frame.number }
  /// The interfaces that the file described so far. Those of a later section follow those before.
  public var interfaces: [RecordedInterface] { parser.interfaces }
  /// The first thousand warnings so far.
  public var warnings: [RecordingWarning] { parser.warnings }
  /// The number of all warnings so far.
  public var warningCount: Int { parser.warningCount }
  /// The number of those that are damage.
  public var damageCount: Int { parser.damageCount }

  private let window: OctetWindow
  private let parser: FormatParser
  private let isLog: Bool
  private var directions = ACLDirections()

  /// How far into a file a log may begin with other lines.
  private static let searchedForLogs = 1 << 18

  /// Opens the recording at `path`. Throws `CaptureError.cannotRead`, `.empty` or `.unknownFormat`.
  public convenience init(path: String) throws(CaptureError) {
    try self.init(OctetWindow(path: path))
  }

  /// Reads `octets` as a file that messages call `name`. Throws `CaptureError.empty` or `.unknownFormat`.
  public convenience init(octets: [UInt8], name: String = "the recording") throws(CaptureError) {
    try self.init(OctetWindow(octets, path: name))
  }

  private init(_ window: OctetWindow) throws(CaptureError) {
    self.window = window
    guard try window.has(1) else { throw .empty(path: window.path) }
    // A pipe may give little at a time; what is there after this is enough to know the format.
    _ = try window.has(Self.searchedForLogs)
    guard let (format, parser) = Self.parser(for: window) else {
      let start = Array(window.octets(0..<min(16, window.available)))
      throw .unknownFormat(path: window.path, start: start)
    }
    self.format = format
    self.parser = parser
    isLog = parser is LogParser
  }

  /// The next record; nil at the end. Throws `CaptureError.cannotRead` or `.tooManyInterfaces`.
  public func next() throws(CaptureError) -> RecordedFrame? {
    guard try parser.next() else {
      parser.end()
      return nil
    }
    var frame = parser.frame
    if frame.kind == .hci(.acl) { withOctets { directions.complete(&frame, $0) } }
    return frame
  }

  /// Lends the octets of the last record, which `RecordedFrame.kind` explains, without a copy. After the last one
  /// there are none to lend.
  public func withOctets(_ body: (Span<UInt8>) -> Void) {
    if isLog {
      let octets = parser.madeOctets
      body(octets.span)
      return
    }
    let range = parser.frame.octets
    let start = (window.base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let octets = UnsafeBufferPointer(start: start, count: range.count)
    body(octets.span)
  }

  /// Lends the packet of the last record as the file has it, the header of its link type included. A log of text has
  /// none.
  public func withPacket<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let range = isLog ? 0..<0 : parser.frame.packet
    return body(UnsafeRawBufferPointer(start: window.base + range.lowerBound, count: range.count))
  }

  /// A copy of the octets of the last record.
  public var octets: [UInt8] {
    if isLog { return parser.madeOctets }
    let range = parser.frame.octets
    return Array(UnsafeRawBufferPointer(start: window.base + range.lowerBound, count: range.count))
  }

  /// The remarks on the last record, in the order of the file; only pcapng has any.
  public var comments: [String] { parser.comments }

  /// The interface of `frame`; nil for a record of no interface.
  public func interface(of frame: RecordedFrame) -> RecordedInterface? {
    if frame.kind == .customBlock || frame.kind == .journalEntry { return nil }
    return interfaces.indices.contains(frame.interface) ? interfaces[frame.interface] : nil
  }

  /// The subevent of the last record, if that is one of a log of text.
  public var subevent: LoggedSubevent? { parser.subevent }

  /// What the section of the last record says of itself; only pcapng has sections.
  public var section: RecordedSection? { parser.section }

  private static func parser(for window: OctetWindow) -> (RecordingFormat, FormatParser)? {
    if PcapngParser.starts(window) { return (.pcapng, PcapngParser(window)) }
    if PcapParser.starts(window) { return (.pcap, PcapParser(window)) }
    if BtsnoopParser.starts(window) { return (.btsnoop, BtsnoopParser(window)) }
    let head = window.octets(0..<min(searchedForLogs, window.available))
    let marks: [(RecordingFormat, StaticString)] =
      [
        (.wavesLog, WavesLogParser.mark), (.siliconLabsLog, SiliconLabsLogParser.mark),
      ] + SiliconLabsTraceParser.marks.map { (.siliconLabsTrace, $0) }
    let found = marks.compactMap { format, mark in
      LogParser.index(of: mark, in: head).map { (format, $0) }
    }
    switch found.min(by: { $0.1 < $1.1 })?.0 {
    case .wavesLog: return (.wavesLog, WavesLogParser(window))
    case .siliconLabsLog: return (.siliconLabsLog, SiliconLabsLogParser(window))
    case .siliconLabsTrace: return (.siliconLabsTrace, SiliconLabsTraceParser(window))
    default: break
    }
    return PacketLoggerParser.byteOrder(window).map {
      (.packetLogger, PacketLoggerParser(window, isBigEndian: $0))
    }
  }
}

/// Something in a recording that could not be read as it stands. Reading goes on after it.
public struct RecordingWarning: Hashable, Sendable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The file ends inside `field`.
    case endsInside(field: String, needed: Int, available: Int)
    /// A field has a value that cannot be right.
    case invalid(field: String, value: UInt64, expected: String)
    /// Octets that make no record were passed over, up to the next record or to the end of the file.
    case passedOver(octets: Int)
    /// The packets of an interface have an unsupported layout, and are shown as octets.
    case unknownLayout(linkType: UInt32)
    /// A packet is too short for the header of its layout; it is reported as octets.
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
        "the file ends inside the \(field): \(needed) octets needed, \(available) available"
      case .invalid(let field, let value, let expected):
        "the \(field) is \(value), expected \(expected)"
      case .passedOver(let octets): "\(octets) octets without a record are skipped"
      case .unknownLayout(let linkType):
        "link type \(linkType) is not supported; save the capture with a Bluetooth link type"
      case .shortPacket(let needed, let available):
        "a packet has \(available) octets, but its header alone needs \(needed)"
      case .lostPackets(let count): "the recorder reports \(count) lost packets"
      case .stepOctets(let expected, let found): "\(found) octets of steps, expected \(expected)"
      case .unreadableLine(let found): "cannot be read: \(found)"
      case .unreadableField(let name, let found, let expected):
        "\(name) is \(found), expected \(expected)"
      }
    return "\(place): \(text)"
  }
}
