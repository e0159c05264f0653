internal import ChannelSounding
internal import CoreTypes
internal import Documents
internal import Notation

/// The values of a profile as a file writes them, key by key.
enum ProfileValues {
  /// The value of each key, in the order of the keys; nil where a file leaves the key out. Identity,
  /// interpretations and faults are not among them.
  static func all(_ profile: AccessoryProfile) -> [(path: String, text: String?)] {
    let version = profile.version
    let head: [(String, String?)] = [
      ("core.version", "\(version.core)"), ("core.company_id", version.companyID.hex(4)),
      ("core.subversion", version.subversion.hex(4)),
      ("features", list(FeatureSet.Feature.allCases.filter { profile.features[$0] }.map(\.word))),
    ]
    return head
      + below("channel_sounding", capabilities(profile))
      + below("channel_sounding.rtt", roundTrips(profile.csCapabilities))
      + below("channel_sounding.nadm", attackMetrics(profile.csCapabilities))
      + below("channel_sounding.inline_pct", inlinePCT(profile.csCapabilities))
      + below("advertising", advertising(profile.advertising))
      + below("security", security(profile.security)) + below("gatt", gatt(profile.gatt))
      + below("gatt.ranging", ranging(profile.gatt.ranging)) + below("link", link(profile.link))
      + below("radio", RadioRules.values(profile.radio))
  }

  private typealias Values = [(String, String?)]

  private static func below(_ section: String, _ values: Values) -> Values {
    values.map { ("\(section).\($0)", $1) }
  }

  private static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
  private static func flag(_ value: Bool) -> String { value ? "true" : "false" }

  private static func capabilities(_ profile: AccessoryProfile) -> Values {
    let claimed = profile.csCapabilities
    let roles: [(CSCapabilities.Roles, String)] = [(.initiator, "initiator"), (.reflector, "reflector")]
    let phys = [(UInt8(2), "2m"), (4, "2m-2bt")].filter { claimed.csSyncPHYs & $0.0 != 0 }.map(\.1)
    let levels = (0..<5).filter { claimed.txSNR >> UInt8($0) & 1 == 1 }.map { "\(18 + 3 * $0)" }
    let table = profile.faeTable
    return [
      ("roles", list(roles.filter { claimed.roles.contains($0.0) }.map(\.1))),
      ("num_configs", "\(claimed.numConfigs)"),
      ("max_consecutive_procedures", "\(claimed.maxConsecutiveProcedures)"),
      ("antennas", "\(claimed.numAntennas)"), ("antenna_paths", "\(claimed.maxAntennaPaths)"),
      ("mode_3", flag(claimed.supportsMode3)), ("sync_phys", list(["1m"] + phys)),
      (SyncAntennaRule.key, SyncAntennaRule.text(profile.syncAntennas)),
      ("no_fae", flag(claimed.subfeatures.contains(.noFAE))),
      (
        "fae_ppm",
        table.allSatisfy { $0 == 0 } ? "zero" : list(table.map { ScalarText.format(Double($0) / 32) })
      ),
      ("channel_selection_3c", flag(claimed.subfeatures.contains(.channelSelection3c))),
      ("sounding_pct_estimate", flag(claimed.subfeatures.contains(.soundingPCTEstimate))),
      ("t_ip1_us", times(claimed.tIP1, of: CSTime.tIP)), ("t_ip2_us", times(claimed.tIP2, of: CSTime.tIP)),
      ("t_fcs_us", times(claimed.tFCS, of: CSTime.tFCS)), ("t_pm_us", times(claimed.tPM, of: CSTime.tPM)),
      ("t_sw_us", "\(claimed.tSW)"), ("tx_snr_db", list(levels)),
    ]
  }

  /// The times whose bits are set, with the mandatory one.
  private static func times(_ bits: UInt16, of times: [Int]) -> String {
    list(CSTime.supportedIndices(bits, of: times).map { "\(times[Int($0)])" })
  }

  private static func roundTrips(_ claimed: CSCapabilities) -> Values {
    func accuracy(_ bit: UInt8, _ count: UInt8) -> String? {
      count == 0 ? nil : claimed.rttCapability >> bit & 1 == 1 ? "10" : "150"
    }
    let values: Values = [
      ("aa_only_n", "\(claimed.rttAAOnlyN)"), ("aa_only_class_ns", accuracy(0, claimed.rttAAOnlyN)),
      ("sounding_n", "\(claimed.rttSoundingN)"), ("sounding_class_ns", accuracy(1, claimed.rttSoundingN)),
      ("random_n", "\(claimed.rttRandomSequenceN)"),
      ("random_class_ns", accuracy(2, claimed.rttRandomSequenceN)),
    ]
    let counts = [
      ("aa_only_2m_n", claimed.rtt2MAAOnlyN), ("sounding_2m_n", claimed.rtt2MSoundingN),
      ("random_2m_n", claimed.rtt2MRandomSequenceN),
    ]
    return values + counts.map { ($0, $1 == 0 ? nil : "\($1)") }
  }

  private static func attackMetrics(_ claimed: CSCapabilities) -> Values {
    [("sounding", claimed.nadmSounding), ("random", claimed.nadmRandom)].map {
      ($0, $1 & 1 == 0 ? "[]" : "[phase-based]")
    }
  }

  private static func inlinePCT(_ claimed: CSCapabilities) -> Values {
    guard claimed.subfeatures.contains(.inlinePCT) else {
      return [("supported", "false"), ("t_ip2_us", nil), ("t_sw_us", nil)]
    }
    return [
      ("supported", "true"), ("t_ip2_us", times(claimed.tIP2IPT, of: CSTime.tIP)),
      ("t_sw_us", "\(claimed.tSWIPT)"),
    ]
  }

  private static func advertising(_ advertising: AdvertisingDescription) -> Values {
    let flags: [(AdvertisingDescription.Flags, String)] = [
      (.limitedDiscoverable, "limited-discoverable"), (.generalDiscoverable, "general-discoverable"),
      (.brEDRNotSupported, "br-edr-not-supported"),
    ]
    let data = advertising.manufacturerData
    return [
      ("interval_ms", ScalarText.format(advertising.intervalMilliseconds)),
      ("fast_interval_ms", advertising.fastIntervalMilliseconds.map(ScalarText.format)),
      ("fast_duration_s", advertising.fastIntervalMilliseconds.map { _ in "\(advertising.fastSeconds)" }),
      ("address", advertising.addressKind == .public ? "public" : "random-static"),
      ("flags", list(flags.filter { advertising.flags.contains($0.0) }.map(\.1))),
      ("services", list(advertising.services.map(\.description))),
      ("company_id", advertising.companyID.map { $0.hex(4) }),
      ("manufacturer_data", data.isEmpty ? nil : quoted(data.hex(.upper))),
      ("name", advertising.name.isEmpty ? nil : quoted(advertising.name)),
      ("tx_power_dbm", advertising.txPowerDbm.map { "\($0)" }),
      ("appearance", advertising.appearance.map { $0.hex(4) }),
      ("keeps_services_when_bonded", flag(advertising.keepsServicesWhenBonded)),
    ]
  }

  /// Text in quotes, which YAML takes for nothing else.
  static func quoted(_ text: String) -> String { "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }

  /// A scalar between double quotes. One that a text file may not hold, or that does not show, is escaped.
  /// [YAML 1.2.2, 5.7]
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return "\\U" + scalar.value.hexDigits(8)
    default: return scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }

  private static func security(_ security: SecurityDescription) -> Values {
    [
      ("bonding", flag(security.bonds)), ("persistent_keys", flag(security.hasPersistentKeys)),
      ("io_capability", security.ioCapability.rawValue),
    ]
  }

  private static func gatt(_ gatt: GATTDescription) -> Values {
    [
      ("ranging_service", flag(gatt.hasRangingService)), ("mtu_octets", "\(gatt.maximumMTU)"),
      ("vendor_service", gatt.vendorService?.description), ("service_changed", flag(gatt.hasServiceChanged)),
      ("can_change", flag(gatt.canChange)),
    ]
  }

  private static func ranging(_ ranging: RangingServiceDescription) -> Values {
    [
      ("real_time", flag(ranging.sendsRealTime)), ("lost_segments", flag(ranging.resendsLostSegments)),
      ("abort", flag(ranging.aborts)), ("filter", flag(ranging.filters)),
      ("buffers", "\(ranging.bufferCount)"),
    ]
  }

  private static func link(_ link: LinkDescription) -> Values {
    [
      ("requests_connection_parameters", flag(link.requestsConnectionParameters)),
      ("requested_interval_min_ms", ScalarText.format(link.requestedIntervalMinMilliseconds)),
      ("requested_interval_max_ms", ScalarText.format(link.requestedIntervalMaxMilliseconds)),
      ("requested_latency", "\(link.requestedLatency)"),
      ("requested_timeout_ms", ScalarText.format(link.requestedTimeoutMilliseconds)),
      ("starts_phy_update", flag(link.startsPHYUpdate)), ("data_octets", "\(link.maximumDataOctets)"),
    ]
  }
}
