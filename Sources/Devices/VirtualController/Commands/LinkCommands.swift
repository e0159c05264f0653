internal import CoreTypes
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addLinkCommands() {
    begin(DisconnectCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return .unknownConnectionIdentifier
      }
      guard VirtualController.disconnectionReasons.contains(command.reason.rawValue) else {
        return .invalidHCICommandParameters
      }
      return connection.request(.terminate(command.reason))
    }
    begin(onLink: ReadRemoteVersionInformationCommand.self, { $0.connectionHandle }) { _ in
      .readRemoteVersion
    }
    begin(onLink: LEReadRemoteFeaturesCommand.self, { $0.connectionHandle }) { _ in .readRemoteFeatures }
    begin(onLink: LEReadAllRemoteFeaturesCommand.self, { $0.connectionHandle }) {
      .readAllRemoteFeatures(pages: $0.pagesRequested)
    }
    complete(onLink: LESetDataLengthCommand.self, { $0.connectionHandle }) {
      .setDataLength($0.tx)
    }
    begin(onLink: LESetPHYCommand.self, { $0.connectionHandle }) {
      .setPHY(tx: $0.preferredTX, rx: $0.preferredRX)
    }
    begin(onLink: LEFrameSpaceUpdateCommand.self, { $0.connectionHandle }) { command in
      var wish = FrameSpaceReq()
      (wish.fsMin, wish.fsMax) = (command.frameSpaceMin, command.frameSpaceMax)
      (wish.phys, wish.spacingTypes) = (command.phys, command.spacingTypes)
      return .updateFrameSpace(wish)
    }
    complete(status: LESetDefaultPHYCommand.self) { controller, command in
      let (tx, rx) = (command.preferredTX, command.preferredRX)
      if let refusal = controller.description.identity.phys.refusal(preferring: tx, rx) {
        return refusal
      }
      (controller.hostState.preferredTX, controller.hostState.preferredRX) = (tx, rx)
      return .success
    }
    addParameters()
    addTransmitPower()
    addEncryption()
  }

  private mutating func addTransmitPower() {
    complete(LEEnhancedReadTransmitPowerLevelCommand.self) { controller, command in
      LEEnhancedReadTransmitPowerLevelCommand.Return {
        ($0.connectionHandle, $0.phy) = (command.connectionHandle, command.phy)
        guard controller.connections[command.connectionHandle] != nil else {
          return $0.status = controller.refusal(withoutLink: command.connectionHandle)
        }
        guard controller.controlsPower(on: command.phy) else {
          return $0.status = .unsupportedFeatureOrParameterValue
        }
        let level = controller.transmitPowerLevel
        ($0.currentTXPowerLevel, $0.maxTXPowerLevel) = (level, level)
      }
    }
    complete(LEReadRFPathCompensationCommand.self) { controller, _ in
      LEReadRFPathCompensationCommand.Return {
        let (tx, rx) = controller.hostState.pathCompensation
        ($0.rfTXPathCompensationValue, $0.rfRXPathCompensationValue) = (tx, rx)
      }
    }
    complete(status: LEWriteRFPathCompensationCommand.self) { controller, command in
      let (tx, rx) = (command.rfTXPathCompensationValue, command.rfRXPathCompensationValue)
      guard tx.isLegal, rx.isLegal else { return .invalidHCICommandParameters }
      controller.hostState.pathCompensation = (tx, rx)
      for connection in controller.connections.values {
        connection.control.identity.transmitPower = controller.transmitPowerLevel
      }
      return .success
    }
    begin(LEReadRemoteTransmitPowerLevelCommand.self) { controller, command in
      guard let connection = controller.connections[command.connectionHandle] else {
        return controller.refusal(withoutLink: command.connectionHandle)
      }
      guard controller.controlsPower(on: command.phy) else { return .unsupportedFeatureOrParameterValue }
      return connection.request(.readRemoteTransmitPower(command.phy))
    }
    complete(LESetTransmitPowerReportingEnableCommand.self) { controller, command in
      ConnectionReturn {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = controller.refusal(withoutLink: command.connectionHandle)
        }
        guard command.localEnable.isDefined, command.remoteEnable.isDefined else {
          return $0.status = .invalidHCICommandParameters
        }
        $0.status = connection.request(
          .setTransmitPowerReporting(
            local: command.localEnable.isEnabled, remote: command.remoteEnable.isEnabled))
      }
    }
  }

  private mutating func addParameters() {
    begin(onLink: LEConnectionUpdateCommand.self, { $0.connectionHandle }) {
      .updateConnection($0.parameters)
    }
    complete(
      onLink: LERemoteConnectionParameterRequestReplyCommand.self, { $0.connectionHandle }
    ) { .acceptConnectionParameters($0.parameters) }
    complete(
      onLink: LERemoteConnectionParameterRequestNegativeReplyCommand.self, { $0.connectionHandle }
    ) { .rejectConnectionParameters($0.reason) }
    complete(status: LESetHostChannelClassificationCommand.self) { controller, command in
      guard let map = command.channelMap.withChannelsToHop else {
        return .invalidHCICommandParameters
      }
      controller.hostState.dataChannels = map
      for handle in controller.connections.keys.sorted() {
        _ = controller.connections[handle]?.request(.setChannelMap(map))
      }
      return .success
    }
  }

  private mutating func addEncryption() {
    begin(onLink: LEEnableEncryptionCommand.self, { $0.connectionHandle }) {
      .enableEncryption($0.longTermKey, named: $0.keyName)
    }
    complete(onLink: LELongTermKeyRequestReplyCommand.self, { $0.connectionHandle }) {
      .longTermKey($0.longTermKey)
    }
    complete(onLink: LELongTermKeyRequestNegativeReplyCommand.self, { $0.connectionHandle }) { _ in
      .longTermKey(nil)
    }
    addPayloadTimeout()
  }

  private mutating func addPayloadTimeout() {
    complete(ReadAuthenticatedPayloadTimeoutCommand.self) { controller, command in
      ReadAuthenticatedPayloadTimeoutCommand.Return {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = controller.refusal(withoutLink: command.connectionHandle)
        }
        $0.authenticatedPayloadTimeout = connection.asking { $0.authenticatedPayloadTimeout }
      }
    }
    complete(WriteAuthenticatedPayloadTimeoutCommand.self) { controller, command in
      ConnectionReturn {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = controller.refusal(withoutLink: command.connectionHandle)
        }
        let moment = connection.moment
        $0.status = connection.asking {
          $0.setAuthenticatedPayloadTimeout(command.authenticatedPayloadTimeout, at: moment)
        }
      }
    }
  }
}

extension VirtualController {
  /// What a host may give as its reason to disconnect. [Vol 4, Part E, 7.1.6]
  static let disconnectionReasons: [UInt8] = [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B]

  /// Whether this device has the PHY of a command about powers. [Vol 4, Part E, 7.8.117]
  fileprivate func controlsPower(on number: PowerControlPHY) -> Bool {
    number.phy.map(description.identity.phys.union(.le1M).supports) ?? false
  }
}

extension CommandHandlers {
  mutating func addLinkInformationCommands() {
    complete(ReadRSSICommand.self) { controller, command in
      ReadRSSICommand.Return {
        $0.handle = command.handle
        guard let connection = controller.connections[command.handle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.rssi = connection.rhythm.rssi.map(controller.reportedLevel) ?? .unavailable
      }
    }
    complete(ReadTransmitPowerLevelCommand.self) { controller, command in
      ReadTransmitPowerLevelCommand.Return {
        $0.connectionHandle = command.connectionHandle
        guard controller.connections[command.connectionHandle] != nil else {
          return $0.status = .unknownConnectionIdentifier
        }
        guard command.type <= 1 else { return $0.status = .invalidHCICommandParameters }
        $0.txPowerLevel = controller.transmitPowerLevel
      }
    }
    complete(LEReadChannelMapCommand.self) { controller, command in
      LEReadChannelMapCommand.Return {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.channelMap = connection.channelMap
      }
    }
    complete(LEReadPHYCommand.self) { controller, command in
      LEReadPHYCommand.Return {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        ($0.txPHY, $0.rxPHY) = (PHYNumber(connection.transmitPHY), PHYNumber(connection.receivePHY))
      }
    }
  }
}
