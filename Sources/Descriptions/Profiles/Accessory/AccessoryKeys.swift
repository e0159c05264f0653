public import CoreTypes
public import Documents
internal import Faults

/// The keys of an accessory profile: the one table that reader, writer, JSON Schema and template follow.
enum AccessoryKeys {
  static let all: [Key<AccessoryProfile>] = [
    Key("identity", \.identity, identity, required: true, "Vendor, chipset and firmware of the accessory."),
    Key("core", \.version, core, required: true, "Contents of LL_VERSION_IND."),
    features,
    Key(
      "channel_sounding", \.self, CapabilityKeys.all, required: true, "The Channel Sounding capabilities."),
    Key("advertising", \.advertising, advertising, required: true, "Advertising parameters and data."),
    Key("security", \.security, security, required: true, "Pairing and bonding."),
    Key("gatt", \.gatt, gatt, "Services and limits of the GATT server."),
    ChannelKeys.channels,
    Key("link", \.link, link, "Link layer procedures that the accessory starts, and its data length."),
    Key("radio", \.radio, RadioKeys.keys, "Radio parameters, for the simulation."),
    Key(
      "interpretations", \.interpretations, InterpretationKeys.all,
      "Readings of the specification that the firmware follows."),
    faults,
  ]

  static let schema = DocumentSchema(
    name: AccessoryProfile.schemaName,
    fields: all.described(by: AccessoryProfile(identity: .init())) + [UnknownRules.rule],
    sourcing: .init(
      except: ["identity", "l2cap_channels", "interpretations", "faults", "unknown"], shippedIn: "accessories"
    ))

  /// The value of each key that needs a source, in the order of the keys; nil where a file leaves the key out.
  static func lines(_ profile: AccessoryProfile) -> [Key<AccessoryProfile>.Line] {
    let sourced = schema.sourcedFields.map(\.key)
    return all.filter { sourced.contains($0.rule.key) }.flatMap { $0.lines(profile) }
  }

  private static let features = Key<AccessoryProfile>(
    FieldRule(
      "features", .list(.word(FeatureSet.Feature.words), count: 0...64), required: true,
      example: "[le-encryption, extended-reject-indication, data-packet-length-extension, le-2m-phy, "
        + "channel-selection-algorithm-2, channel-sounding, channel-sounding-host-support, "
        + "extended-feature-set, channel-sounding-enhancement-1]",
      "The LE features in the feature pages.")
  ) {
    $1.features = FeatureSet($0.texts("features").compactMap(FeatureSet.Feature.init(word:)))
  } text: { profile in
    ScalarText.list(FeatureSet.Feature.allCases.filter { profile.features[$0] }.map(\.word))
  }

  private static let faults = Key.list(
    "faults", \AccessoryProfile.faults,
    of: .word(Fault.allCases.map(\.id), listedBy: "reflector list faults"), count: 0...Fault.allCases.count,
    example: "[]", "Named faults planted in the accessory, for self-tests.", value: Fault.init(id:),
    text: \.id)

  private static let line = TextForm.free(maximum: 400)

  static let identity: [Key<AccessoryProfile.Identity>] = [
    .text(
      "vendor", \.vendor, line, required: true, example: "Example Semiconductor", "The vendor of the chipset."
    ),
    .text("chipset", \.chipset, line, required: true, example: "EX1234", "The chipset."),
    .text(
      "firmware", \.firmware, line, example: "Example SDK 1.0", "The firmware or SDK with its version."),
    .text(
      "description", \.summary, line, example: "A reflector with inline PCT.", "Purpose of the profile."),
  ]

  private static let core: [Key<AccessoryProfile.VersionInformation>] = [
    Key(
      FieldRule(
        "version", .word(CoreVersion.knownNames), required: true, example: "6.3",
        "The Core specification version.")
    ) {
      $1.core = $0.text("version").flatMap(CoreVersion.init(name:)) ?? $1.core
    } text: {
      "\($0.core)"
    },
    .integer(
      "company_id", \.companyID, 0...0xFFFF, hexDigits: 4, example: "0xFFFF",
      "The assigned company identifier."),
    .integer(
      "subversion", \.subversion, 0...0xFFFF, hexDigits: 4, example: "0x0000",
      "The Subversion number that the company assigns."),
  ]

  private static let advertising: [Key<AdvertisingDescription>] = [
    .number(
      "interval_ms", \.intervalMilliseconds, AdvertisingInterval.legalMilliseconds, .milliseconds,
      step: AdvertisingInterval.unitMilliseconds, required: true,
      example: "100", "Advertising interval."),
    .number(
      "fast_interval_ms", \.fastIntervalMilliseconds, AdvertisingInterval.legalMilliseconds, .milliseconds,
      step: AdvertisingInterval.unitMilliseconds, example: "20",
      "Advertising interval of the fast phase; defaults to no fast phase."),
    .integer("fast_duration_s", \.fastSeconds, 1...3600, example: "30", "Duration of the fast phase.")
      .written { $0.fastIntervalMilliseconds != nil },
    .word(
      "address", \.addressKind, [("public", .public), ("random-static", .random)], example: "random-static",
      "Type of the device address."),
    .words(
      "flags", \.flags,
      [
        ("limited-discoverable", .limitedDiscoverable), ("general-discoverable", .generalDiscoverable),
        ("br-edr-not-supported", .brEDRNotSupported),
      ], count: 0...3, example: "[general-discoverable, br-edr-not-supported]", "The Flags AD structure."),
    .list(
      "services", \.services, of: .text(.serviceUUID), count: 0...8, required: true, example: "[0x185B]",
      "Service UUIDs in the advertising data.", value: AttributeUUID.init(text:), text: \.description),
    .integer(
      "company_id", \.companyID, 0...0xFFFF, hexDigits: 4, example: "0xFFFF",
      "Company identifier of manufacturer data."),
    .octets(
      "manufacturer_data", \.manufacturerData, maximum: 26, example: "\"0102\"",
      "Manufacturer data after the company identifier."),
    .text("name", \.name, .free(maximum: 29), example: "Example tag", "The complete local name."),
    .integer(
      "tx_power_dbm", \.txPowerDbm, -127...20, .decibelsMilliwatt, example: "0", "The TX Power Level."),
    .integer("appearance", \.appearance, 0...0xFFFF, hexDigits: 4, example: "0x0240", "The Appearance."),
    .flag(
      "keeps_services_when_bonded", \.keepsServicesWhenBonded, example: "true",
      "Whether the UUIDs are also advertised to bonded phones."),
    .flag("connectable", \.isConnectable, example: "true", "Whether a phone can connect."),
    .part("beacon", \.beacon, .init(), beacon, "An iBeacon in place of other manufacturer data."),
  ]

  private static let beacon: [Key<BeaconDescription>] = [
    .uuid(
      "uuid", \.uuid, .beaconUUID, example: "1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE",
      "The UUID of the deployment."),
    .integer("major", \.major, 0...0xFFFF, required: true, example: "1", "The number of a group of beacons."),
    .integer(
      "minor", \.minor, 0...0xFFFF, required: true, example: "2", "The number of a beacon in its group."),
    .integer(
      "measured_power_dbm", \.measuredPowerDbm, -128...127, .decibelsMilliwatt, example: "-59",
      "Power that a phone receives at 1 m."),
  ]

  private static let security: [Key<SecurityDescription>] = [
    .flag("bonding", \.bonds, required: true, example: "true", "Whether the accessory requests bonding."),
    .flag(
      "persistent_keys", \.hasPersistentKeys, required: true, example: "true",
      "Whether bonding keys are kept over a power cycle."),
    .word(
      "io_capability", \.ioCapability, example: "no-input-no-output", "The IO Capability in pairing."),
  ]

  private static let gatt: [Key<GATTDescription>] = [
    .flag(
      "ranging_service", \.hasRangingService, example: "false",
      "Whether the GATT server has the Ranging Service."),
    Key("ranging", \.ranging, ranging, "Features of the Ranging Service."),
    .integer("mtu_octets", \.maximumMTU, 23...517, .octets, example: "247", "The largest ATT_MTU."),
    Key(
      FieldRule(
        "vendor_service", .text(.serviceUUID), example: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
        "A vendor service with two readable and writable values; one requires encryption.")
    ) {
      $1.vendorService = $0.text("vendor_service").flatMap(AttributeUUID.init(text:))
    } text: {
      $0.vendorService?.description
    },
    .flag(
      "service_changed", \.hasServiceChanged, example: "false", "Whether the GATT server has Service Changed."
    ),
    .flag(
      "can_change", \.canChange, example: "false",
      "Whether the attributes can change, as after a firmware update; the tester then accepts "
        + "Service Changed."),
    ServiceKeys.services,
  ]

  private static let ranging: [Key<RangingServiceDescription>] = [
    .flag("real_time", \.sendsRealTime, example: "true", "Whether real-time ranging data is supported."),
    .flag(
      "lost_segments", \.resendsLostSegments, example: "false",
      "Whether retrieval of lost segments is supported."),
    .flag("abort", \.aborts, example: "false", "Whether Abort Operation is supported."),
    .flag("filter", \.filters, example: "false", "Whether filtering of ranging data is supported."),
    .integer(
      "buffers", \.bufferCount, 1...16, example: "2", "Number of procedures whose ranging data is stored."),
  ]

  private static let link: [Key<LinkDescription>] = [
    .flag(
      "requests_connection_parameters", \.requestsConnectionParameters, example: "false",
      "Whether the accessory requests other connection parameters."),
    .number(
      "requested_interval_min_ms", \.requestedIntervalMinMilliseconds, ConnectionInterval.legalMilliseconds,
      .milliseconds, step: ConnectionInterval.unitMilliseconds,
      example: "15", "The shortest connection interval requested."),
    .number(
      "requested_interval_max_ms", \.requestedIntervalMaxMilliseconds, ConnectionInterval.legalMilliseconds,
      .milliseconds, step: ConnectionInterval.unitMilliseconds,
      example: "30", "The longest connection interval requested."),
    .integer(
      "requested_latency", \.requestedLatency, 0...499, example: "0", "The peripheral latency requested."),
    .number(
      "requested_timeout_ms", \.requestedTimeoutMilliseconds, SupervisionTimeout.legalMilliseconds,
      .milliseconds, step: SupervisionTimeout.unitMilliseconds,
      example: "2000", "The supervision timeout requested."),
    .flag(
      "starts_phy_update", \.startsPHYUpdate, example: "false", "Whether the accessory starts a PHY update."),
    .integer(
      "data_octets", \.maximumDataOctets, 27...251, .octets, example: "251",
      "The maximum LL payload received."
    ),
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
  public static var knobs: [Knob] { Knob.all(in: RadioKeys.keys.map(\.rule), below: "radio") }

  /// Every number that a profile can declare.
  public static let numbers = Knob.all(in: AccessoryKeys.schema.fields)

  /// The dotted paths of all keys in the order of the schema.
  public static let paths = AccessoryKeys.schema.paths
}
