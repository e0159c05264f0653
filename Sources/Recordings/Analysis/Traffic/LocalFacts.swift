internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Wire

/// What the answers of a controller and the commands of its host show of their own device.
struct LocalFacts {
  /// What is known of it, its address left out.
  private(set) var device = RecordedDevice()
  private var publicAddress: Seen<DeviceAddress>?
  private var randomAddress: Seen<DeviceAddress>?
  /// The kind of own address that a connection was asked to use; nil before.
  private var ownAddressType: OwnAddressType?
  /// The antenna of the last LE CS Set Default Settings command, which the controller may refuse.
  private var askedAntennas: Seen<CSSyncAntennaSelection>?
  /// The last LE Set Host Feature command; nil without one for page 0.
  private var askedFeature: (feature: FeaturePage0, isSet: Bool)?
  /// The bits of page 0 that the host has set. Hosts read the features before.
  private var hostFeatures: FeaturePage0 = []

  /// The answers that are read.
  static func isWanted(_ opcode: UInt16) -> Bool {
    switch Opcode(rawValue: opcode) {
    case .readLocalVersionInformation, .readBDADDR, .leReadLocalSupportedFeatures,
      .leReadAllLocalSupportedFeatures, .leCSReadLocalSupportedCapabilities,
      .leCSReadLocalSupportedCapabilitiesV2, .leSetHostFeature, .leSetHostFeatureV2,
      .leCSSetDefaultSettings:
      true
    default: false
    }
  }

  /// Takes an answer; one that says no more than a failure tells nothing.
  mutating func take(_ event: CommandCompleteEvent, _ frame: Int) throws(WireError) {
    guard event.status == .success else { return }
    switch event.commandOpcode {
    case .readLocalVersionInformation:
      let answer = try ReadLocalVersionInformationCommand.returned(in: event)
      device.version.see(
        .init(
          core: answer.lmpVersion, company: answer.companyIdentifier, subversion: answer.lmpSubversion),
        frame)
    case .readBDADDR:
      let answer = try ReadBDADDRCommand.returned(in: event)
      publicAddress.see(DeviceAddress(answer.bdAddr, kind: .public), frame)
    case .leReadLocalSupportedFeatures:
      device.features.see(try LEReadLocalSupportedFeaturesCommand.returned(in: event).leFeatures, frame)
      device.features?.value.formUnion(hostFeatures)
    case .leReadAllLocalSupportedFeatures:
      let answer = try LEReadAllLocalSupportedFeaturesCommand.returned(in: event)
      device.see(allFeatures: answer.leFeatures, pageCount: answer.maxPage, frame)
      device.features?.value.formUnion(hostFeatures)
    case .leSetHostFeature, .leSetHostFeatureV2: setAskedFeature()
    case .leCSSetDefaultSettings:
      if let asked = askedAntennas { device.syncAntennas.see(asked.value, asked.frame) }
    case .leCSReadLocalSupportedCapabilities:
      // The second version says more, and is not forgotten for the first.
      guard device.capabilities == nil else { return }
      device.capabilities.see(
        try LECSReadLocalSupportedCapabilitiesCommand.returned(in: event).capabilities, frame)
    case .leCSReadLocalSupportedCapabilitiesV2:
      device.capabilities.see(
        try LECSReadLocalSupportedCapabilitiesV2Command.returned(in: event).capabilities, frame)
      device.hasCapabilityTail = true
    default: break
    }
  }

  /// Takes a command that says which address or which antenna is used; others change nothing.
  mutating func take(_ packet: CommandPacket, _ frame: Int) throws(WireError) {
    switch packet.opcode {
    case .leSetRandomAddress:
      let command = try LESetRandomAddressCommand(packet)
      randomAddress.see(DeviceAddress(command.randomAddress, kind: .random), frame)
    case .leSetAdvertisingSetRandomAddress:
      let command = try LESetAdvertisingSetRandomAddressCommand(packet)
      randomAddress.see(DeviceAddress(command.randomAddress, kind: .random), frame)
    case .leCreateConnection:
      ownAddressType = try LECreateConnectionCommand(packet).ownAddressType
    case .leExtendedCreateConnection:
      ownAddressType = try LEExtendedCreateConnectionCommand(packet).ownAddressType
    case .leCSSetDefaultSettings:
      let command = try LECSSetDefaultSettingsCommand(packet)
      askedAntennas = Seen(command.csSyncAntennaSelection, frame: frame)
    case .leSetHostFeature:
      let command = try LESetHostFeatureCommand(packet)
      ask(feature: UInt16(command.bitNumber), command.bitValue)
    case .leSetHostFeatureV2:
      let command = try LESetHostFeatureV2Command(packet)
      ask(feature: command.bitNumber, command.bitValue)
    case .reset: hostFeatures = []
    default: break
    }
  }

  /// Notes what the host asks of a feature of page 0.
  private mutating func ask(feature bit: UInt16, _ value: EnableState) {
    askedFeature = nil
    if bit < 64, value.isDefined {
      askedFeature = (feature: FeaturePage0(rawValue: 1 << UInt64(bit)), isSet: value.isEnabled)
    }
  }

  private mutating func setAskedFeature() {
    guard let (feature, isSet) = askedFeature else { return }
    hostFeatures = isSet ? hostFeatures.union(feature) : hostFeatures.subtracting(feature)
    guard let features = device.features?.value else { return }
    device.features?.value = isSet ? features.union(feature) : features.subtracting(feature)
  }

  /// The address of our own end of a connection; nil where nothing tells it.
  func address(_ role: LinkRole?, advertisingType: OwnAddressType?) -> Seen<DeviceAddress>? {
    switch role == .peripheral ? advertisingType : ownAddressType {
    case .public: publicAddress
    case .random: randomAddress
    // The controller draws a private address, which no command tells.
    default: nil
    }
  }
}

extension RecordedDevice {
  /// Takes 248 octets of features: 8 of page 0, then 24 a page.
  mutating func see(allFeatures octets: [UInt8], pageCount: UInt8, _ frame: Int) {
    guard octets.count == 248 else { return }
    features.see(FeaturePage0(octets: octets), frame)
    for page in 0..<min(10, Int(pageCount)) {
      let start = 8 + 24 * page
      see(page: FeaturePage(number: UInt8(page + 1), octets: Array(octets[start..<start + 24])), frame)
    }
  }
}
