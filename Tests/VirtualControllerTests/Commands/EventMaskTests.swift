import CoreTypes
import HCI
import LinkLayer
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
    bench.central.send(SetEventMaskCommand { $0.eventMask = EventMask(rawValue: ~(1 << 4)) })
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
    bench.central.send(LESetEventMaskCommand { $0.leEventMask = LEEventMask(rawValue: ~(1 | 1 << 9)) })
    bench.advertise()
    bench.initiate()
    #expect(bench.run(until: { bench.peripheral.handle != 0 }))
    bench.run(.milliseconds(100))
    #expect(bench.central.count(isConnectionComplete) == 0)
    #expect(bench.central.count { if case .leChannelSelectionAlgorithm = $0 { true } else { false } } == 1)
  }

  private struct Encryptions: Equatable {
    var first = 0
    var second = 0
  }

  private func encryptions(_ host: BenchHost) -> Encryptions {
    host.events.reduce(into: Encryptions()) { counts, event in
      switch event {
      case .encryptionChange(let event): counts.first += event.encryptionEnabled.isOn ? 1 : 0
      case .encryptionChangeV2(let event) where event.encryptionKeySize == 16: counts.second += 1
      default: break
      }
    }
  }

  @Test("a change of encryption comes in the one version that is unmasked, the second before the first")
  func encryption() {
    let cases: [(page1: UInt64, page2: UInt64, expected: Encryptions)] = [
      (.max, 0, Encryptions(first: 1)), (.max, 1 << 25, Encryptions(second: 1)),
      (~(1 << 7), 1 << 25, Encryptions(second: 1)), (~(1 << 7), ~(1 << 25), Encryptions()),
    ]
    for (page1, page2, expected) in cases {
      let bench = ControllerBench()
      bench.central.send(SetEventMaskCommand { $0.eventMask = EventMask(rawValue: page1) })
      bench.central.send(SetEventMaskPage2Command { $0.eventMaskPage2 = EventMaskPage2(rawValue: page2) })
      #expect(bench.connect())
      bench.startEncryption()
      bench.run(.seconds(1))
      #expect(encryptions(bench.central) == expected)
      #expect(encryptions(bench.peripheral) == Encryptions(first: 1))
    }
  }

  @Test(
    "the peer's capabilities come in the one version unmasked, the second before the first where it exists",
    arguments: [true, false])
  func capabilities(hasSecond: Bool) {
    let (first, second) = (UInt64(1) << 43, UInt64(1) << 55)
    let cases: [(mask: UInt64, expected: [Int])] = [
      (first | second, hasSecond ? [0x38] : [0x2C]), (first, [0x2C]), (second, hasSecond ? [0x38] : []),
      (0, []),
    ]
    for (mask, expected) in cases {
      let bench = ControllerBench { central, _ in
        central.identity.features[.channelSoundingEnhancement1] = hasSecond
      }
      #expect(bench.connect() && bench.encrypt())
      bench.central.send(LESetEventMaskCommand { $0.leEventMask = LEEventMask(rawValue: 0x1F | mask) })
      bench.central.send(
        LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = bench.central.handle })
      bench.run(.seconds(1))
      let seen = bench.central.events.compactMap { event -> Int? in
        switch event {
        case .leCSReadRemoteSupportedCapabilitiesComplete: 0x2C
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2: 0x38
        default: nil
        }
      }
      #expect(seen == expected)
    }
  }

  @Test("the long form of the LE mask sets every bit, the short form the first 64")
  func longMask() {
    var masks = EventMasks()
    masks.page1 = .all
    masks.le = [UInt8](repeating: 0, count: 255)
    masks.le[8] = 1
    #expect(masks.admits(EventCode(code: 0x3E, subevent: 65)))
    masks.setLE(1)
    #expect(masks.admits(EventCode(code: 0x3E, subevent: 65)) && masks.admits(.leConnectionComplete))
    #expect(!masks.admits(.leAdvertisingReport))

    let bench = ControllerBench()
    bench.central.send(LESetEventMaskV2Command { $0.leEventMask[0] = 0xFE })
    #expect(!bench.connect())
    #expect(bench.central.count(isConnectionComplete) == 0)
    #expect(bench.peripheral.count(isConnectionComplete) == 1)
  }

  @Test("completed packets and answers cannot be masked")
  func unmasked() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.send(SetEventMaskCommand { $0.eventMask = 0 })
    bench.central.send(message: [1, 2, 3])
    bench.run(.seconds(1))
    #expect(bench.central.completedPackets == 1)
    #expect(bench.central.status(of: SetEventMaskCommand.self) == .success)
  }
}
