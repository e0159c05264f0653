internal import ChannelSounding
package import CoreTypes
internal import Documents
package import Profiles

/// An optional feature that an accessory may claim: an item of its implementation conformance statement (ICS).
package enum Claim: Hashable, Sendable {
  /// Taking that role in Channel Sounding.
  case role(CSRole)
  /// Mode-3.
  case mode3
  /// Inline PCT transfer.
  case inlinePCT
  /// RTT with the access address only.
  case rttAccessAddress
  /// RTT with a sounding sequence.
  case rttSounding
  /// RTT with a random sequence.
  case rttRandom
  /// RTT with either sequence.
  case rttSequence
  /// CS_SYNC on LE 2M.
  case sync2M
  /// CS_SYNC on LE 2M 2BT.
  case sync2M2BT
  /// This number of antennas or more, 2 to 4.
  case antennas(Int)
  /// This number of antenna paths or more, 2 to 4.
  case antennaPaths(Int)
  /// This number of configurations or more, 2 to 4.
  case configurations(Int)
  /// An unlimited procedure count.
  case endlessProcedures
  /// Channel selection #3c.
  case channelSelection3c
  /// A frequency actuation error, with an FAE table.
  case actuationErrors
  /// No frequency actuation error.
  case noActuationErrors
  /// Control of the output SNR.
  case outputSNR
  /// An attack metric (NADM) with sounding sequences.
  case nadmSounding
  /// An attack metric (NADM) with random sequences.
  case nadmRandom
  /// Phase from the sounding sequence.
  case soundingPCTEstimate
  case rangingService
  case bonding
  /// A feature of the Link Layer.
  case feature(FeatureSet.Feature)

  /// All items in their order; items with a number at their lowest meaningful number.
  package static let all: [Claim] =
    [
      .role(.initiator), .role(.reflector), .mode3, .inlinePCT, .rttAccessAddress, .rttSounding, .rttRandom,
      .rttSequence, .sync2M, .sync2M2BT, .antennas(2), .antennaPaths(2), .antennaPaths(4), .configurations(2),
      .endlessProcedures, .channelSelection3c, .actuationErrors, .noActuationErrors, .outputSNR,
      .nadmSounding, .nadmRandom, .soundingPCTEstimate, .rangingService, .bonding,
    ] + FeatureSet.Feature.allCases.map(Claim.feature)

  /// The name in a report.
  package var words: String {
    switch self {
    case .role(let role): "the \(role) role"
    case .mode3: "mode-3"
    case .inlinePCT: "inline PCT"
    case .rttAccessAddress: "RTT with the access address only"
    case .rttSounding: "RTT with a sounding sequence"
    case .rttRandom: "RTT with a random sequence"
    case .rttSequence: "RTT with a sounding or a random sequence"
    case .sync2M: "CS_SYNC on LE 2M"
    case .sync2M2BT: "CS_SYNC on LE 2M 2BT"
    case .antennas(let count): "\(count) antennas"
    case .antennaPaths(let count): "\(count) antenna paths"
    case .configurations(let count): "\(count) configurations"
    case .endlessProcedures: "an unlimited procedure count"
    case .channelSelection3c: "channel selection #3c"
    case .actuationErrors: "a frequency actuation error"
    case .noActuationErrors: "no frequency actuation error (No_FAE)"
    case .outputSNR: "control of the output SNR"
    case .nadmSounding: "NADM with sounding sequences"
    case .nadmRandom: "NADM with random sequences"
    case .soundingPCTEstimate: "phase-based ranging from the sounding sequence"
    case .rangingService: "the Ranging Service"
    case .bonding: "bonding"
    case .feature(let feature): "the feature \(feature.word)"
    }
  }

  /// The profile key that declares it.
  package var key: String {
    switch self {
    case .role: "channel_sounding.roles"
    case .mode3: "channel_sounding.mode_3"
    case .inlinePCT: "channel_sounding.inline_pct.supported"
    case .rttAccessAddress: "channel_sounding.rtt.aa_only_n"
    case .rttSounding: "channel_sounding.rtt.sounding_n"
    case .rttRandom: "channel_sounding.rtt.random_n"
    case .rttSequence: "channel_sounding.rtt"
    case .sync2M, .sync2M2BT: "channel_sounding.sync_phys"
    case .antennas: "channel_sounding.antennas"
    case .antennaPaths: "channel_sounding.antenna_paths"
    case .configurations: "channel_sounding.num_configs"
    case .endlessProcedures: "channel_sounding.max_consecutive_procedures"
    case .channelSelection3c: "channel_sounding.channel_selection_3c"
    case .actuationErrors, .noActuationErrors: "channel_sounding.no_fae"
    case .outputSNR: "channel_sounding.tx_snr_db"
    case .nadmSounding: "channel_sounding.nadm.sounding"
    case .nadmRandom: "channel_sounding.nadm.random"
    case .soundingPCTEstimate: "channel_sounding.sounding_pct_estimate"
    case .rangingService: "gatt.ranging_service"
    case .bonding: "security.bonding"
    case .feature: "features"
    }
  }

  /// The path at which it may be unknown: its key, or the single feature.
  package var unknownPath: String {
    if case .feature(let feature) = self { feature.path } else { key }
  }

  /// Whether a profile declares it, independent of planted faults.
  package func holds(in profile: AccessoryProfile) -> Bool {
    let claimed = profile.csCapabilities
    return switch self {
    case .role(let role): claimed.roles.contains(role == .initiator ? .initiator : .reflector)
    case .mode3: claimed.supportsMode3
    case .inlinePCT: claimed.subfeatures.contains(.inlinePCT)
    case .rttAccessAddress: claimed.rttAAOnlyN > 0
    case .rttSounding: claimed.rttSoundingN > 0
    case .rttRandom: claimed.rttRandomSequenceN > 0
    case .rttSequence: claimed.rttSoundingN > 0 || claimed.rttRandomSequenceN > 0
    case .sync2M: SyncPHY.le2M.isClaimed(claimed)
    case .sync2M2BT: SyncPHY.le2M2BT.isClaimed(claimed)
    case .antennas(let count): Int(claimed.numAntennas) >= count
    case .antennaPaths(let count): Int(claimed.maxAntennaPaths) >= count
    case .configurations(let count): Int(claimed.numConfigs) >= count
    case .endlessProcedures: claimed.maxConsecutiveProcedures.isEndless
    case .channelSelection3c: claimed.subfeatures.contains(.channelSelection3c)
    case .actuationErrors: !claimed.subfeatures.contains(.noFAE)
    case .noActuationErrors: claimed.subfeatures.contains(.noFAE)
    case .outputSNR: !claimed.txSNR.isEmpty
    case .nadmSounding: claimed.nadmSounding != 0
    case .nadmRandom: claimed.nadmRandom != 0
    case .soundingPCTEstimate: claimed.subfeatures.contains(.soundingPCTEstimate)
    case .rangingService: profile.gatt.hasRangingService
    case .bonding: profile.security.bonds
    case .feature(let feature): profile.features[feature]
    }
  }

  /// What a profile declares under the key or below it, and where.
  package func declaration(in profile: AccessoryProfile) -> String {
    let declared = profile.declarations.first { $0.path == key || $0.path.hasPrefix(key + ".") }
    guard let declared else {
      return "\(key), left out" + (profile.file.isEmpty ? "" : " in \(profile.file)")
    }
    return "\(key), \(declared.place)"
  }

  /// Why a case that needs it is not run.
  package func absence(in profile: AccessoryProfile) -> String {
    "not claimed: \(words) (\(declaration(in: profile)))"
  }
}
