internal import CoreTypes
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addLinkInformationCommands() {
    complete(ReadRSSICommand.self) { controller, command in
      ReadRSSIReturn {
        $0.handle = command.handle
        guard let connection = controller.connections[command.handle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.rssi = connection.rhythm.rssiDbm ?? 127
      }
    }
    complete(ReadTransmitPowerLevelCommand.self) { controller, command in
      ReadTransmitPowerLevelReturn {
        $0.connectionHandle = command.connectionHandle
        guard controller.connections[command.connectionHandle] != nil else {
          return $0.status = .unknownConnectionIdentifier
        }
        guard command.type <= 1 else { return $0.status = .invalidHCICommandParameters }
        $0.txPowerLevel = controller.transmitPowerLevel
      }
    }
    complete(LEReadChannelMapCommand.self) { controller, command in
      LEReadChannelMapReturn {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.channelMap = connection.channelMap.bits
      }
    }
    complete(LEReadPHYCommand.self) { controller, command in
      LEReadPHYReturn {
        $0.connectionHandle = command.connectionHandle
        guard let connection = controller.connections[command.connectionHandle] else {
          return $0.status = .unknownConnectionIdentifier
        }
        ($0.txPHY, $0.rxPHY) = (connection.transmitPHY.rawValue, connection.receivePHY.rawValue)
      }
    }
  }
}
