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
      FieldRule("identity", .map(identity), required: true, "Who made the accessory."),
      FieldRule("core", .map(core), required: true, "What LL_VERSION_IND says."),
      FieldRule(
        "features", .list(.word(FeatureSet.Feature.words), count: 0...64), required: true,
        example: "[le-encryption, extended-reject-indication, data-packet-length-extension, le-2m-phy, "
          + "channel-selection-algorithm-2, channel-sounding, channel-sounding-host-support, "
          + "extended-feature-set, channel-sounding-enhancement-1]",
        "The LE features that the feature pages report."),
      FieldRule(
        "channel_sounding", .map(channelSounding), required: true, "The Channel Sounding capabilities."),
      FieldRule("advertising", .map(advertising), required: true, "How it advertises."),
      FieldRule("security", .map(security), required: true, "How it pairs and bonds."),
      FieldRule("gatt", .map(gatt), "What its GATT server holds."),
      FieldRule("link", .map(link), "What it does on a connection by itself."),
      FieldRule("radio", .map(RadioRules.rules), "Its radio, for the simulation."),
      FieldRule(
        "interpretations", .map(InterpretationRule.all.map(\.rule)),
        "Readings of the specification that its firmware follows."),
      FieldRule(
        "faults", .list(.word(Fault.allCases.map(\.id)), count: 0...Fault.allCases.count),
        example: "[]",
        "Named faults planted in it, for self-tests."),
      FieldRule(
        "unknown", .list(.text(.valuePath), count: 0...300), example: "[]",
        "Dotted paths of keys and sections that nobody has seen, and conduct for how it behaves."),
    ]
  }

  private static let line = Shape.text(.free(maximum: 400))

  private static let identity = [
    FieldRule("vendor", line, required: true, example: "Example Semiconductor", "The maker of the chipset."),
    FieldRule("chipset", line, required: true, example: "EX1234", "The chipset."),
    FieldRule("firmware", line, example: "Example SDK 1.0", "The firmware or SDK with its version."),
    FieldRule("description", line, example: "A reflector with inline PCT.", "What the profile is for."),
  ]

  private static let core = [
    FieldRule(
      "version", .word(CoreVersion.knownNames), required: true, example: "6.3",
      "The Core specification version."),
    FieldRule("company_id", .integer(0...0xFFFF), example: "0xFFFF", "The assigned company identifier."),
    FieldRule("subversion", .integer(0...0xFFFF), example: "0x0000", "The company's own number."),
  ]

  private static func times<List>(_ times: [CSTime<List>]) -> Shape {
    .list(.choice(times.map(\.microseconds), .microseconds), count: 0...times.count)
  }
  private static let switchingTime = Shape.choice(TSW.defined.map(\.microseconds), .microseconds)

  private static var channelSounding: [FieldRule] {
    [
      FieldRule(
        "roles", .list(.word(["initiator", "reflector"]), count: 1...2), required: true,
        example: "[reflector]",
        "The CS roles."),
      FieldRule("num_configs", .integer(1...4), example: "1", "Configurations per connection."),
      FieldRule(
        "max_consecutive_procedures", .integer(0...0xFFFF), example: "0",
        "Procedures in a row; 0 for no limit."),
      FieldRule("antennas", .integer(1...4), required: true, example: "1", "Antennas."),
      FieldRule(
        "antenna_paths", .integer(1...4), required: true, example: "1",
        "Antenna paths: antennas here times antennas of the peer, at most 4."),
      FieldRule(
        "mode_3", .flag, example: "false", "Whether mode-3 is supported; modes 0 to 2 are mandatory."),
      FieldRule("rtt", .map(rtt), "Round trip time accuracy."),
      FieldRule("nadm", .map(nadm), "Normalized attack detector metrics."),
      FieldRule(
        "sync_phys", .list(.word(["1m", "2m", "2m-2bt"]), count: 1...3), example: "[1m, 2m]",
        "PHYs of CS_SYNC; 1m is mandatory."),
      SyncAntennaRule.rule,
      FieldRule("no_fae", .flag, example: "true", "Whether the reflector has no frequency actuation error."),
      FieldRule(
        "fae_ppm",
        .either(
          "zero", .list(.number(-4...3.96875, .ppm, step: 1.0 / 32), count: 72...72, isDistinct: false)),
        example: "zero", "The frequency actuation error table: zero, or one number for each allowed channel."),
      FieldRule(
        "channel_selection_3c", .flag, example: "false", "Whether channel selection #3c is supported."),
      FieldRule("sounding_pct_estimate", .flag, example: "false", "Phase from the RTT sounding sequence."),
      FieldRule(
        "t_ip1_us", times(TIP.all), required: true, example: "[145]", "T_IP1; 145 is mandatory."),
      FieldRule(
        "t_ip2_us", times(TIP.all), required: true, example: "[145]", "T_IP2; 145 is mandatory."),
      FieldRule(
        "t_fcs_us", times(TFCS.all), required: true, example: "[100, 120, 150]", "T_FCS; 150 is mandatory."
      ),
      FieldRule("t_pm_us", times(TPM.all), required: true, example: "[40]", "T_PM; 40 is mandatory."),
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
      "aa_only_n", .integer(0...255), example: "30", "CS_SYNC exchanges for AA-only, which mode-1 needs."),
    FieldRule(
      "aa_only_class_ns", .choice([10, 150], .nanoseconds), example: "150", "Accuracy class of AA-only."),
    FieldRule(
      "sounding_n", .integer(0...255), example: "0", "Exchanges for sounding sequences; 0 without them."),
    FieldRule("sounding_class_ns", .choice([10, 150], .nanoseconds), example: "150", "Class of sounding."),
    FieldRule("random_n", .integer(0...255), example: "0", "Exchanges for random sequences; 0 without them."),
    FieldRule("random_class_ns", .choice([10, 150], .nanoseconds), example: "150", "Class of random."),
    FieldRule(
      "aa_only_2m_n", .integer(0...255), example: "0", "AA-only on the 2M PHYs, where it differs (6.3)."),
    FieldRule("sounding_2m_n", .integer(0...255), example: "0", "Sounding on the 2M PHYs (6.3)."),
    FieldRule("random_2m_n", .integer(0...255), example: "0", "Random on the 2M PHYs (6.3)."),
  ]

  private static let nadm: [FieldRule] = [
    FieldRule(
      "sounding", .list(.word(["phase-based"]), count: 0...1), example: "[]", "With sounding sequences."),
    FieldRule("random", .list(.word(["phase-based"]), count: 0...1), example: "[]", "With random sequences."),
  ]

  private static var inlinePCT: [FieldRule] {
    [
      FieldRule(
        "supported", .flag, required: true, example: "true", "Whether the reflector returns the phase."),
      FieldRule("t_ip2_us", times(TIP.all), example: "[145]", "T_IP2 under inline PCT; 145 is mandatory."),
      FieldRule("t_sw_us", switchingTime, example: "10", "T_SW under inline PCT."),
    ]
  }

  private static let advertising: [FieldRule] = [
    FieldRule(
      "interval_ms", .number(20...10_240, .milliseconds, step: 0.625), required: true, example: "100",
      "Advertising interval."),
    FieldRule(
      "fast_interval_ms", .number(20...10_240, .milliseconds, step: 0.625), example: "20",
      "Advertising interval at first; without it there is no fast phase."),
    FieldRule("fast_duration_s", .integer(1...3600), example: "30", "How long the fast phase lasts."),
    FieldRule("address", .word(["public", "random-static"]), example: "random-static", "The own address."),
    FieldRule(
      "flags",
      .list(.word(["limited-discoverable", "general-discoverable", "br-edr-not-supported"]), count: 0...3),
      example: "[general-discoverable, br-edr-not-supported]", "The Flags AD structure."),
    FieldRule(
      "services", .list(.text(.serviceUUID), count: 0...8), required: true, example: "[0x185B]",
      "Service UUIDs in the advertising data."),
    FieldRule(
      "company_id", .integer(0...0xFFFF), example: "0xFFFF", "Company identifier of manufacturer data."),
    FieldRule("manufacturer_data", .text(.hexOctets(maximum: 26)), example: "\"0102\"", "What follows it."),
    FieldRule("name", .text(.free(maximum: 29)), example: "Example tag", "The complete local name."),
    FieldRule("tx_power_dbm", .integer(-127...20, .decibelsMilliwatt), example: "0", "The TX Power Level."),
    FieldRule("appearance", .integer(0...0xFFFF), example: "0x0240", "The Appearance."),
    FieldRule(
      "keeps_services_when_bonded", .flag, example: "true", "Advertises the UUIDs to bonded phones too."),
  ]

  private static let security: [FieldRule] = [
    FieldRule("bonding", .flag, required: true, example: "true", "Whether it asks to bond."),
    FieldRule(
      "persistent_keys", .flag, required: true, example: "true", "Whether its keys outlive a power cycle."),
    FieldRule(
      "io_capability", .word(SecurityDescription.IOCapability.allCases.map(\.rawValue)),
      example: "no-input-no-output", "What it can show and ask."),
  ]

  private static let gatt: [FieldRule] = [
    FieldRule("ranging_service", .flag, example: "false", "Whether the Ranging Service is there."),
    FieldRule("ranging", .map(ranging), "What the Ranging Service can do."),
    FieldRule("mtu_octets", .integer(23...517, .octets), example: "247", "The largest ATT_MTU."),
    FieldRule(
      "vendor_service", .text(.serviceUUID), example: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
      "A service with an open value to read and write, and one that needs encryption."),
    FieldRule("service_changed", .flag, example: "false", "Whether Service Changed is there."),
    FieldRule("can_change", .flag, example: "false", "Whether the attributes can change, as by an update."),
  ]

  private static let ranging: [FieldRule] = [
    FieldRule("real_time", .flag, example: "true", "Whether it sends ranging data as it comes."),
    FieldRule("lost_segments", .flag, example: "false", "Whether it sends lost segments again."),
    FieldRule("abort", .flag, example: "false", "Whether a transfer can be aborted."),
    FieldRule("filter", .flag, example: "false", "Whether the client chooses the fields of a step."),
    FieldRule("buffers", .integer(1...16), example: "2", "How many procedures it keeps."),
  ]

  private static let link: [FieldRule] = [
    FieldRule(
      "requests_connection_parameters", .flag, example: "false", "Asks for other parameters when connected."),
    FieldRule(
      "requested_interval_min_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "15",
      "The shortest interval it asks for."),
    FieldRule(
      "requested_interval_max_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "30",
      "The longest interval it asks for."),
    FieldRule("requested_latency", .integer(0...499), example: "0", "The latency it asks for."),
    FieldRule(
      "requested_timeout_ms", .number(100...32_000, .milliseconds, step: 10), example: "2000",
      "The supervision timeout it asks for."),
    FieldRule("starts_phy_update", .flag, example: "false", "Starts a PHY update by itself."),
    FieldRule("data_octets", .integer(27...251, .octets), example: "251", "The longest LL payload it takes."),
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
