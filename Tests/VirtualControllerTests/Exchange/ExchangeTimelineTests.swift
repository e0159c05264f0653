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
      let step = start + Int64(outcome.initiatorPlan.start[index]) * 1_000_000
      if index < 3 {
        #expect(sent.syncStart[index] == step + 150_000_000)
        #expect(sent.syncEnd[index] == step + 194_000_000)
        #expect(sent.toneStart[index] == -1)
      } else {
        let slots: Int64 = outcome.initiatorPlan.toneExtension[index] & 1 == 1 ? 2 : 1
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
    bench.reflector.timing.tFCS = 152
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
}
