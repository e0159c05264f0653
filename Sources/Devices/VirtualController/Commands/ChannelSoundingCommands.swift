internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import SimulationKernel

extension CommandHandlers {
  mutating func addChannelSoundingCommands() {
    addCapabilities()
    addConfiguration()
    addProcedures()
  }

  private mutating func addCapabilities() {
    complete(LECSReadLocalSupportedCapabilitiesCommand.self) { controller, _ in
      LECSReadLocalSupportedCapabilitiesCommand.Return {
        $0.capabilities = controller.description.identity.csCapabilities
      }
    }
    complete(LECSReadLocalSupportedCapabilitiesV2Command.self) { controller, _ in
      LECSReadLocalSupportedCapabilitiesV2Command.Return {
        $0.capabilities = controller.description.identity.csCapabilities
        if controller.faults.contains(.v2CapabilitiesDiffer) { $0.capabilities.rttAAOnlyN &+= 1 }
      }
    }
    begin(onLink: LECSReadRemoteSupportedCapabilitiesCommand.self, { $0.connectionHandle }) { _ in
      .readRemoteCSCapabilities
    }
    complete(
      onLink: LECSWriteCachedRemoteSupportedCapabilitiesCommand.self, { $0.connectionHandle }
    ) { .writeCachedRemoteCSCapabilities($0.capabilities) }
    complete(
      onLink: LECSWriteCachedRemoteSupportedCapabilitiesV2Command.self, { $0.connectionHandle }
    ) { .writeCachedRemoteCSCapabilities($0.capabilities) }
    begin(onLink: LECSReadRemoteFAETableCommand.self, { $0.connectionHandle }) { _ in
      .readRemoteFAETable
    }
    complete(onLink: LECSWriteCachedRemoteFAETableCommand.self, { $0.connectionHandle }) {
      .writeCachedRemoteFAETable($0.remoteFAETable)
    }
  }

  private mutating func addConfiguration() {
    complete(onLink: LECSSetDefaultSettingsCommand.self, { $0.connectionHandle }) {
      .setCSDefaultSettings(
        roles: $0.roleEnable, antennaSelection: $0.csSyncAntennaSelection, maxTXPower: $0.maxTXPower)
    }
    begin(LECSCreateConfigCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return controller.refusal(withoutLink: command.connectionHandle)
      }
      guard command.createContext.isDefined || controller.faults.contains(.anyContextTaken) else {
        return .invalidHCICommandParameters
      }
      do {
        return connection.request(
          .createCSConfig(
            try command.configuration(), createContextOnPeer: command.createContext.includesPeer))
      } catch {
        return .invalidHCICommandParameters
      }
    }
    begin(onLink: LECSRemoveConfigCommand.self, { $0.connectionHandle }) {
      .removeCSConfig(id: $0.configID)
    }
    begin(onLink: LECSSecurityEnableCommand.self, { $0.connectionHandle }) { _ in .enableCSSecurity }
  }

  private mutating func addProcedures() {
    complete(status: LECSSetChannelClassificationCommand.self) { controller, command in
      controller.classifyChannels(command.channelClassification)
    }
    complete(onLink: LECSSetProcedureParametersCommand.self, { $0.connectionHandle }) {
      .setCSProcedureParameters($0.parameters)
    }
    begin(LECSProcedureEnableCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return controller.refusal(withoutLink: command.connectionHandle)
      }
      guard command.enable.isDefined || controller.faults.contains(.anyEnableTaken) else {
        return .invalidHCICommandParameters
      }
      let id = command.configID
      return connection.request(
        command.enable == .disabled ? .disableCSProcedures(configID: id) : .enableCSProcedures(configID: id))
    }
  }
}

extension VirtualController {
  /// Takes what the host says of the channels of Channel Sounding, for the links there are and those to come.
  /// [Vol 4, Part E, 7.8.139]
  fileprivate func classifyChannels(_ map: CSChannelMap) -> ErrorCode {
    let hasEnough =
      map.count >= CSChannelMap.minimumChannelCount || faults.contains(.sparseClassificationTaken)
    guard map.isLegal, hasEnough else { return .invalidHCICommandParameters }
    if let last = hostState.csClassification, !faults.contains(.hastyClassificationTaken),
      simulation.now < last.time + LinkControl.csClassificationSpacing
    {
      return .commandDisallowed
    }
    hostState.csClassification = (map, simulation.now)
    for handle in connections.keys.sorted() {
      _ = connections[handle]?.request(.setCSChannelClassification(map))
    }
    return .success
  }
}

extension CommandHandlers {
  mutating func addCSTestCommands() {
    complete(status: LECSTestCommand.self) { $0.beginCSTest($1) }
    begin(LECSTestEndCommand.self) { controller, _ in
      controller.csTest?.finish() ?? controller.faults.contains(.testEndWithoutTest)
        ? .success : .commandDisallowed
    }
  }
}

extension VirtualController {
  /// What would need the radio that a test has, or that has it while no test may begin.
  private static let radioCommands: [Opcode] = [
    .leSetAdvertisingEnable, .leSetScanEnable, .leCreateConnection, .leSetExtendedAdvertisingEnable,
    .leSetExtendedScanEnable, .leExtendedCreateConnection,
  ]

  /// Whether a test keeps the radio from a command.
  func isRadioTaken(from opcode: Opcode) -> Bool { csTest != nil && Self.radioCommands.contains(opcode) }

  fileprivate func beginCSTest(_ command: LECSTestCommand) -> ErrorCode {
    guard csTest == nil, connections.isEmpty, !isDiscovering else { return .commandDisallowed }
    let identity = description.identity
    do {
      let request = try CSTestRequest(
        command, capabilities: identity.csCapabilities, interpretations: identity.interpretations)
      csTestCount += 1
      let test = CSTest(request, number: csTestCount, controller: self)
      csTest = test
      test.begin()
      return .success
    } catch {
      return error.status
    }
  }
}
