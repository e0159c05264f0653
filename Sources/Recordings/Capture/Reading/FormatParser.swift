/// Finds the records of one format in a window. Each format is a subclass, which a reader calls through this one.
class FormatParser {
  let window: OctetWindow
  /// The interfaces so far.
  final var interfaces: [RecordedInterface] = []
  /// The first warnings.
  final var warnings: [RecordingWarning] = []
  /// The number of all warnings.
  final var warningCount = 0
  /// The number of those that are damage.
  final var damageCount = 0

  /// The warnings that are kept, so that a file of nothing but damage takes no more memory.
  static let keptWarnings = 1_000
  /// No packet that a Bluetooth recorder takes is longer.
  static let longestPacket = 1 << 18
  /// A packet above that is seldom, so that its length is looked at twice.
  static let longUsual = 4_096
  /// More interfaces than that are damage.
  static let interfaceLimit = 4_096

  /// The last record, whose packet is in the window. Behind a pointer for the same reason as the place of the window.
  private final let record: UnsafeMutablePointer<RecordedFrame>
  /// What a log of text reported last.
  final var subevent: LoggedSubevent?
  /// The octets of the last record of a log of text, which the file has in other words.
  final var madeOctets: [UInt8] = []

  init(_ window: OctetWindow) {
    self.window = window
    record = .allocate(capacity: 1)
    record.initialize(to: RecordedFrame(offset: 0, octets: 0..<0, originalCount: 0))
  }

  deinit { record.deallocate() }

  /// The last record.
  final var frame: RecordedFrame { record.pointee }

  /// Gives `frame` the next number and makes it the last record. `fill` completes it where it stays, which saves a copy.
  @inline(__always)
  final func deliver(_ frame: RecordedFrame, _ fill: (inout RecordedFrame) -> Void = { _ in }) {
    let number = record.pointee.number + 1
    record.pointee = frame
    record.pointee.number = number
    fill(&record.pointee)
  }

  /// Forgets what the last record lent, at the end of the file.
  final func end() {
    record.pointee.octets = 0..<0
    record.pointee.packet = 0..<0
    record.pointee.options = 0..<0
    subevent = nil
    madeOctets = []
  }

  /// Finds the next record; false at the end of the file.
  func next() throws(CaptureError) -> Bool { false }

  /// The remarks on the last record.
  var comments: [String] { [] }

  /// What the pcapng section of the last record says of itself.
  var section: RecordedSection? { nil }

  /// Keeps a warning. Never inlined: its accesses to what is kept would be checked for each record without one.
  @inline(never)
  final func warn(_ problem: RecordingWarning.Problem, at offset: Int, line: Int? = nil) {
    warningCount += 1
    if problem.isDamage { damageCount += 1 }
    if warnings.count < Self.keptWarnings {
      warnings.append(RecordingWarning(offset: offset, line: line, problem: problem))
    }
  }

  /// Gives octets up until `isRecord` says that a record starts, or the file ends.
  ///
  /// What is at the start of the window is known to be none, and was warned of. If it is the end of the file that
  /// cuts it, and no record follows, no more is said.
  /// - Parameter isRecord: Whether the octets at the start of the window look like a record.
  final func findRecord(_ isRecord: () throws(CaptureError) -> Bool) throws(CaptureError) {
    let from = window.offset
    while try window.has(1) {
      window.advance(1)
      if try isRecord() {
        warn(.passedOver(octets: window.offset - from), at: from)
        return
      }
    }
    if let last = warnings.last, warningCount == warnings.count, case .endsInside = last.problem,
      last.offset == from
    {
      return
    }
    warn(.passedOver(octets: window.offset - from), at: from)
  }

  /// Warns of the octets that are left, too few for the header of a record.
  final func endInsideHeader(_ field: String, needed: Int) {
    guard window.available > 0 else { return }
    warn(.endsInside(field: field, needed: needed, available: window.available), at: window.offset)
    window.advance(window.available)
  }

  /// Takes the header of its layout off the packet of `frame`, and warns if there is less than a header.
  @inline(__always)
  final func decode(_ frame: inout RecordedFrame, _ layout: PacketLayout) {
    if let needed = PacketDecoder.decode(&frame, layout, from: window.base) {
      warn(.shortPacket(needed: needed, available: frame.octets.count), at: frame.offset)
    }
  }

  /// Adds an interface, and warns if its packets have a layout that is not read.
  final func add(_ interface: RecordedInterface, at offset: Int) {
    if interface.layout == .unknown { warn(.unknownLayout(linkType: interface.linkType), at: offset) }
    interfaces.append(interface)
  }
}
