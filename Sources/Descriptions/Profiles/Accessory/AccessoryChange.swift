internal import ChannelSounding
internal import CoreTypes
public import Documents

/// Changes of an accessory that take more than one key.
public enum AccessoryChange {
  /// So many antennas, 1 to 4, each with a path of its own; none if `profile` has as many. The time to switch stays,
  /// unless one antenna needs none or the profile has none for several.
  public static func antennas(_ count: Int, in profile: AccessoryProfile) -> [DocumentSetting] {
    let capabilities = profile.csCapabilities
    if Int(capabilities.numAntennas) == count { return [] }
    var settings = [
      DocumentSetting("channel_sounding.antennas", "\(count)"),
      DocumentSetting("channel_sounding.antenna_paths", "\(count)"),
    ]
    if (capabilities.tSW == 0) != (count == 1) {
      settings.append(DocumentSetting("channel_sounding.t_sw_us", count == 1 ? "0" : "10"))
    }
    return settings
  }

  /// Inline PCT, or none and no times of it.
  public static func inlinePCT(_ isSupported: Bool) -> [DocumentSetting] {
    let inline = "channel_sounding.inline_pct"
    return [DocumentSetting(inline + ".supported", "\(isSupported)")]
      + (isSupported ? [] : ["t_ip2_us", "t_sw_us"].map { DocumentSetting(leavingOut: "\(inline).\($0)") })
  }

  /// Inline PCT, with the role, the features and the version that it takes.
  public static func inlinePCT(addedTo profile: AccessoryProfile) -> [DocumentSetting] {
    var roles = profile.csCapabilities.roles.contains(.initiator) ? ["initiator"] : []
    roles.append("reflector")
    let needed: [FeatureSet.Feature] = [.extendedFeatureSet, .channelSoundingEnhancement1]
    let features = FeatureSet.Feature.allCases.filter { profile.features[$0] || needed.contains($0) }
    return inlinePCT(true) + [
      DocumentSetting("channel_sounding.roles", items: roles),
      DocumentSetting("features", items: features.map(\.word)),
      DocumentSetting("core.version", CoreVersion.v6_3.description),
    ]
  }

  /// These T_FCS in microseconds, and the one that every device has.
  public static func tFCS(_ microseconds: [Int]) -> [DocumentSetting] {
    let always = TFCS.mandatory.microseconds
    let times = (microseconds.filter { $0 != always } + [always]).map { "\($0)" }
    return [DocumentSetting("channel_sounding.t_fcs_us", items: times)]
  }
}
