import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("What becomes of frames by plan")
struct AirFateTests {
  @Test(
    "a frame that is damaged or lost by plan is sent again until it arrives",
    arguments: [Air.Fate.isDamaged, .isLost])
  func retransmission(fate: Air.Fate) {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(100))
    let message: [UInt8] = [1, 2, 3, 4, 5]
    var left = 2
    bench.air.fate = { frame in
      guard frame.payload == message, left > 0 else { return .arrives }
      left -= 1
      return fate
    }
    bench.central.send(message: message)
    bench.run(.seconds(1))
    let sent = bench.log.linkFrames.filter { $0.payload == message }
    #expect(sent.count == 3)
    #expect(Set(sent.map(\.sn)).count == 1)
    #expect(bench.peripheral.data.map(\.data) == [message])
  }

  @Test("while the air is unwatched nobody sees frames, and the link stays in step")
  func unwatched() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(500))
    let (before, counter) = (
      bench.log.frames.count, bench.central.controller.eventCounter(of: bench.central.handle) ?? 0
    )
    bench.air.isUnwatched = true
    bench.run(.seconds(60))
    #expect(bench.log.frames.count == before)
    bench.air.isUnwatched = false
    let later = bench.central.controller.eventCounter(of: bench.central.handle) ?? 0
    #expect(later.distance(from: counter) > 0)
    bench.run(.seconds(1))
    #expect(bench.log.frames.count > before)
    let events = bench.log.connectionEvents.suffix(5)
    #expect(events.allSatisfy { $0.count >= 2 })
  }
}
