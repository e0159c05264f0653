import CoreTypes
import ProjectFiles
import Testing

@testable import ChannelSounding

extension CSConfiguration {
  /// A configuration with the given times in microseconds.
  static func with(
    phy: String, rttType: Int = 0, tIP1: Int = 145, tIP2: Int = 145, tFCS: Int = 150, tPM: Int = 40
  ) throws -> CSConfiguration {
    var configuration = CSConfiguration()
    configuration.csSyncPHY = try #require(["LE1M": SyncPHY.le1M, "LE2M": .le2M, "LE2M2BT": .le2M2BT][phy])
    configuration.rttType = RTTType(rawValue: UInt8(rttType))
    configuration.tIP1 = TIP(microseconds: tIP1)
    configuration.tIP2 = TIP(microseconds: tIP2)
    configuration.tFCS = TFCS(microseconds: tFCS)
    configuration.tPM = TPM(microseconds: tPM)
    return configuration
  }
}

@Suite struct StepTimingTests {
  struct Row: Decodable {
    struct Steps: Decodable { let mode0, mode1, mode2, mode3: Int }
    let phy: String
    let rttType, tIp1Us, tIp2Us, tFcsUs, tPmUs, tSwUs, aci, nAp, tSwEffectiveUs: Int
    let stepUsIncludingTFcs: Steps
  }
  struct Published: Decodable {
    let mode, stepUsExcludingTFcs: Int
    let phy: String?
    let tIp1Us, nAp, tSwUs, tPmUs, tIp2Us: Int?
    let deltaTUs: Int?
  }

  @Test("every row of step durations matches")
  func stepDurations() throws {
    let rows = try Fixture("vectors-ll.json").decode([Row].self, "step_durations", "rows")
    #expect(rows.count == 10)
    for row in rows {
      let configuration = try CSConfiguration.with(
        phy: row.phy, rttType: row.rttType, tIP1: row.tIp1Us, tIP2: row.tIp2Us, tFCS: row.tFcsUs,
        tPM: row.tPmUs)
      var capabilities = CSCapabilities()
      capabilities.tSW = TSW(rawValue: UInt8(row.tSwUs))
      let timing = StepTiming(
        configuration: configuration, aci: AntennaConfiguration(rawValue: UInt8(row.aci)),
        initiator: capabilities, reflector: capabilities,
        interpretations: Interpretations())
      #expect(timing.tSWMicroseconds == row.tSwEffectiveUs)
      #expect(timing.antennaPaths == row.nAp)
      let steps = row.stepUsIncludingTFcs
      #expect(
        (0...3).map { timing.duration(mode: $0) } == [steps.mode0, steps.mode1, steps.mode2, steps.mode3])
      timing.expectPartsFillSteps()
    }
  }

  @Test("every published duration matches")
  func publishedDuration() throws {
    let rows = try Fixture("vectors-ll.json").decode([Published].self, "step_durations_published", "rows")
    #expect(rows.count == 7)
    for row in rows {
      let configuration = try CSConfiguration.with(
        phy: row.phy ?? "LE1M", tIP1: row.tIp1Us ?? 145, tIP2: row.tIp2Us ?? 145, tPM: row.tPmUs ?? 40)
      let timing = StepTiming(
        configuration: configuration, antennaPaths: row.nAp ?? 1, tSW: TSW(rawValue: UInt8(row.tSwUs ?? 0)))
      #expect(timing.duration(mode: UInt8(row.mode)) - timing.tFCSMicroseconds == row.stepUsExcludingTFcs)
      if let interval = row.deltaTUs { #expect(timing.reciprocalInterval == interval) }
    }
  }

  @Test("the duration of sync matches the published ones", arguments: ["LE1M", "LE2M", "LE2M2BT"])
  func syncDurations(phy: String) throws {
    let published = try Fixture("vectors-ll.json")
      .decode([String: Int].self, "t_sy_us", phy == "LE1M" ? "LE1M" : "LE2M_and_2M2BT")
    for type in RTTType.allCases {
      let bits = type.sequenceBits
      let expected = try #require(published[bits == 0 ? "none" : String(bits)])
      let configuration = try CSConfiguration.with(phy: phy, rttType: Int(type.rawValue))
      #expect(
        StepTiming(configuration: configuration, antennaPaths: 1, tSW: 0).tSYRTTMicroseconds == expected)
    }
  }

  @Test(
    "the side that switches sets the switching time",
    arguments: [(0, 0), (1, 4), (2, 4), (3, 4), (4, 2), (5, 2), (6, 2), (7, 4)]
      as [(AntennaConfiguration, Int)])
  func sideSwitches(aci: AntennaConfiguration, tSW: Int) {
    var initiator = CSCapabilities()
    initiator.tSW = 4
    var reflector = CSCapabilities()
    reflector.tSW = 2
    let timing = StepTiming(
      configuration: CSConfiguration(), aci: aci, initiator: initiator, reflector: reflector,
      interpretations: Interpretations())
    #expect(timing.tSWMicroseconds == tSW)
  }

  @Test(
    "inline PCT uses the reflector's own switching time",
    arguments: [
      (0, .applies, 10), (0, .zero, 0), (1, .zero, 10), (7, .applies, 10),
    ] as [(AntennaConfiguration, Interpretations.SinglePathSwitching, Int)])
  func inlinePCT(
    aci: AntennaConfiguration, reading: Interpretations.SinglePathSwitching, tSW: Int
  ) {
    var reflector = CSCapabilities()
    reflector.tail.tSWIPT = 10
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    var interpretations = Interpretations()
    interpretations.singlePathSwitching = reading
    let timing = StepTiming(
      configuration: configuration, aci: aci, initiator: CSCapabilities(), reflector: reflector,
      interpretations: interpretations)
    #expect(timing.tSWMicroseconds == tSW)
  }

  @Test("the parts of a step fill it to its end")
  func stepParts() throws {
    let configuration = try CSConfiguration.with(
      phy: "LE2M", rttType: 3, tIP1: 40, tIP2: 60, tFCS: 100, tPM: 20)
    let timing = StepTiming(configuration: configuration, antennaPaths: 2, tSW: 4)
    #expect(timing.tonePeriod == 24)
    #expect(timing.toneDuration == 72)
    #expect(timing.initiatorSync == 100)
    #expect(timing.reflectorSync(mode: 0) == 100 + 26 + 5 + 40)
    #expect(timing.mode0Tone + 80 + 5 == timing.duration(mode: 0))
    #expect(timing.reflectorSync(mode: 1) + 42 + 5 == timing.duration(mode: 1))
    #expect(timing.initiatorSlot(1, mode: 2) == 124)
    #expect(timing.reflectorSlot(0, mode: 2) == 100 + 72 + 5 + 60)
    #expect(timing.reflectorSlot(3, mode: 2) + 5 == timing.duration(mode: 2))
    #expect(timing.initiatorSlot(0, mode: 3) == 100 + 42 + 10)
    #expect(timing.reflectorSlot(3, mode: 3) + 10 == timing.reflectorSync(mode: 3))
    #expect(timing.reflectorSync(mode: 3) + 42 + 5 == timing.duration(mode: 3))
    #expect((0...3).map { timing.tSYMicroseconds(mode: $0) } == [26, 42, 42, 42])
    #expect(timing.syncInterval(mode: 0) == 26 + 5 + 40)
    #expect(timing.syncInterval(mode: 1) == 42 + 5 + 40)
    #expect(timing.syncInterval(mode: 3) == timing.reflectorSync(mode: 3) - timing.initiatorSync)
  }

  @Test("a time that a device changes moves all that follows it")
  func changedTime() throws {
    let agreed = StepTiming(configuration: try .with(phy: "LE1M", rttType: 1), antennaPaths: 3, tSW: 2)
    let delays: [(WritableKeyPath<StepTiming, Int>, [Int])] = [
      (\.tFCSMicroseconds, [1, 1, 1, 1]), (\.tIP1Microseconds, [1, 1, 0, 0]),
      (\.tIP2Microseconds, [0, 0, 1, 1]), (\.tPMMicroseconds, [0, 0, 8, 8]),
      (\.tSWMicroseconds, [0, 0, 8, 8]), (\.tSYMode0Microseconds, [2, 0, 0, 0]),
      (\.tSYRTTMicroseconds, [0, 2, 0, 2]),
    ]
    for (time, late) in delays {
      var timing = agreed
      timing[keyPath: time] += 1
      #expect((0...3).map { timing.duration(mode: $0) - agreed.duration(mode: $0) } == late)
      timing.expectPartsFillSteps()
    }
  }
}

extension StepTiming {
  /// Expects the last transmission of each mode to end T_RD before the step does.
  fileprivate func expectPartsFillSteps() {
    #expect(mode0Tone + 80 + 5 == duration(mode: 0))
    #expect(reflectorSync(mode: 1) + tSYRTTMicroseconds + 5 == duration(mode: 1))
    #expect(reflectorSlot(antennaPaths + 1, mode: 2) + 5 == duration(mode: 2))
    #expect(reflectorSync(mode: 3) + tSYRTTMicroseconds + 5 == duration(mode: 3))
    #expect(reflectorSlot(antennaPaths + 1, mode: 3) + 10 == reflectorSync(mode: 3))
  }
}
