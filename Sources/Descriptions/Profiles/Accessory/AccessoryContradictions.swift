internal import ChannelSounding
internal import CoreTypes
internal import Documents
internal import Faults

/// Statements of a profile that are legal one by one and cannot hold together.
struct AccessoryContradictions {
  let root: Section
  let profile: AccessoryProfile
  private var errors: [DocumentError] = []

  /// What cannot hold.
  static func errors(in root: Section, profile: AccessoryProfile) -> [DocumentError] {
    var check = AccessoryContradictions(root: root, profile: profile)
    check.checkAntennas()
    check.checkRanging()
    check.checkInlinePCT()
    check.checkFeatures()
    check.checkAdvertising()
    check.checkServices()
    check.checkChannels()
    check.checkLink()
    check.checkSecurity()
    check.checkFaults()
    return check.errors
  }

  /// What can hold, and is unusual.
  static func notices(in root: Section, profile: AccessoryProfile) -> [ProfileNotice] {
    var notices = unknownNotices(in: root, profile: profile)
    let rtt = root.section("channel_sounding").section("rtt")
    if rtt.integer("aa_only_n") == 0, let position = rtt.position("aa_only_n") {
      let text = "mode-1 is mandatory, and public test cases expect an RTT_AA_Only_N above 0"
      notices.append(ProfileNotice(position: position, text: text))
    }
    guard profile.declaresInlinePCT else { return notices }
    if profile.version.core < .v6_3, let position = root.section("core").position("version") {
      let text = "inline PCT was introduced in Core 6.3, but the version is \(profile.version.core)"
      notices.append(ProfileNotice(position: position, text: text))
    }
    if !profile.features[.channelSoundingEnhancement1], let position = root.position("features") {
      let text = "inline PCT belongs to the feature channel-sounding-enhancement-1, which is not listed"
      notices.append(ProfileNotice(position: position, text: text))
    }
    return notices
  }

  private static func unknownNotices(in root: Section, profile: AccessoryProfile) -> [ProfileNotice] {
    guard let position = root.position("unknown"), !profile.unknown.isEmpty else { return [] }
    let count = profile.unknown.count - (profile.isConductUnknown ? 1 : 0)
    let keys = count == 0 ? [] : [count == 1 ? "1 key or section" : "\(count) keys and sections"]
    let parts = keys + (profile.isConductUnknown ? ["conduct"] : [])
    let text = "not seen: \(parts.joined(separator: ", and ")); verdicts that rest on them are inconclusive"
    return [ProfileNotice(position: position, text: text)]
  }

  private init(root: Section, profile: AccessoryProfile) {
    self.root = root
    self.profile = profile
  }

  mutating func add(
    _ text: String, _ section: Section, _ key: String, other: Place, fix: String
  ) {
    guard let position = section.position(key) ?? section.position ?? root.position else { return }
    let path = section.place(key).path
    // A default that stands in for what nobody has seen contradicts nothing.
    if profile.unknown.contains(where: { $0.hides(path) || $0.hides(other.path) }) { return }
    errors.append(
      DocumentError(.contradiction(text, other: other.position, fix: fix), at: position, path: path))
  }

  private mutating func checkAntennas() {
    let section = root.section("channel_sounding")
    let antennas = profile.csCapabilities.numAntennas
    let paths = profile.csCapabilities.maxAntennaPaths
    let other = section.place("antennas")
    if paths < antennas {
      add(
        "found \(paths) for \(antennas) antennas, expected at least one path for each antenna", section,
        "antenna_paths", other: other, fix: "Write \(antennas) or more.")
    }
    if !profile.syncAntennas.isSupported(byAntennas: antennas) {
      add(
        "found antenna \(profile.syncAntennas.rawValue) of \(antennas), expected one that the accessory has",
        section,
        "sync_antenna", other: other, fix: "Write the number of one, or repetitive.")
    }
    let radio = root.section("radio")
    let delays = radio.numbers("path_delays_ns").count
    if delays > Int(paths) {
      add(
        "found \(delays) delays, expected at most one for each of \(paths) antenna paths", radio,
        "path_delays_ns", other: section.place("antenna_paths"), fix: "Remove \(delays - Int(paths)).")
    }
    let time = profile.csCapabilities.tSW
    if antennas == 1 && time != 0 {
      add(
        "found \(time) us with one antenna, expected 0 because there is nothing to switch", section,
        "t_sw_us",
        other: other, fix: "Write 0, or give the number of antennas.")
    }
    if antennas > 1 && time == 0 {
      add(
        "found 0 with \(antennas) antennas, expected a switching time", section, "t_sw_us", other: other,
        fix: "Write 1, 2, 4 or 10.")
    }
  }

  private mutating func checkRanging() {
    let section = root.section("channel_sounding")
    let capabilities = profile.csCapabilities
    if capabilities.subfeatures.contains(.noFAE), !profile.faeTable.isZero {
      add(
        "found an error table, expected zero because no_fae is true", section, "fae_ppm",
        other: section.place("no_fae"), fix: "Write zero, or no_fae: false.")
    }
    let rtt = section.section("rtt")
    for kind in ["aa_only", "sounding", "random"] where rtt.has("\(kind)_class_ns") {
      if (rtt.integer("\(kind)_n") ?? 0) == 0 {
        add(
          "found an accuracy class, expected none because \(kind)_n is 0", rtt, "\(kind)_class_ns",
          other: rtt.place("\(kind)_n"), fix: "Remove it, or give \(kind)_n.")
      }
    }
    if capabilities.csSyncPHYs == 0 {
      for key in ["aa_only_2m_n", "sounding_2m_n", "random_2m_n"] where (rtt.integer(key) ?? 0) > 0 {
        add(
          "found a count for the 2M PHYs, expected none because sync_phys has no 2m", rtt, key,
          other: section.place("sync_phys"), fix: "Remove it, or add 2m to sync_phys.")
      }
    }
    if capabilities.csSyncPHYs != 0, !profile.features[.le2MPHY] {
      add(
        "found a 2M PHY, expected none because le-2m-phy is not listed", section, "sync_phys",
        other: root.place("features"), fix: "Add le-2m-phy to features, or remove it.")
    }
    if capabilities.subfeatures.contains(.soundingPCTEstimate), capabilities.rttSoundingN == 0 {
      add(
        "found true, expected false because sounding_n is 0", section, "sounding_pct_estimate",
        other: rtt.place("sounding_n"), fix: "Write false, or give rtt.sounding_n.")
    }
  }

  private mutating func checkInlinePCT() {
    let section = root.section("channel_sounding")
    let inline = section.section("inline_pct")
    if profile.declaresInlinePCT {
      if !profile.csCapabilities.roles.contains(.reflector) {
        add(
          "found true without the reflector role, expected the role that returns the phase", inline,
          "supported",
          other: section.place("roles"), fix: "Add reflector to roles, or write false.")
      }
      return
    }
    for key in ["t_ip2_us", "t_sw_us"] where inline.has(key) {
      add(
        "found a time, expected none because inline PCT is not supported", inline, key,
        other: inline.place("supported"), fix: "Remove it, or write supported: true.")
    }
  }

  private mutating func checkFeatures() {
    if profile.features[.channelSoundingHostSupport], !profile.features[.channelSounding] {
      add(
        "found channel-sounding-host-support, expected channel-sounding with it", root, "features",
        other: root.section("channel_sounding").place, fix: "Add channel-sounding.")
    }
  }

  private mutating func checkAdvertising() {
    let section = root.section("advertising")
    let advertising = profile.advertising
    let hasBeacon = advertising.beacon != nil
    for key in ["company_id", "manufacturer_data"] where hasBeacon && section.has(key) {
      add(
        "found a value beside a beacon, expected one of both because a beacon is manufacturer data", section,
        key,
        other: section.place("beacon"), fix: "Remove it, or remove beacon.")
    }
    if !advertising.manufacturerData.isEmpty, advertising.companyID == nil, !hasBeacon {
      add(
        "found data without a company identifier, expected both", section, "manufacturer_data",
        other: section.place, fix: "Add company_id.")
    }
    let size = advertising.requiredOctets
    if size > AdvertisingDescription.legacyLimit {
      add(
        "found \(size) octets of flags, services and \(hasBeacon ? "a beacon" : "manufacturer data"), expected at most 31",
        section, "services", other: section.place(hasBeacon ? "beacon" : "manufacturer_data"),
        fix: hasBeacon ? "Advertise fewer services." : "Advertise fewer services or less data.")
    } else if advertising.scanResponseOctets > AdvertisingDescription.legacyLimit {
      add(
        "found \(advertising.scanResponseOctets) octets for the scan response, expected at most 31", section,
        "name", other: section.place("services"), fix: "Write a shorter name.")
    }
  }

  private mutating func checkLink() {
    let section = root.section("advertising")
    if section.has("fast_duration_s"), profile.advertising.fastIntervalMilliseconds == nil {
      add(
        "found a duration without a fast interval, expected both", section, "fast_duration_s",
        other: section.place, fix: "Add fast_interval_ms, or remove it.")
    }
    if let fast = profile.advertising.fastIntervalMilliseconds,
      fast > profile.advertising.intervalMilliseconds
    {
      add(
        "found \(ScalarText.format(fast)) ms, expected at most the slow interval", section,
        "fast_interval_ms",
        other: section.place("interval_ms"), fix: "Write a shorter interval, or exchange both.")
    }
    let link = root.section("link")
    let asked = profile.link
    if asked.requestedIntervalMinMilliseconds > asked.requestedIntervalMaxMilliseconds {
      add(
        "found \(ScalarText.format(asked.requestedIntervalMinMilliseconds)) ms, expected at most the longest interval",
        link, "requested_interval_min_ms", other: link.place("requested_interval_max_ms"),
        fix: "Write \(ScalarText.format(asked.requestedIntervalMaxMilliseconds)) or less.")
    }
    let least = 2 * (1 + Double(asked.requestedLatency)) * asked.requestedIntervalMaxMilliseconds
    if asked.requestedTimeoutMilliseconds <= least {
      add(
        "found \(ScalarText.format(asked.requestedTimeoutMilliseconds)) ms, expected more than two intervals with latency",
        link, "requested_timeout_ms", other: link.place("requested_latency"),
        fix: "Write more than \(ScalarText.format(least)).")
    }
  }

  private mutating func checkSecurity() {
    let section = root.section("security")
    if profile.security.hasPersistentKeys, !profile.security.bonds {
      add(
        "found true, expected false because bonding is false", section, "persistent_keys",
        other: section.place("bonding"), fix: "Write false, or bonding: true.")
    }
  }

  private mutating func checkFaults() {
    let inline = root.section("channel_sounding").section("inline_pct")
    for fault in profile.faults where !profile.canHave(fault) {
      add(
        "found \(fault.id), expected an accessory with inline PCT", root, "faults",
        other: inline.place("supported"), fix: "Remove the fault, or extend a profile with inline PCT.")
    }
  }
}

/// A key or a section, and where it stands if it does.
struct Place {
  var path: String
  var position: SourcePosition?
}

extension Section {
  /// Where the mapping begins.
  var place: Place { Place(path: path, position: position) }

  /// Where the value of `key` stands.
  func place(_ key: String) -> Place {
    Place(path: path.isEmpty ? key : "\(path).\(key)", position: position(key))
  }
}

extension AdvertisingDescription {
  /// The octets of advertising data, and those of scan response data.
  static let legacyLimit = 31

  /// The octets of the AD structures that must be in the advertising data itself; name, power and appearance
  /// go where there is room.
  var requiredOctets: Int {
    let short = services.filter { $0.octets.count == 2 }.count
    let long = services.count - short
    return (flags.isEmpty ? 0 : 3) + (short == 0 ? 0 : 2 + 2 * short) + (long == 0 ? 0 : 2 + 16 * long)
      + (beacon != nil ? 27 : companyID == nil ? 0 : 4 + manufacturerData.count)
  }

  /// The octets of the AD structures that have no room beside those and go to the scan response.
  var scanResponseOctets: Int {
    let optional = [
      txPowerDbm == nil ? 0 : 3, appearance == nil ? 0 : 4, name.isEmpty ? 0 : 2 + name.utf8.count,
    ]
    var (data, scanResponse) = (requiredOctets, 0)
    for octets in optional {
      if data + octets <= Self.legacyLimit { data += octets } else { scanResponse += octets }
    }
    return scanResponse
  }
}
