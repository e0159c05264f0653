internal import ChannelSounding
internal import CoreTypes
public import Documents
internal import Faults
internal import Notation

extension AccessoryProfile {
  /// Reads a profile, and the one it extends. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> AccessoryProfile {
    try read(file: file, setting: nil, load: load)
  }

  /// The same with one number in place of the one that is written.
  public static func read(
    file: String, setting: Knob.Setting?, load: DocumentLoader
  ) throws(DocumentErrors) -> AccessoryProfile {
    let document = try CheckedDocument(
      file: file, schema: AccessoryRules.schema, setting: setting, load: load)
    let profile = AccessoryProfile(file: file, document: document)
    let errors =
      UnknownRules.errors(in: document.root, declarations: document.declarations)
      + AccessoryContradictions.errors(in: document.root, profile: profile)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return profile
  }

  private init(file: String, document: CheckedDocument) {
    let root = document.root
    self.file = file
    declarations = document.declarations
    let identity = root.section("identity")
    self.identity.vendor = identity.text("vendor") ?? ""
    self.identity.chipset = identity.text("chipset") ?? ""
    self.identity.firmware = identity.text("firmware") ?? ""
    self.identity.summary = identity.text("description") ?? ""
    let core = root.section("core")
    version.core = core.text("version").flatMap(CoreVersion.init(name:)) ?? version.core
    version.companyID = core.integer("company_id").map(UInt16.init) ?? version.companyID
    version.subversion = core.integer("subversion").map(UInt16.init) ?? version.subversion
    features = FeatureSet(root.texts("features").compactMap(FeatureSet.Feature.init(word:)))
    csCapabilities = Self.capabilities(root.section("channel_sounding"))
    syncAntennas = SyncAntennaRule.selection(root.section("channel_sounding"))
    let table = root.section("channel_sounding").numbers("fae_ppm")
    if table.count == faeTable.count { faeTable = table.map { Int8(($0 * 32).rounded()) } }
    advertising = Self.advertising(root.section("advertising"))
    security = Self.security(root.section("security"))
    gatt = Self.gatt(root.section("gatt"))
    link = Self.link(root.section("link"))
    radio = RadioRules.accessoryRadio(root.section("radio"))
    if !root.section("radio").has("pll_settling_tau_us") {
      radio.pllSettlingTauMicroseconds = RadioDescription.settlingTau(for: csCapabilities)
    }
    if !root.section("radio").has("timing_noise_ns") {
      radio.timingNoiseNanoseconds = RadioDescription.timingNoise(for: csCapabilities)
    }
    interpretations = InterpretationRule.interpretations(root.section("interpretations"))
    faults = root.texts("faults").compactMap(Fault.init(id:))
    unknown = UnknownRules.parts(in: root)
    declarations += unknown.filter { $0.path != UnknownPart.conduct }.map {
      DeclaredValue(path: $0.path, text: "unknown", position: $0.position, source: .assumed)
    }
    notices = AccessoryContradictions.notices(in: root, profile: self)
  }

  private static func capabilities(_ section: Section) -> CSCapabilities {
    var capabilities = CSCapabilities()
    let roles = section.texts("roles")
    capabilities.roles = []
    if roles.contains("initiator") { capabilities.roles.insert(.initiator) }
    if roles.contains("reflector") { capabilities.roles.insert(.reflector) }
    capabilities.numConfigs = UInt8(section.integer("num_configs") ?? 1)
    capabilities.maxConsecutiveProcedures = UInt16(section.integer("max_consecutive_procedures") ?? 0)
    capabilities.numAntennas = UInt8(section.integer("antennas") ?? 1)
    capabilities.maxAntennaPaths = UInt8(section.integer("antenna_paths") ?? 1)
    capabilities.modes = section.flag("mode_3", or: false) ? 1 : 0
    capabilities.nadmSounding = section.section("nadm").texts("sounding").isEmpty ? 0 : 1
    capabilities.nadmRandom = section.section("nadm").texts("random").isEmpty ? 0 : 1
    let phys = section.texts("sync_phys")
    capabilities.csSyncPHYs = (phys.contains("2m") ? 2 : 0) | (phys.contains("2m-2bt") ? 4 : 0)
    if section.flag("no_fae", or: false) { capabilities.subfeatures.insert(.noFAE) }
    if section.flag("channel_selection_3c", or: false) {
      capabilities.subfeatures.insert(.channelSelection3c)
    }
    if section.flag("sounding_pct_estimate", or: false) {
      capabilities.subfeatures.insert(.soundingPCTEstimate)
    }
    capabilities.tIP1 = CSTime.bits(section.integers("t_ip1_us"), of: CSTime.tIP)
    capabilities.tIP2 = CSTime.bits(section.integers("t_ip2_us"), of: CSTime.tIP)
    capabilities.tFCS = CSTime.bits(section.integers("t_fcs_us"), of: CSTime.tFCS)
    capabilities.tPM = CSTime.bits(section.integers("t_pm_us"), of: CSTime.tPM)
    capabilities.tSW = UInt8(section.integer("t_sw_us") ?? 0)
    capabilities.txSNR = section.integers("tx_snr_db").reduce(0) { $0 | 1 << UInt8(($1 - 18) / 3) }
    let inline = section.section("inline_pct")
    if inline.flag("supported", or: false) { capabilities.subfeatures.insert(.inlinePCT) }
    capabilities.tIP2IPT = CSTime.bits(inline.integers("t_ip2_us"), of: CSTime.tIP)
    capabilities.tSWIPT = UInt8(inline.integer("t_sw_us") ?? 0)
    addRTT(section.section("rtt"), to: &capabilities)
    return capabilities
  }

  private static func addRTT(_ section: Section, to capabilities: inout CSCapabilities) {
    func count(_ key: String) -> UInt8 { UInt8(section.integer(key) ?? 0) }
    capabilities.rttAAOnlyN = count("aa_only_n")
    capabilities.rttSoundingN = count("sounding_n")
    capabilities.rttRandomSequenceN = count("random_n")
    capabilities.rtt2MAAOnlyN = count("aa_only_2m_n")
    capabilities.rtt2MSoundingN = count("sounding_2m_n")
    capabilities.rtt2MRandomSequenceN = count("random_2m_n")
    for (bit, key) in ["aa_only_class_ns", "sounding_class_ns", "random_class_ns"].enumerated() {
      if section.integer(key) == 10 { capabilities.rttCapability |= 1 << UInt8(bit) }
    }
  }

  private static func advertising(_ section: Section) -> AdvertisingDescription {
    var advertising = AdvertisingDescription()
    advertising.intervalMilliseconds = section.number("interval_ms", or: advertising.intervalMilliseconds)
    advertising.fastIntervalMilliseconds = section.text("fast_interval_ms").flatMap(ScalarText.number)
    advertising.fastSeconds = section.integer("fast_duration_s") ?? advertising.fastSeconds
    if section.text("address") == "public" { advertising.addressKind = .public }
    if section.has("flags") {
      let words: [(String, AdvertisingDescription.Flags)] = [
        ("limited-discoverable", .limitedDiscoverable), ("general-discoverable", .generalDiscoverable),
        ("br-edr-not-supported", .brEDRNotSupported),
      ]
      let chosen = section.texts("flags")
      advertising.flags = []
      for (word, flag) in words where chosen.contains(word) { advertising.flags.insert(flag) }
    }
    advertising.services = section.texts("services").compactMap(ServiceUUID.init(text:))
    advertising.companyID = section.integer("company_id").map(UInt16.init)
    advertising.manufacturerData = section.text("manufacturer_data").flatMap([UInt8].init(hex:)) ?? []
    advertising.name = section.text("name") ?? ""
    advertising.txPowerDbm = section.integer("tx_power_dbm").map(Int8.init)
    advertising.appearance = section.integer("appearance").map(UInt16.init)
    advertising.keepsServicesWhenBonded = section.flag("keeps_services_when_bonded", or: true)
    return advertising
  }

  static func ranging(_ section: Section) -> RangingServiceDescription {
    var ranging = RangingServiceDescription()
    ranging.sendsRealTime = section.flag("real_time", or: ranging.sendsRealTime)
    ranging.resendsLostSegments = section.flag("lost_segments", or: ranging.resendsLostSegments)
    ranging.aborts = section.flag("abort", or: ranging.aborts)
    ranging.filters = section.flag("filter", or: ranging.filters)
    ranging.bufferCount = section.integer("buffers") ?? ranging.bufferCount
    return ranging
  }

  private static func security(_ section: Section) -> SecurityDescription {
    var security = SecurityDescription()
    security.bonds = section.flag("bonding", or: true)
    security.hasPersistentKeys = section.flag("persistent_keys", or: true)
    let capability = section.text("io_capability").flatMap(SecurityDescription.IOCapability.init(rawValue:))
    security.ioCapability = capability ?? security.ioCapability
    return security
  }
}

extension AccessoryProfile {
  static func gatt(_ section: Section) -> GATTDescription {
    var gatt = GATTDescription()
    gatt.hasRangingService = section.flag("ranging_service", or: gatt.hasRangingService)
    gatt.maximumMTU = section.integer("mtu_octets").map(UInt16.init) ?? gatt.maximumMTU
    gatt.vendorService = section.text("vendor_service").flatMap(ServiceUUID.init(text:))
    gatt.hasServiceChanged = section.flag("service_changed", or: gatt.hasServiceChanged)
    gatt.canChange = section.flag("can_change", or: gatt.canChange)
    gatt.ranging = ranging(section.section("ranging"))
    return gatt
  }

  static func link(_ section: Section) -> LinkDescription {
    var link = LinkDescription()
    link.requestsConnectionParameters = section.flag("requests_connection_parameters", or: false)
    link.requestedIntervalMinMilliseconds = section.number(
      "requested_interval_min_ms", or: link.requestedIntervalMinMilliseconds)
    link.requestedIntervalMaxMilliseconds = section.number(
      "requested_interval_max_ms", or: link.requestedIntervalMaxMilliseconds)
    link.requestedLatency = section.integer("requested_latency").map(UInt16.init) ?? link.requestedLatency
    link.requestedTimeoutMilliseconds = section.number(
      "requested_timeout_ms", or: link.requestedTimeoutMilliseconds)
    link.startsPHYUpdate = section.flag("starts_phy_update", or: false)
    link.maximumDataOctets = section.integer("data_octets").map(UInt8.init) ?? link.maximumDataOctets
    return link
  }
}
