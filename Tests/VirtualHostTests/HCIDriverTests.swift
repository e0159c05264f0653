import CoreTypes
import HCI
import SimulationKernel
import Testing
import VirtualHost

@Suite("A driver")
struct HCIDriverTests {
  private let controller = ScriptedController()

  private func error(_ action: () throws(HostError) -> Void) -> HostError? {
    do throws(HostError) {
      try action()
      return nil
    } catch {
      return error
    }
  }

  @Test("goes on with the next command when one stays unanswered")
  func silence() throws {
    controller.answer = { command in
      command.opcode == ResetCommand.opcode ? nil : LERandCommand.commandComplete(LERandCommand.Return())
    }
    let driver = HCIDriver(controller)
    let failure = error { () throws(HostError) in
      _ = try driver.complete(ResetCommand(), within: .seconds(2))
    }
    #expect(failure == .missing("answer to HCI_Reset", within: .seconds(2)))
    #expect(controller.simulation.now == Instant.start + .seconds(2))
    _ = try driver.complete(LERandCommand())
    #expect(controller.commands == [ResetCommand.opcode, LERandCommand.opcode])
  }

  @Test("tells a refusal from an answer of the wrong kind and from one that cannot be read")
  func wrongAnswers() {
    let driver = HCIDriver(controller)
    controller.answer = { _ in LERandCommand.commandStatus(.commandDisallowed) }
    #expect(
      error { () throws(HostError) in _ = try driver.complete(LERandCommand()) }
        == .commandRefused("HCI_LE_Rand", .commandDisallowed))
    controller.answer = { _ in LERandCommand.commandStatus(.success) }
    #expect(
      error { () throws(HostError) in _ = try driver.complete(LERandCommand()) }
        == .malformed("answer to HCI_LE_Rand", "a Command Status, where a Command Complete is due"))
    controller.answer = { _ in
      CommandCompleteEvent {
        $0.commandOpcode = LERandCommand.opcode
        $0.returnParameters = [0, 1, 2]
      }.packet
    }
    guard
      case .malformed("answer to HCI_LE_Rand", _)? = error({ () throws(HostError) in
        _ = try driver.complete(LERandCommand())
      })
    else {
      Issue.record("three octets were taken for a random number")
      return
    }
  }

  @Test("makes no difference between an unknown command and none where the command may be unknown")
  func unknownCommand() throws {
    controller.answer = { _ in LERandCommand.commandStatus(.unknownHCICommand) }
    let driver = HCIDriver(controller)
    #expect(try driver.completeIfKnown(LERandCommand()) == nil)
    controller.answer = { _ in LERandCommand.commandStatus(.commandDisallowed) }
    #expect(
      error { () throws(HostError) in _ = try driver.completeIfKnown(LERandCommand()) }?.code
        == .commandDisallowed)
  }

  @Test("keeps what it cannot read of a controller that is not ours")
  func malformedEvent() {
    let driver = HCIDriver(controller)
    let packet = HCIPacket.event(EventPacket(code: 0x05, parameters: [0]))
    controller.host?(packet)
    #expect(driver.malformedPackets.map(\.packet) == [packet])
    #expect(driver.events.isEmpty)
  }

  @Test("stops waiting when the controller is gone")
  func absence() {
    let driver = HCIDriver(controller)
    controller.simulation.schedule(after: .seconds(1)) { [controller] in controller.absence = "unplugged" }
    #expect(
      error { () throws(HostError) in _ = try driver.complete(ResetCommand()) }
        == .controllerGone("unplugged"))
    #expect(controller.simulation.now == Instant.start + .seconds(1))
  }

  @Test("stops waiting when a link is lost")
  func lostLink() {
    let driver = HCIDriver(controller)
    controller.simulation.schedule(after: .seconds(1)) { [controller] in
      controller.host?(DisconnectionCompleteEvent { $0.reason = .connectionTimeout }.packet)
    }
    let failure = error { () throws(HostError) in
      try driver.wait(for: "nothing", within: .seconds(3)) { false }
    }
    #expect(failure == .disconnected(.connectionTimeout))
  }

  @Test("sends no more data than the controller said it takes")
  func dataCredits() {
    let driver = HCIDriver(controller)
    driver.useDataPacketCount(2)
    for _ in 0..<3 { driver.send(.acl(ACLPacket(handle: 1, packetBoundary: .firstNonFlushable, data: [1]))) }
    #expect(controller.dataCount == 2)
    controller.host?(
      NumberOfCompletedPacketsEvent {
        $0.connections = [
          .init {
            $0.connectionHandle = 1
            $0.numCompletedPackets = 1
          }
        ]
      }.packet)
    #expect(controller.dataCount == 3)
  }

  @Test("thinks before it sends, if it is told to")
  func thinkingTime() throws {
    controller.answer = { _ in LERandCommand.commandComplete(LERandCommand.Return()) }
    let driver = HCIDriver(controller)
    driver.thinkingTime = .milliseconds(50)
    _ = try driver.complete(LERandCommand())
    #expect(controller.simulation.now == Instant.start + .milliseconds(50) + .microseconds(10))
  }
}
