/// Classic pcap: one header, then records one after another.
final class PcapParser: FormatParser {
  private let isBigEndian: Bool
  private let headerLength: Int
  private var ticksPerSecond: UInt32
  private let layout: PacketLayout
  private let linkType: UInt32
  private var hasHeader = false
  private var lastSecond: UInt32?

  private static let fileHeaderLength = 24
  private static let microseconds: UInt32 = 1_000_000
  private static let nanoseconds: UInt32 = 1_000_000_000
  /// A record that is looked for after damage is at most that many seconds from the last one.
  private static let longestSilence: UInt32 = 7 * 86_400

  override init(_ window: OctetWindow) {
    let magic = window.available >= 24 ? window.u32(0, true) : 0
    isBigEndian = [0xA1B2_C3D4, 0xA1B2_3C4D, 0xA1B2_CD34].contains(magic)
    let native = isBigEndian ? magic : magic.byteSwapped
    ticksPerSecond = native == 0xA1B2_3C4D ? Self.nanoseconds : Self.microseconds
    headerLength = native == 0xA1B2_CD34 ? 24 : 16
    linkType = window.available >= 24 ? window.u32(20, isBigEndian) & 0x03FF_FFFF : 0
    layout = PacketLayout(linkType: linkType)
    super.init(window)
  }

  /// Whether the file starts as a pcap file does.
  static func starts(_ window: OctetWindow) -> Bool {
    guard window.available >= 4 else { return false }
    let magic = window.u32(0, true)
    return [0xA1B2_C3D4, 0xA1B2_3C4D, 0xA1B2_CD34].contains { $0 == magic || $0 == magic.byteSwapped }
  }

  override func next() throws(CaptureError) -> Bool {
    if !hasHeader, try !takeFileHeader() { return false }
    while try window.has(headerLength) {
      let offset = window.offset
      let (fraction, count) = (window.u32(4, isBigEndian), Int(window.u32(8, isBigEndian)))
      guard fraction < ticksPerSecond, try isCredible(count) else {
        warnOfHeader(fraction, count)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      guard try window.has(headerLength + count) else {
        let there = window.available - headerLength
        warn(.endsInside(field: "packet", needed: count, available: there), at: offset)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      take(at: offset, fraction, count)
      return true
    }
    endInsideHeader("packet header", needed: headerLength)
    return false
  }

  /// Whether the record at the start of the window can have a packet of `count` octets. Where its header is odd,
  /// what follows decides: damage must not swallow the records after it.
  private func isCredible(_ count: Int) throws(CaptureError) -> Bool {
    if count <= Self.longUsual, soundLength(0) != nil { return true }
    guard count <= Self.longestPacket, try window.has(headerLength + count) else {
      return count <= Self.longestPacket
    }
    let next = headerLength + count
    guard try window.has(next + headerLength) else { return window.available == next }
    return window.u32(next + 4, isBigEndian) < ticksPerSecond
      && window.u32(next + 8, isBigEndian) <= UInt32(Self.longestPacket)
  }

  /// Takes the record at the start of the window.
  private func take(at offset: Int, _ fraction: UInt32, _ count: Int) {
    let second = window.u32(0, isBigEndian)
    lastSecond = second
    let start = window.start + headerLength
    let frame = RecordedFrame(
      offset: offset, octets: start..<start + count, originalCount: Int(window.u32(12, isBigEndian)))
    deliver(frame) { frame in
      frame.time = RecordTime(
        seconds: Int64(second),
        picoseconds: Int64(fraction) * (ticksPerSecond == Self.microseconds ? 1_000_000 : 1_000))
      decode(&frame, layout)
    }
    window.advance(headerLength + count)
  }

  private func takeFileHeader() throws(CaptureError) -> Bool {
    guard try window.has(Self.fileHeaderLength) else {
      endInsideHeader("file header", needed: Self.fileHeaderLength)
      return false
    }
    let major = window.u16(4, isBigEndian)
    if major != 2 { warn(.invalid(field: "version", value: UInt64(major), expected: "2"), at: 4) }
    add(RecordedInterface(linkType: linkType, layout: layout), at: 20)
    if ticksPerSecond == Self.microseconds, let fraction = foreignFraction() {
      warn(
        .invalid(
          field: "fraction of a second", value: UInt64(fraction),
          expected: "less than \(ticksPerSecond); all times are read in nanoseconds"), at: 0)
      ticksPerSecond = Self.nanoseconds
    }
    window.advance(Self.fileHeaderLength)
    hasHeader = true
    return true
  }

  /// A fraction by which most of the first records count nanoseconds, whatever the file says; nil if they do not.
  private func foreignFraction() -> UInt32? {
    var (at, count) = (Self.fileHeaderLength, 0)
    var foreign: [UInt32] = []
    while at + headerLength <= window.available, count < 1000 {
      let (fraction, length) = (window.u32(at + 4, isBigEndian), window.u32(at + 8, isBigEndian))
      guard fraction < Self.nanoseconds, length <= UInt32(Self.longestPacket) else { break }
      if fraction >= Self.microseconds { foreign.append(fraction) }
      count += 1
      at += headerLength + Int(length)
    }
    return foreign.count * 2 > count ? foreign.first : nil
  }

  private func warnOfHeader(_ fraction: UInt32, _ count: Int) {
    if fraction >= ticksPerSecond {
      warn(
        .invalid(
          field: "fraction of the second", value: UInt64(fraction), expected: "less than \(ticksPerSecond)"),
        at: window.offset + 4)
    } else {
      warn(
        .invalid(
          field: "packet length", value: UInt64(count),
          expected: "at most \(Self.longestPacket) and a record after the packet"),
        at: window.offset + 8)
    }
  }

  /// Whether a record of this recording could start here: its own header and what follows it must be sound.
  private func looksLikeRecord(_ at: Int) throws(CaptureError) -> Bool {
    guard try window.has(at + headerLength), let count = soundLength(at),
      try window.has(at + headerLength + count)
    else { return false }
    let next = at + headerLength + count
    guard try window.has(next + headerLength) else { return window.available == next }
    return soundLength(next) != nil
  }

  private func soundLength(_ at: Int) -> Int? {
    let (second, fraction) = (window.u32(at, isBigEndian), window.u32(at + 4, isBigEndian))
    let (count, original) = (window.u32(at + 8, isBigEndian), window.u32(at + 12, isBigEndian))
    guard fraction < ticksPerSecond, count > 0, original >= count,
      original <= UInt32(Self.longestPacket)
    else { return nil }
    if let last = lastSecond, second < last ? last - second > 60 : second - last > Self.longestSilence {
      return nil
    }
    return Int(count)
  }
}
