internal import CoreTypes
internal import HCI

extension CommandHandlers {
  mutating func addInformationCommands() {
    complete(ReadLocalSupportedCommandsCommand.self) { controller, _ in
      ReadLocalSupportedCommandsReturn {
        $0.supportedCommands = controller.supportedCommands(octetCount: 64)
      }
    }
    complete(ReadLocalSupportedCommandsV2Command.self) { controller, _ in
      ReadLocalSupportedCommandsV2Return {
        $0.supportedCommands = controller.supportedCommands(octetCount: 251)
      }
    }
    complete(ReadLocalExtendedFeaturesCommand.self) { _, command in
      ReadLocalExtendedFeaturesReturn {
        $0.pageNumber = command.pageNumber
        if command.pageNumber == 0 {
          $0.extendedLMPFeatures = VirtualController.lmpFeatures
        } else {
          $0.status = .invalidHCICommandParameters
        }
      }
    }
    complete(WriteLocalNameCommand.self) { controller, command in
      controller.hostState.localName = command.localName
      return StatusReturn()
    }
    complete(ReadLocalNameCommand.self) { controller, _ in
      ReadLocalNameReturn { $0.localName = controller.hostState.localName }
    }
    complete(LEReadSupportedStatesCommand.self) { _, _ in
      LEReadSupportedStatesReturn { $0.leStates = VirtualController.supportedStates }
    }
    complete(LEReadTransmitPowerCommand.self) { controller, _ in
      LEReadTransmitPowerReturn {
        ($0.minTXPower, $0.maxTXPower) = (controller.transmitPowerLevel, controller.transmitPowerLevel)
      }
    }
  }
}

extension VirtualController {
  /// Every state and combination of states of the link layer but those with a kind of advertising that this
  /// device lacks. [Vol 4, Part E, 7.8.27]
  static var supportedStates: UInt64 {
    var states: UInt64 = 1 << 42 - 1
    let directed: [(type: UInt8, bits: [UInt64])] = [
      (1, [3, 11, 15, 33, 36, 39]), (4, [29, 30, 31, 34, 37, 40]),
    ]
    for (type, bits) in directed where Advertiser.AdvertisingType(rawValue: type) == nil {
      for bit in bits { states &= ~(1 << bit) }
    }
    return states
  }
}
