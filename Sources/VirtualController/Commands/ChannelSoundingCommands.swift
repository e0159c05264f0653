internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import LinkLayer

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
      StatusReturn {
        for handle in controller.connections.keys.sorted() {
          guard let connection = controller.connections[handle] else { continue }
          $0.status = connection.request(.setCSChannelClassification(command.channelClassification))
        }
      }
    }
    complete(onLink: LECSSetProcedureParametersCommand.self, { $0.connectionHandle }) {
      .setCSProcedureParameters($0.parameters)
    }
    begin(onLink: LECSProcedureEnableCommand.self, { $0.connectionHandle }) {
      $0.enable == 1
        ? .enableCSProcedures(configID: $0.configID) : .disableCSProcedures(configID: $0.configID)
    }
  }
}
