internal import ChannelSounding
internal import CoreTypes
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
      LECSReadLocalSupportedCapabilitiesReturn {
        $0.capabilities = controller.description.identity.csCapabilities
      }
    }
    complete(LECSReadLocalSupportedCapabilitiesV2Command.self) { controller, _ in
      LECSReadLocalSupportedCapabilitiesV2Return {
        $0.capabilities = controller.description.identity.csCapabilities
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
        roles: CSCapabilities.Roles(rawValue: $0.roleEnable), antennaSelection: $0.csSyncAntennaSelection,
        maxTXPower: $0.maxTXPower)
    }
    begin(LECSCreateConfigCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return .unknownConnectionIdentifier
      }
      guard command.createContext <= 1 else { return .invalidHCICommandParameters }
      do {
        return connection.request(
          .createCSConfig(try command.configuration(), createContextOnPeer: command.createContext == 1))
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
    complete(LECSSetChannelClassificationCommand.self) { controller, command in
      StatusReturn { $0.status = controller.classifyChannels(command.channelClassification) }
    }
    complete(onLink: LECSSetProcedureParametersCommand.self, { $0.connectionHandle }) {
      .setCSProcedureParameters($0.parameters)
    }
    begin(LECSProcedureEnableCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return .unknownConnectionIdentifier
      }
      switch command.enable {
      case 0: return connection.request(.disableCSProcedures(configID: command.configID))
      case 1: return connection.request(.enableCSProcedures(configID: command.configID))
      default: return .invalidHCICommandParameters
      }
    }
  }
}

extension VirtualController {
  /// Takes what the host says of the channels of Channel Sounding, for the links there are and those to come.
  /// [Vol 4, Part E, 7.8.139]
  fileprivate func classifyChannels(_ map: CSChannelMap) -> ErrorCode {
    guard map.isLegal, map.count >= CSChannelMap.minimumChannelCount else {
      return .invalidHCICommandParameters
    }
    if let last = hostState.csClassification,
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
