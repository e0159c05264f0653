import Documents
import Profiles

/// A profile with every key, of which a test changes one.
struct Example {
  /// Dotted paths with their values as YAML, in the order of the file.
  var values: [(path: String, value: String)] = Self.base

  subscript(path: String) -> String? {
    get { values.first { $0.path == path }?.value }
    set {
      values.removeAll { $0.path == path }
      if let newValue { values.append((path, newValue)) }
    }
  }

  init(_ changes: [(String, String)] = []) {
    for (path, value) in changes { self[path] = value }
  }

  /// The file.
  var text: String {
    var text = "schema: reflector/accessory/1\nsources:\n"
    for section in [
      "core", "features", "channel_sounding", "advertising", "security", "gatt", "link", "radio",
    ] {
      text += "  \(section): assumed\n"
    }
    return text
      + Self.mapping(values.map { ($0.path.split(separator: ".").map(String.init), $0.value) }, depth: 0)
  }

  private static func mapping(_ entries: [([String], String)], depth: Int) -> String {
    let margin = String(repeating: " ", count: 2 * depth)
    var keys: [String] = []
    for (path, _) in entries where !keys.contains(path[0]) { keys.append(path[0]) }
    return keys.map { key in
      let own = entries.filter { $0.0[0] == key }
      if let leaf = own.first, leaf.0.count == 1 { return "\(margin)\(key): \(leaf.1)\n" }
      return "\(margin)\(key):\n" + mapping(own.map { (Array($0.0.dropFirst()), $0.1) }, depth: depth + 1)
    }.joined()
  }

  func profile() throws -> AccessoryProfile {
    let octets = Array(text.utf8)
    return try AccessoryProfile.read(file: "example.yaml") { (_: String) throws(DocumentErrors) in octets }
  }

  private static let base: [(path: String, value: String)] = [
    ("identity.vendor", "Example"), ("identity.chipset", "EX1"), ("identity.firmware", "One"),
    ("identity.description", "Text"), ("core.version", "6.3"), ("core.company_id", "0x0059"),
    ("core.subversion", "1"),
    (
      "features",
      "[le-encryption, extended-reject-indication, data-packet-length-extension, le-2m-phy, "
        + "channel-selection-algorithm-2, connection-parameters-request, channel-sounding, "
        + "channel-sounding-host-support, extended-feature-set, channel-sounding-enhancement-1]"
    ),
    ("channel_sounding.roles", "[reflector]"), ("channel_sounding.num_configs", "1"),
    ("channel_sounding.max_consecutive_procedures", "0"), ("channel_sounding.antennas", "2"),
    ("channel_sounding.antenna_paths", "2"), ("channel_sounding.mode_3", "false"),
    ("channel_sounding.rtt.aa_only_n", "1"), ("channel_sounding.rtt.aa_only_class_ns", "150"),
    ("channel_sounding.rtt.sounding_n", "1"), ("channel_sounding.rtt.sounding_class_ns", "150"),
    ("channel_sounding.rtt.random_n", "1"), ("channel_sounding.rtt.random_class_ns", "150"),
    ("channel_sounding.rtt.aa_only_2m_n", "1"), ("channel_sounding.rtt.sounding_2m_n", "1"),
    ("channel_sounding.rtt.random_2m_n", "1"), ("channel_sounding.nadm.sounding", "[]"),
    ("channel_sounding.nadm.random", "[]"), ("channel_sounding.sync_phys", "[1m, 2m]"),
    ("channel_sounding.sync_antenna", "1"), ("channel_sounding.no_fae", "false"),
    ("channel_sounding.fae_ppm", "zero"),
    ("channel_sounding.channel_selection_3c", "false"),
    ("channel_sounding.sounding_pct_estimate", "false"), ("channel_sounding.t_ip1_us", "[145]"),
    ("channel_sounding.t_ip2_us", "[145]"), ("channel_sounding.t_fcs_us", "[100, 150]"),
    ("channel_sounding.t_pm_us", "[40]"), ("channel_sounding.t_sw_us", "2"),
    ("channel_sounding.tx_snr_db", "[]"), ("channel_sounding.inline_pct.supported", "true"),
    ("channel_sounding.inline_pct.t_ip2_us", "[145]"), ("channel_sounding.inline_pct.t_sw_us", "10"),
    ("advertising.interval_ms", "100"), ("advertising.address", "random-static"),
    ("advertising.flags", "[general-discoverable]"), ("advertising.services", "[0x185B]"),
    ("advertising.company_id", "0x0059"), ("advertising.manufacturer_data", "\"01\""),
    ("advertising.name", "Tag"), ("advertising.tx_power_dbm", "0"), ("advertising.appearance", "0x0240"),
    ("advertising.keeps_services_when_bonded", "true"), ("security.bonding", "true"),
    ("security.persistent_keys", "true"), ("security.io_capability", "no-input-no-output"),
    ("gatt.ranging_service", "false"), ("gatt.mtu_octets", "247"),
    ("gatt.ranging.real_time", "true"), ("gatt.ranging.lost_segments", "false"),
    ("gatt.ranging.abort", "false"), ("gatt.ranging.filter", "false"), ("gatt.ranging.buffers", "2"),
    ("link.requests_connection_parameters", "false"), ("link.starts_phy_update", "false"),
    ("link.data_octets", "251"), ("radio.carrier_offset_ppm", "2"), ("radio.phase_noise_rad", "0.044"),
    ("radio.pll_settling_tau_us", "5"), ("radio.fixed_delay_ns", "0"), ("radio.tx_power_dbm", "0"),
    ("radio.noise_floor_dbm", "-105"), ("radio.tone_amplitude_lsb", "160"), ("radio.pct_bits", "12"),
    ("radio.inline_pct_error_deg", "2"), ("radio.missing_tones", "0"),
  ]
}
