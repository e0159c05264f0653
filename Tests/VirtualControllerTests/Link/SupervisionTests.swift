import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("How links end")
struct SupervisionTests {
  @Test(
    "a side that hears nothing for the supervision timeout ends the link with 0x08",
    arguments: LinkRole.allCases)
  func supervision(role: LinkRole) throws {
    let bench = ControllerBench()
    #expect(bench.connect(interval: 24, timeout: 50))
    bench.run(.seconds(1))
    let last = try #require(bench.log.linkFrames.last).end
    let survivor = bench[role]
    bench[role == .central ? .peripheral : .central].controller.powerOff()
    #expect(bench.run(until: { survivor.disconnectionReason != nil }, within: .seconds(2)))
    #expect(survivor.disconnectionReason == .connectionTimeout)
    let span = (bench.simulation.now - last).inSeconds
    #expect(span >= 0.5 && span < 0.5 + 2 * 0.03 + 0.001)
    #expect(survivor.controller.connections.isEmpty)
  }

  @Test("a link whose peer is never heard ends after six intervals with 0x3E", arguments: LinkRole.allCases)
  func neverEstablished(role: LinkRole) throws {
    let bench = ControllerBench()
    let other = bench[role == .central ? .peripheral : .central]
    #expect(bench.connect(interval: 80))
    other.controller.powerOff()
    let start = bench.simulation.now
    #expect(bench.run(until: { bench[role].disconnectionReason != nil }, within: .seconds(5)))
    #expect(bench[role].disconnectionReason == .connectionFailedToBeEstablished)
    let span = (bench.simulation.now - start).inSeconds
    #expect(span > 0.5 && span < 0.8)
  }

  @Test("a CONNECT_IND that is lost leaves only the central with a link, for six intervals")
  func lostConnectInd() {
    let bench = ControllerBench()
    bench.jammer.spoils = { $0.direction == .advertising && $0.octets[0] & 0xF == 5 }
    bench.advertise()
    bench.initiate()
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }))
    #expect(bench.central.disconnectionReason == .connectionFailedToBeEstablished)
    #expect(bench.peripheral.handle == 0)
  }

  @Test("a CRC error in the first event does not lose the window")
  func firstEventLost() {
    let bench = ControllerBench()
    var lossesLeft = 3
    bench.jammer.spoils = { frame in
      guard frame.isFromCentral, lossesLeft > 0 else { return false }
      lossesLeft -= 1
      return true
    }
    #expect(bench.connect())
    bench.run(.seconds(2))
    #expect(bench.isConnected)
  }

  @Test(
    "LL_TERMINATE_IND is acknowledged before the link goes: 0x16 here, the reason there",
    arguments: LinkRole.allCases, [false, true])
  func disconnect(role: LinkRole, isLossy: Bool) throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(200))
    let other = bench[role == .central ? .peripheral : .central]
    if isLossy {
      var lossesLeft = 2
      bench.jammer.spoils = { frame in
        guard frame.llid == .control, lossesLeft > 0 else { return false }
        lossesLeft -= 1
        return true
      }
    }
    bench[role].send(
      DisconnectCommand {
        $0.connectionHandle = bench[role].handle
        $0.reason = .remoteDeviceTerminatedPowerOff
      })
    #expect(
      bench.run(until: { bench[role].disconnectionReason != nil && other.disconnectionReason != nil }))
    #expect(bench[role].disconnectionReason == .connectionTerminatedByLocalHost)
    #expect(other.disconnectionReason == .remoteDeviceTerminatedPowerOff)
    let frames = bench.log.linkFrames
    let termination = try #require(frames.last { $0.llid == .control })
    let acknowledgement = try #require(frames.last)
    #expect(acknowledgement.direction != termination.direction)
    #expect(acknowledgement.nesn != termination.sn)
    bench.run(.seconds(1))
    #expect(bench.log.linkFrames.count == frames.count)
  }

  @Test("a termination that is never acknowledged ends with the supervision timeout")
  func unacknowledgedTermination() {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    bench.run(.milliseconds(200))
    bench.peripheral.controller.powerOff()
    bench.central.send(DisconnectCommand { $0.connectionHandle = bench.central.handle })
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }, within: .seconds(1)))
    #expect(bench.central.disconnectionReason == .connectionTimeout)
  }

  @Test("links come and go, each with an access address of its own")
  func manyLinks() {
    let bench = ControllerBench()
    bench.advertise()
    var addresses: Set<AccessAddress> = []
    for _ in 0..<10 {
      bench.central.forget()
      bench.peripheral.forget()
      bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
      bench.initiate()
      #expect(bench.run(until: { bench.central.handle != 0 && bench.peripheral.handle != 0 }))
      #expect((1...0xEFF).contains(bench.central.handle))
      bench.run(.milliseconds(100))
      if let frame = bench.log.linkFrames.last { addresses.insert(frame.accessAddress) }
      bench.central.send(DisconnectCommand { $0.connectionHandle = bench.central.handle })
      #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil }))
    }
    #expect(addresses.count == 10)
  }
}
