import ChannelSounding
import CoreTypes
import HCI
import SimulationKernel
import Testing
import VirtualHost

@Suite("Channel Sounding on a link")
struct SoundingLinkTests {
  private let controller = ScriptedController()

  /// Has the controller accept each command, and then send events a millisecond apart.
  private func script(_ events: [any HCIEvent]) {
    let packets = events.map(\.packet)
    controller.answer = { [unowned controller] command in
      if command.opcode == LECSSetProcedureParametersCommand.opcode {
        return LECSSetProcedureParametersCommand.commandComplete(ConnectionReturn())
      }
      for (index, packet) in packets.enumerated() {
        controller.simulation.schedule(after: .milliseconds(1 + index)) { controller.host?(packet) }
      }
      return CommandStatusEvent { $0.commandOpcode = command.opcode }.packet
    }
  }

  @Test("a start of procedures sets their parameters first, and passes over the end of the series before")
  func start() throws {
    script([
      LECSProcedureEnableCompleteEvent { $0.state = 0 },
      LECSProcedureEnableCompleteEvent { ($0.state, $0.configID) = (1, 2) },
    ])
    let driver = HCIDriver(controller)
    #expect(try driver.run(SoundingLink(1).startProcedures(CSProcedureParameters())).configID == 2)
    #expect(
      controller.commands == [
        LECSSetProcedureParametersCommand.opcode, LECSProcedureEnableCommand.opcode,
      ])
  }

  @Test("capabilities come in either version of the event")
  func capabilities() throws {
    let versions: [any HCIEvent] = [
      LECSReadRemoteSupportedCapabilitiesCompleteEvent { $0.capabilities.numConfigs = 3 },
      LECSReadRemoteSupportedCapabilitiesCompleteV2Event { $0.capabilities.numConfigs = 3 },
    ]
    for event in versions {
      script([event])
      let driver = HCIDriver(controller)
      #expect(try driver.run(SoundingLink(1).exchangeCapabilities()).numConfigs == 3)
    }
  }

  @Test("a peer that refuses is an error, but for security, whose outcome is given")
  func refusals() throws {
    let driver = HCIDriver(controller)
    let link = SoundingLink(1)
    script([LECSConfigCompleteEvent { $0.status = .unsupportedRemoteFeature }])
    #expect(throws: HostError.failed("configuration", .unsupportedRemoteFeature)) {
      try driver.run(link.configure(CSConfiguration()))
    }
    script([LECSSecurityEnableCompleteEvent { $0.status = .insufficientSecurity }])
    #expect(try driver.run(link.startSecurity()) == .insufficientSecurity)
  }

  @Test("the limit of an event grows while the link becomes slower")
  func growingLimit() throws {
    script([])
    var limit = Picoseconds.seconds(1)
    let simulation = controller.simulation
    simulation.schedule(after: .milliseconds(500)) { limit = .seconds(3) }
    let driver = HCIDriver(controller)
    #expect(throws: HostError.missing("CS security", within: .seconds(3))) {
      try driver.run(SoundingLink(1) { limit }.startSecurity())
    }
    #expect(simulation.now - .start < .seconds(3) + .milliseconds(1))
  }

  @Test("a host asks for all events but one, and names the bit of its support")
  func setup() {
    #expect(LESetEventMaskCommand.usualEvents.leEventMask.rawValue == (1 << 56 - 1) & ~(1 << 9))
    let feature = LESetHostFeatureCommand.channelSounding()
    #expect((feature.bitNumber, feature.bitValue) == (47, 1))
    #expect(LESetHostFeatureCommand.channelSounding(isSupported: false).bitValue == 0)
    let settings = LECSSetDefaultSettingsCommand(connectionHandle: 5, roles: .reflector)
    #expect(settings.connectionHandle == 5 && settings.roleEnable == .reflector)
    #expect(settings.csSyncAntennaSelection == .noRecommendation && settings.maxTXPower == 20)
  }
}
