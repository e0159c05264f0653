import HCI
import SimulationKernel
import TestSupport
import Testing
import VirtualHost

@Suite("A controller beyond a transport")
struct RemoteControllerTests {
  private let near = WirePort()
  private let far = WirePort()

  @Test("passes packets both ways, and shows them to its tap")
  func packets() {
    let controller = RemoteController(near, simulation: Simulation(seed: 1))
    var received: [HCIPacket] = []
    var tapped: [Bool] = []
    var arrived: [HCIPortEvent] = []
    controller.host = { received.append($0) }
    controller.hciTap = { _, isFromHost in tapped.append(isFromHost) }
    far.receiver = { arrived.append($0) }
    WirePort.join(near, far)
    controller.receive(ResetCommand().packet)
    far.send(ResetCommand.commandComplete(StatusReturn()))
    #expect(arrived == [.attached("wire"), .packet(ResetCommand().packet)])
    #expect(received == [ResetCommand.commandComplete(StatusReturn())])
    #expect(tapped == [true, false])
  }

  @Test("says whether it is there, and why not")
  func presence() {
    let controller = RemoteController(near, simulation: Simulation(seed: 1))
    #expect(controller.absence == "nobody has attached")
    WirePort.join(near, far)
    #expect(controller.absence == nil)
    far.cut("unplugged")
    #expect(controller.absence == "unplugged")
  }

  @Test("shows octets that are no packet to whoever wants them")
  func garbage() {
    let controller = RemoteController(near, simulation: Simulation(seed: 1))
    var seen: [UInt8] = []
    controller.garbageTap = { seen = $0 }
    WirePort.join(near, far)
    far.sendGarbage([0xFF, 0xFE])
    #expect(seen == [0xFF, 0xFE])
  }
}
