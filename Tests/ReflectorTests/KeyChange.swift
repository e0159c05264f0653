import Testing

@testable import Documents
@testable import Profiles

/// Another value for a key, and what both profiles need beside it.
struct KeyChange: CustomTestStringConvertible, Sendable {
  let path: String
  let value: String
  let beside: [(String, String)]
  var testDescription: String { path }

  init(_ path: String, _ value: String, beside: [(String, String)] = []) {
    self.path = path
    self.value = value
    self.beside = beside
  }
}

extension KeyChange {
  /// The keys that tell people what the profile is.
  static let identity: [KeyChange] = ["vendor", "chipset", "firmware", "description"].map {
    KeyChange("identity.\($0)", "Other")
  }

  /// The keys that only say what the tester may expect.
  static let claims: [KeyChange] = [KeyChange("gatt.can_change", "true")]

  /// The key that says what is not known.
  static let limits: [KeyChange] = [KeyChange("unknown", "[conduct]")]

  /// The key that keeps phones away.
  static let barriers: [KeyChange] = [KeyChange("advertising.connectable", "false")]

  static let changes: [KeyChange] =
    [
      KeyChange("core.version", "6.2"), KeyChange("core.company_id", "0x0060"),
      KeyChange("core.subversion", "2"),
      KeyChange("features", "[le-encryption, le-2m-phy, channel-sounding]"),
      KeyChange("faults", "[restart-refused]"),
    ] + channelSounding + host + radio + interpretations

  private static let channelSounding: [KeyChange] = [
    ("roles", "[initiator, reflector]"), ("num_configs", "4"), ("max_consecutive_procedures", "9"),
    ("antennas", "3"), ("antenna_paths", "4"), ("mode_3", "true"), ("rtt.aa_only_n", "2"),
    ("rtt.aa_only_class_ns", "10"), ("rtt.sounding_n", "2"), ("rtt.sounding_class_ns", "10"),
    ("rtt.random_n", "2"), ("rtt.random_class_ns", "10"), ("rtt.aa_only_2m_n", "2"),
    ("rtt.sounding_2m_n", "2"), ("rtt.random_2m_n", "2"), ("nadm.sounding", "[phase-based]"),
    ("nadm.random", "[phase-based]"), ("sync_phys", "[1m, 2m, 2m-2bt]"), ("sync_antenna", "2"),
    ("no_fae", "true"),
    ("fae_ppm", "[" + repeatElement("1", count: 72).joined(separator: ", ") + "]"),
    ("channel_selection_3c", "true"), ("sounding_pct_estimate", "true"), ("t_ip1_us", "[80, 145]"),
    ("t_ip2_us", "[80, 145]"), ("t_fcs_us", "[120, 150]"), ("t_pm_us", "[20, 40]"), ("t_sw_us", "4"),
    ("tx_snr_db", "[18]"), ("inline_pct.supported", "false"), ("inline_pct.t_ip2_us", "[80, 145]"),
    ("inline_pct.t_sw_us", "4"),
  ].map { key, value in
    let withoutTimes = [("inline_pct.t_ip2_us", ""), ("inline_pct.t_sw_us", "")]
    let beside = ["inline_pct.supported": withoutTimes, "antennas": [("antenna_paths", "4")]][key] ?? []
    return KeyChange("channel_sounding.\(key)", value, beside: beside.map { ("channel_sounding.\($0)", $1) })
  }

  private static let asking = [("link.requests_connection_parameters", "true")]

  private static let host: [KeyChange] = [
    KeyChange("advertising.interval_ms", "200"), KeyChange("advertising.address", "public"),
    KeyChange("advertising.flags", "[]"), KeyChange("advertising.services", "[0x1234]"),
    KeyChange("advertising.company_id", "0x0060"), KeyChange("advertising.manufacturer_data", "\"02\""),
    KeyChange("advertising.name", "Key"), KeyChange("advertising.tx_power_dbm", "-8"),
    KeyChange("advertising.appearance", "0x0241"),
    KeyChange("advertising.keeps_services_when_bonded", "false"),
    KeyChange("security.bonding", "false", beside: [("security.persistent_keys", "false")]),
    KeyChange(
      "security.persistent_keys", "false", beside: [("advertising.keeps_services_when_bonded", "false")]),
    KeyChange("security.io_capability", "display-only"), KeyChange("gatt.ranging_service", "true"),
    KeyChange("gatt.mtu_octets", "64"), KeyChange("link.requests_connection_parameters", "true"),
    KeyChange("advertising.fast_interval_ms", "40"),
    KeyChange("advertising.fast_duration_s", "1", beside: [("advertising.fast_interval_ms", "20")]),
    KeyChange("gatt.vendor_service", "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE"),
    KeyChange("gatt.service_changed", "true"),
    KeyChange("gatt.services", "[{uuid: 0x180F, characteristics: [{uuid: 0x2A19, properties: [read]}]}]"),
    KeyChange("l2cap_channels", "[{spsm: 0x80}]"),
    KeyChange("link.requested_interval_min_ms", "30", beside: asking),
    KeyChange("link.requested_interval_max_ms", "60", beside: asking),
    KeyChange("link.requested_latency", "2", beside: asking),
    KeyChange("link.requested_timeout_ms", "3000", beside: asking),
    KeyChange("link.starts_phy_update", "true"), KeyChange("link.data_octets", "100"),
    KeyChange("gatt.ranging.real_time", "false", beside: served),
    KeyChange("gatt.ranging.lost_segments", "true", beside: served),
    KeyChange("gatt.ranging.abort", "true", beside: served),
    KeyChange("gatt.ranging.filter", "true", beside: served),
    KeyChange("gatt.ranging.buffers", "3", beside: served),
    KeyChange("advertising.beacon.uuid", "1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE", beside: beacon),
    KeyChange("advertising.beacon.major", "3", beside: beacon),
    KeyChange("advertising.beacon.minor", "3", beside: beacon),
    KeyChange("advertising.beacon.measured_power_dbm", "-60", beside: beacon),
  ]

  private static let beacon = [
    ("advertising.company_id", ""), ("advertising.manufacturer_data", ""), ("advertising.services", "[]"),
    ("advertising.beacon.uuid", "2C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE"), ("advertising.beacon.major", "1"),
    ("advertising.beacon.minor", "2"),
  ]

  private static let served = [("gatt.ranging_service", "true")]

  private static let radio: [KeyChange] = [
    ("carrier_offset_ppm", "3"), ("phase_noise_rad", "0.1"), ("pll_settling_tau_us", "6"),
    ("fixed_delay_ns", "1"), ("tx_power_dbm", "4"), ("noise_floor_dbm", "-100"),
    ("tone_amplitude_lsb", "500"), ("pct_bits", "8"), ("inline_pct_error_deg", "3"), ("missing_tones", "0.1"),
    ("carrier_drift_ppm_per_s", "1"), ("linewidth_hz", "10"), ("settling_noise_deg", "50"),
    ("settling_noise_tau_us", "10"), ("antenna_switch_tau_us", "1"), ("tone_offset_khz", "5"),
    ("sensitivity_dbm", "-90"), ("frequency_noise_ppm", "0.2"), ("iq_gain_db", "1"), ("iq_phase_deg", "3"),
    ("dc_offset_dbc", "-30"), ("agc_step_db", "3"), ("agc_step_deg", "5"), ("inline_pct_delay_ns", "1"),
    ("wrong_tones", "0.1"), ("timing_noise_ns", "5"), ("turnaround_jitter_ns", "100"),
    ("turnaround_error_ns", "3"), ("snr_output_error_db", "2"), ("snr_output_spread_db", "1"),
    ("path_delays_ns", "[1]"),
  ].map { KeyChange("radio.\($0)", $1) }

  private static let interpretations: [KeyChange] = InterpretationKeys.all.compactMap { rule in
    guard case .word(let words, _) = rule.rule.shape, let last = words.last else { return nil }
    return KeyChange("interpretations.\(rule.rule.key)", last)
  }
}
