import Capture
import CoreTypes
import Foundation
import Testing

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

@Suite struct LoggedSubeventTests {
  private func subevents(_ reader: RecordingReader) throws -> [LoggedSubevent] {
    var subevents: [LoggedSubevent] = []
    while try reader.next() != nil { subevents += [reader.subevent].compactMap(\.self) }
    return subevents
  }

  @Test("the log of waves tells configuration, counter, status and steps")
  func logWaves() throws {
    let reader = try RecordingReader(octets: SampleFile.wavesLog(procedures: 3))
    let subevents = try subevents(reader)
    #expect(reader.format == .wavesLog && reader.warnings == [])
    #expect(reader.interfaces.map(\.isAbsolute) == [false])
    #expect(subevents.map(\.procedureCounter) == [0, 1, 2] && subevents.map(\.procedure) == [0, 1, 2])
    let first = try #require(subevents.first)
    #expect(first.role == .reflector && first.configuration.mainMode == 2)
    #expect(first.configuration.subeventLength == 16_000)
    #expect(first.procedureDone == 0 && first.subeventAbortReason == 0)
    #expect(first.referencePower == -16 && first.antennaPathCount == 1 && first.stepCount == 2)
    #expect(
      first.steps
        == [0, 11, 3, 0, 0xD4, 1, 2, 58, 9, 0, 0x4B, 0xE0, 0xF1, 0, 0x0F, 0x10, 0, 0x12])
    #expect(first.lines == 8...21)
  }

  @Test("subevents of one counter are one procedure")
  func subeventsCounter() throws {
    let text = String(decoding: SampleFile.wavesLog(procedures: 3), as: UTF8.self)
      .replacing("counter: 1", with: "counter: 0")
    let reader = try RecordingReader(octets: Array(text.utf8))
    #expect(try subevents(reader).map(\.procedure) == [0, 0, 1])
  }

  @Test("a log that ends inside a subevent gives it with a warning")
  func logEndsInside() throws {
    let reader = try RecordingReader(octets: SampleFile.wavesLog(procedures: 2, endsWhole: false))
    #expect(try subevents(reader).map(\.steps.count) == [18, 18])
    #expect(reader.warnings.map(\.line) == [34])
  }

  @Test("missing and unreadable octets are warned of by line")
  func unreadableOctets() throws {
    let text = String(decoding: SampleFile.wavesLog(procedures: 2), as: UTF8.self)
    let broken = try #require(text.firstRange(of: "  023a09004be0f1000f100012\n"))
    let reader = try RecordingReader(
      octets: Array(text.replacingCharacters(in: broken, with: "  023a0900?be0f1000f100012\n").utf8))
    #expect(try subevents(reader).map(\.steps.count) == [6, 18])
    #expect(
      reader.warnings.map(\.problem)
        == [
          .unreadableLine(found: "023a0900?be0f1000f100012"), .stepOctets(expected: 18, found: 6),
        ])
    #expect(reader.warnings.map(\.line) == [20, 21])
  }

  @Test("the block of Silicon Labs tells both ends")
  func siliconLabsBlock() throws {
    let reader = try RecordingReader(octets: SampleFile.siliconLabsLog)
    var times: [RecordTime?] = []
    var subevents: [LoggedSubevent] = []
    while let frame = try reader.next() {
      #expect(frame.kind == .subevent && reader.octets == reader.subevent?.steps)
      times.append(frame.time)
      subevents += [reader.subevent].compactMap(\.self)
    }
    #expect(reader.format == .siliconLabsLog && reader.warnings == [])
    #expect(subevents.map(\.role) == [.initiator, .reflector] && subevents.map(\.procedure) == [0, 0])
    #expect(subevents.map(\.frequencyCompensation) == [-474, 0])
    #expect(subevents.map(\.steps.count) == [20, 18])
    #expect(subevents.map(\.lines) == [5...10, 12...17])
    #expect(times.first == RecordTime(seconds: 2, picoseconds: 191_000_000_000))
  }

  @Test(
    "both sides of a real pair with waves are read and align",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
  func alignedSides() throws {
    let sides = try ["initiator", "reflector"].map { side in
      let reader = try open("nrf54l15_1ap_\(side).txt")
      let subevents = try subevents(reader)
      #expect(reader.warnings == [] && reader.offset == reader.fileSize)
      return subevents
    }
    #expect(sides[0].map(\.role) == [CSRole?](repeating: .initiator, count: sides[0].count))
    #expect(sides[1].map(\.role) == [CSRole?](repeating: .reflector, count: sides[1].count))
    #expect(sides[0].count == 30 && sides[0].map(\.procedureCounter) == sides[1].map(\.procedureCounter))
    for (own, peer) in zip(sides[0], sides[1]) {
      #expect(own.stepCount == 75 && own.stepOctetCount == own.steps.count)
      #expect(channels(own.steps) == channels(peer.steps), "counter \(own.procedureCounter ?? -1)")
    }
  }

  @Test(
    "both ends of a real Silicon Labs pair align",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"),
    arguments: ["silabs_one_procedure_4ap_pbr.txt", "silabs_one_procedure_rtt.txt"])
  func bothReal(name: String) throws {
    let reader = try open(name)
    let subevents = try subevents(reader)
    #expect(reader.warnings == [])
    #expect(subevents.map(\.role) == [.initiator, .reflector])
    #expect(subevents.map { channels($0.steps) }.first?.count ?? 0 > 60)
    #expect(channels(subevents[0].steps) == channels(subevents[1].steps))
  }

  private func open(_ name: String) throws -> RecordingReader {
    try RecordingReader(path: #require(recordings) + "/" + name)
  }

  /// Mode and channel of each step; -1 if the octets do not end with a step.
  private func channels(_ steps: [UInt8]) -> [Int] {
    var channels: [Int] = []
    var at = 0
    while at + 3 <= steps.count {
      channels.append(Int(steps[at]) << 8 | Int(steps[at + 1]))
      at += 3 + Int(steps[at + 2])
    }
    return at == steps.count ? channels : [-1]
  }
}
