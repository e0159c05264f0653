import Capture
import Foundation
import SimulationKernel
import Testing

/// A recording to be damaged.
struct DamageCase: CustomTestStringConvertible {
  var name: String
  var file: [UInt8]
  var testDescription: String { name }

  /// A hundred records each.
  static let binary: [DamageCase] = [
    DamageCase(name: "pcap", file: SampleFile.pcapOfHCI(linkType: 201, repeated: 25)),
    DamageCase(
      name: "pcap, big-endian", file: SampleFile.pcapOfHCI(linkType: 187, isBigEndian: true, repeated: 25)),
    DamageCase(name: "btsnoop H1", file: SampleFile.btsnoop(datalink: 1001, repeated: 25)),
    DamageCase(name: "btsnoop H4", file: SampleFile.btsnoop(datalink: 1002, repeated: 25)),
    DamageCase(name: "btsnoop monitor", file: SampleFile.btsnoop(datalink: 2001, repeated: 25)),
    DamageCase(name: "PacketLogger", file: SampleFile.packetLogger(isBigEndian: true, repeated: 25)),
    DamageCase(
      name: "PacketLogger, little-endian", file: SampleFile.packetLogger(isBigEndian: false, repeated: 25)),
  ]
  static let ours = DamageCase(name: "pcapng", file: ownCapture)
  static let all = binary + [ours]
  /// Short files, of which many can be changed.
  static let short = SampleFile.fixtures.map { DamageCase(name: $0.name, file: $0.octets) } + [ours]

  private static var ownCapture: [UInt8] {
    do {
      return try pcapng(of: randomLog(frames: 100, seed: 5))
    } catch {
      preconditionFailure("a log cannot be written to memory: \(error)")
    }
  }
}

@Suite struct DamagedRecordingTests {
  @Test("a file that ends early gives each whole record and says where it ends", arguments: DamageCase.all)
  func earlyEnd(damage: DamageCase) throws {
    let whole = try readAll(damage.file).records
    #expect(whole.count == 100)
    let ends = whole.dropFirst().map(\.frame.offset) + [damage.file.count]
    for end in stride(from: whole[6].frame.offset, to: whole[9].frame.offset, by: 1) {
      let (records, reader) = try readAll(Array(damage.file.prefix(end)))
      #expect(records.count == ends.count { $0 <= end }, "cut at \(end)")
      #expect(reader.warningCount == (ends.contains(end) ? 0 : 1), "cut at \(end): \(reader.warnings)")
      guard let warning = reader.warnings.first else { continue }
      guard case .endsInside = warning.problem else {
        Issue.record("cut at \(end): \(warning)")
        return
      }
      #expect(warning.offset == ends.last { $0 <= end }, "cut at \(end)")
    }
  }

  @Test("after damage reading goes on with the next sound record", arguments: DamageCase.all)
  func pastDamage(damage: DamageCase) throws {
    let whole = try readAll(damage.file).records
    let hole = whole[40].frame.offset + 2..<whole[43].frame.offset + 3
    var file = damage.file
    file.replaceSubrange(hole, with: repeatElement(0xFF, count: hole.count))
    let (records, reader) = try readAll(file)
    #expect(records.prefix(40).map(\.octets) == whole.prefix(40).map(\.octets))
    #expect(records.suffix(56).map(\.octets) == whole.suffix(56).map(\.octets))
    #expect(records.count <= 97)
    #expect(
      reader.warnings.first.map { hole.contains($0.offset) || $0.offset == hole.lowerBound - 2 } == true)
    #expect(reader.warnings.contains { if case .passedOver = $0.problem { true } else { false } })
  }

  @Test("lost octets cost no more than the records beside them", arguments: DamageCase.all)
  func lostOctets(damage: DamageCase) throws {
    let whole = try readAll(damage.file).records
    var file = damage.file
    file.removeSubrange(whole[50].frame.offset + 3..<whole[50].frame.offset + 10)
    let (records, reader) = try readAll(file)
    #expect(records.prefix(50).map(\.octets) == whole.prefix(50).map(\.octets))
    #expect(records.suffix(47).map(\.octets) == whole.suffix(47).map(\.octets))
    #expect(reader.warningCount > 0)
  }

  @Test("a wrong second length costs no packet of pcapng")
  func wrongSecondLength() throws {
    let capture = try pcapng(of: threeFrames())
    let whole = try readAll(capture).records
    var file = capture
    file[whole[2].frame.offset - 4] ^= 0x40
    let (records, reader) = try readAll(file)
    #expect(records.map(\.octets) == whole.map(\.octets))
    #expect(reader.warnings.map(\.offset) == [whole[2].frame.offset - 4])
  }

  @Test("lost packets of btsnoop are reported")
  func lostPackets() throws {
    var file = SampleFile.btsnoop(datalink: 1002)
    file[16 + 28 + 15] = 3
    let (_, reader) = try readAll(file)
    #expect(reader.warnings.map(\.problem) == [.lostPackets(count: 3)])
    #expect(reader.warnings.map(\.offset) == [16 + 28 + 12])
  }

  @Test("changed files are read to their end in bounded steps", arguments: DamageCase.short)
  func changedFiles(damage: DamageCase) throws {
    var random = RandomStream(seed: 2_026)
    for _ in 0..<3_000 {
      var file = damage.file
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&file, using: &random) }
      guard !file.isEmpty else { continue }
      do throws(CaptureError) {
        #expect(try isReadInOrder(file), "\(damage.name)")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  /// Whether no record starts before the last one, none has more octets than the file, and all octets are read.
  private func isReadInOrder(_ file: [UInt8]) throws(CaptureError) -> Bool {
    let reader = try RecordingReader(octets: file)
    var last = -1
    var isSound = true
    while let frame = try reader.next() {
      isSound = isSound && frame.offset >= last
      last = frame.offset
      reader.withOctets { isSound = isSound && $0.count <= file.count }
      _ = reader.comments
    }
    return isSound && reader.offset == file.count
  }

  private func mutate(_ file: inout [UInt8], using random: inout RandomStream) {
    guard !file.isEmpty else { return }
    let at = Int.random(in: file.indices, using: &random)
    let count = Int.random(in: 1...min(12, file.count - at), using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: file[at] = .random(in: 0...255, using: &random)
    case 1: file[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: file.removeSubrange(at..<at + count)
    case 3: file.insert(contentsOf: file[at..<at + count], at: at)
    default: for i in at..<at + count { file[i] = [0, 0xFF, 0x7F].randomElement(using: &random) ?? 0 }
    }
  }
}
