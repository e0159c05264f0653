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
  /// Every state and combination of states of the link layer. [Vol 4, Part E, 7.8.27]
  static let supportedStates: UInt64 = (1 << 42) - 1
}
