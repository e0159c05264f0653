import ChannelSounding
import CoreTypes
import RadioModel
import Testing
import VirtualController

@Suite("The timeline of an exchange")
struct ExchangeTimelineTests {
  private func recorded(_ bench: ExchangeBench) -> ExchangeBench.Outcome {
    var bench = bench
    bench.recordsTimeline = true
    return bench.run()
  }

  @Test("nothing is recorded unless asked for")
  func silence() {
    #expect(ExchangeBench().run().timeline.initiator.step.isEmpty)
  }

  @Test("the initiator's packets and tones are where its plan and clock put them")
  func initiatorGrid() {
    var bench = ExchangeBench()
    bench.initiator.clock = DeviceClock()
    bench.reflector.clock = DeviceClock()
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    let outcome = recorded(bench)
    let sent = outcome.timeline.initiator
    let start = outcome.timeline.start.picoseconds
    for index in 0..<75 {
      let step = start + Int64(outcome.initiatorPlan.steps[index].start) * 1_000_000
      if index < 3 {
        #expect(sent.syncStart[index] == step + 150_000_000)
        #expect(sent.syncEnd[index] == step + 194_000_000)
        #expect(sent.toneStart[index] == -1)
      } else {
        let slots: Int64 = outcome.initiatorPlan.steps[index].toneExtension & 1 == 1 ? 2 : 1
        #expect(sent.syncStart[index] == -1)
        #expect(sent.toneStart[index] == step + 150_000_000)
        #expect(sent.toneEnd[index] == step + 150_000_000 + slots * 40_000_000)
      }
    }
  }

  @Test("the reflector follows the arrival of the packet it heard, the time of flight later")
  func reflectorGrid() {
    var bench = ExchangeBench()
    bench.initiator.clock = DeviceClock()
    bench.reflector.clock = DeviceClock()
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.environment.distanceMetres = 29.979_245_8
    let timeline = recorded(bench).timeline
    for index in 0..<75 {
      let reflector = timeline.reflector
      let initiator = timeline.initiator
      if index < 3 {
        #expect(reflector.syncStart[index] - initiator.syncStart[index] == 194_000_000 + 100_000)
        #expect(reflector.toneEnd[index] - reflector.toneStart[index] == 80_000_000)
      } else {
        #expect(reflector.toneStart[index] - initiator.toneStart[index] == 230_000_000 + 100_000)
      }
    }
  }

  @Test("a reflector with a longer T_FCS in its plan is seen to keep that one")
  func longerTFCS() {
    var bench = ExchangeBench()
    bench.reflector.timing.tFCSMicroseconds = 152
    let sent = recorded(bench).timeline.reflector
    let interval = sent.toneStart[10] - sent.toneStart[9]
    #expect(abs(interval - 467_000_000) < 20_000)
  }

  @Test("two clocks 40 ppm apart stay together over the subevent")
  func drift() {
    let timeline = recorded(ExchangeBench()).timeline
    let last = timeline.initiator.toneStart[74] - timeline.reflector.toneStart[74] + 230_000_000
    #expect(abs(last) < 100_000)
  }

  @Test("each end's steps are noted as it drew them, and when they are due by its own grid")
  func ownSteps() {
    var bench = ExchangeBench()
    bench.initiator.clock = DeviceClock()
    bench.reflector.clock = DeviceClock()
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.environment.distanceMetres = 29.979_245_8
    let outcome = recorded(bench)
    let timeline = outcome.timeline
    let plan = outcome.initiatorPlan
    #expect(timeline.initiatorSteps.count == plan.count && timeline.reflectorSteps.count == plan.count)
    for (index, pair) in zip(timeline.initiatorSteps, timeline.reflectorSteps).enumerated() {
      let (initiator, reflector) = pair
      #expect(initiator.mode == plan.steps[index].mode && initiator.channel == plan.steps[index].channel)
      #expect(initiator.toneExtension == plan.steps[index].toneExtension)
      #expect(
        initiator.opening == timeline.start.picoseconds + Int64(plan.steps[index].start + 150) * 1_000_000)
      #expect((reflector.arrival != nil) == (index < 3))
      if let arrival = reflector.arrival { #expect(arrival - initiator.opening == 100_000) }
      if index > 2 { #expect(reflector.opening - initiator.opening == 100_000) }
    }
    let slots = timeline.reflectorTones.filter { $0.step == 5 }
    #expect(slots.allSatisfy { $0.end - $0.start == 40_000_000 && $0.path == 0 })
    #expect(slots.count == (timeline.reflectorSteps[5].toneExtension & 2 == 2 ? 2 : 1))
  }

  @Test("what an end measures differs from the phases at its antenna by its delay and its settling")
  func phasesAtAntennas() {
    var bench = ExchangeBench(tFCS: 60)
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.initiator.radio.fixedDelayNanoseconds = 3
    bench.initiator.radio.pllSettlingTauMicroseconds = 8
    bench.reflector.radio.fixedDelayNanoseconds = 2
    bench.usesInlinePCT = false
    let outcome = recorded(bench)
    #expect(outcome.timeline.tones.count == 72)
    for tone in outcome.timeline.tones {
      let megahertz = Double(2_402 + Int(tone.channel))
      let before = outcome.initiatorPlan.steps[Int(tone.step) - 1].channel
      let hop = Double(Int(tone.channel) - Int(before))
      // The initiator's tone goes out 230 us before that of the reflector comes in.
      let settled = hop * 8 * (PortableMath.exp(-60.0 / 8) - PortableMath.exp(-290.0 / 8))
      let turned = megahertz * outcome.residualPpm * 1e-6 * 230
      let own = PortableMath.atan2(tone.initiatorIm, tone.initiatorRe) / (2 * .pi)
      let theirs = PortableMath.atan2(tone.reflectorIm, tone.reflectorRe) / (2 * .pi)
      for (measured, phases, expected) in [
        (own, tone.initiator, settled + turned - megahertz * 3e-3),
        (theirs, tone.reflector, -megahertz * 2e-3),
      ] {
        let difference = measured - (phases.receivedTurns - phases.sentTurns) - expected
        #expect(abs(difference - difference.rounded()) < 1e-5, "channel \(tone.channel)")
      }
    }
  }

  @Test("what an end measures differs by how far its own LO walks from its antenna's one tone to the other")
  func walkingLO() {
    let walk = (300e-6 * 230 / (2 * .pi)).squareRoot()
    for (walker, inline) in [(.initiator, false), (.reflector, false), (.reflector, true)] as [(CSRole, Bool)]
    {
      var bench = ExchangeBench()
      bench.initiator.radio = .ideal
      bench.reflector.radio = .ideal
      bench.initiator.clock = DeviceClock()
      bench.reflector.clock = DeviceClock()
      bench.usesInlinePCT = inline
      if walker == .initiator {
        bench.initiator.radio.linewidthHertz = 300
      } else {
        bench.reflector.radio.linewidthHertz = 300
      }
      var squares = (initiator: 0.0, reflector: 0.0)
      for tone in recorded(bench).timeline.tones {
        func square(_ turns: Double) -> Double { (turns - turns.rounded()) * (turns - turns.rounded()) }
        let own = PortableMath.atan2(tone.initiatorIm, tone.initiatorRe) / (2 * .pi)
        squares.initiator += square(own - (tone.initiator.receivedTurns - tone.initiator.sentTurns)) / 72
        // Under inline PCT the reflector returns the phase that it measured, less the walk of its LO.
        let theirs = inline ? 0 : PortableMath.atan2(tone.reflectorIm, tone.reflectorRe) / (2 * .pi)
        squares.reflector += square(theirs - (tone.reflector.receivedTurns - tone.reflector.sentTurns)) / 72
      }
      let (walked, still) =
        walker == .initiator
        ? (squares.initiator, squares.reflector) : (squares.reflector, squares.initiator)
      #expect(abs(walked.squareRoot() / walk - 1) < 0.3, "\(walker)")
      #expect(still.squareRoot() < 1e-5, "\(walker)")
    }
  }

  @Test("a reflector that found no packet of mode-0 has no further step")
  func lostReflector() {
    var bench = ExchangeBench()
    bench.reflector.timing.tFCSMicroseconds = 170
    let timeline = recorded(bench).timeline
    #expect(timeline.reflectorSteps.count == 3)
    #expect(timeline.reflectorSteps.allSatisfy { $0.arrival == nil })
  }
}
