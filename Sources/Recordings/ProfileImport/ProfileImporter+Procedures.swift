internal import AccessoryProfile
internal import CoreTypes

extension ProfileImporter {
  /// Puts what complete procedures prove in the place of defaults, where nobody told more.
  ///
  /// It is the least that the accessory can do, so it stays unknown unless it is assumed.
  ///
  /// - Returns: the keys and sections whose values are proven.
  mutating func readProcedures() -> [String] {
    let (proof, features, antennas) = (accessory.proof, features, accessory.usedAntennaCount)
    guard proof.count > 0 else { return [] }
    var paths: [String] = []
    func prove(_ path: String, _ change: (inout AccessoryProfile) -> Void) {
      guard !draft.knows(path) else { return }
      change(&draft.profile)
      paths.append(path)
    }
    prove("core.version") { $0.version.core = proof.usesInlinePCT ? .v6_3 : .v6_0 }
    prove("features") { $0.features = features }
    prove("channel_sounding") {
      $0.csCapabilities = proof.capabilities(antennas: antennas)
      $0.radio.pllSettlingTauMicroseconds = RadioDescription.settlingTau(for: $0.csCapabilities)
    }
    // No procedure starts on a link that is not encrypted.
    prove("security.bonding") { $0.security.bonds = true }
    return paths
  }

  private var features: FeatureSet {
    var features = FeatureSet([.leEncryption, .channelSounding, .channelSoundingHostSupport])
    if accessory.proof.usesInlinePCT {
      features[.extendedFeatureSet] = true
      features[.channelSoundingEnhancement1] = true
    }
    features[.channelSoundingToneQualityIndication] = accessory.proof.ratesTones
    features[.le2MPHY] = accessory.usesLE2M
    return features
  }
}
