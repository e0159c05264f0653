internal import CLibrary

/// What logs of text have in common: lines, `key: number`, octets in hexadecimal, and at most one open subevent.
class LogParser: FormatParser {
  /// A line of a log, which is in the window until the next one is asked for.
  struct Line {
    /// Octets from the start of the file.
    var offset: Int
    /// From 1.
    var number: Int
    /// Without blanks at either end, and without the line feed.
    var octets: UnsafeRawBufferPointer

    /// The same as text.
    var text: Substring { Substring(decoding: octets, as: UTF8.self) }

    /// Whether `mark` is somewhere in the line.
    func contains(_ mark: StaticString) -> Bool {
      LogParser.index(of: mark, in: octets) != nil
    }

    /// What follows the last colon and blank: what stands after the prefix of a logger.
    var message: UnsafeRawBufferPointer {
      var at = octets.count - 2
      while at >= 0, octets[at] != UInt8(ascii: ":") || octets[at + 1] != UInt8(ascii: " ") { at -= 1 }
      return UnsafeRawBufferPointer(rebasing: octets[(at < 0 ? 0 : at + 2)...])
    }
  }

  /// Where `mark` starts in `octets`.
  static func index(of mark: StaticString, in octets: UnsafeRawBufferPointer) -> Int? {
    guard let base = octets.baseAddress else { return nil }
    let count = mark.utf8CodeUnitCount
    var at = 0
    while at + count <= octets.count,
      let found = memchr(base + at, Int32(mark.utf8Start.pointee), octets.count - count + 1 - at)
    {
      if memcmp(found, mark.utf8Start, count) == 0 { return UnsafeRawPointer(found) - base }
      at = UnsafeRawPointer(found) - base + 1
    }
    return nil
  }

  /// More octets than the steps of any subevent take are damage.
  static let longestSteps = 1 << 17
  /// A longer line is taken in pieces.
  private static let longestLine = 1 << 18

  private var lineNumber = 0
  private var firstOffset = 0
  /// The subevent that lines are added to.
  final var open: LoggedSubevent?
  /// The configuration that the log reported last.
  final var configuration = LoggedConfiguration()

  override init(_ window: OctetWindow) {
    super.init(window)
    var interface = RecordedInterface(layout: .text)
    interface.isAbsolute = false
    add(interface, at: 0)
  }

  override final func next() throws(CaptureError) -> Bool {
    if takeWaiting() { return true }
    while let line = try nextLine() {
      if take(line) { return true }
    }
    return atEnd()
  }

  /// Gives what the last line reported beside its first record. True if that is a record.
  func takeWaiting() -> Bool { false }

  /// Takes a line. True if it ends a record.
  func take(_ line: Line) -> Bool { false }

  /// Ends what the end of the file leaves open. True if that is a record.
  func atEnd() -> Bool { false }

  /// Begins a subevent with `line`.
  final func begin(_ line: Line) {
    var subevent = LoggedSubevent()
    subevent.configuration = configuration
    subevent.lines = line.number...line.number
    firstOffset = line.offset
    open = subevent
  }

  /// Says that `line` belongs to the open subevent.
  final func extend(to line: Line) {
    guard let first = open?.lines.lowerBound else { return }
    open?.lines = first...max(first, line.number)
  }

  /// Ends the open subevent and makes a record of it. False if none is open.
  final func close() -> Bool {
    guard let subevent = open else { return false }
    open = nil
    self.subevent = subevent
    madeOctets = subevent.steps
    if let expected = subevent.stepOctetCount, expected != subevent.steps.count {
      warn(
        .stepOctets(expected: expected, found: subevent.steps.count), at: firstOffset,
        line: subevent.lines.upperBound)
    }
    var frame = RecordedFrame(offset: firstOffset, octets: 0..<0, originalCount: subevent.steps.count)
    frame.isCut = false
    frame.kind = .subevent
    frame.time = subevent.milliseconds.map { RecordTime(ticks: Int64($0), perSecond: 1_000) }
    deliver(frame)
    return true
  }

  /// Adds to `octets` what `text` writes in hexadecimal, with blanks between octets or without. False, with nothing
  /// added, if it is anything else.
  static func append(_ text: UnsafeRawBufferPointer, to octets: inout [UInt8]) -> Bool {
    let before = octets.count
    var high: UInt8?
    for character in text {
      if let digit = digit(character) {
        if let known = high { octets.append(known << 4 | digit) }
        high = high == nil ? digit : nil
      } else if character != UInt8(ascii: " ") || high != nil {
        octets.removeSubrange(before...)
        return false
      }
    }
    if high != nil { octets.removeSubrange(before...) }
    return high == nil
  }

  /// The value of a hexadecimal digit.
  static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Key and number of `key: number ...`; nil if there is no number after the colon.
  static func field(_ text: Substring) -> (key: Substring, value: Int)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...].drop { $0 == " " }
    let number = rest.prefix { $0 == "-" || $0.isASCII && $0.isNumber }
    return Int(number).map { (text[..<colon], $0) }
  }

  /// Warns that `line` cannot be read.
  final func warnUnreadable(_ line: Line) {
    warn(.unreadableLine(found: String(line.text.prefix(40))), at: line.offset, line: line.number)
  }

  private func nextLine() throws(CaptureError) -> Line? {
    var searched = 0
    while true {
      let rest = window.octets(searched..<window.available)
      if let base = rest.baseAddress, let feed = memchr(base, 10, rest.count) {
        return line(of: searched + (UnsafeRawPointer(feed) - base), andFeed: 1)
      }
      if window.available >= Self.longestLine { return line(of: window.available, andFeed: 0) }
      searched = window.available
      guard try window.has(searched + 1) else {
        return searched > 0 ? line(of: searched, andFeed: 0) : nil
      }
    }
  }

  private func line(of count: Int, andFeed feed: Int) -> Line {
    lineNumber += 1
    let octets = window.octets(0..<count)
    var (first, end) = (0, count)
    while first < end, Self.isBlank(octets[first]) { first += 1 }
    while first < end, Self.isBlank(octets[end - 1]) { end -= 1 }
    let line = Line(
      offset: window.offset, number: lineNumber,
      octets: UnsafeRawBufferPointer(rebasing: octets[first..<end]))
    window.advance(count + feed)
    return line
  }

  private static func isBlank(_ character: UInt8) -> Bool { character == 32 || (9...13).contains(character) }
}
