import CoreTypes
import HCI
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Flow of data between host and controller")
struct HostFlowControlTests {
  private let message = (0..<60).map { UInt8($0) }

  /// A bench whose central has `count` buffers of `octets` octets and a link.
  private func bench(count: UInt16, octets: UInt16) -> ControllerBench {
    let bench = ControllerBench()
    bench.central.send(SetControllerToHostFlowControlCommand { $0.flowControlEnable = .acl })
    bench.central.send(
      HostBufferSizeCommand {
        ($0.hostTotalNumACLDataPackets, $0.hostACLDataPacketLength) = (count, octets)
      })
    #expect(bench.connect())
    return bench
  }

  private func complete(_ count: UInt16, on host: BenchHost, handle: ConnectionHandle? = nil) {
    host.send(
      HostNumberOfCompletedPacketsCommand {
        $0.connections = [
          .init {
            $0.connectionHandle = handle ?? host.handle
            $0.numCompletedPackets = count
          }
        ]
      })
  }

  @Test("data waits for the buffers of the host and comes in order as they are freed")
  func waits() {
    let bench = bench(count: 2, octets: 27)
    for number in 0..<5 { bench.peripheral.send(message: [UInt8(number)]) }
    bench.run(.seconds(1))
    #expect(bench.central.data.map(\.data) == [[0], [1]])
    complete(1, on: bench.central)
    bench.run(.milliseconds(1))
    #expect(bench.central.data.map(\.data) == [[0], [1], [2]])
    complete(2, on: bench.central, handle: bench.central.unusedHandle)
    bench.run(.milliseconds(1))
    #expect(bench.central.data.count == 3, "another link's buffers were counted")
    complete(200, on: bench.central)
    bench.run(.milliseconds(1))
    #expect(bench.central.data.map(\.data) == [[0], [1], [2], [3], [4]])
    #expect(bench.central.status(of: HostNumberOfCompletedPacketsCommand.self) == nil)
  }

  @Test("a PDU longer than a buffer of the host comes in parts")
  func parts() {
    let bench = bench(count: 9, octets: 10)
    bench.peripheral.send(message: message)
    bench.run(.seconds(1))
    #expect(bench.central.messages == [message])
    #expect(
      bench.central.data.map(\.packetBoundary) == [.firstFlushable]
        + [PacketBoundary](repeating: .continuing, count: 6))
    #expect(bench.central.data.map(\.data.count) == [10, 10, 7, 10, 10, 7, 6])
  }

  @Test("a host that frees nothing makes the peer wait, and what waits is bounded and none of it lost")
  func bounded() {
    let bench = bench(count: 1, octets: 251)
    let total = HostFlowControl.waitingLimit + 20
    var sent = 0
    for _ in 0..<200 {
      while sent - bench.peripheral.completedPackets < 4, sent < total {
        bench.peripheral.send(message: [UInt8(sent)])
        sent += 1
      }
      bench.run(.milliseconds(100))
    }
    #expect(bench.peripheral.completedPackets <= HostFlowControl.waitingLimit + 1)
    #expect(bench.isConnected)
    for _ in 0..<(4 * total) {
      complete(1, on: bench.central)
      while sent - bench.peripheral.completedPackets < 4, sent < total {
        bench.peripheral.send(message: [UInt8(sent)])
        sent += 1
      }
      bench.run(.milliseconds(30))
    }
    #expect(bench.central.data.map(\.data) == (0..<total).map { [UInt8($0)] })
  }

  @Test("the buffers of a link that is over are free for the next")
  func lostLink() {
    let bench = bench(count: 1, octets: 27)
    bench.peripheral.send(message: [1])
    bench.peripheral.send(message: [2])
    bench.run(.seconds(1))
    bench.central.send(DisconnectCommand { $0.connectionHandle = bench.central.handle })
    #expect(bench.run(until: { !bench.isConnected }))
    bench.run(.seconds(1))
    bench.central.forget()
    bench.peripheral.forget()
    #expect(bench.connect())
    bench.peripheral.send(message: [3])
    bench.run(.seconds(1))
    #expect(bench.central.data.map(\.data) == [[3]])
  }

  @Test("what flow control is asked to do must have a meaning, and no link may be up")
  func refusals() {
    let bench = ControllerBench()
    bench.central.send(SetControllerToHostFlowControlCommand { $0.flowControlEnable = 4 })
    bench.central.send(HostBufferSizeCommand { $0.hostACLDataPacketLength = 27 })
    bench.run(.milliseconds(1))
    #expect(
      bench.central.status(of: SetControllerToHostFlowControlCommand.self) == .invalidHCICommandParameters)
    #expect(bench.central.status(of: HostBufferSizeCommand.self) == .invalidHCICommandParameters)
    #expect(bench.connect())
    bench.central.send(SetControllerToHostFlowControlCommand { $0.flowControlEnable = .acl })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: SetControllerToHostFlowControlCommand.self) == .commandDisallowed)
    bench.central.controller.receive(
      .command(CommandPacket(opcode: .hostNumberOfCompletedPackets, parameters: [1, 0])))
    bench.run(.milliseconds(1))
    #expect(
      bench.central.status(of: HostNumberOfCompletedPacketsCommand.self) == .invalidHCICommandParameters)
  }

  // MARK: To the controller

  private func overflows(_ host: BenchHost) -> Int {
    host.count { if case .dataBufferOverflow(let event) = $0 { event.linkType == 1 } else { false } }
  }

  @Test("a packet too many or too long overflows the buffers, and all others arrive")
  func overflow() {
    let bench = ControllerBench()
    #expect(bench.connect())
    for number in 0...VirtualController.aclCount { bench.central.send(message: [number]) }
    bench.run(.milliseconds(1))
    #expect(overflows(bench.central) == 1)
    bench.run(.seconds(1))
    #expect(bench.peripheral.data.map(\.data) == (0..<VirtualController.aclCount).map { [$0] })
    #expect(bench.central.completedPackets == Int(VirtualController.aclCount))
    bench.central.send(message: [UInt8](repeating: 0, count: Int(VirtualController.aclLength) + 1))
    bench.run(.seconds(1))
    #expect(overflows(bench.central) == 2)
    #expect(bench.peripheral.data.count == Int(VirtualController.aclCount))
    #expect(bench.central.completedPackets == Int(VirtualController.aclCount) + 1)
  }

  @Test(
    "the boundary flag says whether a message starts; others are dropped, and their buffers returned",
    arguments: [(0, 0, 2), (1, 0, 1), (2, 0, 2), (3, 0, nil), (0, 1, nil)]
      as [(PacketBoundary, UInt8, PacketBoundary?)])
  func boundary(flag: PacketBoundary, broadcast: UInt8, arrives: PacketBoundary?) {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.controller.receive(
      .acl(
        ACLPacket(handle: bench.central.handle, packetBoundary: flag, broadcast: broadcast, data: [7])))
    bench.run(.seconds(1))
    #expect(bench.central.completedPackets == 1)
    #expect(bench.peripheral.data.map(\.packetBoundary) == (arrives.map { [$0] } ?? []))
  }

  @Test("data for a link that is not there is dropped without a word")
  func unknownHandle() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.seconds(1))
    let handle = bench.central.unusedHandle
    bench.central.forget()
    bench.central.controller.receive(
      .acl(ACLPacket(handle: handle, packetBoundary: .firstNonFlushable, data: [7])))
    bench.run(.milliseconds(100))
    #expect(bench.central.events.isEmpty && bench.peripheral.data.isEmpty)
  }

  @Test("packets of a lost link are not counted as completed, and leave room")
  func lostPackets() {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    bench.jammer.spoils = { _ in true }
    for number in 0..<VirtualController.aclCount { bench.central.send(message: [number]) }
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }))
    #expect(bench.central.completedPackets == 0)
    bench.jammer.spoils = { _ in false }
    bench.run(.seconds(1))
    bench.central.forget()
    bench.peripheral.forget()
    #expect(bench.connect())
    for number in 0..<VirtualController.aclCount { bench.central.send(message: [number]) }
    bench.run(.seconds(1))
    #expect(overflows(bench.central) == 0)
    #expect(bench.central.completedPackets == Int(VirtualController.aclCount))
  }
}
