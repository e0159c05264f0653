/// The format of a recording.
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

  /// How far into a file a log may begin with other lines.
  private static let searchedForLogs = 1 << 18

  /// Opens the recording at `path`.
  ///
  /// - Throws: `CaptureError.cannotRead`, `.empty`, or `.unknownFormat`.
  public convenience init(path: String) throws(CaptureError) {
    try self.init(OctetWindow(path: path))
  }

  /// Reads `octets` as a file that messages call `name`.
  ///
  /// - Throws: `CaptureError.empty` or `.unknownFormat`.
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

  /// The next record; nil at the end.
  ///
  /// - Throws: `CaptureError.cannotRead` if the file fails, `.tooManyInterfaces`.
  public func next() throws(CaptureError) -> RecordedFrame? {
    guard try parser.next() else {
      parser.end()
      return nil
    }
    return parser.frame
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
