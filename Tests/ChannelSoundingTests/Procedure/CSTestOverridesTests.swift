import CoreTypes
import CryptoToolbox
import Testing

@testable import ChannelSounding

@Suite struct CSTestOverridesTests {
  private func plans(
    _ overrides: CSTestOverrides, _ change: (inout CSConfiguration) -> Void = { _ in },
    aci: AntennaConfiguration = 0,
    length: Int = 200_000
  ) -> [SubeventPlan] {
    var configuration = CSConfiguration()
    change(&configuration)
    var schedule = CSSchedule()
    schedule.aci = aci
    let paths = aci.pathCount
    var planner = ProcedurePlanner(
      configuration: configuration, schedule: schedule, channelMap: .allowed,
      timing: StepTiming(configuration: configuration, antennaPaths: paths, tSW: 0),
      drbg: CSDRBG(key: 1, v: 2), interpretations: Interpretations(), overrides: overrides)
    var plans: [SubeventPlan] = []
    repeat {
      var plan = SubeventPlan()
      planner.planSubevent(into: &plan, lengthMicroseconds: length, remainingProcedureMicroseconds: 1 << 40)
      plans.append(plan)
    } while plans.last?.endsProcedure == false
    return plans
  }

  private func listing(_ channels: [UInt8]) -> CSTestOverrides {
    var overrides = CSTestOverrides()
    overrides.channels = channels
    return overrides
  }

  @Test("listed channels are taken in order whatever the selection", arguments: ChannelSelectionType.defined)
  func listedChannels(selection: ChannelSelectionType) {
    let all = plans(listing([40, 2, 9, 9])) {
      ($0.mode0Steps, $0.channelMapRepetition, $0.channelSelection) = (3, 2, selection)
    }
    #expect(all.map { $0.steps.map(\.channel) } == [[40, 2, 9, 40, 2, 9, 9, 40, 2, 9, 9]])
  }

  @Test("mode-0 goes on in the list from subevent to subevent")
  func mode0Channels() {
    let all = plans(listing([40, 2, 9]), { ($0.mode0Steps, $0.channelMapRepetition) = (2, 2) }, length: 2600)
    #expect(all.map { $0.steps.map(\.channel) } == [[40, 2, 40, 2, 9], [9, 40, 40, 2, 9]])
  }

  @Test("what is fixed is the same in every step")
  func fixedValues() {
    var overrides = listing([3, 4, 5, 6, 7])
    overrides.toneExtension = 2
    overrides.permutation = 1
    (overrides.initiatorAccessAddress, overrides.reflectorAccessAddress) = (0x36B2_5785, 0xA1E1_6E78)
    let plan = plans(overrides, { $0.mainMode = 3 }, aci: 1)[0]
    #expect(plan.steps.map(\.initiatorAccessAddress) == [UInt32](repeating: 0x36B2_5785, count: 8))
    #expect(plan.steps.map(\.reflectorAccessAddress) == [UInt32](repeating: 0xA1E1_6E78, count: 8))
    #expect(plan.steps.map(\.toneExtension) == [0, 0, 0] + [UInt8](repeating: 2, count: 5))
    #expect(plan.steps.map(\.permutation) == [0, 0, 0] + [UInt8](repeating: 1, count: 5))
  }

  @Test("loops go through all extensions and permutations")
  func loopsGo() {
    var overrides = listing([UInt8](repeating: 5, count: 9))
    overrides.toneExtension = CSTestOverrides.everyExtension
    overrides.permutation = CSTestOverrides.everyPermutation
    let plan = plans(overrides, aci: 5)[0]
    #expect(plan.steps.map(\.toneExtension).dropFirst(3) == [0, 1, 2, 3, 0, 1, 2, 3, 0])
    #expect(plan.steps.map(\.permutation).dropFirst(3) == [0, 1, 2, 3, 4, 5, 0, 1, 2])
  }

  @Test("markers stand where the test puts them")
  func markersStand() {
    var overrides = listing([3])
    overrides.markers = [8, 70]
    overrides.markerSignal = .alternating
    let sounding: (inout CSConfiguration) -> Void = { ($0.mainMode, $0.rttType) = (1, 2) }
    let sequences = plans(overrides, sounding)[0].sequences
    #expect(sequences.count == 2 && sequences[0] == sequences[1])
    #expect(sequences[0].markerPositions == [8, 70])
    #expect(sequences[0].bits >> 8 & 0xF == 0b1100 && sequences[0].bits >> 70 & 0xF == 0b0011)
    overrides.markers = [8]
    overrides.markerSignal = .onesFirst
    let short = plans(overrides) { ($0.mainMode, $0.rttType) = (1, 1) }[0].sequences
    #expect(short[0].markerPositions == [8] && short[0].bits >> 8 & 0xF == 0b0011)
  }

  @Test("random sequences hold the payload of the test")
  func randomSequences() {
    let random: (inout CSConfiguration) -> Void = { ($0.mainMode, $0.rttType) = (1, 6) }
    var overrides = listing([3])
    overrides.payload = .prbs(degree: 9)
    // The first octets of the PRBS9 payload of direct test mode. [Vol 6, Part F, 4.1.5]
    #expect(
      plans(overrides, random)[0].sequences[0].octets.prefix(8) == [
        0xFF, 0xC1, 0xFB, 0xE8, 0x4C, 0x90, 0x72, 0x8B,
      ])
    overrides.payload = .repeated(0b1111_0000)
    #expect(plans(overrides, random)[0].sequences[1].octets == [UInt8](repeating: 0x0F, count: 16))
    overrides.payload = .user(0b101 << 125)
    #expect(plans(overrides, random)[0].sequences[0].octets == [0b101] + [UInt8](repeating: 0, count: 15))
    overrides.payload = .user(0b101 << 125)
    let short = plans(overrides) { ($0.mainMode, $0.rttType) = (1, 3) }[0].sequences
    #expect(short[0].octets == [0b101, 0, 0, 0])
  }

  @Test("the pseudo-random bits obey their polynomial")
  func pseudorandomBits() {
    for (degree, tap) in [(9, 5), (15, 14)] {
      let bits = CSTestOverrides.Payload.prbs(degree: degree).bits(128)
      let bit = { (index: Int) in bits >> UInt128(index) & 1 }
      #expect((0..<degree).allSatisfy { bit($0) == 1 })
      #expect((degree..<128).allSatisfy { bit($0) == bit($0 - degree) ^ bit($0 - tap) })
    }
  }

  @Test("without overrides everything is drawn")
  func overridesEverything() {
    let plan = plans(CSTestOverrides(), { ($0.mainMode, $0.rttType) = (3, 4) }, aci: 7)[0]
    #expect(Set(plan.steps.map(\.toneExtension)).count == 4)
    #expect(Set(plan.steps.map(\.permutation)).count > 10)
    #expect(Set(plan.steps.map(\.initiatorAccessAddress)).count > 70)
    #expect(plan.steps.map(\.channel).dropFirst(3).sorted() == CSChannelMap.allowed.channels)
  }
}
