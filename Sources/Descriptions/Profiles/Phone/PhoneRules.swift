internal import ChannelSounding
internal import CoreTypes
public import Documents

/// The keys of a phone profile.
enum PhoneRules {
  static var schema: DocumentSchema {
    DocumentSchema(
      name: PhoneProfile.schemaName,
      fields: [
        FieldRule("id", .text(.name), required: true, example: "example-phone", "The name of the profile."),
        FieldRule("identity", .map(identity), required: true, "Title and description of the emulated phone."),
        FieldRule("match", .map(match), required: true, "Advertising data that the phone filters for."),
        FieldRule("connection", .map(connection), "Parameters of the connection."),
        FieldRule(
          "channel_sounding", .map(channelSounding), required: true,
          "The configuration that the phone requests."),
        FieldRule("procedures", .map(procedures), "Procedure parameters of the phone."),
        FieldRule("radio", .map(RadioKeys.phoneKeys.map(\.rule)), "Radio parameters, for the simulation."),
      ], unsourced: ["id", "identity"])
  }

  private static let identity = [
    FieldRule("title", .text(.free(maximum: 200)), required: true, example: "Example phone", "One line."),
    FieldRule("description", .text(.free(maximum: 2000)), example: "Text.", "The emulated phone and app."),
  ]

  private static let match: [FieldRule] = [
    FieldRule(
      "services", .list(.text(.serviceUUID), count: 0...8), example: "[0x185B]",
      "At least one of these is advertised."),
    FieldRule(
      "company_id", .integer(0...0xFFFF), example: "0xFFFF",
      "The company identifier of the manufacturer data."),
    FieldRule(
      "name_contains", .text(.free(maximum: 29)), example: "tag", "A part of the advertised local name."),
    FieldRule(
      "manufacturer_data", .text(.hexOctets(maximum: 26)), example: "\"01\"",
      "The manufacturer data after the company identifier."),
    FieldRule(
      "manufacturer_mask", .text(.hexOctets(maximum: 26)), example: "\"FF\"",
      "Mask of the compared bits; as long as the data."),
    FieldRule("pairs", .flag, example: "true", "Whether the phone pairs with the accessory."),
  ]

  private static let connection: [FieldRule] = [
    FieldRule(
      "interval_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "30", "The connection interval."
    ),
    FieldRule("latency", .integer(0...499), example: "0", "The peripheral latency, in connection events."),
    FieldRule(
      "supervision_timeout_ms", .number(100...32_000, .milliseconds, step: 10), example: "2000",
      "The supervision timeout; defaults to six intervals with latency, at least 2 s."),
    FieldRule(
      "mtu_octets", .integer(23...517, .octets), example: "247", "The ATT_MTU that the phone requests."),
    FieldRule("phy_2m", .flag, example: "true", "Whether the phone changes the connection to LE 2M."),
    FieldRule(
      "apple_rules", .flag, example: "false",
      "Whether the phone refuses connection parameters that break Apple's guidelines."),
  ]

  private static func times<List>(_ times: [CSTime<List>]) -> Shape {
    .list(.choice(times.map(\.microseconds), .microseconds), count: 1...times.count)
  }
  static let rttTypes: [(String, RTTType)] = [
    ("aa-only", .aaOnly), ("sounding-32", .sounding32), ("sounding-96", .sounding96),
    ("random-32", .random32),
    ("random-64", .random64), ("random-96", .random96), ("random-128", .random128),
  ]
  private static let channels: [Int] = CSChannelMap.allowed.channels.map(Int.init)

  private static let channelSounding: [FieldRule] = [
    FieldRule(
      "main_mode", .choice([1, 2, 3]), example: "2", "The main mode of the simulated phone, as in 'range'."
    ),
    FieldRule(
      "roles", .list(.word(["initiator", "reflector"]), count: 1...2), example: "[initiator, reflector]",
      "The CS roles of the phone's controller for an attached host; defaults to both."),
    FieldRule(
      "sub_mode", .choice([1, 2, 3]), example: "1",
      "The sub mode, with main mode 2 or 3; defaults to none."),
    FieldRule(
      "min_main_mode_steps", .integer(1...255), example: "2",
      "Minimum number of main-mode steps before a sub-mode step; defaults to 2."),
    FieldRule(
      "max_main_mode_steps", .integer(1...255), example: "2",
      "Maximum number of main-mode steps before a sub-mode step; defaults to the minimum."),
    FieldRule(
      "main_mode_repetition", .integer(0...3), example: "0",
      "Main-mode steps repeated at the start of the next subevent."),
    FieldRule(
      "mode_0_steps", .integer(1...3), required: true, example: "3",
      "Mode-0 steps at the start of each subevent."),
    FieldRule(
      "channels", .either("all", .either("every-second", .list(.choice(channels), count: 15...72))),
      example: "all",
      "The channels: all 72, every second, or a list."),
    FieldRule(
      "channel_map_repetition", .integer(1...255), example: "1",
      "Number of uses of each channel in a procedure."),
    FieldRule("channel_selection", .word(["3b", "3c"]), example: "3b", "The channel selection algorithm."),
    FieldRule("ch3c_shape", .word(["hat", "x"]), example: "hat", "The shape of #3c; defaults to hat."),
    FieldRule("ch3c_jump", .integer(2...8), example: "2", "The jump of #3c; defaults to 2."),
    FieldRule("sync_phy", .word(["1m", "2m", "2m-2bt"]), example: "1m", "The PHY of CS_SYNC."),
    SyncAntennaRule.rule,
    FieldRule("rtt_type", .word(rttTypes.map(\.0)), example: "aa-only", "The RTT type."),
    FieldRule(
      "t_ip1_us", times(TIP.all), example: "[145]",
      "Supported T_IP1; the shortest that both devices support is used."),
    FieldRule(
      "t_ip2_us", times(TIP.all), example: "[145]",
      "Supported T_IP2; the shortest that both devices support is used."),
    FieldRule(
      "t_fcs_us", times(TFCS.all), example: "[100]",
      "Offered T_FCS, unless a test case sets it; defaults to all."),
    FieldRule(
      "t_pm_us", times(TPM.all), example: "[40]",
      "Supported T_PM; the shortest that both devices support is used."),
    FieldRule(
      "inline_pct", .flag, required: true, example: "true",
      "Whether the phone requests inline PCT if the accessory supports it."),
    FieldRule(
      "ranging_service", .flag, required: true, example: "false",
      "Whether the phone reads results from the Ranging Service."),
  ]

  private static let procedures: [FieldRule] = [
    FieldRule(
      "min_interval_events", .integer(1...0xFFFF), example: "1",
      "Minimum procedure interval, in connection events."),
    FieldRule(
      "max_interval_events", .integer(1...0xFFFF), example: "1",
      "Maximum procedure interval, in connection events; defaults to the minimum."),
    FieldRule(
      "max_length_ms", .number(0.625...40_959.375, .milliseconds, step: 0.625), example: "6250",
      "Maximum procedure length."),
    FieldRule(
      "min_subevent_us", .integer(1250...4_000_000, .microseconds), example: "1250",
      "Minimum subevent length."),
    FieldRule(
      "max_subevent_us", .integer(1250...4_000_000, .microseconds), example: "2000000",
      "Maximum subevent length."),
    FieldRule("antenna_configuration", .integer(0...7), example: "0", "The antenna configuration index."),
    FieldRule(
      "snr_control_initiator_db", .choice(CSProcedureParameters.outputSNRsDecibels, .decibels), example: "18",
      "The output SNR of the phone's packets; defaults to no SNR control."),
    FieldRule(
      "snr_control_reflector_db", .choice(CSProcedureParameters.outputSNRsDecibels, .decibels), example: "18",
      "The output SNR requested from the accessory; defaults to no SNR control."),
  ]

  static func contradictions(in root: Section) -> [DocumentError] {
    var errors: [DocumentError] = []
    func refuse(_ text: String, _ section: Section, _ key: String, _ other: String, fix: String) {
      guard let position = section.position(key) else { return }
      let problem = DocumentError.Problem.contradiction(text, other: section.position(other), fix: fix)
      errors.append(DocumentError(problem, at: position, path: "\(section.path).\(key)"))
    }
    let match = root.section("match")
    if match.text("manufacturer_data")?.count != match.text("manufacturer_mask")?.count {
      let key = match.has("manufacturer_mask") ? "manufacturer_mask" : "manufacturer_data"
      refuse(
        "found data and mask of different lengths, expected the same", match, key, "manufacturer_data",
        fix: "Write a mask as long as the data.")
    }
    if match.has("manufacturer_data"), !match.has("company_id") {
      refuse(
        "found data without a company identifier, expected both", match, "manufacturer_data", "company_id",
        fix: "Add the company identifier.")
    }
    if match.texts("services").isEmpty, !match.has("company_id"), let position = match.position {
      let problem = DocumentError.Problem.contradiction(
        "found neither a service nor a company identifier, expected one of them", other: nil,
        fix: "Add 'services: [0x185B]'.")
      errors.append(DocumentError(problem, at: position, path: "match"))
    }
    errors += configurationProblems(in: root.section("channel_sounding"))
    let connection = root.section("connection")
    let asked = PhoneProfile.connection(connection)
    if connection.has("supervision_timeout_ms"),
      asked.supervisionTimeoutMilliseconds <= asked.leastTimeoutMilliseconds
    {
      let least = ScalarText.format(asked.leastTimeoutMilliseconds)
      refuse(
        "found \(ScalarText.format(asked.supervisionTimeoutMilliseconds)), expected more than \(least)",
        connection, "supervision_timeout_ms", "interval_ms", fix: "Write a longer time.")
    } else if asked.leastTimeoutMilliseconds >= 32_000 {
      refuse(
        "found a latency too long for any supervision timeout", connection, "latency", "interval_ms",
        fix: "Write a lower latency.")
    }
    let procedures = root.section("procedures")
    for (low, high) in [
      ("min_interval_events", "max_interval_events"), ("min_subevent_us", "max_subevent_us"),
    ] {
      guard let least = procedures.integer(low), let most = procedures.integer(high), least > most else {
        continue
      }
      refuse("found \(least), expected at most \(most)", procedures, low, high, fix: "Write \(most) or less.")
    }
    return errors
  }

  /// What is illegal about the configuration, and what says nothing without another key.
  private static func configurationProblems(in section: Section) -> [DocumentError] {
    var errors: [DocumentError] = []
    func refuse(_ key: String, _ text: String, fix: String) {
      guard let position = section.position(key) ?? section.position else { return }
      errors.append(
        DocumentError(
          .contradiction(text, other: nil, fix: fix), at: position, path: "\(section.path).\(key)"))
    }
    for key in ["min_main_mode_steps", "max_main_mode_steps"]
    where section.has(key) && !section.has("sub_mode") {
      refuse(
        key, "found main-mode steps before a sub mode, but no sub_mode",
        fix: "Add sub_mode, or drop this key.")
    }
    for key in ["ch3c_shape", "ch3c_jump"] where section.has(key) && section.text("channel_selection") != "3c"
    {
      refuse(key, "found a key of #3c, but another channel selection", fix: "Add 'channel_selection: 3c'.")
    }
    for problem in LegalConfiguration.problems(in: PhoneProfile.configuration(section)) {
      guard let key = keys[problem.field] else { continue }
      refuse(key, "found an illegal configuration: \(problem)", fix: "Change this key or those beside it.")
    }
    return errors
  }

  /// The keys of the fields of a configuration whose ranges depend on each other.
  private static let keys: [ConfigurationProblem.Field: String] = [
    .subMode: "sub_mode", .mainModeMinSteps: "min_main_mode_steps", .ch3cJump: "ch3c_jump",
    .channelMapRepetition: "channel_map_repetition",
  ]
}

/// The key `sync_antenna` of phones and accessories: the antenna of CS_SYNC packets.
enum SyncAntennaRule {
  static let key = "sync_antenna"
  private static let repetitive = "repetitive"

  /// The rule for the key.
  static let rule = FieldRule(
    key, .either(repetitive, .integer(1...4)), example: "1",
    "The antenna of CS_SYNC packets; repetitive cycles through all antennas; defaults to no recommendation of the host."
  )

  /// The selection in a section.
  static func selection(_ section: Section) -> CSSyncAntennaSelection {
    if section.text(key) == repetitive { return .repetitive }
    return section.integer(key).map { CSSyncAntennaSelection(rawValue: UInt8($0)) } ?? .noRecommendation
  }

  /// The value of the key for a selection; nil if the key is left out.
  static func text(_ selection: CSSyncAntennaSelection) -> String? {
    switch selection {
    case .noRecommendation: nil
    case .repetitive: repetitive
    default: "\(selection.rawValue)"
    }
  }
}

extension PhoneProfile {
  /// What can be set of the link, of the procedures and of the radio; of several times one remains.
  public static var knobs: [Knob] {
    PhoneRules.schema.fields.filter {
      ["connection", "channel_sounding", "procedures", "radio"].contains($0.key)
    }
    .flatMap { Knob.all(in: [$0]) }
  }
}
