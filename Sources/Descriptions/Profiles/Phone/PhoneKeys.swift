internal import ChannelSounding
internal import CoreTypes
public import Documents

/// The keys of a phone profile: the one table that reader and JSON Schema follow.
enum PhoneKeys {
  static let all: [Key<PhoneProfile>] = [
    .text("id", \.id, .name, required: true, example: "example-phone", "The name of the profile."),
    Key("identity", \.self, identity, required: true, "Title and description of the emulated phone."),
    Key("match", \.match, match, required: true, "Advertising data that the phone filters for."),
    Key("connection", \.connection, connection, "Parameters of the connection."),
    Key(
      "channel_sounding", \.self, channelSounding, required: true,
      "The configuration that the phone requests."),
    Key("procedures", \.self, procedures, "Procedure parameters of the phone."),
    Key("radio", \.radio, RadioKeys.phoneKeys, "Radio parameters, for the simulation."),
    Key("apps", \.apps, apps, "What the phone's operating system offers to apps."),
  ]

  static let schema = DocumentSchema(
    name: PhoneProfile.schemaName, fields: all.described(by: PhoneProfile(file: "")),
    sourcing: .init(except: ["id", "identity"], shippedIn: "phones"))

  private static let identity: [Key<PhoneProfile>] = [
    .text("title", \.title, .free(maximum: 200), required: true, example: "Example phone", "One line."),
    .text(
      "description", \.summary, .free(maximum: 2000), example: "Text.", "The emulated phone and app."),
  ]

  private static let match: [Key<PhoneProfile.Match>] = [
    .list(
      "services", \.services, of: .text(.serviceUUID), count: 0...8, example: "[0x185B]",
      "At least one of these is advertised.", value: AttributeUUID.init(text:), text: \.description),
    .integer(
      "company_id", \.companyID, 0...0xFFFF, example: "0xFFFF",
      "The company identifier of the manufacturer data."),
    .text(
      "name_contains", \.nameContains, .free(maximum: 29), example: "tag",
      "A part of the advertised local name."),
    .octets(
      "manufacturer_data", \.manufacturerData, maximum: 26, example: "\"01\"",
      "The manufacturer data after the company identifier."),
    .octets(
      "manufacturer_mask", \.manufacturerMask, maximum: 26, example: "\"FF\"",
      "Mask of the compared bits; as long as the data."),
    .flag("pairs", \.isPaired, example: "true", "Whether the phone pairs with the accessory."),
  ]

  private static let connection: [Key<PhoneProfile.Connection>] = [
    .number(
      "interval_ms", \.intervalMilliseconds, ConnectionInterval.legalMilliseconds, .milliseconds,
      step: ConnectionInterval.unitMilliseconds, example: "30",
      "The connection interval."),
    .integer("latency", \.latency, 0...499, example: "0", "The peripheral latency, in connection events."),
    .number(
      "supervision_timeout_ms", \.supervisionTimeoutMilliseconds, SupervisionTimeout.legalMilliseconds,
      .milliseconds, step: SupervisionTimeout.unitMilliseconds,
      example: "2000", "The supervision timeout; defaults to six intervals with latency, at least 2 s."),
    .integer(
      "mtu_octets", \.mtuOctets, 23...517, .octets, example: "247", "The ATT_MTU that the phone requests."),
    .flag("phy_2m", \.asksForLE2M, example: "true", "Whether the phone changes the connection to LE 2M."),
    .flag(
      "apple_rules", \.keepsAppleRules, example: "false",
      "Whether the phone refuses connection parameters that break Apple's guidelines."),
  ]

  private static let channelSounding: [Key<PhoneProfile>] = [
    .choice(
      "main_mode", \.configuration.mainMode.rawValue, [1, 2, 3], example: "2",
      "The main mode of the simulated phone, as in 'range'."),
    .words(
      "roles", \.attachedRoles, [("initiator", .initiator), ("reflector", .reflector)], count: 1...2,
      example: "[initiator, reflector]",
      "The CS roles of the phone's controller for an attached host; defaults to both."),
    .choice(
      "sub_mode", \.configuration.subMode.octet, [1, 2, 3], example: "1",
      "The sub mode, with main mode 2 or 3; defaults to none."),
    .integer(
      "min_main_mode_steps", \.configuration.minMainModeSteps, 1...255, example: "2",
      "Minimum number of main-mode steps before a sub-mode step; defaults to 2."),
    .integer(
      "max_main_mode_steps", \.configuration.maxMainModeSteps, 1...255, example: "2",
      "Maximum number of main-mode steps before a sub-mode step; defaults to the minimum."),
    .integer(
      "main_mode_repetition", \.configuration.mainModeRepetition, 0...3, example: "0",
      "Main-mode steps repeated at the start of the next subevent."),
    .integer(
      "mode_0_steps", \.configuration.mode0Steps, 1...3, required: true, example: "3",
      "Mode-0 steps at the start of each subevent."),
    channels,
    .integer(
      "channel_map_repetition", \.configuration.channelMapRepetition, 1...255, example: "1",
      "Number of uses of each channel in a procedure."),
    .word(
      "channel_selection", \.configuration.channelSelection, [("3b", .algorithm3b), ("3c", .algorithm3c)],
      example: "3b", "The channel selection algorithm."),
    .word(
      "ch3c_shape", \.configuration.ch3cShape, [("hat", .hat), ("x", .x)], example: "hat",
      "The shape of #3c; defaults to hat."),
    .integer(
      "ch3c_jump", \.configuration.ch3cJump, 2...8, example: "2", "The jump of #3c; defaults to 2."),
    .word(
      "sync_phy", \.configuration.csSyncPHY, [("1m", .le1M), ("2m", .le2M), ("2m-2bt", .le2M2BT)],
      example: "1m", "The PHY of CS_SYNC."),
    .syncAntenna(\.syncAntennas),
    .word(
      "rtt_type", \.configuration.rttType,
      [
        ("aa-only", .aaOnly), ("sounding-32", .sounding32), ("sounding-96", .sounding96),
        ("random-32", .random32), ("random-64", .random64), ("random-96", .random96),
        ("random-128", .random128),
      ], example: "aa-only", "The RTT type."),
    .times(
      "t_ip1_us", \.tIP1, atLeast: 1, example: "[145]",
      "Supported T_IP1; the shortest that both devices support is used."),
    .times(
      "t_ip2_us", \.tIP2, atLeast: 1, example: "[145]",
      "Supported T_IP2; the shortest that both devices support is used."),
    .times(
      "t_fcs_us", \.tFCS, atLeast: 1, example: "[100]",
      "Offered T_FCS, unless a test case sets it; defaults to all."),
    .times(
      "t_pm_us", \.tPM, atLeast: 1, example: "[40]",
      "Supported T_PM; the shortest that both devices support is used."),
    .flag(
      "inline_pct", \.asksForInlinePCT, required: true, example: "true",
      "Whether the phone requests inline PCT if the accessory supports it."),
    .flag(
      "ranging_service", \.readsRangingService, required: true, example: "false",
      "Whether the phone reads results from the Ranging Service."),
  ]

  private static let apps: [Key<PhoneProfile.Apps>] = [
    .integer(
      "maximum_links", \.maximumLinks, 1...32, example: "7",
      "Connections that the phone has at one time; defaults to 7."),
    .flag(
      "channel_sounding", \.hasChannelSounding, example: "true",
      "Whether hardware and region of the phone allow Channel Sounding; defaults to true."),
    .flag(
      "sounding_needs_setup", \.needsSetupForSounding, example: "true",
      "Whether Channel Sounding is refused without setup in the accessory picker; defaults to true."),
    .flag(
      "pauses_in_background", \.pausesInBackground, example: "true",
      "Whether Channel Sounding pauses while the app is in the background; defaults to true."),
    .flag(
      "repeats_lost_attempts", \.repeatsLostAttempts, example: "false",
      "Whether the phone repeats an attempt that failed to establish the link; defaults to false."),
    .number(
      "scan_interval_ms", \.scanIntervalMilliseconds, ScanTime.legalMilliseconds, .milliseconds,
      step: ScanTime.unitMilliseconds, example: "60",
      "The scan interval for apps; defaults to 60."),
    .number(
      "scan_window_ms", \.scanWindowMilliseconds, ScanTime.legalMilliseconds, .milliseconds,
      step: ScanTime.unitMilliseconds, example: "60",
      "The scan window for apps, at most the interval; defaults to 60."),
    .integer(
      "picker_immediate_dbm", \.pickerImmediateDbm, -100...0, .decibelsMilliwatt, example: "-50",
      "The weakest accessory that the picker offers for the immediate range; defaults to -50."),
  ]

  /// All channels and every second are words; any others are a list.
  private static let channels: Key<PhoneProfile> = {
    let (all, thinned) = (CSChannelMap.allowed.channels, "every-second")
    let list = Shape.list(.choice(all.map(Int.init)), count: 15...72)
    let rule = FieldRule(
      "channels", .either("all", .either(thinned, list)), example: "all",
      "The channels: all 72, every second, or a list.")
    return Key(rule) {
      let listed = $0.integers(rule.key).map(UInt8.init)
      let isThinned = $0.text(rule.key) == thinned
      $1.configuration.channelMap = CSChannelMap(
        channels: isThinned ? all.filter { $0 % 2 == 0 } : listed.isEmpty ? all : listed)
    } text: {
      $0.configuration.channelMap == .allowed ? "all" : nil
    }
  }()

  private static let procedures: [Key<PhoneProfile>] = [
    .integer(
      "min_interval_events", \.procedures.minProcedureInterval, 1...0xFFFF, example: "1",
      "Minimum procedure interval, in connection events."),
    .integer(
      "max_interval_events", \.procedures.maxProcedureInterval, 1...0xFFFF, example: "1",
      "Maximum procedure interval, in connection events; defaults to the minimum."),
    Key(
      FieldRule(
        "max_length_ms",
        .number(
          MaxProcedureLength.legalMilliseconds, .milliseconds, step: MaxProcedureLength.unitMilliseconds),
        example: "6250",
        "Maximum procedure length.")
    ) {
      $1.procedures.maxProcedureLen = MaxProcedureLength(
        nearestMilliseconds: $0.number("max_length_ms", or: 0))
    } text: {
      ScalarText.format($0.procedures.maxProcedureLen.milliseconds)
    },
    .integer(
      "min_subevent_us", \.procedures.minSubeventLen.rawValue, SubeventLen.legalMicroseconds, .microseconds,
      example: "1250",
      "Minimum subevent length."),
    .integer(
      "max_subevent_us", \.procedures.maxSubeventLen.rawValue, SubeventLen.legalMicroseconds, .microseconds,
      example: "2000000",
      "Maximum subevent length."),
    antennas,
    outputSNR(
      "snr_control_initiator_db", \.procedures.snrControlInitiator,
      "The output SNR of the phone's packets; defaults to no SNR control."),
    outputSNR(
      "snr_control_reflector_db", \.procedures.snrControlReflector,
      "The output SNR requested from the accessory; defaults to no SNR control."),
  ]

  private static let antennas: Key<PhoneProfile> = {
    let most = "most-paths"
    let rule = FieldRule(
      "antenna_configuration", .either(most, .integer(0...7)), example: "0",
      "The antenna configuration index; most-paths for the one with the most antenna paths that both devices support."
    )
    return Key(rule) {
      $1.takesMostAntennaPaths = $0.text(rule.key) == most
      $1.procedures.toneAntennaConfigSelection = .init(rawValue: UInt8($0.integer(rule.key) ?? 0))
    } text: {
      $0.takesMostAntennaPaths ? most : "\($0.procedures.toneAntennaConfigSelection.rawValue)"
    }
  }()

  /// An output SNR in dB.
  private static func outputSNR(
    _ key: String, _ place: Key<PhoneProfile>.Place<OutputSNR>, _ summary: String
  ) -> Key<PhoneProfile> {
    let levels = OutputSNR.levels.compactMap(\.decibels)
    return Key(FieldRule(key, .choice(levels, .decibels), example: "18", summary)) {
      if let level = $0.integer(key).flatMap(OutputSNR.init(decibels:)) { $1[keyPath: place] = level }
    }
  }
}

extension PhoneProfile {
  /// The knobs of the link, the procedures and the radio; a knob leaves one time of a list, and no word.
  public static var knobs: [Knob] {
    let sections = ["connection", "channel_sounding", "procedures", "radio"]
    return Knob.all(
      in: PhoneKeys.schema.fields.filter { sections.contains($0.key) }, includingThoseBesideWords: true)
  }
}
