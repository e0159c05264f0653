import ChannelSounding
import CoreTypes
import RadioModel
import Testing
import VirtualController

@testable import Ranging

@Suite("Reports and faults of the reflector")
struct ReflectorBehaviourTests {
  @Test("under inline PCT the reflector reports an amplitude and Q = 0")
  func amplitudeOnly() {
    let outcome = ExchangeBench().run()
    for step in outcome.reflector.steps where step.mode == 2 {
      let tones = step.tones()
      #expect(tones.allSatisfy { $0.q == 0 && $0.i >= 0 })
      #expect(tones[0].i > 100)
    }
    var bench = ExchangeBench()
    bench.behaviour.reportsQuadrature = true
    #expect(bench.run().reflector.steps.contains { $0.mode == 2 && $0.tones()[0].q != 0 })
  }

  @Test(
    "a returned phase that is not the measured one leaves no peak",
    arguments: [ReflectorBehaviour.ReturnedPhase.none, .negated, .doubled])
  func wrongPhase(_ phase: ReflectorBehaviour.ReturnedPhase) throws {
    var bench = ExchangeBench()
    bench.behaviour.returnedPhase = phase
    let estimate = try #require(bench.run().estimate(usesInlinePCT: true))
    #expect(!estimate.hasPeak)
    #expect(estimate.phaseResidualRadians > 0.5)
  }

  @Test("an unanswered mode-0 step is missing at the initiator alone")
  func unansweredMode0() throws {
    var bench = ExchangeBench()
    bench.behaviour.unansweredMode0Step = 1
    let outcome = bench.run()
    let steps = outcome.initiator.steps
    #expect(steps.prefix(3).map { $0.data[0] } == [0, 2, 0])
    #expect(Array(steps[1].data[3...]) == [0x00, 0xC0])
    #expect(outcome.reflector.steps.prefix(3).allSatisfy { $0.data[0] == 0 })
    #expect(abs(try #require(outcome.estimate(usesInlinePCT: true)).metres - 5) < 0.04)
  }

  @Test("tones left out are rated low and have the strength of noise")
  func omittedTones() {
    var bench = ExchangeBench()
    bench.behaviour.omittedToneFraction = 0.3
    bench.recordsTimeline = true
    let outcome = bench.run()
    let tones = outcome.initiator.steps.filter { $0.mode == 2 }.map { $0.tones()[0] }
    let missing = tones.filter { $0.quality == 2 }
    #expect((10...35).contains(missing.count))
    #expect(missing.allSatisfy { abs($0.i) < 20 && abs($0.q) < 20 })
    #expect(outcome.timeline.reflector.mode.count { $0 == 2 } == 72 - missing.count)
    #expect(outcome.timeline.initiator.mode.count { $0 == 2 } == 72)
  }

  @Test("the extension slot says what is expected, and a tone is there only when its bit says so")
  func extensionSlot() {
    let outcome = ExchangeBench().run()
    for (index, step) in outcome.initiator.steps.enumerated() where step.mode == 2 {
      let isExpected = outcome.initiatorPlan.steps[index].toneExtension & 2 == 2
      let tone = step.tones()[1]
      #expect(tone.quality == (isExpected ? 0x20 : 0x12), "step \(index)")
      #expect((abs(tone.i) + abs(tone.q) > 40) == isExpected, "step \(index)")
    }
    for (index, step) in outcome.reflector.steps.enumerated() where step.mode == 2 {
      let isExpected = outcome.initiatorPlan.steps[index].toneExtension & 1 == 1
      #expect(step.tones()[1].quality == (isExpected ? 0x20 : 0x12), "step \(index)")
    }
  }

  @Test("a silent antenna neither sends nor hears a tone, in the extension slot as in its own")
  func silentAntenna() {
    var bench = ExchangeBench(paths: 2, aci: 4)
    bench.behaviour.silentAntenna = 1
    let outcome = bench.run()
    var extensionCount = 0
    for (index, (own, peer)) in zip(outcome.initiator.steps, outcome.reflector.steps).enumerated()
    where own.mode == 2 {
      let last = AntennaPermutation.path(slot: 1, index: own.data[0], paths: 2)
      let extensions = outcome.initiatorPlan.steps[index].toneExtension
      for (tones, bit) in [(own.tones(), UInt8(2)), (peer.tones(), UInt8(1))] {
        let isSent = extensions & bit == bit && last == 0
        #expect((tones[2].quality & 0xF == 0) == isSent, "step \(index)")
        #expect((abs(tones[2].i) + abs(tones[2].q) > 40) == isSent, "step \(index)")
        #expect((tones[1].quality == 0) == (last == 0), "step \(index)")
        if extensions & bit == bit, last == 1 { extensionCount += 1 }
      }
    }
    #expect(extensionCount > 10)
  }

  @Test("a receiver that does not rate tones reports 3 for all")
  func unratedTones() {
    var bench = ExchangeBench()
    bench.initiator.radio.toneQuality.isReported = false
    let steps = bench.run().initiator.steps.filter { $0.mode == 2 }
    #expect(steps.allSatisfy { $0.tones()[0].quality == 3 && $0.tones()[1].quality & 0xF == 3 })
  }
}
