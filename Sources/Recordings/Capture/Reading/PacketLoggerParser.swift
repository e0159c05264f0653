/// Apple's PacketLogger: records without a file header, in the byte order of the machine that wrote them.
final class PacketLoggerParser: FormatParser {
  private let isBigEndian: Bool
  private var hasInterface = false

  /// Length, seconds and microseconds. The length counts all but itself.
  private static let headerLength = 12
  /// What the length counts of the header.
  private static let counted = 8
  private static let longest = 1 << 16
  private static let recordsToCheck = 5

  init(_ window: OctetWindow, isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    super.init(window)
  }

  /// The byte order in which the file is one of PacketLogger; nil if it is none.
  ///
  /// The format has no mark of its own, so that the first records must all be sound.
  static func byteOrder(_ window: OctetWindow) -> Bool? {
    [true, false].first { isBigEndian in
      var at = 0
      for record in 0..<recordsToCheck {
        guard window.available >= at + headerLength + 1 else { return record > 0 && window.available == at }
        guard let count = soundLength(window, at, isBigEndian) else { return false }
        at += headerLength + count
      }
      return window.available >= at
    }
  }

  override func next() throws(CaptureError) -> Bool {
    if !hasInterface {
      add(RecordedInterface(layout: .packetLogger), at: 0)
      hasInterface = true
    }
    while try window.has(Self.headerLength) {
      let offset = window.offset
      let length = Int(window.u32(0, isBigEndian))
      let micro = window.u32(8, isBigEndian)
      guard length > Self.counted, length < Self.longest, micro < 1_000_000 else {
        warnOfHeader(length, micro)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      let count = length - Self.counted
      guard try window.has(Self.headerLength + count) else {
        let there = window.available - Self.headerLength
        warn(.endsInside(field: "packet", needed: count, available: there), at: offset)
        try findRecord { () throws(CaptureError) in try looksLikeRecord(0) }
        continue
      }
      let start = window.start + Self.headerLength
      var frame = RecordedFrame(offset: offset, octets: start..<start + count, originalCount: count)
      frame.time = RecordTime(
        seconds: Int64(window.u32(4, isBigEndian)), picoseconds: Int64(micro) * 1_000_000)
      decode(&frame, .packetLogger)
      window.advance(Self.headerLength + count)
      deliver(frame)
      return true
    }
    endInsideHeader("packet header", needed: Self.headerLength)
    return false
  }

  private func warnOfHeader(_ length: Int, _ micro: UInt32) {
    if length > Self.counted, length < Self.longest {
      warn(
        .invalid(field: "microseconds", value: UInt64(micro), expected: "less than 1000000"),
        at: window.offset + 8)
    } else {
      warn(
        .invalid(field: "record length", value: UInt64(length), expected: "9 to \(Self.longest - 1)"),
        at: window.offset)
    }
  }

  private func looksLikeRecord(_ at: Int) throws(CaptureError) -> Bool {
    guard try window.has(at + Self.headerLength + 1), let count = Self.soundLength(window, at, isBigEndian),
      try window.has(at + Self.headerLength + count)
    else { return false }
    let next = at + Self.headerLength + count
    guard try window.has(next + Self.headerLength + 1) else { return window.available == next }
    return Self.soundLength(window, next, isBigEndian) != nil
  }

  /// The octets after the header of a record that can be one: type and packet.
  private static func soundLength(_ window: OctetWindow, _ at: Int, _ isBigEndian: Bool) -> Int? {
    let length = Int(window.u32(at, isBigEndian))
    guard length > counted, length < longest, window.u32(at + 8, isBigEndian) < 1_000_000 else { return nil }
    switch window[at + headerLength] {
    case 0x00...0x03, 0x08...0x0B, 0xF7...0xFE: return length - counted
    default: return nil
    }
  }
}
