import ChannelSounding
import CoreTypes
import HCI
import Initiator
import ProcedureRanging
import RadioModel
import Testing

@testable import VirtualController

@Suite("The stable phase test")
struct StablePhaseTests {
  /// Keeps what a subevent really was.
  private final class Watch: AirTap {
    var timelines: [ExchangeTimeline] = []
    func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {}
    func subeventEnded(_ subevent: ObservedSubevent) { timelines.append(subevent.timeline) }
  }

  private func timeline(linewidthHertz: Double = 0) throws -> ExchangeTimeline {
    let bench = ControllerBench { central, _ in
      central.clock.offsetPpm = 3
      central.radio.linewidthHertz = linewidthHertz
    }
    let watch = Watch()
    bench.air.add(watch)
    bench.startTest(OverrideData.channels([38, 38, 38]).with(10, [])) { $0.configuration.mode0Steps = 1 }
    #expect(bench.run(until: { bench.central.procedures.count == 1 }))
    let result = try #require(bench.central.procedures.first)
    #expect(result.done == .complete)
    #expect(result.subevents.first?.stepOffsets.count == 1)
    return try #require(watch.timelines.first)
  }

  @Test("has one mode-0 step, and a tone of 652 us whose phase turns as the clock is off")
  func tone() throws {
    let tone = try #require(try timeline().longTone)
    #expect(tone.channel == 38 && tone.turns.count == 652)
    for (index, turns) in tone.turns.enumerated() {
      #expect(abs(turns - 2_440 * 3e-6 * Double(index)) < 1e-6)
    }
  }

  @Test("shows how far an oscillator of 1 kHz linewidth walks: 2 pi times that, in radians squared a second")
  func walk() throws {
    let tone = try #require(try timeline(linewidthHertz: 1_000).longTone)
    let steps = zip(tone.turns, tone.turns.dropFirst()).map { $1 - $0 - 2_440 * 3e-6 }
    let variance = steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)
    let expected = 1_000 * 1e-6 / (2 * Double.pi)
    #expect(abs(variance / expected - 1) < 0.25)
  }

  @Test("leaves no long tone in any other test")
  func others() throws {
    let bench = ControllerBench()
    let watch = Watch()
    bench.air.add(watch)
    bench.startTest()
    #expect(bench.run(until: { bench.central.procedures.count == 1 }))
    #expect(watch.timelines.count == 1 && watch.timelines.first?.longTone == nil)
  }
}
