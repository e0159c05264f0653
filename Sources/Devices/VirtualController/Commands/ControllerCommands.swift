internal import CoreTypes
internal import CryptoToolbox
internal import Faults
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// What a host has set in a controller, all of it gone with a reset.
struct HostState {
  var eventMasks = EventMasks()
  /// Features that the host controls.
  var hostFeatures: [FeatureSet.Feature] = []
  /// LE_Supported_Host of HCI_Write_LE_Host_Support.
  var leSupportedHost = EnableState.disabled
  var randomAddress: BDADDR?
  var suggestedLength = DataLength()
  /// The PHYs that the host prefers to send on in new links; nil without a preference.
  var preferredTX: PHYSet?
  /// The PHYs that the host prefers to receive on in new links; nil without a preference.
  var preferredRX: PHYSet?
  /// What the path to the antenna adds to powers, in 0.1 dB, as the host says.
  var pathCompensation = (tx: RFPathCompensation(rawValue: 0), rx: RFPathCompensation(rawValue: 0))
  /// The data channels of the links that this device is the central of.
  var dataChannels = DataChannelMap.all
  var localName = [UInt8](repeating: 0, count: 248)
  var filterAcceptList = FilterAcceptList()
  var keys = PublicKeyState()
  var flowControl = HostFlowControl()
  var resolvingList = ResolvingList()
  /// What the host said of the channels of Channel Sounding, and when.
  var csClassification: (map: CSChannelMap, time: Instant)?
  /// Which commands for advertising, scanning and initiating the host has used.
  var advertisingCommands: AdvertisingCommands?
}

extension CommandHandlers {
  mutating func addControllerCommands() {
    addSetup()
    addEventMasks()
    addInformation()
    addBuffers()
    addCryptography()
  }

  private mutating func addSetup() {
    always(ResetCommand.self) { controller, _ in controller.reset() }
    always(WriteLEHostSupportCommand.self) { $0.hostState.leSupportedHost = $1.leSupportedHost }
    complete(ReadLEHostSupportCommand.self) { controller, _ in
      ReadLEHostSupportCommand.Return { $0.leSupportedHost = controller.hostState.leSupportedHost }
    }
    complete(status: LESetHostFeatureCommand.self) { controller, command in
      controller.setHostFeature(bit: Int(command.bitNumber), to: command.bitValue)
    }
    complete(status: LESetHostFeatureV2Command.self) { controller, command in
      controller.setHostFeature(bit: Int(command.bitNumber), to: command.bitValue)
    }
  }

  private mutating func addEventMasks() {
    always(SetEventMaskCommand.self) { $0.hostState.eventMasks.page1 = $1.eventMask }
    always(SetEventMaskPage2Command.self) { $0.hostState.eventMasks.page2 = $1.eventMaskPage2 }
    always(LESetEventMaskCommand.self) { $0.hostState.eventMasks.setLE($1.leEventMask) }
    always(LESetEventMaskV2Command.self) { $0.hostState.eventMasks.le = $1.leEventMask }
  }

  private mutating func addInformation() {
    complete(ReadLocalVersionInformationCommand.self) { controller, _ in
      let identity = controller.description.identity
      return ReadLocalVersionInformationCommand.Return {
        $0.hciVersion = identity.version
        $0.hciSubversion = identity.subversion
        $0.lmpVersion = identity.version
        $0.companyIdentifier = identity.companyID
        $0.lmpSubversion = identity.subversion
      }
    }
    complete(ReadLocalSupportedFeaturesCommand.self) { _, _ in
      ReadLocalSupportedFeaturesCommand.Return { $0.lmpFeatures = VirtualController.lmpFeatures }
    }
    complete(ReadBDADDRCommand.self) { controller, _ in
      ReadBDADDRCommand.Return { $0.bdAddr = controller.description.address.bdAddr }
    }
    complete(LEReadLocalSupportedFeaturesCommand.self) { controller, _ in
      LEReadLocalSupportedFeaturesCommand.Return { $0.leFeatures = controller.shownFeatures.page0 }
    }
    complete(LEReadAllLocalSupportedFeaturesCommand.self) { controller, _ in
      LEReadAllLocalSupportedFeaturesCommand.Return {
        $0.maxPage = controller.features.maxPage
        $0.leFeatures.replaceSubrange(0..<32, with: controller.shownFeatures.octets)
      }
    }
  }

  private mutating func addBuffers() {
    complete(ReadBufferSizeCommand.self) { _, _ in ReadBufferSizeCommand.Return() }
    complete(LEReadBufferSizeCommand.self) { _, _ in
      LEReadBufferSizeCommand.Return {
        $0.leACLDataPacketLength = VirtualController.aclLength
        $0.totalNumLEACLDataPackets = VirtualController.aclCount
      }
    }
    complete(LEReadBufferSizeV2Command.self) { _, _ in
      LEReadBufferSizeV2Command.Return {
        $0.leACLDataPacketLength = VirtualController.aclLength
        $0.totalNumLEACLDataPackets = VirtualController.aclCount
      }
    }
    complete(LEReadSuggestedDefaultDataLengthCommand.self) { controller, _ in
      LEReadSuggestedDefaultDataLengthCommand.Return {
        $0.suggestedMaxTx = controller.hostState.suggestedLength
      }
    }
    complete(status: LEWriteSuggestedDefaultDataLengthCommand.self) { controller, command in
      guard command.suggestedMaxTx.isLegal else { return .invalidHCICommandParameters }
      controller.hostState.suggestedLength = command.suggestedMaxTx
      return .success
    }
    complete(LEReadMaximumDataLengthCommand.self) { controller, _ in
      let length = controller.description.identity.dataLength
      return LEReadMaximumDataLengthCommand.Return { $0.supportedMax = DataLengths(tx: length, rx: length) }
    }
  }

  private mutating func addCryptography() {
    complete(LERandCommand.self) { controller, _ in
      LERandCommand.Return { $0.randomNumber = controller.random.next() }
    }
    complete(LEEncryptCommand.self) { _, command in
      LEEncryptCommand.Return {
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
  /// BR/EDR is not supported, LE is. [Vol 2, Part C, 3.3]
  static let lmpFeatures: UInt64 = 0x60 << 32

  /// The LE features, with those that the host set.
  var features: FeatureSet {
    var features = description.identity.features
    for feature in hostState.hostFeatures { features[feature] = true }
    return features
  }

  /// The LE features that the host gets.
  fileprivate var shownFeatures: FeatureSet {
    faults.contains(.hostFeatureNotShown) ? description.identity.features : features
  }

  func setHostFeature(bit: Int, to value: EnableState) -> ErrorCode {
    guard value.isDefined else { return .invalidHCICommandParameters }
    guard connections.isEmpty || faults.contains(.hostFeatureSetOnLink) else { return .commandDisallowed }
    guard let feature = FeatureSet.Feature(rawValue: bit), feature == .channelSoundingHostSupport,
      features[.channelSounding]
    else { return .unsupportedFeatureOrParameterValue }
    hostState.hostFeatures = value.isEnabled ? [feature] : []
    return .success
  }
}
