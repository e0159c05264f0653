internal import ChannelSounding
public import CoreTypes
public import Documents
internal import Faults

/// The keys of an accessory profile: the one table that reader, JSON Schema and template follow.
enum AccessoryRules {
  static var schema: DocumentSchema {
    DocumentSchema(
      name: AccessoryProfile.schemaName, fields: fields,
      unsourced: ["identity", "interpretations", "faults", "unknown"])
  }

  private static var fields: [FieldRule] {
    [
      FieldRule("identity", .map(identity), required: true, "Vendor, chipset and firmware of the accessory."),
      FieldRule("core", .map(core), required: true, "Contents of LL_VERSION_IND."),
      FieldRule(
        "features", .list(.word(FeatureSet.Feature.words), count: 0...64), required: true,
        example: "[le-encryption, extended-reject-indication, data-packet-length-extension, le-2m-phy, "
          + "channel-selection-algorithm-2, channel-sounding, channel-sounding-host-support, "
          + "extended-feature-set, channel-sounding-enhancement-1]",
        "The LE features in the feature pages."),
      FieldRule(
        "channel_sounding", .map(channelSounding), required: true, "The Channel Sounding capabilities."),
      FieldRule("advertising", .map(advertising), required: true, "Advertising parameters and data."),
      FieldRule("security", .map(security), required: true, "Pairing and bonding."),
      FieldRule("gatt", .map(gatt), "Services and limits of the GATT server."),
      FieldRule("link", .map(link), "Link layer procedures that the accessory starts, and its data length."),
      FieldRule("radio", .map(RadioRules.rules), "Radio parameters, for the simulation."),
      FieldRule(
        "interpretations", .map(InterpretationRule.all.map(\.rule)),
        "Readings of the specification that the firmware follows."),
      FieldRule(
        "faults", .list(.word(Fault.allCases.map(\.id)), count: 0...Fault.allCases.count),
        example: "[]",
        "Named faults planted in the accessory, for self-tests."),
      FieldRule(
        "unknown", .list(.text(.valuePath), count: 0...300), example: "[]",
        "Dotted paths of keys and sections with unknown values, and conduct for unknown behaviour."),
    ]
  }

  private static let line = Shape.text(.free(maximum: 400))

  private static let identity = [
    FieldRule("vendor", line, required: true, example: "Example Semiconductor", "The vendor of the chipset."),
    FieldRule("chipset", line, required: true, example: "EX1234", "The chipset."),
    FieldRule("firmware", line, example: "Example SDK 1.0", "The firmware or SDK with its version."),
    FieldRule("description", line, example: "A reflector with inline PCT.", "Purpose of the profile."),
  ]

  private static let core = [
    FieldRule(
      "version", .word(CoreVersion.knownNames), required: true, example: "6.3",
      "The Core specification version."),
    FieldRule("company_id", .integer(0...0xFFFF), example: "0xFFFF", "The assigned company identifier."),
    FieldRule(
      "subversion", .integer(0...0xFFFF), example: "0x0000", "The Subversion number that the company assigns."
    ),
  ]

  private static func times(_ times: [Int]) -> Shape {
    .list(.choice(times, .microseconds), count: 0...times.count)
  }
  private static let switchingTime = Shape.choice(CSTime.tSW, .microseconds)

  private static var channelSounding: [FieldRule] {
    [
      FieldRule(
        "roles", .list(.word(["initiator", "reflector"]), count: 1...2), required: true,
        example: "[reflector]",
        "The CS roles."),
      FieldRule("num_configs", .integer(1...4), example: "1", "Configurations per connection."),
      FieldRule(
        "max_consecutive_procedures", .integer(0...0xFFFF), example: "0",
        "Maximum number of consecutive procedures; 0 for no limit."),
      FieldRule("antennas", .integer(1...4), required: true, example: "1", "Number of antennas."),
      FieldRule(
        "antenna_paths", .integer(1...4), required: true, example: "1",
        "Maximum number of antenna paths: own antennas times antennas of the peer, at most 4."),
      FieldRule(
        "mode_3", .flag, example: "false", "Whether mode-3 is supported; modes 0 to 2 are mandatory."),
      FieldRule("rtt", .map(rtt), "Round trip time accuracy."),
      FieldRule("nadm", .map(nadm), "Normalized attack detector metrics."),
      FieldRule(
        "sync_phys", .list(.word(["1m", "2m", "2m-2bt"]), count: 1...3), example: "[1m, 2m]",
        "PHYs of CS_SYNC; 1m is mandatory."),
      SyncAntennaRule.rule,
      FieldRule(
        "no_fae", .flag, example: "true", "Whether the reflector has no frequency actuation error (FAE)."),
      FieldRule(
        "fae_ppm",
        .either(
          "zero", .list(.number(-4...3.96875, .ppm, step: 1.0 / 32), count: 72...72, isDistinct: false)),
        example: "zero", "The frequency actuation error table: zero, or one number for each allowed channel."),
      FieldRule(
        "channel_selection_3c", .flag, example: "false", "Whether channel selection #3c is supported."),
      FieldRule(
        "sounding_pct_estimate", .flag, example: "false",
        "Whether phase estimates from RTT sounding sequences are supported."),
      FieldRule(
        "t_ip1_us", times(CSTime.tIP), required: true, example: "[145]", "T_IP1; 145 is mandatory."),
      FieldRule(
        "t_ip2_us", times(CSTime.tIP), required: true, example: "[145]", "T_IP2; 145 is mandatory."),
      FieldRule(
        "t_fcs_us", times(CSTime.tFCS), required: true, example: "[100, 120, 150]", "T_FCS; 150 is mandatory."
      ),
      FieldRule("t_pm_us", times(CSTime.tPM), required: true, example: "[40]", "T_PM; 40 is mandatory."),
      FieldRule("t_sw_us", switchingTime, required: true, example: "0", "T_SW; 0 with one antenna."),
      FieldRule(
        "tx_snr_db", .list(.choice(CSProcedureParameters.outputSNRsDecibels, .decibels), count: 0...5),
        example: "[]",
        "SNR output levels."),
      FieldRule("inline_pct", .map(inlinePCT), "Inline PCT transfer (6.3)."),
    ]
  }

  private static let rtt: [FieldRule] = [
    FieldRule(
      "aa_only_n", .integer(0...255), example: "30", "CS_SYNC exchanges for AA-only; mode-1 requires AA-only."
    ),
    FieldRule(
      "aa_only_class_ns", .choice([10, 150], .nanoseconds), example: "150", "Accuracy class of AA-only."),
    FieldRule(
      "sounding_n", .integer(0...255), example: "0", "Exchanges for sounding sequences; 0 without them."),
    FieldRule(
      "sounding_class_ns", .choice([10, 150], .nanoseconds), example: "150",
      "Accuracy class of sounding sequences."),
    FieldRule("random_n", .integer(0...255), example: "0", "Exchanges for random sequences; 0 without them."),
    FieldRule(
      "random_class_ns", .choice([10, 150], .nanoseconds), example: "150",
      "Accuracy class of random sequences."),
    FieldRule(
      "aa_only_2m_n", .integer(0...255), example: "0",
      "Exchanges for AA-only on the 2M PHYs, if different (6.3)."),
    FieldRule(
      "sounding_2m_n", .integer(0...255), example: "0",
      "Exchanges for sounding sequences on the 2M PHYs (6.3)."),
    FieldRule(
      "random_2m_n", .integer(0...255), example: "0", "Exchanges for random sequences on the 2M PHYs (6.3)."),
  ]

  private static let nadm: [FieldRule] = [
    FieldRule(
      "sounding", .list(.word(["phase-based"]), count: 0...1), example: "[]",
      "NADM types with sounding sequences."),
    FieldRule(
      "random", .list(.word(["phase-based"]), count: 0...1), example: "[]",
      "NADM types with random sequences."),
  ]

  private static var inlinePCT: [FieldRule] {
    [
      FieldRule(
        "supported", .flag, required: true, example: "true", "Whether the reflector supports inline PCT."),
      FieldRule("t_ip2_us", times(CSTime.tIP), example: "[145]", "T_IP2 with inline PCT; 145 is mandatory."),
      FieldRule("t_sw_us", switchingTime, example: "10", "T_SW with inline PCT."),
    ]
  }

  private static let advertising: [FieldRule] = [
    FieldRule(
      "interval_ms", .number(20...10_240, .milliseconds, step: 0.625), required: true, example: "100",
      "Advertising interval."),
    FieldRule(
      "fast_interval_ms", .number(20...10_240, .milliseconds, step: 0.625), example: "20",
      "Advertising interval of the fast phase; unless given, there is no fast phase."),
    FieldRule("fast_duration_s", .integer(1...3600), example: "30", "Duration of the fast phase."),
    FieldRule(
      "address", .word(["public", "random-static"]), example: "random-static", "Type of the device address."),
    FieldRule(
      "flags",
      .list(.word(["limited-discoverable", "general-discoverable", "br-edr-not-supported"]), count: 0...3),
      example: "[general-discoverable, br-edr-not-supported]", "The Flags AD structure."),
    FieldRule(
      "services", .list(.text(.serviceUUID), count: 0...8), required: true, example: "[0x185B]",
      "Service UUIDs in the advertising data."),
    FieldRule(
      "company_id", .integer(0...0xFFFF), example: "0xFFFF", "Company identifier of manufacturer data."),
    FieldRule(
      "manufacturer_data", .text(.hexOctets(maximum: 26)), example: "\"0102\"",
      "Manufacturer data after the company identifier."),
    FieldRule("name", .text(.free(maximum: 29)), example: "Example tag", "The complete local name."),
    FieldRule("tx_power_dbm", .integer(-127...20, .decibelsMilliwatt), example: "0", "The TX Power Level."),
    FieldRule("appearance", .integer(0...0xFFFF), example: "0x0240", "The Appearance."),
    FieldRule(
      "keeps_services_when_bonded", .flag, example: "true",
      "Whether the UUIDs are also advertised to bonded phones."),
  ]

  private static let security: [FieldRule] = [
    FieldRule("bonding", .flag, required: true, example: "true", "Whether the accessory requests bonding."),
    FieldRule(
      "persistent_keys", .flag, required: true, example: "true",
      "Whether bonding keys are kept over a power cycle."),
    FieldRule(
      "io_capability", .word(SecurityDescription.IOCapability.allCases.map(\.rawValue)),
      example: "no-input-no-output", "The IO Capability in pairing."),
  ]

  private static let gatt: [FieldRule] = [
    FieldRule("ranging_service", .flag, example: "false", "Whether the GATT server has the Ranging Service."),
    FieldRule("ranging", .map(ranging), "Features of the Ranging Service."),
    FieldRule("mtu_octets", .integer(23...517, .octets), example: "247", "The largest ATT_MTU."),
    FieldRule(
      "vendor_service", .text(.serviceUUID), example: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
      "A vendor service with two readable and writable values; one requires encryption."),
    FieldRule("service_changed", .flag, example: "false", "Whether the GATT server has Service Changed."),
    FieldRule(
      "can_change", .flag, example: "false", "Whether the attributes can change, as after a firmware update."),
  ]

  private static let ranging: [FieldRule] = [
    FieldRule("real_time", .flag, example: "true", "Whether real-time ranging data is supported."),
    FieldRule("lost_segments", .flag, example: "false", "Whether retrieval of lost segments is supported."),
    FieldRule("abort", .flag, example: "false", "Whether Abort Operation is supported."),
    FieldRule("filter", .flag, example: "false", "Whether filtering of ranging data is supported."),
    FieldRule(
      "buffers", .integer(1...16), example: "2", "Number of procedures whose ranging data is stored."),
  ]

  private static let link: [FieldRule] = [
    FieldRule(
      "requests_connection_parameters", .flag, example: "false",
      "Whether the accessory requests other connection parameters."),
    FieldRule(
      "requested_interval_min_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "15",
      "The shortest connection interval requested."),
    FieldRule(
      "requested_interval_max_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "30",
      "The longest connection interval requested."),
    FieldRule("requested_latency", .integer(0...499), example: "0", "The peripheral latency requested."),
    FieldRule(
      "requested_timeout_ms", .number(100...32_000, .milliseconds, step: 10), example: "2000",
      "The supervision timeout requested."),
    FieldRule("starts_phy_update", .flag, example: "false", "Whether the accessory starts a PHY update."),
    FieldRule("data_octets", .integer(27...251, .octets), example: "251", "The maximum LL payload received."),
  ]
}

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

extension AccessoryProfile {
  /// What can be set of the radio.
  public static var knobs: [Knob] { Knob.all(in: RadioRules.rules, below: "radio") }
}
