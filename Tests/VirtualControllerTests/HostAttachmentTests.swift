import CoreTypes
import HCI
import SimulationKernel
import Testing

@testable import VirtualController

/// A port without a transport: a test says what happens at it, and sees what goes out.
private final class MemoryPort: HCIPort {
  var receiver: ((HCIPortEvent) -> Void)?
  private(set) var isAttached = false
  private(set) var sent: [HCIPacket] = []

  func send(_ packet: HCIPacket) { if isAttached { sent.append(packet) } }

  func tell(_ event: HCIPortEvent) {
    switch event {
    case .attached: isAttached = true
    case .detached: isAttached = false
    case .packet, .desynchronised, .passedOver: break
    }
    receiver?(event)
  }
}

@Suite("A host at a port")
struct HostAttachmentTests {
  /// A bench whose peripheral's host is whoever comes to `port`.
  private struct Bench {
    let bench = ControllerBench()
    let port = MemoryPort()
    let attachment: HostAttachment

    var controller: VirtualController { bench.peripheral.controller }

    init() { attachment = HostAttachment(port, to: bench.peripheral.controller) }

    func send(_ command: some HCICommand) {
      port.tell(.packet(command.packet))
      bench.simulation.run(until: bench.simulation.now)
    }

    /// The peripheral advertises, as its host asks.
    func advertise() {
      send(LESetAdvertisingParametersCommand())
      send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    }
  }

  @Test("a command is answered without delay")
  func commandAnswered() {
    let bench = Bench()
    bench.port.tell(.attached("somebody"))
    let start = bench.bench.simulation.now
    bench.send(ReadBDADDRCommand())
    let address = bench.controller.description.address.bdAddr
    #expect(
      bench.port.sent == [ReadBDADDRCommand.commandComplete(ReadBDADDRCommand.Return { $0.bdAddr = address })]
    )
    #expect(bench.bench.simulation.now == start)
  }

  @Test("every host finds the controller as after power on", arguments: [true, false])
  func hostFinds(leavesFirst: Bool) {
    let bench = Bench()
    bench.port.tell(.attached("one"))
    bench.send(LESetEventMaskCommand { $0.leEventMask = 0xFFFF })
    bench.advertise()
    bench.bench.run(.seconds(1))
    #expect(!bench.bench.log.frames.isEmpty)
    if leavesFirst { bench.port.tell(.detached("gone")) } else { bench.port.tell(.attached("two")) }
    #expect(bench.controller.hostState.eventMasks.le.prefix(2) == [0x1F, 0])
    bench.bench.log.forget()
    bench.bench.run(.seconds(1))
    #expect(bench.bench.log.frames.isEmpty)
  }

  @Test("when a host goes the peers of its links see a supervision timeout")
  func hostPeers() {
    let bench = Bench()
    bench.port.tell(.attached("somebody"))
    bench.advertise()
    bench.bench.initiate()
    bench.bench.run(until: { bench.bench.isConnected })
    bench.bench.run(.seconds(1))
    #expect(bench.bench.isConnected)
    bench.port.tell(.detached("gone"))
    bench.bench.run(until: { bench.bench.central.disconnectionReason != nil })
    #expect(bench.bench.central.disconnectionReason == .connectionTimeout)
  }

  @Test("a host that lost its place is told so whatever it masked, and the controller is reset")
  func hostLosesPlace() {
    let bench = Bench()
    bench.port.tell(.attached("somebody"))
    bench.send(SetEventMaskCommand { $0.eventMask = .none })
    bench.advertise()
    bench.port.tell(.desynchronised([0xFF, 0xFE]))
    bench.bench.simulation.run(until: bench.bench.simulation.now)
    #expect(bench.port.sent.last == HardwareErrorEvent { $0.hardwareCode = 1 }.packet)
    bench.bench.log.forget()
    bench.bench.run(.seconds(1))
    #expect(bench.bench.log.frames.isEmpty)
    bench.send(ResetCommand())
    #expect(bench.port.sent.last == ResetCommand.commandComplete(StatusReturn()))
  }

  @Test("an owner sees what happens before the controller acts on it")
  func ownerSees() {
    let bench = Bench()
    var events: [HCIPortEvent] = []
    var wasFromHost: [Bool] = []
    bench.controller.hciTap = { wasFromHost.append($1) }
    bench.attachment.onEvent = { event in
      if case .packet = event { #expect(wasFromHost.isEmpty) }
      events.append(event)
    }
    bench.port.tell(.attached("somebody"))
    bench.send(ResetCommand())
    bench.port.tell(.desynchronised([9]))
    bench.port.tell(.detached("gone"))
    #expect(
      events == [
        .attached("somebody"), .packet(ResetCommand().packet), .desynchronised([9]), .detached("gone"),
      ])
    #expect(wasFromHost == [true, false, false])
  }
}
