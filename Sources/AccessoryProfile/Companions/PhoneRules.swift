internal import ChannelSounding
internal import CoreTypes

/// The keys of a phone profile.
enum PhoneRules {
  static var schema: DocumentSchema {
    DocumentSchema(
      name: PhoneProfile.schemaName,
      fields: [
        FieldRule("id", .text(.name), required: true, example: "example-phone", "The name of the profile."),
        FieldRule("identity", .map(identity), required: true, "What it stands for."),
        FieldRule("match", .map(match), required: true, "What it looks for in advertising data."),
        FieldRule("connection", .map(connection), "The connection that it makes."),
        FieldRule(
          "channel_sounding", .map(channelSounding), required: true, "The configuration that it asks for."),
        FieldRule("procedures", .map(procedures), "What it asks of the procedures."),
      ], isSourced: true)
  }

  private static let identity = [
    FieldRule("title", .text(.free(maximum: 200)), required: true, example: "Example phone", "One line."),
    FieldRule("description", .text(.free(maximum: 2000)), example: "Text.", "What it emulates."),
  ]

  private static let match: [FieldRule] = [
    FieldRule(
      "services", .list(.text(.serviceUUID), count: 0...8), example: "[0x185B]", "At least one of these."),
    FieldRule("company_id", .integer(0...0xFFFF), example: "0xFFFF", "The company identifier."),
    FieldRule("name_contains", .text(.free(maximum: 29)), example: "tag", "A part of the local name."),
    FieldRule(
      "manufacturer_data", .text(.hexOctets(maximum: 26)), example: "\"01\"", "Behind the identifier."),
    FieldRule("manufacturer_mask", .text(.hexOctets(maximum: 26)), example: "\"FF\"", "As long as the data."),
    FieldRule("pairs", .flag, example: "true", "Whether the picker pairs with what it finds."),
  ]

  private static let connection: [FieldRule] = [
    FieldRule(
      "interval_ms", .number(7.5...4000, .milliseconds, step: 1.25), example: "30", "Connection interval."),
    FieldRule("latency", .integer(0...499), example: "0", "Events that the peripheral may skip."),
    FieldRule(
      "supervision_timeout_ms", .number(100...32_000, .milliseconds, step: 10), example: "2000",
      "Supervision timeout."),
    FieldRule("mtu_octets", .integer(23...517, .octets), example: "247", "The ATT_MTU that it asks for."),
    FieldRule("phy_2m", .flag, example: "true", "Whether it moves the connection to LE 2M."),
    FieldRule(
      "apple_rules", .flag, example: "false",
      "Whether it refuses connection parameters that break Apple's guidelines."),
  ]

  private static func times(_ times: [Int]) -> Shape {
    .list(.choice(times, .microseconds), count: 1...times.count)
  }
  private static let rttTypes: [(String, RTTType)] = [
    ("aa-only", .aaOnly), ("sounding-32", .sounding32), ("sounding-96", .sounding96),
    ("random-32", .random32),
    ("random-64", .random64), ("random-96", .random96), ("random-128", .random128),
  ]
  private static let channels: [Int] = CSChannelMap.allowed.channels.map(Int.init)

  private static let channelSounding: [FieldRule] = [
    FieldRule(
      "main_mode", .choice([1, 2, 3]), example: "2", "The main mode where it ranges by itself, as in 'range'."
    ),
    FieldRule(
      "roles", .list(.word(["initiator", "reflector"]), count: 1...2), example: "[initiator, reflector]",
      "The roles that its controller offers to a host that is attached to it; both if it is not given."),
    FieldRule("main_mode_repetition", .integer(0...3), example: "0", "Steps repeated in the next subevent."),
    FieldRule("mode_0_steps", .integer(1...3), required: true, example: "3", "Mode-0 steps of a subevent."),
    FieldRule(
      "channels", .either("all", .either("every-second", .list(.choice(channels), count: 15...72))),
      example: "all",
      "Channels: all 72, every second, or a list."),
    FieldRule(
      "channel_map_repetition", .integer(1...255), example: "1", "Uses of each channel in a procedure."),
    FieldRule("channel_selection", .word(["3b", "3c"]), example: "3b", "The channel selection."),
    FieldRule("sync_phy", .word(["1m", "2m", "2m-2bt"]), example: "1m", "The PHY of CS_SYNC."),
    FieldRule("rtt_type", .word(rttTypes.map(\.0)), example: "aa-only", "The RTT type."),
    FieldRule("t_ip1_us", times(CSTime.tIP), example: "[145]", "T_IP1, in order of preference."),
    FieldRule("t_ip2_us", times(CSTime.tIP), example: "[145]", "T_IP2, in order of preference."),
    FieldRule(
      "t_fcs_us", times(CSTime.tFCS), example: "[100]", "T_FCS that it offers where no test case decides."),
    FieldRule("t_pm_us", times(CSTime.tPM), example: "[40]", "T_PM, in order of preference."),
    FieldRule(
      "inline_pct", .flag, required: true, example: "true", "Whether it asks for inline PCT where claimed."),
    FieldRule(
      "ranging_service", .flag, required: true, example: "false", "Whether it reads results over GATT."),
  ]

  private static let procedures: [FieldRule] = [
    FieldRule(
      "min_interval_events", .integer(1...0xFFFF), example: "1", "Connection events between procedures."),
    FieldRule(
      "max_interval_events", .integer(1...0xFFFF), example: "1", "Connection events between procedures."),
    FieldRule(
      "max_length_ms", .number(0.625...40_959.375, .milliseconds, step: 0.625), example: "6250", "Length."),
    FieldRule(
      "min_subevent_us", .integer(1250...4_000_000, .microseconds), example: "1250", "Subevent length."),
    FieldRule(
      "max_subevent_us", .integer(1250...4_000_000, .microseconds), example: "2000000", "Subevent length."),
    FieldRule("antenna_configuration", .integer(0...7), example: "0", "The antenna configuration index."),
  ]

  static func contradictions(in root: Section) -> [ProfileError] {
    var errors: [ProfileError] = []
    func refuse(_ text: String, _ section: Section, _ key: String, _ other: String, fix: String) {
      guard let position = section.position(key) else { return }
      let problem = ProfileError.Problem.contradiction(text, other: section.position(other), fix: fix)
      errors.append(ProfileError(problem, at: position, path: "\(section.path).\(key)"))
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
        "found data of no company, expected company_id beside it", match, "manufacturer_data", "company_id",
        fix: "Add the company identifier.")
    }
    if match.texts("services").isEmpty, !match.has("company_id"), let position = match.position {
      let problem = ProfileError.Problem.contradiction(
        "found neither a service nor a company identifier, expected one of them", other: nil,
        fix: "Add 'services: [0x185B]'.")
      errors.append(ProfileError(problem, at: position, path: "match"))
    }
    let connection = root.section("connection")
    let asked = Self.connection(connection)
    if connection.has("supervision_timeout_ms"),
      asked.supervisionTimeoutMilliseconds <= asked.leastTimeoutMilliseconds
    {
      let least = ScalarText.format(asked.leastTimeoutMilliseconds)
      refuse(
        "found \(ScalarText.format(asked.supervisionTimeoutMilliseconds)), expected more than \(least)",
        connection, "supervision_timeout_ms", "interval_ms", fix: "Write a longer time.")
    } else if asked.leastTimeoutMilliseconds >= 32_000 {
      refuse(
        "found a latency that no supervision timeout outlasts", connection, "latency", "interval_ms",
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

  static func phone(file: String, document: CheckedDocument) -> PhoneProfile {
    let root = document.root
    var phone = PhoneProfile(file: file)
    phone.declarations = document.declarations
    phone.id = root.text("id") ?? ""
    phone.title = root.section("identity").text("title") ?? ""
    let match = root.section("match")
    phone.match.services = match.texts("services").compactMap(ServiceUUID.init(text:))
    phone.match.companyID = match.integer("company_id").map(UInt16.init)
    phone.match.nameContains = match.text("name_contains") ?? ""
    phone.match.manufacturerData = match.text("manufacturer_data").flatMap(HexText.octets) ?? []
    phone.match.manufacturerMask = match.text("manufacturer_mask").flatMap(HexText.octets) ?? []
    phone.match.isPaired = match.flag("pairs", or: false)
    phone.connection = connection(root.section("connection"))
    readConfiguration(root.section("channel_sounding"), into: &phone)
    readProcedures(root.section("procedures"), into: &phone.procedures)
    return phone
  }

  /// Without a timeout of its own the phone waits for six intervals with latency, and two seconds at least.
  private static func connection(_ section: Section) -> PhoneProfile.Connection {
    var connection = PhoneProfile.Connection()
    connection.intervalMilliseconds = section.number("interval_ms", or: 30)
    connection.latency = UInt16(section.integer("latency") ?? 0)
    let usual = min(32_000, max(2000, (3 * connection.leastTimeoutMilliseconds / 10).rounded(.up) * 10))
    connection.supervisionTimeoutMilliseconds = section.number("supervision_timeout_ms", or: usual)
    connection.mtuOctets = UInt16(section.integer("mtu_octets") ?? 247)
    connection.asksForLE2M = section.flag("phy_2m", or: true)
    connection.keepsAppleRules = section.flag("apple_rules", or: false)
    return connection
  }

  private static func readConfiguration(_ section: Section, into phone: inout PhoneProfile) {
    func preferences(_ key: String, or mandatory: Int) -> [Int] {
      section.has(key) ? section.integers(key) : [mandatory]
    }
    phone.tIP1Microseconds = preferences("t_ip1_us", or: 145)
    phone.tIP2Microseconds = preferences("t_ip2_us", or: 145)
    phone.tFCSMicroseconds = section.has("t_fcs_us") ? section.integers("t_fcs_us") : CSTime.tFCS
    phone.tPMMicroseconds = preferences("t_pm_us", or: 40)
    phone.asksForInlinePCT = section.flag("inline_pct", or: true)
    phone.readsRangingService = section.flag("ranging_service", or: false)
    let roles = section.texts("roles")
    if !roles.isEmpty {
      phone.attachedRoles = []
      if roles.contains("initiator") { phone.attachedRoles.insert(.initiator) }
      if roles.contains("reflector") { phone.attachedRoles.insert(.reflector) }
    }
    var configuration = CSConfiguration()
    configuration.mainMode = UInt8(section.integer("main_mode") ?? 2)
    configuration.mainModeRepetition = UInt8(section.integer("main_mode_repetition") ?? 0)
    configuration.mode0Steps = UInt8(section.integer("mode_0_steps") ?? 3)
    configuration.channelMap = channelMap(section)
    configuration.channelMapRepetition = UInt8(section.integer("channel_map_repetition") ?? 1)
    configuration.channelSelection = section.text("channel_selection") == "3c" ? 1 : 0
    let phys = ["1m", "2m", "2m-2bt"]
    configuration.csSyncPHY = UInt8((phys.firstIndex(of: section.text("sync_phy") ?? "1m") ?? 0) + 1)
    configuration.rttType = rttTypes.first { $0.0 == section.text("rtt_type") }?.1.rawValue ?? 0
    configuration.tIP1Index = index(phone.tIP1Microseconds, in: CSTime.tIP)
    configuration.tIP2Index = index(phone.tIP2Microseconds, in: CSTime.tIP)
    configuration.tPMIndex = index(phone.tPMMicroseconds, in: CSTime.tPM)
    phone.configuration = configuration
  }

  private static func channelMap(_ section: Section) -> CSChannelMap {
    let listed = section.integers("channels")
    if !listed.isEmpty { return CSChannelMap(channels: listed.map(UInt8.init)) }
    let isThinned = section.text("channels") == "every-second"
    return isThinned ? CSChannelMap(channels: CSChannelMap.allowed.channels.filter { $0 % 2 == 0 }) : .allowed
  }

  private static func index(_ preferences: [Int], in times: [Int]) -> UInt8 {
    UInt8(preferences.first.flatMap(times.firstIndex(of:)) ?? times.count - 1)
  }

  private static func readProcedures(_ section: Section, into procedures: inout CSProcedureParameters) {
    procedures.minProcedureInterval = UInt16(section.integer("min_interval_events") ?? 1)
    let most = section.integer("max_interval_events").map(UInt16.init) ?? procedures.minProcedureInterval
    procedures.maxProcedureInterval = max(most, procedures.minProcedureInterval)
    if section.has("max_length_ms") {
      procedures.maxProcedureLen = UInt16((section.number("max_length_ms", or: 0) / 0.625).rounded())
    }
    procedures.minSubeventLen = UInt32(section.integer("min_subevent_us") ?? 1250)
    procedures.maxSubeventLen = UInt32(section.integer("max_subevent_us") ?? 4_000_000)
    procedures.toneAntennaConfigSelection = UInt8(section.integer("antenna_configuration") ?? 0)
  }
}
