public import ChannelSounding
internal import CoreTypes
public import Documents
internal import Notation
internal import RadioModel

/// How a phone behaves as the initiator: what it looks for, what it asks for, how often it ranges.
/// `Profiles/phones` has the files.
public struct PhoneProfile: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/phone/1"

  /// What it looks for in advertising data: a service or a company, and what else is named; empty fields match
  /// everything.
  public struct Match: Sendable, Equatable {
    /// At least one of these is advertised.
    public var services: [ServiceUUID] = []
    /// The company identifier of the manufacturer data.
    public var companyID: UInt16?
    /// A part of the local name.
    public var nameContains = ""
    /// Manufacturer data behind the company identifier, compared where the mask has ones.
    public var manufacturerData: [UInt8] = []
    /// As long as the data.
    public var manufacturerMask: [UInt8] = []
    /// Whether whoever finds the accessory pairs at once, as a picker does.
    public var isPaired = false
  }

  /// The connection that it makes. [Vol 6, Part B, 4.5]
  public struct Connection: Sendable, Equatable {
    /// In milliseconds, a multiple of 1.25.
    public var intervalMilliseconds = 30.0
    /// Connection events that the peripheral may skip.
    public var latency: UInt16 = 0
    /// In milliseconds, a multiple of 10, longer than two intervals with latency.
    public var supervisionTimeoutMilliseconds = 2000.0
    /// The ATT_MTU that it asks for, in octets.
    public var mtuOctets: UInt16 = 247
    /// Whether it moves the connection to LE 2M.
    public var asksForLE2M = true
    /// Whether it refuses wishes for connection parameters that break Apple's guidelines.
    public var keepsAppleRules = false

    /// The interval in the unit of the air, 1.25 ms.
    public var intervalUnits: UInt16 { UInt16((intervalMilliseconds / 1.25).rounded()) }
    /// What the supervision timeout must be above: two intervals with latency. [Vol 6, Part B, 4.5.2]
    public var leastTimeoutMilliseconds: Double { 2 * (1 + Double(latency)) * intervalMilliseconds }
    /// The timeout in the unit of the air, 10 ms.
    public var supervisionTimeoutUnits: UInt16 { UInt16((supervisionTimeoutMilliseconds / 10).rounded()) }
  }

  /// What it claims of round-trip times: 10 ns of the mean of 10 exchanges, of every type on LE 1M.
  public static let roundTripClaim: CSCapabilities = {
    var claim = CSCapabilities()
    claim.rttCapability = 0b111
    (claim.rttAAOnlyN, claim.rttSoundingN, claim.rttRandomSequenceN) = (10, 10, 10)
    (claim.rtt2MAAOnlyN, claim.rtt2MSoundingN, claim.rtt2MRandomSequenceN) = (10, 10, 10)
    return claim
  }()

  /// The radio of a phone whose file says nothing of it.
  static let usualRadio: RadioDescription = {
    var radio = RadioDescription()
    radio.carrierOffsetPpm = -1.5
    // Faster than any accessory: two equal oscillators settle alike and hide that they have not settled.
    radio.pllSettlingTauMicroseconds = 0.5
    radio.timingNoiseNanoseconds = RadioDescription.timingNoise(for: roundTripClaim)
    return radio
  }()

  /// The file it was read from.
  public internal(set) var file: String
  /// As `iphone-ios27`.
  public var id = ""
  /// One line.
  public var title = ""
  /// What it looks for.
  public var match = Match()
  /// The connection that it makes.
  public var connection = Connection()
  /// The configuration that it asks for, without inline PCT; the controllers settle the times.
  public var configuration = CSConfiguration()
  /// The antennas that its host selects for CS_SYNC packets; its controller has them.
  public var syncAntennas = CSSyncAntennaSelection.noRecommendation
  /// The roles that its controller offers to an attached host.
  public var attachedRoles: CSCapabilities.Roles = [.initiator, .reflector]
  /// What it supports.
  public var tIP1: TIP.Set = []
  /// What it supports.
  public var tIP2: TIP.Set = []
  /// What it offers where no test case decides.
  public var tFCS: TFCS.Set = []
  /// What it supports.
  public var tPM: TPM.Set = []
  /// Whether it asks for inline PCT where the accessory claims it.
  public var asksForInlinePCT = true
  /// Whether it reads the reflector's results from the Ranging Service.
  public var readsRangingService = false
  /// What it asks of the procedures; how many run is the matter of the test case.
  public var procedures = CSProcedureParameters()
  public var radio = usualRadio
  /// Each declared value with its source and its line.
  public internal(set) var declarations: [DeclaredValue] = []
}

extension PhoneProfile {
  /// Whether the file has a value at `path`.
  public func declares(_ path: String) -> Bool { declarations.contains { $0.path == path } }

  /// Reads a phone profile. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> PhoneProfile {
    try read(file: file, setting: nil, load: load)
  }

  /// The same with one number in place of the one that is written.
  public static func read(
    file: String, setting: Knob.Setting?, load: DocumentLoader
  ) throws(DocumentErrors) -> PhoneProfile {
    let document = try CheckedDocument(file: file, schema: PhoneRules.schema, setting: setting, load: load)
    let errors = PhoneRules.contradictions(in: document.root)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return PhoneProfile(file: file, document)
  }
}

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
    self.match.manufacturerData = match.text("manufacturer_data").flatMap([UInt8].init(hex:)) ?? []
    self.match.manufacturerMask = match.text("manufacturer_mask").flatMap([UInt8].init(hex:)) ?? []
    self.match.isPaired = match.flag("pairs", or: false)
    connection = Self.connection(root.section("connection"))
    readChannelSounding(root.section("channel_sounding"))
    procedures = Self.procedures(root.section("procedures"))
    RadioKeys.phoneKeys.read(root.section("radio"), into: &radio)
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
    tIP1 = CSTimes(microseconds: section.integers("t_ip1_us"))
    tIP2 = CSTimes(microseconds: section.integers("t_ip2_us"))
    tFCS = section.has("t_fcs_us") ? CSTimes(microseconds: section.integers("t_fcs_us")) : .all
    tPM = CSTimes(microseconds: section.integers("t_pm_us"))
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
    configuration.mainMode = CSMode(rawValue: UInt8(section.integer("main_mode") ?? 2))
    if let subMode = section.integer("sub_mode") {
      configuration.subMode = CSMode(rawValue: UInt8(subMode))
      let least = section.integer("min_main_mode_steps") ?? 2
      configuration.minMainModeSteps = UInt8(least)
      configuration.maxMainModeSteps = UInt8(section.integer("max_main_mode_steps") ?? least)
    }
    configuration.mainModeRepetition = UInt8(section.integer("main_mode_repetition") ?? 0)
    configuration.mode0Steps = UInt8(section.integer("mode_0_steps") ?? 3)
    configuration.channelMap = channelMap(section)
    configuration.channelMapRepetition = UInt8(section.integer("channel_map_repetition") ?? 1)
    configuration.channelSelection = section.text("channel_selection") == "3c" ? .algorithm3c : .algorithm3b
    configuration.ch3cShape = section.text("ch3c_shape") == "x" ? .x : .hat
    configuration.ch3cJump = UInt8(section.integer("ch3c_jump") ?? 2)
    let phys: [String: SyncPHY] = ["2m": .le2M, "2m-2bt": .le2M2BT]
    configuration.csSyncPHY = section.text("sync_phy").flatMap { phys[$0] } ?? .le1M
    configuration.rttType = PhoneRules.rttTypes.first { $0.0 == section.text("rtt_type") }?.1 ?? .aaOnly
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
    procedures.toneAntennaConfigSelection = AntennaConfiguration(
      rawValue: UInt8(section.integer("antenna_configuration") ?? 0))
    procedures.snrControlInitiator = outputSNRIndex(section.integer("snr_control_initiator_db"))
    procedures.snrControlReflector = outputSNRIndex(section.integer("snr_control_reflector_db"))
    return procedures
  }

  /// The index of an output SNR; 0xFF for none.
  private static func outputSNRIndex(_ decibels: Int?) -> UInt8 {
    decibels.flatMap(CSProcedureParameters.outputSNRsDecibels.firstIndex(of:)).map(UInt8.init) ?? 0xFF
  }
}
