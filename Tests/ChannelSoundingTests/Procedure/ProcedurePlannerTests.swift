import CoreTypes
import CryptoToolbox
import Testing

@testable import ChannelSounding

/// A planner and the lengths its subevents are planned with.
struct Planned {
  var planner: ProcedurePlanner
  let configuration: CSConfiguration
  var remaining = 40_000_000

  init(
    _ configuration: CSConfiguration, map: CSChannelMap = .allowed, aci: AntennaConfiguration = 0,
    drbg: CSDRBG = CSDRBG(key: 21, v: 22), interpretations: Interpretations = Interpretations()
  ) {
    var schedule = CSSchedule()
    schedule.aci = aci
    let paths = aci.pathCount
    self.configuration = configuration
    planner = ProcedurePlanner(
      configuration: configuration, schedule: schedule, channelMap: map,
      timing: StepTiming(configuration: configuration, antennaPaths: paths, tSW: 0), drbg: drbg,
      interpretations: interpretations)
  }

  /// All subevents of the procedure.
  mutating func subevents(length: Int) -> [SubeventPlan] {
    var plans: [SubeventPlan] = []
    repeat {
      var plan = SubeventPlan()
      planner.planSubevent(
        into: &plan, lengthMicroseconds: length, remainingProcedureMicroseconds: remaining)
      plans.append(plan)
    } while plans.last?.endsProcedure == false && plans.count < 40
    return plans
  }
}

@Suite struct ProcedurePlannerTests {
  private func configuration(
    main: CSMode = .mode2, sub: CSMode? = nil, steps: ClosedRange<UInt8> = 2...6,
    mode0: UInt8 = 3, repeated: UInt8 = 0, repetition: UInt8 = 1
  ) -> CSConfiguration {
    var configuration = CSConfiguration()
    configuration.mainMode = main
    configuration.subMode = sub
    configuration.minMainModeSteps = steps.lowerBound
    configuration.maxMainModeSteps = steps.upperBound
    configuration.mode0Steps = mode0
    configuration.mainModeRepetition = repeated
    configuration.channelMapRepetition = repetition
    return configuration
  }

  @Test("a procedure without sub mode uses every channel once")
  func everyChannelOnce() {
    var planned = Planned(configuration())
    let plans = planned.subevents(length: 100_000)
    #expect(plans.count == 1)
    #expect(plans[0].count == 75)
    #expect(plans[0].steps.map(\.mode).prefix(4) == [0, 0, 0, 2])
    #expect(plans[0].steps.map(\.channel).dropFirst(3).sorted() == CSChannelMap.allowed.channels)
    #expect(plans[0].duration == 3 * 483 + 72 * 465)
    #expect(plans[0].steps.map(\.start).last == plans[0].duration - 465)
    #expect(plans[0].endsProcedure)
  }

  @Test("the channel map is repeated")
  func channelMap() {
    var planned = Planned(configuration(repetition: 2))
    let channels = planned.subevents(length: 100_000)[0].steps.map(\.channel).dropFirst(3)
    #expect(channels.count == 144)
    #expect(channels.prefix(72).sorted() == channels.suffix(72).sorted())
    #expect(Array(channels.prefix(72)) != Array(channels.suffix(72)))
  }

  @Test("a step that does not fit moves to the next subevent")
  func stepThatDoesNotFit() {
    var planned = Planned(configuration())
    let length = 3 * 483 + 10 * 465 + 464
    let plans = planned.subevents(length: length)
    #expect(plans.map(\.count) == [13, 13, 13, 13, 13, 13, 13, 5])
    #expect(plans.allSatisfy { $0.duration <= length })
    #expect(plans.map(\.firstStep) == [0, 13, 26, 39, 52, 65, 78, 91])
    #expect(plans.flatMap { $0.steps.map(\.channel).dropFirst(3) }.sorted() == CSChannelMap.allowed.channels)
  }

  @Test("repeated steps keep their channels and take no new ones", arguments: [1, 2, 3] as [UInt8])
  func repeatedSteps(repeated: UInt8) {
    var planned = Planned(configuration(repeated: repeated))
    let plans = planned.subevents(length: 3 * 483 + 10 * 465)
    let count = Int(repeated)
    for (earlier, later) in zip(plans, plans.dropFirst()) {
      #expect(earlier.steps.map(\.channel).suffix(count) == later.steps.map(\.channel)[3..<(3 + count)])
    }
    let fresh =
      plans[0].steps.map(\.channel).dropFirst(3)
      + plans.dropFirst().flatMap { $0.steps.map(\.channel).dropFirst(3 + count) }
    #expect(fresh.sorted() == CSChannelMap.allowed.channels)
  }

  @Test("a subevent has at most 160 steps and a procedure 256")
  func mostSteps() {
    var planned = Planned(configuration(mode0: 1, repetition: 9))
    let plans = planned.subevents(length: 4_000_000)
    #expect(plans.map(\.count) == [160, 96])
    #expect(plans[1].endsProcedure)
  }

  @Test("a procedure has at most 32 subevents")
  func mostSubeventsOfProcedure() {
    var planned = Planned(configuration(mode0: 1))
    let plans = planned.subevents(length: 483 + 465)
    #expect(plans.count == 32)
    #expect(plans.allSatisfy { $0.steps.map(\.mode) == [0, 2] })
  }

  @Test("the procedure ends where its time is over")
  func endOfTime() {
    var planned = Planned(configuration())
    planned.remaining = 3 * 483 + 20 * 465 + 10
    let plans = planned.subevents(length: 100_000)
    #expect(plans.map(\.count) == [23])
    #expect(plans[0].endsProcedure)
  }

  @Test("a subevent that holds only mode-0 is not started")
  func mode0Alone() {
    var planned = Planned(configuration())
    let plans = planned.subevents(length: 3 * 483 + 464)
    #expect(plans.map(\.count) == [0])
    #expect(plans[0].endsProcedure)
    #expect(planned.planner.stepCount == 0)
  }

  @Test("a run of main mode steps goes on in the next subevent")
  func mainModeRun() {
    var whole = Planned(configuration(main: 2, sub: 1, steps: 5...5, mode0: 1))
    var split = Planned(configuration(main: 2, sub: 1, steps: 5...5, mode0: 1))
    let modes = { (plans: [SubeventPlan]) in plans.flatMap { $0.steps.map(\.mode).filter { $0 != 0 } } }
    let expected = modes(whole.subevents(length: 100_000))
    #expect(modes(split.subevents(length: 4000)) == expected)
    #expect(expected == (0..<72).map { $0 % 6 == 5 ? 1 : 2 })
  }

  @Test("a sub mode step may keep the channel before it")
  func subMode() {
    var interpretations = Interpretations()
    interpretations.subModeChannel = .previousMainMode
    var planned = Planned(
      configuration(main: 2, sub: 1, steps: 3...3, mode0: 1), interpretations: interpretations)
    let plan = planned.subevents(length: 100_000)[0]
    #expect(plan.count == 1 + 72 + 24)
    #expect(plan.steps.map(\.mode).last == 1)
    for index in plan.steps.indices where plan.steps[index].mode == 1 {
      #expect(plan.steps[index].channel == plan.steps[index - 1].channel)
    }
  }

  @Test("only the modes that use a draw have it")
  func drawsByMode() {
    var configuration = configuration(main: 3, sub: 2, steps: 1...2)
    configuration.rttType = .random64
    var planned = Planned(configuration, aci: 7)
    let plan = planned.subevents(length: 400_000)[0]
    for index in plan.steps.indices {
      let mode = plan.steps[index].mode
      #expect((plan.steps[index].initiatorAccessAddress == 0) == (mode == 2))
      #expect((plan.steps[index].sequenceIndex >= 0) == (mode == 3))
      if mode == 0 { #expect(plan.steps[index].permutation == 0 && plan.steps[index].toneExtension == 0) }
    }
    #expect(plan.sequences.count == 2 * plan.steps.count { $0.mode == 3 })
    #expect(plan.sequences.allSatisfy { $0.octets.count == 8 })
  }

  @Test("the next procedure goes on from the key after backtracking")
  func nextProcedure() {
    var planned = Planned(configuration())
    let first = planned.subevents(length: 100_000)[0]
    var drbg = planned.planner.drbg
    drbg.backtrack()
    planned.planner.beginNextProcedure()
    let second = planned.subevents(length: 100_000)[0]
    var other = Planned(configuration(), drbg: drbg)
    #expect(other.subevents(length: 100_000)[0].steps.map(\.channel) == second.steps.map(\.channel))
    #expect(first.steps.map(\.channel) != second.steps.map(\.channel))
    #expect(second.firstStep == 0)
  }

  @Test("a wrong key makes other steps")
  func wrongKey() {
    var one = Planned(configuration())
    var other = Planned(configuration(), drbg: CSDRBG(key: 21, v: 23))
    #expect(
      one.subevents(length: 100_000)[0].steps.map(\.channel)
        != other.subevents(length: 100_000)[0].steps.map(\.channel))
  }

  @Test(
    "left-over bits outlive a subevent unless the reading clears them",
    arguments: Interpretations.SubeventCache.allCases)
  func leftoverBits(cache: Interpretations.SubeventCache) {
    var interpretations = Interpretations()
    interpretations.subeventCache = cache
    let drbg = CSDRBG(key: 21, v: 22)
    var planned = Planned(configuration(mode0: 1), aci: 7, drbg: drbg, interpretations: interpretations)
    let plans = planned.subevents(length: 483 + 2 * 825)
    var expected = drbg
    for plan in plans.prefix(6) {
      if cache == .clear { expected.clearCaches() }
      for index in 1..<plan.count {
        expected.beginStep(plan.firstStep + index)
        #expect(plan.steps[index].toneExtension == expected.toneExtension())
      }
    }
  }
}

/// Channel selection #3c in a procedure.
@Suite struct RampPlannerTests {
  @Test(
    "the channels of a ramp are drawn at the step of the reading",
    arguments: [(Interpretations.RampStep.zero, 0), (.current, 3)])
  func channelsRamp(reading: Interpretations.RampStep, step: Int) {
    var configuration = CSConfiguration()
    configuration.channelSelection = 1
    var interpretations = Interpretations()
    interpretations.rampStep = reading
    var planned = Planned(configuration, interpretations: interpretations)
    let plan = planned.subevents(length: 200_000)[0]
    var drbg = CSDRBG(key: 21, v: 22)
    drbg.beginStep(step)
    var selection = ChannelSelection3c(configuration: configuration, interpretations: interpretations)
    var expected: [UInt8] = []
    selection.appendInvocation(map: .allowed, to: &expected, drbg: &drbg)
    #expect(Array(plan.steps.map(\.channel).dropFirst(3)) == expected)
    #expect(plan.endsProcedure)
  }
}
