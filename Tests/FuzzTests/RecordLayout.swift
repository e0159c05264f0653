import Capture
import HCI

/// Where a record of a binary recording has what.
struct RecordLayout {
  let format: RecordingFormat
  let isBigEndian: Bool
  /// Up to the next record.
  let whole: Range<Int>
  /// What the record keeps, the header of its link type included.
  let packet: Range<Int>
  /// The HCI packet without its indicator, or the PDU without its CRC.
  let body: Range<Int>
  let kind: RecordedKind

  /// The records of a recording that have their packet where the format has it.
  static func all(of octets: [UInt8]) -> [RecordLayout] {
    var records: [RecordLayout] = []
    do {
      let reader = try RecordingReader(octets: octets)
      guard let header = headerLength(reader.format) else { return [] }
      var pending: (frame: RecordedFrame, packet: Int, body: Int)?
      repeat {
        let next = try reader.next()
        if let pending {
          let end = next?.offset ?? octets.count
          let start = pending.frame.offset + header
          let packet = start..<start + pending.packet
          let trailer = if case .link = pending.frame.kind, !pending.frame.isCut { 3 } else { 0 }
          if packet.upperBound <= end, pending.body + trailer <= pending.packet {
            records.append(
              RecordLayout(
                format: reader.format, isBigEndian: isBigEndian(octets, pending.frame.offset, reader.format),
                whole: pending.frame.offset..<end, packet: packet,
                body: packet.upperBound - trailer - pending.body..<packet.upperBound - trailer,
                kind: pending.frame.kind))
          }
        }
        pending = next.map { ($0, reader.withPacket(\.count), reader.octets.count) }
      } while pending != nil
    } catch {
      _ = "\(error)"
    }
    return records
  }

  /// The octets before the packet; nil for logs of text.
  private static func headerLength(_ format: RecordingFormat) -> Int? {
    switch format {
    case .pcap: 16
    case .pcapng: 28
    case .btsnoop: 24
    case .packetLogger: 12
    case .wavesLog, .siliconLabsLog, .siliconLabsTrace: nil
    }
  }

  private static func isBigEndian(_ octets: [UInt8], _ offset: Int, _ format: RecordingFormat) -> Bool {
    switch format {
    case .btsnoop: true
    case .pcap: octets[0] == 0xA1
    case .packetLogger: octets[offset] == 0
    default: false
    }
  }

  /// Replaces octets of the body, and adds to every length that counts them what they grow by.
  func replace(_ range: Range<Int>, with new: [UInt8], in octets: inout [UInt8]) {
    let growth = new.count - range.count
    for place in lengthsInside(octets) where place < range.lowerBound {
      octets[place] = UInt8(truncatingIfNeeded: Int(octets[place]) + growth)
    }
    octets.replaceSubrange(range, with: new)
    let start = whole.lowerBound
    switch format {
    case .pcap: for place in [8, 12] { add(growth, at: start + place, in: &octets) }
    case .btsnoop: for place in [0, 4] { add(growth, at: start + place, in: &octets) }
    case .packetLogger: add(growth, at: start, in: &octets)
    case .pcapng: mendBlock(growth, in: &octets)
    case .wavesLog, .siliconLabsLog, .siliconLabsTrace: break
    }
  }

  /// Where the packet has the low octets of the lengths of its layers.
  private func lengthsInside(_ octets: [UInt8]) -> [Int] {
    let start = body.lowerBound
    switch kind {
    case .hci(.command): return [start + 2]
    case .hci(.event): return [start + 1]
    case .hci(.acl): return [start + 2, start + 4]
    case .link(let reception):
      return [start + 1]
        + (reception.channel == .data && body.count > 4 && octets[start] & 3 == 2 ? [start + 2] : [])
    default: return []
    }
  }

  /// A pcapng block is a multiple of four octets, and has its length at both ends.
  private func mendBlock(_ growth: Int, in octets: inout [UInt8]) {
    let start = whole.lowerBound
    let (old, new) = (packet.count, packet.count + growth)
    let (oldPadding, newPadding) = (-old & 3, -new & 3)
    let end = packet.upperBound + growth
    guard end + oldPadding <= octets.count else { return }
    octets.replaceSubrange(end..<end + oldPadding, with: [UInt8](repeating: 0, count: newPadding))
    let blockGrowth = growth + newPadding - oldPadding
    for place in [20, 24] { add(growth, at: start + place, in: &octets) }
    add(blockGrowth, at: start + 4, in: &octets)
    let length = number(at: start + 4, in: octets)
    if length >= 12, start + length <= octets.count { set(length, at: start + length - 4, in: &octets) }
  }

  private func add(_ growth: Int, at place: Int, in octets: inout [UInt8]) {
    set(number(at: place, in: octets) + growth, at: place, in: &octets)
  }

  private func number(at place: Int, in octets: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 | Int(octets[place + $1]) << (8 * (isBigEndian ? 3 - $1 : $1)) }
  }

  private func set(_ number: Int, at place: Int, in octets: inout [UInt8]) {
    for index in 0..<4 {
      octets[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (isBigEndian ? 3 - index : index)))
    }
  }
}
