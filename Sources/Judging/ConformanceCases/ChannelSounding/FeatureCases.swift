internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The declarations of the accessory: version, features and capabilities.
  static let featureCases = [coreFeatures, hostSupport, reflectorRole, antennas, asDeclared]

  private static let coreFeatures = TestCase(
    id: "CS/FEA/BV-01", title: "Features of Core 6.3", needs: [.air, .controller],
    procedure: """
      Connect, exchange versions and features, the extended page included. Channel Sounding Enhancement 1 must be \
      set. The version number alone decides nothing: one below that of 6.3 is a warning.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let version = try tester.prepare("version exchange", tester.phone.readRemoteVersion())
    let features = try tester.readFeatures()
    tester.expect(
      features[.channelSoundingEnhancement1],
      .holds(
        "feature bit 75 set", met: "bit 75 set",
        else: features[.extendedFeatureSet] ? "bit 75 clear" : "no extended features"),
      "Channel Sounding Enhancement 1", frames: tester.featureFrames)
    if version.version < .v6_3 {
      tester.warn("LL_VERSION_IND has \(version.version), expected 0x11 for 6.3")
    }
  }

  private static let hostSupport = TestCase(
    id: "CS/FEA/BV-02", title: "Channel Sounding and host support",
    procedure: "Connect and exchange features. Bits 46 and 47 must both be set."
  ) { tester throws(TesterStop) in
    try tester.connect()
    let features = try tester.readFeatures()
    let bits = [FeatureSet.Feature.channelSounding, .channelSoundingHostSupport]
    let missing = bits.filter { !features[$0] }.map { "\($0.rawValue)" }
    tester.expect(
      missing.isEmpty,
      .holds(
        "bits 46 and 47 set", met: "both set", else: "bit " + missing.joined(separator: " and ") + " clear"),
      "Channel Sounding feature bits", frames: tester.featureFrames)
  }

  private static let reflectorRole = TestCase(
    id: "CS/ROL/BV-01", title: "Reflector role declared",
    procedure: """
      Exchange capabilities. The roles must include the reflector. Of an attached host, whose controller is the \
      tester's, the HCI must show that it enables that role on the link.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    if let host = tester.bed.hostTraffic { return tester.judgeEnabledRole(host) }
    let isReflector = capabilities.roles.contains(.reflector)
    let isInitiator = capabilities.roles.contains(.initiator)
    tester.expect(
      isReflector,
      .holds("reflector", met: (isInitiator ? "initiator, reflector" : "reflector"), else: "initiator only"),
      "roles supported", frames: tester.capabilityFrames)
  }

  private static let antennas = TestCase(
    id: "CS/ANT/BV-01", title: "Antennas", needs: [.air, .controller],
    procedure: "Exchange capabilities and report antennas and antenna paths. One of each is enough."
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    tester.expect(
      Worded(
        [capabilities.numAntennas, capabilities.maxAntennaPaths],
        "\(capabilities.numAntennas) and \(capabilities.maxAntennaPaths)"),
      .atLeast(1, "", required: "1 or more of each"), "antennas and antenna paths",
      frames: tester.capabilityFrames)
  }

  private static let asDeclared = TestCase(
    id: "CS/FEA/BV-03", title: "Capabilities as declared", needs: [.air, .controller],
    procedure: """
      Exchange capabilities. Each field of LL_CS_CAPABILITIES_RSP, and of LL_CS_FAE_RSP where there is one, must be what \
      the profile declares: all other verdicts are about an accessory that does what its profile says.
      """
  ) { tester throws(TesterStop) in
    guard tester.request.isDescribed else { throw .notApplicable("no profile declares its capabilities") }
    _ = try tester.connectForRanging()
    let profile = tester.request.profile
    let seen = tester.recorder.controlPDUs.last {
      !$0.isFromCentral && $0.pdu.has(.csCapabilitiesRsp)
    }
    guard let seen, case .csCapabilitiesRsp(let pdu) = seen.pdu else {
      throw .inconclusive("no LL_CS_CAPABILITIES_RSP was seen")
    }
    let due = CSCapabilitiesRsp(profile.csCapabilities, layout: profile.interpretations.capabilityLayout)
    let differing = zip(pdu.listed(), due.listed()).filter { $0.value != $1.value }
    for (field, declared) in differing {
      guard let basis = basis(ofField: field.name) else { continue }
      tester.expect(field.value, .inPlaceOf(declared.value), field.name, frames: [seen.frame], on: basis)
    }
    let others = differing.filter { basis(ofField: $0.0.name) == nil }
      .map { "\($0.name) is \($0.value), declared \($1.value)" }
    tester.expect(
      others, .none("as declared", words: { $0.joined(separator: "; ") }),
      "fields of LL_CS_CAPABILITIES_RSP", frames: [seen.frame], isHeadline: true)
    let answer = tester.recorder.controlPDUs.last {
      !$0.isFromCentral && $0.pdu.has(.csFAERsp)
    }
    guard let answer, case .csFAERsp(let table) = answer.pdu else { return }
    let wrong = zip(table.channelFAE.entries, profile.faeTable.entries).enumerated().first {
      $0.element.0 != $0.element.1
    }
    tester.expect(
      wrong, .absent("as declared") { "entry \($0.offset) is \($0.element.0), declared \($0.element.1)" },
      "entries of LL_CS_FAE_RSP", frames: [answer.frame])
  }

  /// The case that judges a field of the capabilities.
  private static func basis(ofField name: String) -> Basis? {
    switch name {
    case "Role": .reflectorRole
    case "IPT", "Tail": .inlinePCT
    case "Max_Procedures_Supported": .endlessProcedures
    case "T_FCS_Capability": .tFCS
    default: nil
    }
  }
}

extension Tester {
  fileprivate func readFeatures() throws(TesterStop) -> FeatureSet {
    try prepare("feature exchange", phone.readRemoteFeatures())
  }

  /// Waits as long as a configuration would take, and judges the host's LE CS Set Default Settings.
  fileprivate func judgeEnabledRole(_ host: HostTraffic) {
    let isEnabled = { host.enabledRoles?.roles.contains(.reflector) == true }
    let simulation = bed.simulation
    simulation.run(until: simulation.now + .seconds(2)) { !isEnabled() && phone.link != nil }
    expect(
      isEnabled(),
      .holds(
        "reflector, by LE CS Set Default Settings", met: "reflector",
        else: host.whyNoRole ?? (host.enabledRoles == nil ? "no role enabled" : "another role")),
      "role enabled by the host", frames: host.enabledRoles.map { [$0.frame] })
  }

  fileprivate var featureFrames: [Int] {
    frame(fromAccessory: true, of: .featureRsp) + frame(fromAccessory: true, of: .featureExtRsp)
  }
}
