internal import ChannelSounding
internal import CoreTypes

extension PhoneProfile {
  /// Takes what a file says that breaks no rule.
  init(file: String, _ document: CheckedDocument) {
    let root = document.root
    self.file = file
    declarations = document.declarations
    id = root.text("id") ?? ""
    title = root.section("identity").text("title") ?? ""
    let match = root.section("match")
    self.match.services = match.texts("services").compactMap(ServiceUUID.init(text:))
    self.match.companyID = match.integer("company_id").map(UInt16.init)
    self.match.nameContains = match.text("name_contains") ?? ""
    self.match.manufacturerData = match.text("manufacturer_data").flatMap(HexText.octets) ?? []
    self.match.manufacturerMask = match.text("manufacturer_mask").flatMap(HexText.octets) ?? []
    self.match.isPaired = match.flag("pairs", or: false)
    connection = Self.connection(root.section("connection"))
    readChannelSounding(root.section("channel_sounding"))
    procedures = Self.procedures(root.section("procedures"))
    radio = RadioRules.phoneRadio(root.section("radio"), usual: Self.usualRadio)
  }

  /// Without a timeout of its own the phone waits for six intervals with latency, and two seconds at least.
  static func connection(_ section: Section) -> PhoneProfile.Connection {
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

  private mutating func readChannelSounding(_ section: Section) {
    func times(_ key: String, or others: [Int]) -> [Int] {
      section.has(key) ? section.integers(key) : others
    }
    tIP1Microseconds = times("t_ip1_us", or: [145])
    tIP2Microseconds = times("t_ip2_us", or: [145])
    tFCSMicroseconds = times("t_fcs_us", or: CSTime.tFCS)
    tPMMicroseconds = times("t_pm_us", or: [40])
    asksForInlinePCT = section.flag("inline_pct", or: true)
    readsRangingService = section.flag("ranging_service", or: false)
    let roles = section.texts("roles")
    if !roles.isEmpty {
      attachedRoles = []
      if roles.contains("initiator") { attachedRoles.insert(.initiator) }
      if roles.contains("reflector") { attachedRoles.insert(.reflector) }
    }
    configuration = Self.configuration(section)
    syncAntennas = SyncAntennaRule.selection(section)
  }

  /// The configuration that a section asks for, legal or not.
  static func configuration(_ section: Section) -> CSConfiguration {
    var configuration = CSConfiguration()
    configuration.mainMode = UInt8(section.integer("main_mode") ?? 2)
    if let subMode = section.integer("sub_mode") {
      configuration.subMode = UInt8(subMode)
      let least = section.integer("min_main_mode_steps") ?? 2
      configuration.minMainModeSteps = UInt8(least)
      configuration.maxMainModeSteps = UInt8(section.integer("max_main_mode_steps") ?? least)
    }
    configuration.mainModeRepetition = UInt8(section.integer("main_mode_repetition") ?? 0)
    configuration.mode0Steps = UInt8(section.integer("mode_0_steps") ?? 3)
    configuration.channelMap = channelMap(section)
    configuration.channelMapRepetition = UInt8(section.integer("channel_map_repetition") ?? 1)
    configuration.channelSelection = section.text("channel_selection") == "3c" ? 1 : 0
    configuration.ch3cShape = section.text("ch3c_shape") == "x" ? 1 : 0
    configuration.ch3cJump = UInt8(section.integer("ch3c_jump") ?? 2)
    let phys = ["1m", "2m", "2m-2bt"]
    configuration.csSyncPHY = UInt8((phys.firstIndex(of: section.text("sync_phy") ?? "1m") ?? 0) + 1)
    configuration.rttType = PhoneRules.rttTypes.first { $0.0 == section.text("rtt_type") }?.1.rawValue ?? 0
    return configuration
  }

  private static func channelMap(_ section: Section) -> CSChannelMap {
    let listed = section.integers("channels")
    if !listed.isEmpty { return CSChannelMap(channels: listed.map(UInt8.init)) }
    let isThinned = section.text("channels") == "every-second"
    return isThinned ? CSChannelMap(channels: CSChannelMap.allowed.channels.filter { $0 % 2 == 0 }) : .allowed
  }

  private static func procedures(_ section: Section) -> CSProcedureParameters {
    var procedures = CSProcedureParameters()
    procedures.minProcedureInterval = UInt16(section.integer("min_interval_events") ?? 1)
    let most = section.integer("max_interval_events").map(UInt16.init) ?? procedures.minProcedureInterval
    procedures.maxProcedureInterval = max(most, procedures.minProcedureInterval)
    if section.has("max_length_ms") {
      procedures.maxProcedureLen = UInt16((section.number("max_length_ms", or: 0) / 0.625).rounded())
    }
    procedures.minSubeventLen = UInt32(section.integer("min_subevent_us") ?? 1250)
    procedures.maxSubeventLen = UInt32(section.integer("max_subevent_us") ?? 4_000_000)
    procedures.toneAntennaConfigSelection = UInt8(section.integer("antenna_configuration") ?? 0)
    procedures.snrControlInitiator = outputSNRIndex(section.integer("snr_control_initiator_db"))
    procedures.snrControlReflector = outputSNRIndex(section.integer("snr_control_reflector_db"))
    return procedures
  }

  /// The index of an output SNR; 0xFF for none.
  private static func outputSNRIndex(_ decibels: Int?) -> UInt8 {
    decibels.flatMap(CSProcedureParameters.outputSNRsDecibels.firstIndex(of:)).map(UInt8.init) ?? 0xFF
  }
}
