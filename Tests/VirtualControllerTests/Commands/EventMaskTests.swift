import CoreTypes
import HCI
import Testing

@testable import VirtualController

@Suite("Event masks")
struct EventMaskTests {
  private func isConnectionComplete(_ event: HCIEventValue) -> Bool {
    event.connectionComplete != nil
  }

  @Test("with the masks of a reset no LE event comes, with the LE bit those of the default LE mask do")
  func defaults() {
    for opensLE in [false, true] {
      let bench = ControllerBench()
      bench.central.send(ResetCommand())
      if opensLE { bench.central.send(SetEventMaskCommand { $0.eventMask = 0x2000_1FFF_FFFF_FFFF }) }
      bench.advertise()
      bench.initiate()
      #expect(bench.run(until: { bench.peripheral.handle != 0 }))
      bench.run(.milliseconds(100))
      #expect(bench.central.count(isConnectionComplete) == (opensLE ? 1 : 0))
      let selections = bench.central.count {
        if case .leChannelSelectionAlgorithm = $0 { true } else { false }
      }
      #expect(selections == 0)
    }
  }

  @Test("an event whose bit is off does not come, and its neighbours do")
  func disconnection() {
    let bench = ControllerBench()
    bench.central.send(SetEventMaskCommand { $0.eventMask = ~(1 << 4) })
    #expect(bench.connect())
    bench.central.send(DisconnectCommand { $0.connectionHandle = bench.central.handle })
    #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil }))
    bench.run(.milliseconds(100))
    #expect(bench.central.disconnectionReason == nil)
    #expect(bench.central.status(of: DisconnectCommand.self) == .success)
  }

  @Test("an LE event whose bit is off does not come")
  func connection() {
    let bench = ControllerBench()
    bench.central.send(LESetEventMaskCommand { $0.leEventMask = ~(1 | 1 << 9) })
    bench.advertise()
    bench.initiate()
    #expect(bench.run(until: { bench.peripheral.handle != 0 }))
    bench.run(.milliseconds(100))
    #expect(bench.central.count(isConnectionComplete) == 0)
    #expect(bench.central.count { if case .leChannelSelectionAlgorithm = $0 { true } else { false } } == 1)
  }
}
