import CoreTypes
import CryptoToolbox
import ProjectFiles
import Testing

@testable import ChannelSounding

/// The whole first procedure of the sample data of Vol 6, Part C, 7. Channel arrays, the access addresses of
/// steps 0, 1, 2 and 14 and the markers of steps 9 and 14 are official; the rest comes from an independent
/// implementation.
@Suite struct SampleProcedureTests {
  struct Setup: Decodable {
    let channels: [UInt8]
    let numRepetitions, mainMode, subMode, minMainModeSteps, maxMainModeSteps: UInt8
    let mainModeRepetition, mode0Steps, toneAntennaConfigSelection: UInt8
    let nAp, secondSubeventStartsAtStep: Int
  }
  struct Draw: Decodable { let step, mainModeSteps: Int }
  struct ChannelArray: Decodable { let step: Int, channels: [UInt8] }
  struct Step: Decodable {
    let step: Int
    let mode, channel: UInt8
    let initiatorAa, reflectorAa: Hex?
    let toneExtInitiator, toneExtReflector, antennaPermutationIndex: UInt8?
    let markerPosInitiator, markerPosReflector: UInt8?
    let markerSignalInitiator, markerSignalReflector: UInt8?
  }

  private func plans() throws -> [SubeventPlan] {
    let setup = try Fixture("vectors-drbg.json")
      .decode(Setup.self, "derived_full_procedure", "configuration")
    var configuration = CSConfiguration()
    configuration.channelMap = CSChannelMap(channels: setup.channels)
    configuration.channelMapRepetition = setup.numRepetitions
    configuration.mainMode = CSMode(rawValue: setup.mainMode)
    configuration.subMode.octet = setup.subMode
    configuration.minMainModeSteps = setup.minMainModeSteps
    configuration.maxMainModeSteps = setup.maxMainModeSteps
    configuration.mainModeRepetition = setup.mainModeRepetition
    configuration.mode0Steps = setup.mode0Steps
    configuration.rttType = .sounding32
    var schedule = CSSchedule()
    schedule.aci = AntennaConfiguration(rawValue: setup.toneAntennaConfigSelection)
    let timing = StepTiming(configuration: configuration, antennaPaths: setup.nAp, tSW: 0)
    var planner = try ProcedurePlanner(
      configuration: configuration, schedule: schedule, channelMap: configuration.channelMap,
      timing: timing, drbg: .sample(), interpretations: Interpretations())
    let fresh = setup.secondSubeventStartsAtStep - 3
    // The first subevent has room for the 20 steps of the sample: 14 of mode-2 and 3 of mode-3.
    let length =
      3 * timing.duration(mode: 0) + (fresh - 3) * timing.duration(mode: 2) + 3 * timing.duration(mode: 3)
    var first = SubeventPlan()
    planner.planSubevent(
      into: &first, lengthMicroseconds: length, remainingProcedureMicroseconds: 1_000_000)
    var second = SubeventPlan()
    planner.planSubevent(
      into: &second, lengthMicroseconds: 100_000, remainingProcedureMicroseconds: 1_000_000)
    return [first, second]
  }

  @Test("the procedure has 44 steps in two subevents")
  func procedure44() throws {
    let plans = try plans()
    #expect(plans.map(\.count) == [20, 24])
    #expect(plans.map(\.firstStep) == [0, 20])
    #expect(plans.map(\.endsProcedure) == [false, true])
  }

  @Test("all 44 steps match")
  func all44StepsMatch() throws {
    let expected = try Fixture("vectors-drbg.json").decode([Step].self, "derived_full_procedure", "steps")
    #expect(expected.count == 44)
    for plan in try plans() {
      for index in 0..<plan.count { try check(plan, index, expected[plan.firstStep + index]) }
    }
  }

  private func check(_ plan: SubeventPlan, _ index: Int, _ step: Step) throws {
    #expect(step.step == plan.firstStep + index)
    #expect(plan.steps[index].mode == step.mode)
    #expect(plan.steps[index].channel == step.channel)
    #expect(plan.steps[index].initiatorAccessAddress == UInt32(step.initiatorAa?.value ?? 0))
    #expect(plan.steps[index].reflectorAccessAddress == UInt32(step.reflectorAa?.value ?? 0))
    #expect(plan.steps[index].permutation == step.antennaPermutationIndex ?? 0)
    #expect(
      plan.steps[index].toneExtension == (step.toneExtInitiator ?? 0) | (step.toneExtReflector ?? 0) << 1)
    let sequence = Int(plan.steps[index].sequenceIndex)
    #expect((sequence >= 0) == (step.markerPosInitiator != nil))
    guard sequence >= 0 else { return }
    try check(plan.sequences[sequence], step.markerPosInitiator, step.markerSignalInitiator)
    try check(plan.sequences[sequence + 1], step.markerPosReflector, step.markerSignalReflector)
  }

  private func check(_ sequence: CSSyncSequence, _ position: UInt8?, _ signal: UInt8?) throws {
    let position = try #require(position)
    #expect(sequence.markerPositions == [position])
    #expect(sequence.bits >> UInt128(position) & 0b1111 == (signal == 1 ? 0b1100 : 0b0011))
  }

  @Test("the runs of main mode steps match")
  func mainModeRuns() throws {
    let draws = try Fixture("vectors-drbg.json")
      .decode([Draw].self, "derived_full_procedure", "submode_draws")
    let modes = try plans().flatMap { $0.steps.map(\.mode) }
    var starts: [Int] = []
    var counts: [Int] = []
    var isRunning = false
    for (step, mode) in modes.enumerated() where mode != 0 {
      if mode == 3 {
        isRunning = false
      } else if isRunning {
        counts[counts.count - 1] += 1
      } else {
        starts.append(step)
        counts.append(1)
        isRunning = true
      }
    }
    #expect(starts == draws.map(\.step))
    #expect(counts == draws.map(\.mainModeSteps))
  }

  @Test("the channel arrays match")
  func channelArrays() throws {
    let arrays = try Fixture("vectors-drbg.json")
      .decode([ChannelArray].self, "derived_full_procedure", "non_mode0_arrays")
    let plans = try plans()
    let channels = plans.flatMap { plan in
      plan.steps.indices.filter { plan.steps[$0].mode != 0 }.map { plan.steps[$0].channel }
    }
    #expect(channels == arrays.flatMap(\.channels))
  }

  struct Insertion: DrawCase {
    let k, v: Hex
    let minMainModeSteps, maxMainModeSteps: Int
    let drawAtStep, mainModeSteps: [Int]
  }

  @Test("sub mode insertion matches other implementations")
  func subMode() throws {
    let cases: [Insertion] = try Fixture.measured("submode_insertion")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: 0)
      for (step, expected) in zip(item.drawAtStep, item.mainModeSteps) {
        drbg.beginStep(step)
        let drawn = drbg.mainModeSteps(least: item.minMainModeSteps, most: item.maxMainModeSteps)
        #expect(drawn == expected)
      }
    }
  }
}
