public import CoreTypes

extension FeatureSet.Feature {
  /// How a profile names the feature.
  public var word: String {
    switch self {
    case .leEncryption: "le-encryption"
    case .connectionParametersRequest: "connection-parameters-request"
    case .extendedRejectIndication: "extended-reject-indication"
    case .peripheralInitiatedFeaturesExchange: "peripheral-initiated-features-exchange"
    case .lePing: "le-ping"
    case .dataPacketLengthExtension: "data-packet-length-extension"
    case .llPrivacy: "ll-privacy"
    case .le2MPHY: "le-2m-phy"
    case .extendedAdvertising: "extended-advertising"
    case .channelSelectionAlgorithm2: "channel-selection-algorithm-2"
    case .lePowerControlRequest: "le-power-control-request"
    case .channelSounding: "channel-sounding"
    case .channelSoundingHostSupport: "channel-sounding-host-support"
    case .channelSoundingToneQualityIndication: "channel-sounding-tone-quality-indication"
    case .extendedFeatureSet: "extended-feature-set"
    case .frameSpaceUpdate: "frame-space-update"
    case .channelSoundingEnhancement1: "channel-sounding-enhancement-1"
    }
  }

  /// The names of all features.
  static let words = allCases.map(\.word)

  init?(word: String) {
    guard let feature = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = feature
  }
}
