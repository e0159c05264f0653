import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("What a lower tester does to a link")
struct LinkProbeTests {
  private static func pdus(_ bench: ControllerBench, _ opcode: ControlOpcode, fromCentral: Bool) -> Int {
    bench.log.linkFrames.count { frame in
      let octets = frame.plaintext ?? frame.octets
      return frame.isFromCentral == fromCentral && LLID(header: octets[0]) == .control && octets.count > 2
        && octets[2] == opcode.rawValue
    }
  }

  private static func readVersion(_ bench: ControllerBench) {
    bench.central.send(
      ReadRemoteVersionInformationCommand { $0.connectionHandle = bench.central.handle })
    bench.run(.seconds(1))
  }

  @Test("what is injected goes out, and is answered")
  func injected() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.controller.inject(.unknown(opcode: 0xF0, octets: [1]), on: bench.central.handle)
    bench.run(.seconds(1))
    #expect(Self.pdus(bench, .unknownRsp, fromCentral: false) == 1)
  }

  @Test("LL_VERSION_IND that is injected is the only one of its side")
  func injectedVersion() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.controller.inject(.versionInd(VersionInd()), on: bench.central.handle)
    bench.run(.seconds(1))
    #expect(Self.pdus(bench, .versionInd, fromCentral: true) == 1)
    #expect(Self.pdus(bench, .versionInd, fromCentral: false) == 1)
  }

  @Test("what is held back does not go out, and what is put in its place does")
  func outgoing() {
    let bench = ControllerBench()
    let probe = LinkProbe()
    bench.central.controller.linkProbe = probe
    #expect(bench.connect())
    probe.outgoing = { _ in [] }
    Self.readVersion(bench)
    #expect(Self.pdus(bench, .versionInd, fromCentral: true) == 0)
    let other = ControllerBench()
    let changing = LinkProbe()
    other.central.controller.linkProbe = changing
    #expect(other.connect())
    changing.outgoing = { _ in [.pingReq(PingReq()), .pingReq(PingReq())] }
    Self.readVersion(other)
    #expect(Self.pdus(other, .versionInd, fromCentral: true) == 0)
    #expect(Self.pdus(other, .pingReq, fromCentral: true) == 2)
  }

  @Test("what is not admitted never reaches the control procedures")
  func incoming() {
    let bench = ControllerBench()
    let probe = LinkProbe()
    bench.peripheral.controller.linkProbe = probe
    #expect(bench.connect())
    probe.admits = { $0.opcode != .versionInd }
    Self.readVersion(bench)
    #expect(Self.pdus(bench, .versionInd, fromCentral: true) == 1)
    #expect(Self.pdus(bench, .versionInd, fromCentral: false) == 0)
  }

  @Test("who vanishes says nothing to the peer or to its host")
  func vanished() {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    bench.run(.milliseconds(300))
    bench.central.controller.vanish(from: bench.central.handle)
    #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil }, within: .seconds(2)))
    #expect(bench.peripheral.disconnectionReason == .connectionTimeout)
    #expect(bench.central.disconnectionReason == nil)
    #expect(Self.pdus(bench, .terminateInd, fromCentral: true) == 0)
  }
}
