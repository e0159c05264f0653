internal import CoreTypes
internal import CryptoToolbox
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// What a host has set in a controller, all of it gone with a reset.
struct HostState {
  var eventMask: UInt64 = 0x0000_1FFF_FFFF_FFFF
  var leEventMask: UInt64 = 0x1F
  /// Features that the host controls.
  var hostFeatures: [FeatureSet.Feature] = []
  var randomAddress: [UInt8]?
  var suggestedOctets: UInt16 = 27
  var suggestedTime: UInt16 = 328
  /// The PHYs the host prefers, as bits; all if it has no preference.
  var allowedPHYs: UInt8 = 0xFF
  var filterAcceptList = FilterAcceptList()
  /// Which commands for advertising, scanning and initiating the host has used.
  var advertisingCommands: AdvertisingCommands?

  /// Whether the host has unmasked an event; an LE event needs its own bit and that of all LE events.
  /// [Vol 4, Part E, 7.3.1, 7.8.1]
  func admits(_ code: EventCode) -> Bool {
    let isAdmitted = code.eventMaskBit.map { eventMask >> UInt64($0) & 1 == 1 } ?? true
    guard let bit = code.leEventMaskBit else { return isAdmitted }
    return isAdmitted && leEventMask >> UInt64(bit) & 1 == 1
  }
}

extension CommandHandlers {
  mutating func addControllerCommands() {
    addSetup()
    addInformation()
    addBuffers()
    addCryptography()
  }

  private mutating func addSetup() {
    complete(ResetCommand.self) { controller, _ in
      controller.reset()
      return StatusReturn()
    }
    complete(SetEventMaskCommand.self) { controller, command in
      controller.hostState.eventMask = command.eventMask
      return StatusReturn()
    }
    complete(SetEventMaskPage2Command.self) { _, _ in StatusReturn() }
    complete(WriteLEHostSupportCommand.self) { _, _ in StatusReturn() }
    complete(LESetEventMaskCommand.self) { controller, command in
      controller.hostState.leEventMask = command.leEventMask
      return StatusReturn()
    }
    complete(LESetHostFeatureCommand.self) { controller, command in
      StatusReturn { $0.status = controller.setHostFeature(command) }
    }
  }

  private mutating func addInformation() {
    complete(ReadLocalVersionInformationCommand.self) { controller, _ in
      let identity = controller.description.identity
      return ReadLocalVersionInformationReturn {
        $0.hciVersion = identity.version
        $0.hciSubversion = identity.subversion
        $0.lmpVersion = identity.version
        $0.companyIdentifier = identity.companyID
        $0.lmpSubversion = identity.subversion
      }
    }
    complete(ReadLocalSupportedFeaturesCommand.self) { _, _ in
      // BR/EDR not supported, LE supported.
      ReadLocalSupportedFeaturesReturn { $0.lmpFeatures = 0x60 << 32 }
    }
    complete(ReadBDADDRCommand.self) { controller, _ in
      ReadBDADDRReturn { $0.bdAddr = controller.description.address.octets }
    }
    complete(LEReadLocalSupportedFeaturesCommand.self) { controller, _ in
      LEReadLocalSupportedFeaturesReturn { $0.leFeatures = controller.features.page0 }
    }
    complete(LEReadAllLocalSupportedFeaturesCommand.self) { controller, _ in
      LEReadAllLocalSupportedFeaturesReturn {
        $0.maxPage = controller.features.maxPage
        $0.leFeatures.replaceSubrange(0..<32, with: controller.features.octets)
      }
    }
  }

  private mutating func addBuffers() {
    complete(ReadBufferSizeCommand.self) { _, _ in ReadBufferSizeReturn() }
    complete(LEReadBufferSizeCommand.self) { _, _ in
      LEReadBufferSizeReturn {
        $0.leACLDataPacketLength = VirtualController.aclLength
        $0.totalNumLEACLDataPackets = VirtualController.aclCount
      }
    }
    complete(LEReadSuggestedDefaultDataLengthCommand.self) { controller, _ in
      LEReadSuggestedDefaultDataLengthReturn {
        $0.suggestedMaxTxOctets = controller.hostState.suggestedOctets
        $0.suggestedMaxTxTime = controller.hostState.suggestedTime
      }
    }
    complete(LEWriteSuggestedDefaultDataLengthCommand.self) { controller, command in
      controller.hostState.suggestedOctets = command.suggestedMaxTxOctets
      controller.hostState.suggestedTime = command.suggestedMaxTxTime
      return StatusReturn()
    }
    complete(LEReadMaximumDataLengthCommand.self) { _, _ in
      LEReadMaximumDataLengthReturn {
        ($0.supportedMaxTxOctets, $0.supportedMaxTxTime) = (251, 2120)
        ($0.supportedMaxRxOctets, $0.supportedMaxRxTime) = (251, 2120)
      }
    }
  }

  private mutating func addCryptography() {
    complete(LERandCommand.self) { controller, _ in
      LERandReturn { $0.randomNumber = controller.random.next() }
    }
    complete(LEEncryptCommand.self) { _, command in
      LEEncryptReturn {
        let key = UInt128(leastSignificantFirst: command.key)
        let block = UInt128(leastSignificantFirst: command.plaintextData)
        $0.encryptedData = AES128(key: key).encrypt(block).leastSignificantFirst
      }
    }
  }
}

extension VirtualController {
  /// Data packets from the host hold at most this many octets.
  static let aclLength: UInt16 = 251
  /// The host may have this many data packets in the controller.
  static let aclCount: UInt8 = 8

  /// The LE features, with those that the host set.
  var features: FeatureSet {
    var features = description.identity.features
    for feature in hostState.hostFeatures { features[feature] = true }
    return features
  }

  func setHostFeature(_ command: LESetHostFeatureCommand) -> ErrorCode {
    guard command.bitValue <= 1 else { return .invalidHCICommandParameters }
    guard connections.isEmpty else { return .commandDisallowed }
    guard let feature = FeatureSet.Feature(rawValue: Int(command.bitNumber)),
      feature == .channelSoundingHostSupport, features[.channelSounding]
    else { return .unsupportedFeatureOrParameterValue }
    hostState.hostFeatures = command.bitValue == 1 ? [feature] : []
    return .success
  }
}
