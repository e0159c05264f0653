/// Reads pcapng files of either byte order; any octets give a file or an error.
public struct PcapngReader: Hashable, Sendable {
  /// The largest file that is read, in octets.
  public var octetLimit: Int
  /// The most interfaces that are read.
  public var interfaceLimit: Int

  /// Makes a reader with limits.
  public init(octetLimit: Int = 1 << 30, interfaceLimit: Int = 1_024) {
    self.octetLimit = octetLimit
    self.interfaceLimit = interfaceLimit
  }

  /// Reads a whole file.
  public func read(_ octets: [UInt8]) throws(CaptureError) -> PcapngFile {
    guard octets.count <= octetLimit else { throw .tooLarge(octets: octets.count, limit: octetLimit) }
    var parse = PcapngParse(octets: octets, interfaceLimit: interfaceLimit)
    while parse.position < octets.count { try parse.block() }
    guard !parse.file.sections.isEmpty else { throw .notPcapng }
    return parse.file
  }
}

/// The state of one reading.
private struct PcapngParse {
  let octets: [UInt8]
  let interfaceLimit: Int
  var file = PcapngFile()
  var position = 0
  private var isBigEndian = false
  private var firstInterface = 0

  init(octets: [UInt8], interfaceLimit: Int) {
    self.octets = octets
    self.interfaceLimit = interfaceLimit
  }

  /// Takes the block at `position`.
  mutating func block() throws(CaptureError) {
    let type: UInt32 = try number("block type", at: position, end: octets.count)
    if type == PcapngFormat.sectionHeader { try findByteOrder() }
    guard type == PcapngFormat.sectionHeader || !file.sections.isEmpty else { throw .notPcapng }
    let length: UInt32 = try number("block length", at: position + 4, end: octets.count)
    guard length >= 12, length % 4 == 0 else {
      throw .invalid(offset: position + 4, field: "block length", value: UInt64(length))
    }
    let end = position + Int(length)
    try need(Int(length), "block", at: position, end: octets.count)
    let copy: UInt32 = try number("second block length", at: end - 4, end: end)
    guard copy == length else {
      throw .invalid(offset: end - 4, field: "second block length", value: UInt64(copy))
    }
    let body = position + 8..<end - 4
    switch type {
    case PcapngFormat.sectionHeader: try section(body)
    case PcapngFormat.interfaceDescription: try interface(body)
    case PcapngFormat.enhancedPacket: try packet(body)
    default: file.skippedBlockTypes.append(type)
    }
    position = end
  }

  private mutating func findByteOrder() throws(CaptureError) {
    isBigEndian = false
    let magic: UInt32 = try number("byte order magic", at: position + 8, end: octets.count)
    guard magic == PcapngFormat.byteOrderMagic || magic.byteSwapped == PcapngFormat.byteOrderMagic else {
      throw .invalid(offset: position + 8, field: "byte order magic", value: UInt64(magic))
    }
    isBigEndian = magic != PcapngFormat.byteOrderMagic
  }

  private mutating func section(_ body: Range<Int>) throws(CaptureError) {
    let major: UInt16 = try number("major version", at: body.lowerBound + 4, end: body.upperBound)
    guard major == 1 else {
      throw .invalid(offset: body.lowerBound + 4, field: "major version", value: UInt64(major))
    }
    try need(16, "section header", at: body.lowerBound, end: body.upperBound)
    var section = PcapngFile.Section()
    try options(body.lowerBound + 16..<body.upperBound) { code, value in
      switch code {
      case PcapngFormat.Option.comment: section.comments.append(text(value))
      case PcapngFormat.Option.application: section.application = text(value)
      default: break
      }
    }
    file.sections.append(section)
    firstInterface = file.interfaces.count
  }

  private mutating func interface(_ body: Range<Int>) throws(CaptureError) {
    guard file.interfaces.count < interfaceLimit else {
      throw .tooManyInterfaces(offset: position, limit: interfaceLimit)
    }
    let linkType: UInt16 = try number("link type", at: body.lowerBound, end: body.upperBound)
    try need(8, "interface description", at: body.lowerBound, end: body.upperBound)
    var interface = PcapngFile.Interface(linkType: linkType)
    try options(body.lowerBound + 8..<body.upperBound) { code, value throws(CaptureError) in
      switch code {
      case PcapngFormat.Option.interfaceName: interface.name = text(value)
      case PcapngFormat.Option.interfaceText: interface.text = text(value)
      case PcapngFormat.Option.timestampResolution: interface.ticksPerSecond = try ticks(value)
      default: break
      }
    }
    file.interfaces.append(interface)
  }

  private mutating func packet(_ body: Range<Int>) throws(CaptureError) {
    let start = body.lowerBound
    let end = body.upperBound
    let id: UInt32 = try number("interface id", at: start, end: end)
    let high: UInt32 = try number("timestamp", at: start + 4, end: end)
    let low: UInt32 = try number("timestamp", at: start + 8, end: end)
    let count: UInt32 = try number("captured length", at: start + 12, end: end)
    let originalCount: UInt32 = try number("original length", at: start + 16, end: end)
    let index = firstInterface + Int(id)
    guard index < file.interfaces.count else {
      throw .invalid(offset: start, field: "interface id", value: UInt64(id))
    }
    let padded = (Int(count) + 3) / 4 * 4
    try need(padded, "packet data", at: start + 20, end: end)
    var packet = PcapngFile.Packet(
      interface: index, timestamp: UInt64(high) << 32 | UInt64(low),
      octets: octets[start + 20..<start + 20 + Int(count)], originalCount: Int(originalCount))
    try options(start + 20 + padded..<end) { code, value throws(CaptureError) in
      switch code {
      case PcapngFormat.Option.comment: packet.comments.append(text(value))
      case PcapngFormat.Option.packetFlags:
        let flags: UInt32 = try number("packet flags", at: value.lowerBound, end: value.upperBound)
        packet.direction = PcapngFile.Direction(rawValue: flags & 3) ?? .unknown
      default: break
      }
    }
    file.packets.append(packet)
  }

  private func options(
    _ range: Range<Int>, _ body: (UInt16, Range<Int>) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    var at = range.lowerBound
    while at < range.upperBound {
      let code: UInt16 = try number("option code", at: at, end: range.upperBound)
      let count: UInt16 = try number("option length", at: at + 2, end: range.upperBound)
      if code == PcapngFormat.Option.end { return }
      let padded = (Int(count) + 3) / 4 * 4
      try need(padded, "option", at: at + 4, end: range.upperBound)
      try body(code, at + 4..<at + 4 + Int(count))
      at += 4 + padded
    }
  }

  /// The units in a second: a power of ten, or of two if the highest bit is set.
  private func ticks(_ value: Range<Int>) throws(CaptureError) -> UInt64 {
    try need(1, "if_tsresol", at: value.lowerBound, end: value.upperBound)
    let resolution = octets[value.lowerBound]
    let exponent = Int(resolution & 0x7F)
    let isBinary = resolution & 0x80 != 0
    guard exponent <= (isBinary ? 63 : 19) else {
      throw .invalid(offset: value.lowerBound, field: "if_tsresol", value: UInt64(resolution))
    }
    return (0..<exponent).reduce(1) { product, _ in product * (isBinary ? 2 : 10) }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: octets[range], as: UTF8.self) }

  private func number<T: FixedWidthInteger & UnsignedInteger>(
    _ field: String, at offset: Int, end: Int
  ) throws(CaptureError) -> T {
    let count = T.bitWidth / 8
    try need(count, field, at: offset, end: end)
    let value = octets[offset..<offset + count].reversed().reduce(T(0)) { $0 << 8 | T($1) }
    return isBigEndian ? value.byteSwapped : value
  }

  private func need(_ count: Int, _ field: String, at offset: Int, end: Int) throws(CaptureError) {
    guard offset + count <= end else {
      throw .truncated(offset: offset, field: field, needed: count, available: max(0, end - offset))
    }
  }
}
