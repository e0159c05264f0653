internal import CoreTypes
internal import HCI

/// The decoded trace of Silicon Labs' API (`bt_cmd_`, `bt_rsp_`, `bt_evt_`), one call or event a line.
///
/// Each line that has a twin in HCI becomes that packet, so that a trace is read like any other recording. The handle of
/// a connection is that of the API. What is put together, and from what:
///
/// - LE Connection Complete from `connection_opened` and the first `connection_parameters` behind it, which has the
///   timing, at the time of the latter. Further ones become LE Connection Update Complete where the timing changed, and
///   Encryption Change where the security mode rose from 0.
/// - LE PHY Update Complete from the one PHY that `connection_phy_status` names for both directions.
/// - ATT requests of a search from the call that began it; for its second and further results, which the stack asks
///   for itself or had in the same answer, a request of its own each. The declaration of a characteristic has the
///   handle before that of its value, as the trace names the latter alone.
///
/// What a trace does not hold stays unknown: pairing, versions, the own address in use, who asked for which ATT_MTU,
/// handles of descriptors that were written by `gatt_set_characteristic_notification`, NADM in the capabilities and the
/// sleep clock accuracy of the central. Fields of a packet that no line tells are zero. Lines for people (`log`) and
/// calls without a twin are passed over; responses are taken only where they return facts.
final class SiliconLabsTraceParser: LogParser {
  /// What the first line of a call or an event has.
  static let marks: [StaticString] = [" bt_evt_", " bt_cmd_", " bt_rsp_"]

  private static let prefixes = ["bt_evt_", "bt_cmd_", "bt_rsp_"]

  private var connections = ConnectionCalls()
  private var attributes = AttributeCalls()
  /// What the last line reported beside its first packet.
  private var waiting: [TracePacket] = []
  private var place = (offset: 0, line: 0)
  private var time: RecordTime?

  override func takeWaiting() -> Bool {
    guard !waiting.isEmpty else { return false }
    deliver(waiting.removeFirst())
    return true
  }

  override func take(_ line: Line) -> Bool {
    guard !line.octets.isEmpty else { return false }
    do throws(TraceFault) {
      let traced = try TraceLine(line.octets)
      guard !traced.name.isEmpty else { return false }
      guard Self.prefixes.contains(where: { traced.name.hasPrefix($0) }) else { throw .unreadable }
      (place, time) = ((line.offset, line.number), traced.time)
      waiting = try packets(traced)
    } catch {
      switch error {
      case .unreadable: warnUnreadable(line)
      case .field(let name, let found, let expected):
        let problem = RecordingWarning.Problem.unreadableField(name: name, found: found, expected: expected)
        warn(problem, at: line.offset, line: line.number)
      }
    }
    return takeWaiting()
  }

  private func packets(_ line: TraceLine) throws(TraceFault) -> [TracePacket] {
    if let packet = try SoundingCalls.packet(line) { return [packet] }
    if let packet = try ScannerCalls.packet(line) { return [packet] }
    let packets = try connections.packets(line)
    return try packets.isEmpty ? attributes.packets(line) : packets
  }

  private func deliver(_ traced: TracePacket) {
    madeOctets = Array(traced.packet.h4Encoded.dropFirst())
    var frame = RecordedFrame(offset: place.offset, octets: 0..<0, originalCount: madeOctets.count)
    frame.isCut = false
    frame.line = place.line
    frame.time = time
    frame.direction = traced.direction
    frame.kind = .hci(traced.indicator)
    deliver(frame)
  }
}

/// Reads the parts of a trace's line one after the other.
struct TraceScanner {
  private let octets: UnsafeRawBufferPointer
  private var at = 0

  private static let backslash = UInt8(ascii: "\\")
  /// No more of what cannot be read is shown.
  private static let longestShown = 40

  init(_ octets: UnsafeRawBufferPointer) { self.octets = octets }

  private var next: UInt8? { at < octets.count ? octets[at] : nil }

  /// Takes `mark` if it stands here.
  mutating func take(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard at + count <= octets.count,
      (0..<count).allSatisfy({ octets[at + $0] == mark.utf8Start[$0] })
    else { return false }
    at += count
    return true
  }

  mutating func skipBlanks() {
    while next == UInt8(ascii: " ") { at += 1 }
  }

  /// Passes over everything up to `mark` and over that. False if there is none.
  mutating func skip(past mark: UInt8) -> Bool {
    while let octet = next {
      at += 1
      if octet == mark { return true }
    }
    return false
  }

  /// The letters, digits and underscores that stand here.
  mutating func word() -> String {
    let start = at
    while let octet = next, Self.isOfWord(octet) { at += 1 }
    return text(start..<at)
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { at == octets.count }

  // MARK: Time

  /// A time as Python writes it: `1 day, 0:01:48.293884`, days and fraction only where there are any.
  mutating func time() throws(TraceFault) -> RecordTime {
    var seconds = try decimal(digits: 1...9)
    if take(" day") {
      _ = take("s")
      guard take(", ") else { throw .unreadable }
      seconds = try 24 * seconds + decimal(digits: 1...2)
    }
    for _ in 0..<2 {
      guard take(":") else { throw .unreadable }
      let part = try decimal(digits: 2...2)
      guard part < 60 else { throw .unreadable }
      seconds = 60 * seconds + part
    }
    let microseconds = try take(".") ? decimal(digits: 6...6) : 0
    return RecordTime(seconds: Int64(seconds), picoseconds: Int64(microseconds) * 1_000_000)
  }

  private mutating func decimal(digits: ClosedRange<Int>) throws(TraceFault) -> Int {
    let start = at
    var value = 0
    while let octet = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet),
      at - start < digits.upperBound
    {
      value = 10 * value + Int(octet - UInt8(ascii: "0"))
      at += 1
    }
    guard digits.contains(at - start) else { throw .unreadable }
    return value
  }

  // MARK: Values

  /// The value that stands here.
  mutating func value() throws(TraceFault) -> TraceLine.Value {
    if take("b'") { return .octets(try quoted(until: UInt8(ascii: "'"), isOctets: true)) }
    if take("b\"") { return .octets(try quoted(until: UInt8(ascii: "\""), isOctets: true)) }
    if take("'") { return .text(try quoted(until: UInt8(ascii: "'"), isOctets: false)) }
    if take("\"") { return .text(try quoted(until: UInt8(ascii: "\""), isOctets: false)) }
    let start = at
    while let octet = next, octet != UInt8(ascii: ","), octet != UInt8(ascii: ")") { at += 1 }
    guard at > start else { throw .unreadable }
    let found = text(start..<at)
    return Int(found).map { .integer($0) } ?? .other(String(found.prefix(Self.longestShown)))
  }

  /// What stands up to an end that no backslash precedes. Python writes octets with nothing but printable ASCII.
  private mutating func quoted(until end: UInt8, isOctets: Bool) throws(TraceFault) -> [UInt8] {
    var result: [UInt8] = []
    while let octet = next {
      at += 1
      switch octet {
      case end: return result
      case Self.backslash: result.append(try escaped())
      case 0x20...0x7E: result.append(octet)
      case 0x80... where !isOctets: result.append(octet)
      default: throw .unreadable
      }
    }
    throw .unreadable
  }

  private mutating func escaped() throws(TraceFault) -> UInt8 {
    guard let octet = next else { throw .unreadable }
    at += 1
    switch octet {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "'"), UInt8(ascii: "\""), Self.backslash: return octet
    case UInt8(ascii: "x"):
      guard at + 2 <= octets.count, let high = LogParser.digit(octets[at]),
        let low = LogParser.digit(octets[at + 1])
      else { throw .unreadable }
      at += 2
      return high << 4 | low
    default: throw .unreadable
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: octets[range]), as: UTF8.self)
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) || octet == UInt8(ascii: "_")
  }
}
