import Capture
import CoreTypes
import Notation
import SimulationKernel
import Testing
import Wire

@Suite("A step record")
struct StepRecordTests {
  /// One step of mode-2 with one antenna path.
  private static func sample() -> StepRecord {
    var record = StepRecord()
    (record.subeventStart, record.stepStart) = (0x0102_0304_0506_0708, 0x1112_1314_1516_1718)
    record.accessAddress = 0x8E89_BED6
    (record.procedureCounter, record.subeventIndex, record.configID) = (0x1234, 2, 3)
    (record.aci, record.stepIndex, record.stepCount, record.stepCounter) = (0, 5, 40, 260)
    (record.mode, record.channel, record.megahertz) = (2, 45, 2447)
    (record.usesInlinePCT, record.isShared) = (true, true)
    (record.rttType, record.csSyncPHY, record.tSW, record.tPM) = (0, 1, 0, 40)
    (record.tFCS, record.tIP1, record.tIP2) = (100, 145, 60)
    (record.keptTIP, record.slip) = (60_010_000, -1)
    record.initiator = end(tone: 256, -2)
    return record
  }

  private static func end(tone i: Int16, _ q: Int16) -> StepRecord.End {
    var end = StepRecord.End()
    (end.takesPart, end.sendsTones, end.hearsTones) = (true, true, true)
    (end.mode, end.channel) = (2, 45)
    (end.keptTFCS, end.toneStart, end.toneEnd) = (100_000_000, 100_000_001, 140_000_001)
    var tone = StepRecord.Tone()
    (tone.i, tone.q, tone.phase, tone.quality, tone.path, tone.antenna) = (i, q, -16_384, 0x21, 1, 2)
    end.tones = [tone]
    return end
  }

  /// Octet by octet from the tables of docs/wireshark.md.
  private static let sampleHex =
    "43535354" + "01" + "01" + "9c00" + "0807060504030201" + "1817161514131211" + "d6be898e" + "3412" + "0200"
    + "03" + "00" + "0500" + "2800" + "0401" + "02" + "2d" + "8f09" + "03" + "01" + "00" + "01" + "00" + "28"
    + "0000" + "6400" + "9100" + "3c00" + "0000" + "10ae9303" + "ffffffff"
    // The initiator.
    + "30" + "45" + "02" + "2d" + "00" + "ff" + "ff" + "7f" + "00" + "01" + "0000" + "0080" + "0080"
    + "00e1f505" + "00000080" + "00000080" + "01e1f505" + "013b5808" + "00000000" + "0001feff00c02121"
    // The reflector, which has no such step.
    + "28" + "00" + "ff" + "ff" + "00" + "ff" + "ff" + "7f" + "00" + "00" + "0000" + "0080" + "0080"
    + "00000080" + "00000080" + "00000080" + "00000080" + "00000080" + "00000000"

  @Test("is laid out as docs/wireshark.md says")
  func layout() { #expect(Self.sample().encoded().hex() == Self.sampleHex) }

  @Test("comes back, whatever is in it", arguments: 0..<100 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = RandomStream(seed: seed)
    var record = Self.sample()
    record.stepStart = .random(in: 0 ... .max, using: &random)
    record.isLastOfProcedure = .random(using: &random)
    record.pathCount = .random(in: 1...4, using: &random)
    record.initiator.tones = Array(
      repeating: record.initiator.tones[0], count: .random(in: 0...5, using: &random))
    record.reflector = Self.end(tone: .random(in: -2048...2047, using: &random), 7)
    record.reflector.sendsPacket = .random(using: &random)
    record.reflector.expectsExtension = .random(using: &random)
    record.reflector.rssi.rawValue = .random(in: -127...20, using: &random)
    record.reflector.roundTripTime.rawValue = .random(in: .min ... .max, using: &random)
    record.further = randomOctets(0...9, using: &random)
    #expect(try StepRecord(decoding: record.encoded()) == record)
  }

  @Test("that is cut short is refused")
  func truncated() {
    let octets = Self.sample().encoded()
    for count in octets.indices {
      #expect(throws: WireError.self, "\(count) octets") {
        try StepRecord(decoding: Array(octets.prefix(count)))
      }
    }
  }

  @Test(
    "of another kind, or with a length that is not its own, is refused",
    arguments: [
      (0, 0x44, "Magic"), (4, 0, "Record_Version"), (5, 2, "Kind"), (6, 0x9D, "Length"),
      (77, 6, "Slot_Count"),
    ])
  func foreign(place: Int, octet: UInt8, field: String) {
    var octets = Self.sample().encoded()
    octets[place] = octet
    #expect { try StepRecord(decoding: octets) } throws: { error in
      guard case .invalid(let name, _)? = error as? WireError else { return false }
      return name == field
    }
  }
}

@Suite("Steps in a log")
struct StepLogTests {
  private func step(at microseconds: Int, _ counter: UInt16) -> StepFrame {
    var record = StepRecord()
    record.stepCounter = counter
    return StepFrame(time: .start + .microseconds(microseconds), record: record)
  }

  private func packet(at microseconds: Int) -> HCIFrame {
    var frame = reset
    frame.time = .start + .microseconds(microseconds)
    return frame
  }

  private func counters(_ log: CaptureLog) throws -> [UInt16?] {
    try log.frames.map { frame in
      guard frame.interface == .steps else { return nil }
      return try StepRecord(decoding: Array(frame.octets)).stepCounter
    }
  }

  /// The interface of each frame.
  private func interfaces(_ reader: RecordingReader) throws -> [Int] {
    var interfaces: [Int] = []
    while let record = try reader.next() { interfaces.append(record.interface) }
    return interfaces
  }

  @Test("stand where their time puts them among the packets")
  func order() throws {
    let log = CaptureLog(keepsSteps: true)
    log.queue([step(at: 10, 1), step(at: 20, 2), step(at: 30, 3)])
    #expect(log.count == 0)
    #expect(log.append(packet(at: 20)) == 3)
    // Another link's subevent.
    log.queue([step(at: 25, 4), step(at: 35, 5)])
    #expect(log.append(packet(at: 26)) == 5)
    log.appendSteps(by: .distantFuture)
    #expect(try counters(log) == [1, 2, nil, 4, nil, 3, 5])
    #expect(log.frames.map(\.nanoseconds) == [10_000, 20_000, 20_000, 25_000, 26_000, 30_000, 35_000])
  }

  @Test("that should have begun before what is there already begin then")
  func late() throws {
    let log = CaptureLog(keepsSteps: true)
    log.offset = .seconds(2)
    log.append(packet(at: 20))
    log.queue([step(at: 10, 1)])
    log.appendSteps(by: .distantFuture)
    #expect(log.frames.map(\.nanoseconds) == [2_000_020_000, 2_000_020_000])
  }

  @Test("belong to the run they were seen in")
  func runs() throws {
    let log = CaptureLog(keepsSteps: true)
    log.queue([step(at: 10, 1)])
    log.offset = .seconds(2)
    log.append(packet(at: 0))
    #expect(log.frames.map(\.nanoseconds) == [10_000, 2_000_000_000])
  }

  @Test("are left out, with their interface, unless they are asked for")
  func unasked() throws {
    let log = CaptureLog()
    log.queue([step(at: 10, 1)])
    log.append(packet(at: 20))
    let reader = try RecordingReader(octets: pcapng(of: log))
    #expect(try interfaces(reader) == [1])
    #expect(reader.interfaces.map(\.name) == ["ll", "hci-initiator", "hci-reflector"])
  }

  @Test("have an interface of their own in the file, live or not")
  func interface() throws {
    let log = CaptureLog(keepsSteps: true)
    log.queue([step(at: 10, 1), step(at: 30, 2)])
    log.append(packet(at: 20))
    log.appendSteps(by: .distantFuture)
    let octets = try pcapng(of: log)
    let reader = try RecordingReader(octets: octets)
    #expect(try interfaces(reader) == [3, 1, 3])
    #expect(reader.interfaces.last?.name == "cs-steps")
    #expect(reader.interfaces.last?.linkType == 147)
    try withTemporaryFolder { folder in
      let path = folder + "/live.pcapng"
      let live = try LiveCapture(at: path, fixtureWriter, keepsSteps: true)
      live.queue([step(at: 10, 1), step(at: 30, 2)])
      live.append(packet(at: 20))
      live.appendSteps(by: .distantFuture)
      #expect(try CaptureTests.octets(at: path) == octets)
    }
  }
}
