import Capture
import SimulationKernel

/// Makes other recordings of sound ones: values inside records change, records come and go, and what says how long a
/// record and a packet are is mended, so that what reads the values gets to see them.
enum RecordingMutator {
  /// The same octets for the same octets and seed; octets that no format knows come back as they are.
  static func mutated(_ octets: [UInt8], seed: UInt64) -> [UInt8] {
    var chance = RandomStream(seed: seed)
    guard let format = format(of: octets) else { return octets }
    var octets = octets
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      switch format {
      case .wavesLog, .siliconLabsLog, .siliconLabsTrace: TextEdit.apply(to: &octets, using: &chance)
      case .pcap, .pcapng, .btsnoop, .packetLogger: RecordEdit.apply(to: &octets, using: &chance)
      }
    }
    return octets
  }

  private static func format(of octets: [UInt8]) -> RecordingFormat? {
    do {
      return try RecordingReader(octets: octets).format
    } catch {
      return nil
    }
  }
}

/// Values at which code is apt to err.
enum OddValue {
  /// Of so many octets, little-endian; near to `old`, at an end of a range, or any.
  static func replacing(_ old: [UInt8], using chance: inout RandomStream) -> [UInt8] {
    let number = old.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let bits = UInt64(8 * old.count)
    let top = UInt64(1) << (bits - 1)
    let new: UInt64 =
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: number &+ UInt64.random(in: 1...4, using: &chance)
      case 1: number &- UInt64.random(in: 1...4, using: &chance)
      case 2: number ^ 1 << UInt64.random(in: 0..<bits, using: &chance)
      case 3: [0, 1, top, top &- 1, top &+ 1, top << 1 &- 1].randomElement(using: &chance) ?? 0
      case 4: UInt64.random(in: 0...32, using: &chance)
      default: chance.next()
      }
    return old.indices.map { UInt8(truncatingIfNeeded: new >> (8 * UInt64($0))) }
  }
}

/// An edit of one line of a log.
private enum TextEdit {
  static func apply(to octets: inout [UInt8], using chance: inout RandomStream) {
    var lines = octets.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    let place = Int.random(in: lines.indices, using: &chance)
    switch Int.random(in: 0..<32, using: &chance) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: Int.random(in: lines.indices, using: &chance))
    case 2: lines.swapAt(place, Int.random(in: lines.indices, using: &chance))
    default: change(&lines[place], using: &chance)
    }
    octets = Array(lines.joined(separator: [10]))
  }

  /// A number behind a name becomes another one; a digit of data becomes another digit.
  private static func change(_ line: inout [UInt8], using chance: inout RandomStream) {
    guard let place = line.indices.filter({ isDigit(line[$0]) }).randomElement(using: &chance) else { return }
    let start = line[..<place].lastIndex { !isDigit($0) }.map { $0 + 1 } ?? 0
    let end = line[place...].firstIndex { !isDigit($0) } ?? line.count
    let isValue = line[..<start].suffix(2).elementsEqual(": ".utf8) || line[..<start].last == 0x3D
    let isWhole = end == line.count || [0x2C, 0x29, 0x0D].contains(line[end])
    if isValue && isWhole {
      line.replaceSubrange(start..<end, with: number(using: &chance).utf8)
    } else if line[start..<end].allSatisfy({ (0x30...0x39).contains($0) }) && Bool.random(using: &chance) {
      line[place] = UInt8.random(in: 0x30...0x39, using: &chance)
    } else {
      line[place] = Array("0123456789abcdef".utf8).randomElement(using: &chance) ?? 0x30
    }
  }

  private static func number(using chance: inout RandomStream) -> String {
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: "\(Int32.random(in: .min ... .max, using: &chance))"
    case 1: ["-1", "127", "-128", "256", "65535", "9223372036854775808"].randomElement(using: &chance) ?? ""
    case 2: "\(UInt16.random(in: 0...UInt16.max, using: &chance))"
    case 3: "\(Int8.random(in: .min ... .max, using: &chance))"
    case 4: "\(UInt8.random(in: 0...UInt8.max, using: &chance))"
    default: "\(Int.random(in: 0...15, using: &chance))"
    }
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    (0x30...0x39).contains(octet) || (0x61...0x66).contains(octet)
  }
}

/// An edit of one record of a binary recording.
private enum RecordEdit {
  static func apply(to octets: inout [UInt8], using chance: inout RandomStream) {
    let records = RecordLayout.all(of: octets)
    guard let record = choice(of: records, using: &chance) else { return }
    switch Int.random(in: 0..<16, using: &chance) {
    case 0: octets.removeSubrange(record.whole)
    case 1, 2:
      let other = records[Int.random(in: records.indices, using: &chance)]
      octets.insert(contentsOf: Array(octets[record.whole]), at: other.whole.lowerBound)
    case 3, 4: copy(into: record, from: records, &octets, using: &chance)
    case 5, 6: resize(record, &octets, using: &chance)
    case 7, 8: changeAll(like: record, of: records, &octets, using: &chance)
    default:
      change(
        record.packet.upperBound == record.body.upperBound ? record.body : record.packet, &octets,
        using: &chance)
    }
  }

  /// Long records and short ones alike, or each octet as likely as any other.
  private static func choice(of records: [RecordLayout], using chance: inout RandomStream) -> RecordLayout? {
    guard let last = records.last, Bool.random(using: &chance) else {
      return records.randomElement(using: &chance)
    }
    let place = Int.random(in: records[0].whole.lowerBound..<last.whole.upperBound, using: &chance)
    return records.first { $0.whole.contains(place) }
  }

  private static func change(
    _ range: Range<Int>, _ octets: inout [UInt8], using chance: inout RandomStream
  ) {
    guard let start = range.randomElement(using: &chance) else { return }
    let width = [1, 1, 1, 2, 2, 3, 4].randomElement(using: &chance) ?? 1
    let place = start..<min(range.upperBound, start + width)
    octets.replaceSubrange(place, with: OddValue.replacing(Array(octets[place]), using: &chance))
  }

  /// Gives all packets that begin alike the same value at the same place: another configuration, another number of paths.
  private static func changeAll(
    like record: RecordLayout, of records: [RecordLayout], _ octets: inout [UInt8],
    using chance: inout RandomStream
  ) {
    let beginning = octets[record.body].prefix(3)
    guard let place = (0..<record.body.count).randomElement(using: &chance) else { return }
    let old = octets[record.body.lowerBound + place]
    let new = OddValue.replacing([old], using: &chance)[0]
    for other in records where place < other.body.count {
      let start = other.body.lowerBound
      // An event has its length between its code and what tells LE events apart.
      guard octets[start] == beginning.first, octets[other.body].prefix(3).last == beginning.last else {
        continue
      }
      octets[start + place] = new
    }
  }

  /// Puts what another record has at some place of its packet into the same place of this one.
  private static func copy(
    into record: RecordLayout, from records: [RecordLayout], _ octets: inout [UInt8],
    using chance: inout RandomStream
  ) {
    let other = records[Int.random(in: records.indices, using: &chance)]
    let count = min(record.body.count, other.body.count)
    guard let start = (0..<count).randomElement(using: &chance) else { return }
    for place in start..<min(count, start + Int.random(in: 1...8, using: &chance)) {
      octets[record.body.lowerBound + place] = octets[other.body.lowerBound + place]
    }
  }

  /// Puts octets into a packet or takes some out.
  private static func resize(
    _ record: RecordLayout, _ octets: inout [UInt8], using chance: inout RandomStream
  ) {
    let start = Int.random(in: record.body.lowerBound...record.body.upperBound, using: &chance)
    let count = Int.random(in: 1...8, using: &chance)
    let (taken, put) =
      Bool.random(using: &chance)
      ? (start..<min(record.body.upperBound, start + count), 0) : (start..<start, count)
    record.replace(taken, with: (0..<put).map { _ in UInt8.random(in: 0...255, using: &chance) }, in: &octets)
  }
}
