/// pcapng: blocks in sections, each with its own byte order and its own interfaces.
final class PcapngParser: FormatParser {
  private var isBigEndian = false
  private var firstInterface = 0
  private var currentSection = RecordedSection()

  /// Type, length and second length.
  private static let shortestBlock = 12
  private static let longestBlock = OctetWindow.longest
  /// No more of a name is kept, so that many interfaces take little memory.
  private static let longestName = 1_024

  /// Whether the file starts with a section.
  static func starts(_ window: OctetWindow) -> Bool {
    window.available >= 4 && window.u32(0, true) == PcapngFormat.sectionHeader
  }

  override var section: RecordedSection? { currentSection }

  override func next() throws(CaptureError) -> Bool {
    while try window.has(Self.shortestBlock) {
      guard let length = try soundBlockLength() else {
        try findRecord { () throws(CaptureError) in try looksLikeBlock(0) }
        continue
      }
      let isPacket = try block(length)
      window.advance(length)
      if isPacket { return true }
    }
    endInsideHeader("block header", needed: Self.shortestBlock)
    return false
  }

  /// The length of the block at the start of the window, all of which is then in memory. Nil after a warning.
  private func soundBlockLength() throws(CaptureError) -> Int? {
    let offset = window.offset
    if window.u32(0, true) == PcapngFormat.sectionHeader, !takeByteOrder() { return nil }
    let length = Int(window.u32(4, isBigEndian))
    guard length >= Self.shortestBlock, length.isMultiple(of: 4), length <= Self.longestBlock else {
      let expected = "a multiple of 4 from \(Self.shortestBlock) to \(Self.longestBlock)"
      warn(.invalid(field: "block length", value: UInt64(length), expected: expected), at: offset + 4)
      return nil
    }
    guard try window.has(length) else {
      warn(.endsInside(field: "block", needed: length, available: window.available), at: offset)
      return nil
    }
    let copy = window.u32(length - 4, isBigEndian)
    guard copy != UInt32(length) else { return length }
    warn(
      .invalid(field: "second block length", value: UInt64(copy), expected: "\(length)"),
      at: offset + length - 4)
    // Where another block or the end of the file follows, the first length was right.
    if try !window.has(length + 1) { return length }
    return try looksLikeBlock(length) ? length : nil
  }

  /// Takes the byte order of the section at the start of the window. False after a warning.
  private func takeByteOrder() -> Bool {
    let magic = window.u32(8, false)
    isBigEndian = magic != PcapngFormat.byteOrderMagic
    if !isBigEndian || magic.byteSwapped == PcapngFormat.byteOrderMagic { return true }
    let expected = "\(PcapngFormat.byteOrderMagic) in either byte order"
    warn(.invalid(field: "byte order magic", value: UInt64(magic), expected: expected), at: window.offset + 8)
    return false
  }

  /// Whether a block could start here: a type that is known, and a length that stands at both of its ends.
  private func looksLikeBlock(_ at: Int) throws(CaptureError) -> Bool {
    guard try window.has(at + Self.shortestBlock) else { return false }
    var isBig = isBigEndian
    if window.u32(at, true) == PcapngFormat.sectionHeader {
      isBig = window.u32(at + 8, true) == PcapngFormat.byteOrderMagic
      guard isBig || window.u32(at + 8, false) == PcapngFormat.byteOrderMagic else { return false }
    } else {
      switch window.u32(at, isBig) {
      case 1...6, PcapngFormat.journalEntry, 10: break
      case let type where PcapngFormat.customBlocks.contains(type): break
      default: return false
      }
    }
    let length = Int(window.u32(at + 4, isBig))
    guard length >= Self.shortestBlock, length.isMultiple(of: 4), length <= Self.longestBlock - at,
      try window.has(at + length)
    else { return false }
    return window.u32(at + length - 4, isBig) == UInt32(length)
  }

  /// Takes the block of `length` octets at the start of the window. True if it is a packet.
  private func block(_ length: Int) throws(CaptureError) -> Bool {
    switch window.u32(0, isBigEndian) {
    case PcapngFormat.enhancedPacket:
      return packet(length, of: window.u32(8, isBigEndian))
    case PcapngFormat.obsoletePacket:
      return packet(length, of: UInt32(window.u16(8, isBigEndian)))
    case PcapngFormat.simplePacket: return simplePacket(length)
    case PcapngFormat.interfaceDescription: try describeInterface(length)
    case PcapngFormat.sectionHeader: beginSection(length)
    case PcapngFormat.journalEntry: return otherRecord(length, .journalEntry)
    case let type where PcapngFormat.customBlocks.contains(type): return otherRecord(length, .customBlock)
    default: break
    }
    return false
  }

  private func beginSection(_ length: Int) {
    firstInterface = interfaces.count
    currentSection = RecordedSection()
    guard holds(28, length, "section header") else { return }
    let major = window.u16(12, isBigEndian)
    if major != 1 {
      warn(.invalid(field: "major version", value: UInt64(major), expected: "1"), at: window.offset + 12)
    }
    eachOption(in: window.start + 24..<window.start + length - 4) { code, value in
      switch code {
      case PcapngFormat.Option.comment: currentSection.comments.append(text(value))
      case PcapngFormat.Option.application: currentSection.application = text(value)
      default: break
      }
    }
  }

  private func describeInterface(_ length: Int) throws(CaptureError) {
    guard interfaces.count < Self.interfaceLimit else {
      throw .tooManyInterfaces(offset: window.offset, limit: Self.interfaceLimit)
    }
    guard holds(20, length, "interface description") else { return }
    let linkType = UInt32(window.u16(8, isBigEndian))
    var interface = RecordedInterface(linkType: linkType, layout: PacketLayout(linkType: linkType))
    interface.snapLength = Int(window.u32(12, isBigEndian))
    eachOption(in: window.start + 16..<window.start + length - 4) { code, value in
      switch code {
      case PcapngFormat.Option.interfaceName: interface.name = text(value.prefix(Self.longestName))
      case PcapngFormat.Option.interfaceText: interface.text = text(value.prefix(Self.longestName))
      case PcapngFormat.Option.timestampResolution: interface.unit.ticksPerSecond = ticks(value)
      case PcapngFormat.Option.timestampOffset where value.count >= 8:
        let at = value.lowerBound - window.start
        interface.unit.offsetSeconds = Int64(bitPattern: window.u64(at, isBigEndian))
      default: break
      }
    }
    add(interface, at: window.offset + 8)
  }

  /// The units in a second: a power of ten, or of two if the highest bit is set; 0 after a warning.
  private func ticks(_ value: Range<Int>) -> UInt64 {
    guard !value.isEmpty else { return 1_000_000 }
    let resolution = window[value.lowerBound - window.start]
    let exponent = Int(resolution & 0x7F)
    let isBinary = resolution & 0x80 != 0
    guard exponent <= (isBinary ? 63 : 19) else {
      let expected = "a power of ten up to 19 or of two up to 63"
      warn(
        .invalid(field: "if_tsresol", value: UInt64(resolution), expected: expected),
        at: window.offset + value.lowerBound - window.start)
      return 0
    }
    return (0..<exponent).reduce(1) { product, _ in product * (isBinary ? 2 : 10) }
  }

  @inline(__always)
  private func packet(_ length: Int, of id: UInt32) -> Bool {
    guard holds(32, length, "packet block"), let index = interface(id) else { return false }
    let count = Int(window.u32(20, isBigEndian))
    guard count <= length - 32 else {
      warn(
        .invalid(field: "captured length", value: UInt64(count), expected: "at most \(length - 32)"),
        at: window.offset + 20)
      return false
    }
    let start = window.start + 28
    let frame = RecordedFrame(
      offset: window.offset, octets: start..<start + count,
      originalCount: Int(window.u32(24, isBigEndian)))
    let ticks = UInt64(window.u32(12, isBigEndian)) << 32 | UInt64(window.u32(16, isBigEndian))
    deliver(frame) { frame in
      frame.interface = index
      frame.time = interfaces[index].unit.time(ticks)
      frame.options = start + (count + 3) & ~3..<window.start + length - 4
      if !frame.options.isEmpty { takeFlags(&frame) }
      decode(&frame, interfaces[index].layout)
    }
    return true
  }

  private func simplePacket(_ length: Int) -> Bool {
    guard holds(16, length, "simple packet block"), let index = interface(0) else { return false }
    let original = Int(window.u32(8, isBigEndian))
    let snap = interfaces[index].snapLength
    let count = min(original, length - 16, snap > 0 ? snap : .max)
    let start = window.start + 12
    var frame = RecordedFrame(
      offset: window.offset, octets: start..<start + count, originalCount: original)
    frame.interface = index
    decode(&frame, interfaces[index].layout)
    deliver(frame)
    return true
  }

  /// A block that holds no packet, and that Wireshark numbers like one.
  private func otherRecord(_ length: Int, _ kind: RecordedKind) -> Bool {
    guard holds(16, length, "custom block") else { return false }
    let body = window.start + 8..<window.start + length - 4
    deliver(RecordedFrame(offset: window.offset, octets: body, originalCount: body.count)) { $0.kind = kind }
    return true
  }

  /// The index of an interface of this section. Nil after a warning.
  @inline(__always)
  private func interface(_ id: UInt32) -> Int? {
    let index = firstInterface + Int(id)
    if index < interfaces.count { return index }
    let expected = "less than \(interfaces.count - firstInterface)"
    warn(.invalid(field: "interface id", value: UInt64(id), expected: expected), at: window.offset + 8)
    return nil
  }

  @inline(__always)
  private func holds(_ needed: Int, _ length: Int, _ field: String) -> Bool {
    if length >= needed { return true }
    warn(.endsInside(field: field, needed: needed, available: length), at: window.offset)
    return false
  }

  // MARK: - Options

  override var comments: [String] {
    var comments: [String] = []
    eachOption(in: frame.options, warns: false) { code, value in
      if code == PcapngFormat.Option.comment { comments.append(text(value)) }
    }
    return comments
  }

  /// The direction of the flags; the header of a packet overrules it.
  private func takeFlags(_ frame: inout RecordedFrame) {
    eachOption(in: frame.options) { code, value in
      guard code == PcapngFormat.Option.packetFlags, value.count >= 4 else { return }
      switch window.u32(value.lowerBound - window.start, isBigEndian) & 3 {
      case PcapngFormat.Direction.inbound: frame.direction = .controllerToHost
      case PcapngFormat.Direction.outbound: frame.direction = .hostToController
      default: break
      }
    }
  }

  /// Calls `body` with code and value of each option. An option that its block does not hold ends them.
  private func eachOption(
    in range: Range<Int>, warns: Bool = true, _ body: (UInt16, Range<Int>) -> Void
  ) {
    var at = range.lowerBound
    while at + 4 <= range.upperBound {
      let code = window.u16(at - window.start, isBigEndian)
      let count = Int(window.u16(at - window.start + 2, isBigEndian))
      if code == PcapngFormat.Option.end { return }
      guard at + 4 + count <= range.upperBound else {
        guard warns else { return }
        warn(
          .invalid(
            field: "option length", value: UInt64(count), expected: "at most \(range.upperBound - at - 4)"),
          at: window.offset + at - window.start + 2)
        return
      }
      body(code, at + 4..<at + 4 + count)
      at += 4 + (count + 3) & ~3
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: window.base + range.lowerBound, count: range.count),
      as: UTF8.self)
  }
}
