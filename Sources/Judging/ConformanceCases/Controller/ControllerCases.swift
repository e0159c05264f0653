internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// What a controller reports of itself over HCI, without a link.
  static let controllerCases = [
    localCapabilities, capabilityVersions, localFeatures, hostSupportOverHCI, supportedCommands,
    unknownHandles,
  ]

  private static let localCapabilities = TestCase(
    id: "HCI/CAP/BV-01", title: "Legal local capabilities", needs: .hci,
    procedure: """
      Reset the controller and send LE CS Read Local Supported Capabilities. It must answer with 28 octets whose values \
      are within their ranges.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let answer = try tester.answer(to: LECSReadLocalSupportedCapabilitiesCommand())
    try tester.require(
      answer.status == .success, .holds("success", else: "refused: \(answer.status)"),
      "LE CS Read Local Supported Capabilities")
    let octets = answer.complete?.returnParameters ?? []
    try tester.require(octets.count, .exactly(29, "octets"), "length of the return parameters")
    let capabilities = try tester.localCapabilities(tester.iut)
    let problems = capabilities.map(CapabilityRules.problems) ?? ["no capabilities"]
    tester.expect(problems.first, .absent("legal values"), "ranges of the capabilities")
  }

  private static let capabilityVersions = TestCase(
    id: "HCI/CAP/BV-02", title: "Capabilities [v1] and [v2] consistent", needs: .hci,
    procedure: """
      Read the local capabilities with both versions of the command. The 28 octets that both have must be the \
      same. A controller that claims inline PCT must know [v2], since only [v2] has the times of inline PCT.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let first = try tester.answer(to: LECSReadLocalSupportedCapabilitiesCommand())
    let second = try tester.answer(to: LECSReadLocalSupportedCapabilitiesV2Command())
    guard let v1 = first.complete?.returnParameters, first.status == .success else {
      throw .inconclusive("LE CS Read Local Supported Capabilities was refused: \(first.status)")
    }
    let claimsInlinePCT = v1.count > 17 && v1[17] & 1 << 4 != 0
    guard let v2 = second.complete?.returnParameters, second.status == .success else {
      guard claimsInlinePCT else { throw .notApplicable("neither inline PCT nor [v2] is claimed") }
      return tester.expect(
        "refused: \(second.status)", .inPlaceOf("readable where inline PCT is claimed"), "capabilities [v2]")
    }
    tester.expect(v2.count, .exactly(35, "octets"), "length of [v2]")
    let differing = zip(v1, v2).enumerated().first { $0.element.0 != $0.element.1 }
    tester.expect(
      differing,
      .absent("the same 28 octets") {
        "octet \($0.offset - 1) is \($0.element.0) in [v1], \($0.element.1) in [v2]"
      }, "28 common octets of [v1] and [v2]")
  }

  private static let localFeatures = TestCase(
    id: "HCI/FEA/BV-01", title: "LE features consistent with the capabilities", needs: .hci,
    procedure: """
      Read the LE features of all pages and the capabilities. Channel Sounding (bit 46) must be set. Both commands must \
      agree on page 0. Inline PCT needs the extended feature set (63) and Channel Sounding Enhancement 1 (75).
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    var features = FeatureSet(page0: try tester.localFeatures())
    tester.expect(
      features[.channelSounding], .holds("feature bit 46 set", met: "bit 46 set", else: "bit 46 clear"),
      "Channel Sounding")
    let all = try tester.prepare(
      "all local features", tester.iut.completeIfKnown(LEReadAllLocalSupportedFeaturesCommand()))
    if let all {
      let agrees = FeaturePage0(octets: all.leFeatures) == features.page0
      tester.expect(
        agrees,
        .holds("as LE Read Local Supported Features reports it", met: "the same", else: "not the same"),
        "page 0 of all features")
      features = FeatureSet(octets: all.leFeatures)
    }
    guard try tester.localCapabilities(tester.iut)?.subfeatures.contains(.inlinePCT) == true else { return }
    let missing = [FeatureSet.Feature.extendedFeatureSet, .channelSoundingEnhancement1].filter {
      !features[$0]
    }
    tester.expect(
      missing.isEmpty,
      .holds(
        "bits 63 and 75 set", met: "both set",
        else: "bit " + missing.map { "\($0.rawValue)" }.joined(separator: " and ") + " clear"),
      "features of inline PCT")
  }

  private static let hostSupportOverHCI = TestCase(
    id: "HCI/FEA/BV-02", title: "LE Set Host Feature", needs: .hci,
    procedure: """
      Send LE Set Host Feature for bit 47, which must be accepted and then be set in the local features. A value \
      of 2 must be refused with Invalid HCI Command Parameters (0x12), and the bit of LE Encryption, which no \
      host may set, with Unsupported Feature or Parameter Value (0x11).
      """
  ) { tester throws(TesterStop) in
    try tester.prepare("reset", tester.iut.complete(ResetCommand()))
    let bit = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
    try tester.expectRefusal(
      of: LESetHostFeatureCommand { ($0.bitNumber, $0.bitValue) = (bit, 2) }, "with a value of 2",
      with: .invalidHCICommandParameters)
    try tester.expectRefusal(
      of: LESetHostFeatureCommand { ($0.bitNumber, $0.bitValue) = (0, .enabled) }, "for bit 0",
      with: .unsupportedFeatureOrParameterValue)
    let answer = try tester.answer(
      to: LESetHostFeatureCommand { ($0.bitNumber, $0.bitValue) = (bit, .enabled) })
    try tester.require(
      answer.status == .success, .holds("success", else: "refused: \(answer.status)"),
      "LE Set Host Feature for bit \(bit)")
    let isSet = FeatureSet(page0: try tester.localFeatures())[.channelSoundingHostSupport]
    tester.expect(
      isSet, .holds("feature bit \(bit) set", met: "bit \(bit) set", else: "bit \(bit) clear"),
      "Channel Sounding (Host Support)")
  }

  private static let supportedCommands = TestCase(
    id: "HCI/CMD/BV-01", title: "Announced Channel Sounding commands", needs: .hci,
    procedure: """
      Read the supported commands, then send every Channel Sounding command except the test commands, without a \
      link. A command whose bit is set must not be refused with Unknown HCI Command (0x01); a command whose bit \
      is clear must be refused with that code. Every command must be answered.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let bits = try tester.supportedCommands()
    for type in CommandTable.types where type.isChannelSoundingProcedure {
      guard let bit = type.opcode.supportedCommandsBit else { continue }
      let isAnnounced = bits[bit / 8] >> (bit % 8) & 1 == 1
      let status = try tester.status(of: type.init())
      tester.expect(
        status.map { $0 != .unknownHCICommand },
        .equals(isAnnounced) { $0.map { $0 ? "known" : "unknown" } ?? "no answer" },
        "\(type.opcode) against its bit in the supported commands")
    }
  }

  private static let unknownHandles = TestCase(
    id: "HCI/ERR/BI-01", title: "Refusal of invalid handles and unknown commands", needs: .hci,
    procedure: """
      Without a link, send every Channel Sounding command with a Connection_Handle. Each must be refused with \
      Unknown Connection Identifier (0x02). A command that does not exist must be refused with Unknown HCI \
      Command (0x01).
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let handle = ConnectionHandle.greatest
    let code = ErrorCode.unknownConnectionIdentifier
    let circumstance = "for a link that does not exist"
    let commands: [any HCICommand] = [
      LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle },
      LECSSetDefaultSettingsCommand(connectionHandle: handle, roles: .reflector),
      LECSReadRemoteFAETableCommand { $0.connectionHandle = handle },
      LECSCreateConfigCommand(connectionHandle: handle, configuration: CSConfiguration()),
      LECSRemoveConfigCommand { $0.connectionHandle = handle },
      LECSSecurityEnableCommand { $0.connectionHandle = handle },
      LECSSetProcedureParametersCommand { $0.connectionHandle = handle },
      LECSProcedureEnableCommand { $0.connectionHandle = handle },
    ]
    for command in commands { try tester.expectRefusal(of: command, circumstance, with: code) }
    var cached = LECSWriteCachedRemoteSupportedCapabilitiesCommand()
    var cachedV2 = LECSWriteCachedRemoteSupportedCapabilitiesV2Command()
    var cachedTable = LECSWriteCachedRemoteFAETableCommand()
    (cached.connectionHandle, cachedV2.connectionHandle) = (handle, handle)
    cachedTable.connectionHandle = handle
    for command in [cached, cachedV2, cachedTable] as [any HCICommand] {
      let answer = try tester.answer(to: command)
      // HCI/CMD/BV-01 judges which of them have to be known.
      if answer.status == .unknownHCICommand { continue }
      tester.expect(answer, .refused(with: [code]), "\(type(of: command).opcode) \(circumstance)")
    }
    try tester.expectRefusal(of: UnassignedCommand(), "which does not exist", with: .unknownHCICommand)
  }
}

extension HCICommand {
  /// Whether this is a command of Channel Sounding that starts nothing without a link.
  static var isChannelSoundingProcedure: Bool {
    switch opcode.rawValue {
    case 0x2089...0x2094, 0x20A5, 0x20A6: true
    default: false
    }
  }
}

extension Tester {
  /// The status that a command is answered with; nil if it is not answered.
  func status(of command: some HCICommand) throws(TesterStop) -> ErrorCode? {
    do throws(HostError) {
      return try iut.answer(to: command, within: .seconds(1)).status
    } catch {
      if case .controllerGone(let reason) = error {
        throw .inconclusive("the controller disconnected: \(reason)")
      }
      return nil
    }
  }
}

/// A command that no version of the specification has.
private struct UnassignedCommand: ParameterlessCommand {
  static let opcode = Opcode(rawValue: 0x23FF)
}
