internal import HCI

/// btsnoop: a header with the datalink, then records one after another; all numbers are big-endian.
final class BtsnoopParser: FormatParser {
  private var layout = PacketLayout.unknown
  private var hasHeader = false
  private var lostCount: UInt32 = 0
  private var lastTicks: Int64?

  private static let fileHeaderLength = 16
  private static let headerLength = 24
  /// Microseconds from the start of the year 0, from which btsnoop counts, to 1970.
  private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
  /// A record that is looked for after damage is at most a week from the last one.
  private static let longestSilence: UInt64 = 7 * 86_400_000_000

  /// Whether the file starts as a btsnoop file does.
  static func starts(_ window: OctetWindow) -> Bool {
    window.available >= 8 && window.octets(0..<8).elementsEqual("btsnoop\0".utf8)
  }

  override func next() throws(CaptureError) -> Bool {
    if !hasHeader, try !takeFileHeader() { return false }
    while try window.has(Self.headerLength) {
      let offset = window.offset
      let count = Int(window.u32(4, true))
      guard try isCredible(count) else {
        warn(
          .invalid(
            field: "packet length", value: UInt64(count),
            expected: "at most \(Self.longestPacket) and a record after the packet"),
          at: offset + 4)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      guard try window.has(Self.headerLength + count) else {
        let there = window.available - Self.headerLength
        warn(.endsInside(field: "packet", needed: count, available: there), at: offset)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      take(at: offset, count)
      return true
    }
    endInsideHeader("packet header", needed: Self.headerLength)
    return false
  }

  /// Whether the record at the start of the window can have a packet of `count` octets. Where its header is odd,
  /// what follows decides: damage must not swallow the records after it.
  private func isCredible(_ count: Int) throws(CaptureError) -> Bool {
    if count <= Self.longUsual, soundLength(0) != nil { return true }
    guard count <= Self.longestPacket, try window.has(Self.headerLength + count) else {
      return count <= Self.longestPacket
    }
    let next = Self.headerLength + count
    guard try window.has(next + Self.headerLength) else { return window.available == next }
    return window.u32(next + 4, true) <= min(window.u32(next, true), UInt32(Self.longestPacket))
  }

  /// Takes the record at the start of the window.
  private func take(at offset: Int, _ count: Int) {
    let start = window.start + Self.headerLength
    var frame = RecordedFrame(
      offset: offset, octets: start..<start + count, originalCount: Int(window.u32(0, true)))
    let flags = window.u32(8, true)
    tellLost(window.u32(12, true), at: offset + 12)
    let ticks = Int64(bitPattern: window.u64(16, true))
    lastTicks = ticks
    frame.time = Self.time(ticks)
    frame.direction = flags & 1 == 0 ? .hostToController : .controllerToHost
    switch layout {
    case .h1:
      PacketDecoder.hci(&frame, flags & 2 == 0 ? .acl : flags & 1 == 0 ? .command : .event)
    case .monitorRecord:
      frame.direction = .unknown
      PacketDecoder.monitor(
        &frame, controller: UInt16(flags >> 16), opcode: UInt16(truncatingIfNeeded: flags))
    default: decode(&frame, layout)
    }
    window.advance(Self.headerLength + count)
    deliver(frame)
  }

  private static func time(_ ticks: Int64) -> RecordTime? {
    let (sinceEpoch, overflows) = ticks.subtractingReportingOverflow(epoch)
    return overflows ? nil : RecordTime(ticks: sinceEpoch, perSecond: 1_000_000)
  }

  /// The number of lost packets counts up from the start of the file.
  private func tellLost(_ count: UInt32, at offset: Int) {
    if count > lostCount { warn(.lostPackets(count: count - lostCount), at: offset) }
    lostCount = max(lostCount, count)
  }

  private func takeFileHeader() throws(CaptureError) -> Bool {
    guard try window.has(Self.fileHeaderLength) else {
      endInsideHeader("file header", needed: Self.fileHeaderLength)
      return false
    }
    let version = window.u32(8, true)
    if version != 1 { warn(.invalid(field: "version", value: UInt64(version), expected: "1"), at: 8) }
    let datalink = window.u32(12, true)
    layout = PacketLayout(datalink: datalink)
    add(RecordedInterface(linkType: datalink, layout: layout), at: 12)
    window.advance(Self.fileHeaderLength)
    hasHeader = true
    return true
  }

  private func looksLikeRecord(_ at: Int) throws(CaptureError) -> Bool {
    guard try window.has(at + Self.headerLength), let count = soundLength(at),
      try window.has(at + Self.headerLength + count)
    else { return false }
    let next = at + Self.headerLength + count
    guard try window.has(next + Self.headerLength) else { return window.available == next }
    return soundLength(next) != nil
  }

  private func soundLength(_ at: Int) -> Int? {
    let (original, count) = (window.u32(at, true), window.u32(at + 4, true))
    let ticks = Int64(bitPattern: window.u64(at + 16, true))
    guard count <= original, original <= UInt32(Self.longestPacket), ticks > 0,
      layout == .monitorRecord || window.u32(at + 8, true) < 4
    else { return nil }
    if let last = lastTicks, last > 0, (ticks - last).magnitude > Self.longestSilence { return nil }
    return Int(count)
  }
}
