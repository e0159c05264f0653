internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addInformationCommands() {
    complete(ReadLocalSupportedCommandsCommand.self) { controller, _ in
      ReadLocalSupportedCommandsCommand.Return {
        $0.supportedCommands = controller.supportedCommands(octetCount: 64)
      }
    }
    complete(ReadLocalSupportedCommandsV2Command.self) { controller, _ in
      ReadLocalSupportedCommandsV2Command.Return {
        $0.supportedCommands = controller.supportedCommands(octetCount: 251)
      }
    }
    complete(ReadLocalExtendedFeaturesCommand.self) { _, command in
      ReadLocalExtendedFeaturesCommand.Return {
        $0.pageNumber = command.pageNumber
        if command.pageNumber == 0 {
          $0.extendedLMPFeatures = VirtualController.lmpFeatures
        } else {
          $0.status = .invalidHCICommandParameters
        }
      }
    }
    always(WriteLocalNameCommand.self) { $0.hostState.localName = $1.localName }
    complete(ReadLocalNameCommand.self) { controller, _ in
      ReadLocalNameCommand.Return { $0.localName = controller.hostState.localName }
    }
    complete(LEReadSupportedStatesCommand.self) { _, _ in
      LEReadSupportedStatesCommand.Return { $0.leStates = VirtualController.supportedStates }
    }
    complete(LEReadTransmitPowerCommand.self) { controller, _ in
      LEReadTransmitPowerCommand.Return {
        ($0.minTXPower, $0.maxTXPower) = (controller.transmitPowerLevel, controller.transmitPowerLevel)
      }
    }
  }
}

extension VirtualController {
  /// Every state and combination of states of the link layer. [Vol 4, Part E, 7.8.27]
  static let supportedStates: UInt64 = (1 << 42) - 1
}

extension VirtualController {
  /// One bit for each command that this device carries out, in 64 or 251 octets. [Vol 4, Part E, 6.27]
  func supportedCommands(octetCount: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: octetCount)
    for opcode in CommandHandlers.all.opcodes where offers(opcode) {
      guard let bit = opcode.supportedCommandsBit, bit / 8 < octetCount else { continue }
      if opcode == .leCSSetChannelClassification, faults.contains(.commandNotAnnounced) { continue }
      octets[bit / 8] |= 1 << UInt8(bit % 8)
    }
    return octets
  }

  /// Whether the version and the features of this device bring a command with them; a device without
  /// answers it as one it does not know. [Vol 4, Part E, 3.1]
  func offers(_ opcode: Opcode) -> Bool {
    if let feature = opcode.requiredFeature, !features[feature] { return false }
    switch opcode {
    case .leReadFilterAcceptListSize: return !faults.contains(.commandOfAllLacking)
    case .leReadMaximumDataLength: return !faults.contains(.commandOfFeatureLacking)
    case .readLocalSupportedCommandsV2, .leSetEventMaskV2:
      return description.identity.version >= .v6_3
    case .leCSReadLocalSupportedCapabilitiesV2, .leCSWriteCachedRemoteSupportedCapabilitiesV2:
      return features[.channelSoundingEnhancement1]
    default: return true
    }
  }

  /// Whether a command is announced though nothing carries it out, which is a fault.
  func forgets(_ opcode: Opcode) -> Bool {
    opcode == .leWriteSuggestedDefaultDataLength && faults.contains(.announcedUnknown)
  }
}

extension Opcode {
  /// The feature without which a controller has no use for the command; nil if it always has.
  fileprivate var requiredFeature: FeatureSet.Feature? {
    switch self {
    case .leEnableEncryption, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply: .leEncryption
    case .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      .connectionParametersRequest
    case .leSetDataLength, .leReadSuggestedDefaultDataLength, .leWriteSuggestedDefaultDataLength,
      .leReadMaximumDataLength:
      .dataPacketLengthExtension
    case .readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout: .lePing
    case .leReadPHY, .leSetDefaultPHY, .leSetPHY: .le2MPHY
    case .leEnhancedReadTransmitPowerLevel, .leReadRemoteTransmitPowerLevel,
      .leSetTransmitPowerReportingEnable:
      .lePowerControlRequest
    case .leFrameSpaceUpdate: .frameSpaceUpdate
    case .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
      .leReadResolvingListSize, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
      .leSetAddressResolutionEnable, .leSetResolvablePrivateAddressTimeout, .leSetPrivacyMode:
      .llPrivacy
    case .leReadAllLocalSupportedFeatures, .leReadAllRemoteFeatures, .leSetHostFeatureV2:
      .extendedFeatureSet
    default: isOfChannelSounding ? .channelSounding : isOfExtendedAdvertising ? .extendedAdvertising : nil
    }
  }

  private var isOfChannelSounding: Bool {
    (Opcode.leCSReadLocalSupportedCapabilities.rawValue...Opcode.leCSTestEnd.rawValue).contains(rawValue)
      || self == .leCSReadLocalSupportedCapabilitiesV2
      || self == .leCSWriteCachedRemoteSupportedCapabilitiesV2
  }

  /// HCI_LE_Set_Advertising_Set_Random_Address to HCI_LE_Extended_Create_Connection. [Vol 4, Part E, 7.8.52]
  private var isOfExtendedAdvertising: Bool { (0x2035...0x2043).contains(rawValue) }
}
