internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Settings and configurations that a host requests.
  static let controllerConfigurationCases = [
    wrongSettings, disabledRole, roleInUse, reservedValues, configurationTooEarly, configurationContexts,
    configurationRemoved,
  ]

  private static let wrongSettings = TestCase(
    id: "HCI/DEF/BI-01", title: "Refusal of default settings out of range", needs: [.hci, .peer],
    procedure: """
      Send LE CS Set Default Settings with a reserved role, with a Max_TX_Power of 21 and of -128 dBm and with a reserved \
      antenna: each must be refused with Invalid HCI Command Parameters (0x12), the antenna also with 0x11. A role that is \
      not claimed must be refused with 0x11.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let claimed = try tester.localCapabilities(tester.iut)?.roles ?? [.initiator, .reflector]
    let right = LECSSetDefaultSettingsCommand {
      ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (link.iutHandle, claimed, 10)
    }
    let invalid = ErrorCode.invalidHCICommandParameters
    func changed(_ change: (inout LECSSetDefaultSettingsCommand) -> Void) -> LECSSetDefaultSettingsCommand {
      var command = right
      change(&command)
      return command
    }
    try tester.expectRefusal(of: changed { $0.roleEnable = 4 }, "with a reserved role", with: invalid)
    try tester.expectRefusal(of: changed { $0.maxTXPower = 21 }, "with 21 dBm", with: invalid)
    try tester.expectRefusal(of: changed { $0.maxTXPower = -128 }, "with -128 dBm", with: invalid)
    for antenna: UInt8 in [0, 5] {
      try tester.expectRefusal(
        of: changed { $0.csSyncAntennaSelection = .init(rawValue: antenna) }, "with antenna \(antenna)",
        withOneOf: [invalid, .unsupportedFeatureOrParameterValue])
    }
    if claimed != [.initiator, .reflector] {
      try tester.expectRefusal(
        of: changed { $0.roleEnable = 3 }, "with a role that is not claimed",
        with: .unsupportedFeatureOrParameterValue)
    }
    try tester.expectAcceptance(of: right, "with claimed values")
  }

  private static let disabledRole = TestCase(
    id: "HCI/ROL/BI-01", title: "Refusal of a disabled role", needs: [.hci, .peer],
    appliesTo: [.role(.reflector)],
    procedure: """
      Disable both roles. LE CS Create Config must be refused with Invalid HCI Command Parameters (0x12), and a \
      configuration that the peer requests must not be created. With the roles enabled again it must be created.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    try tester.expectAcceptance(of: settings(link, roles: []), "without a role")
    try tester.expectRefusal(
      of: link.creation(), "in a role that is disabled", with: .invalidHCICommandParameters)
    let status = try tester.statusOfPeersConfiguration(link)
    tester.expect(
      status != .success, .holds("refused", met: "refused: \(status)", else: "created"),
      "configuration of the peer with both roles disabled")
    try tester.expectAcceptance(of: settings(link, roles: .reflector), "with the role of the reflector")
    let enabled = try tester.statusOfPeersConfiguration(link)
    tester.expect(
      enabled == .success, .holds("created", else: "refused: \(enabled)"),
      "configuration of the peer with the role enabled")
  }

  private static let roleInUse = TestCase(
    id: "HCI/ROL/BI-02", title: "No disabling of a role in use", needs: [.hci, .peer],
    appliesTo: [.role(.reflector)],
    procedure: """
      With a configuration in which the controller under test is the reflector, disable that role: LE CS Set Default Settings \
      must be refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    try tester.expectRefusal(
      of: settings(link, roles: []), "without the role of an existing configuration",
      with: .invalidHCICommandParameters)
  }

  private static func settings(
    _ link: HCILink, roles: CSCapabilities.Roles
  ) -> LECSSetDefaultSettingsCommand {
    LECSSetDefaultSettingsCommand {
      ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (link.iutHandle, roles, 10)
    }
  }

  private static let reservedValues = TestCase(
    id: "HCI/CFG/BI-02", title: "Refusal of reserved values in configurations", needs: [.hci, .peer],
    procedure: """
      Ask for configurations with one reserved value each: Config_ID 4, Create_Context 2, main modes 0 and 4, sub mode 4, \
      main mode repetition 4, four mode-0 steps, role 2, RTT type 7, CS_SYNC PHYs 0 and 4, channel map repetition 0, channel \
      selection 2. Each must be refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    for reserved in Flaw<LECSCreateConfigCommand>.reserved {
      var command = link.creation()
      reserved.spoil(&command)
      try tester.expectRefusal(of: command, "with \(reserved.name)", with: .invalidHCICommandParameters)
    }
  }

  private static let configurationTooEarly = TestCase(
    id: "HCI/CFG/BI-03", title: "Configuration before the capabilities exchange", needs: [.hci, .peer],
    procedure: """
      Enable the roles and request a configuration before any exchange of capabilities. The controller must \
      refuse it with Command Disallowed (0x0C), or exchange the capabilities by itself and report the result of \
      the configuration.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let roles = try tester.localCapabilities(tester.iut)?.roles ?? .reflector
    try tester.expectAcceptance(of: settings(link, roles: roles), "before the capabilities exchange")
    let start = tester.iut.events.count
    let answer = try tester.answer(to: link.creation())
    let name = "LE CS Create Config before the capabilities exchange"
    guard answer.status == .success else {
      return tester.expect(
        answer.status,
        .equals(.commandDisallowed, required: "refused: \(ErrorCode.commandDisallowed), or carried out") {
          "refused: \($0)"
        }, name)
    }
    let report = try tester.attempt(
      name, Tester.configComplete(tester.iut, after: start), required: "a report")
    tester.expect("reported: \(report.status)", .reported("a report"), name)
  }

  private static let configurationContexts = TestCase(
    id: "HCI/CFG/BV-02", title: "Creation context of a configuration", needs: [.hci, .peer],
    appliesTo: [.role(.reflector)],
    procedure: """
      Create a configuration on this side only (Create_Context 0): the host under test must be notified, the \
      peer's must not. Create it on both sides (Create_Context 1): both must receive the same event, each with \
      its own role.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    for context in CreateContext.defined {
      let peerStart = tester.peer.events.count
      var command = link.creation()
      command.createContext = context
      let start = try tester.expectAcceptance(of: command, "with Create_Context \(context)")
      let name = "LE CS Config Complete with Create_Context \(context)"
      let own = try tester.attempt(
        name, Tester.configComplete(tester.iut, after: start), required: "a report")
      tester.expect(
        own.status == .success && own.action == .create
          ? (own.block.hasSameParameters(as: command.block)
            ? "created as requested, as the reflector" : "a different configuration")
          : "status \(own.status), action \(own.action)", .equals("created as requested, as the reflector"),
        name)
      tester.idle(.seconds(1))
      tester.compare(tester.peer.events[peerStart...].map(\.value), with: own, context: context)
    }
  }

  private static let configurationRemoved = TestCase(
    id: "HCI/REM/BV-01", title: "Removal of a configuration", needs: [.hci, .peer],
    procedure: """
      Remove a configuration: both hosts must receive LE CS Config Complete with action 0. Removing it again, \
      removing a configuration that was never created, and setting its procedure parameters must be refused with \
      Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    let (handle, invalid) = (link.iutHandle, ErrorCode.invalidHCICommandParameters)
    let peerStart = tester.peer.events.count
    let removal = LECSRemoveConfigCommand { $0.connectionHandle = handle }
    let start = try tester.expectAcceptance(of: removal, "for a configuration")
    for (name, driver, first) in [
      ("host under test", tester.iut, start), ("peer's host", tester.peer, peerStart),
    ] {
      let report = try tester.attempt(
        "removal reported to the \(name)", Tester.configComplete(driver, after: first), required: "a report")
      tester.expect(
        "action \(report.action), \(report.status)", .equals("action 0, \(ErrorCode.success)"),
        "removal reported to the \(name)")
    }
    try tester.expectRefusal(of: removal, "for the second time", with: invalid)
    try tester.expectRefusal(
      of: LECSRemoveConfigCommand { ($0.connectionHandle, $0.configID) = (handle, 3) },
      "for a configuration that was never created", with: invalid)
    try tester.expectRefusal(
      of: LECSSetProcedureParametersCommand {
        ($0.connectionHandle, $0.parameters) = (handle, Tester.parameters(count: 1))
      }, "for a configuration that was removed", with: invalid)
  }
}

extension HCILink {
  /// LE CS Create Config of the host under test, as the reflector.
  func creation(_ change: (inout CSConfiguration) -> Void = { _ in }) -> LECSCreateConfigCommand {
    var configuration = CSConfiguration()
    configuration.role = .reflector
    change(&configuration)
    return LECSCreateConfigCommand(connectionHandle: iutHandle, configuration: configuration)
  }
}

extension CSConfiguration {
  /// Whether the fields that LE CS Create Config and LE CS Config Complete share are equal, without Config_ID and
  /// the times.
  fileprivate func hasSameParameters(as other: CSConfiguration) -> Bool {
    var same = other
    (same.id, same.tIP1, same.tIP2, same.tFCS, same.tPM) = (id, tIP1, tIP2, tFCS, tPM)
    return self == same
  }
}

extension Flaw where Value == LECSCreateConfigCommand {
  /// Values that have no meaning.
  fileprivate static let reserved = [
    Flaw("Config_ID 4") { $0.configID = 4 },
    Flaw("Create_Context 2") { $0.createContext = 2 },
    Flaw("main mode 0") { $0.block.mainMode = 0 },
    Flaw("main mode 4") { $0.block.mainMode = 4 },
    Flaw("sub mode 4") {
      ($0.block.subMode, $0.block.minMainModeSteps, $0.block.maxMainModeSteps) = (4, 2, 3)
    },
    Flaw("main mode repetition 4") { $0.block.mainModeRepetition = 4 },
    Flaw("four mode-0 steps") { $0.block.mode0Steps = 4 },
    Flaw("role 2") { $0.block.role = 2 },
    Flaw("RTT type 7") { $0.block.rttType = 7 },
    Flaw("CS_SYNC PHY 0") { $0.block.csSyncPHY = 0 },
    Flaw("CS_SYNC PHY 4") { $0.block.csSyncPHY = 4 },
    Flaw("channel map repetition 0") { $0.block.channelMapRepetition = 0 },
    Flaw("channel selection 2") { $0.block.channelSelection = 2 },
  ]
}

extension Tester {
  /// Has the peer create configuration 0. Returns the status that its host receives.
  fileprivate func statusOfPeersConfiguration(_ link: HCILink) throws(TesterStop) -> ErrorCode {
    try prepare("configuration of the peer") { () throws(HostError) in
      let start = try peer.begin(
        LECSCreateConfigCommand(connectionHandle: link.peerHandle, configuration: CSConfiguration()))
      return try Self.configComplete(peer, after: start).status
    }
  }

  /// Compares the event at the peer's host with the event at the host under test.
  fileprivate func compare(
    _ events: [HCIEventValue], with own: LECSConfigCompleteEvent, context: CreateContext
  ) {
    let told = events.compactMap(\.csConfigComplete)
    var expected = own.block
    expected.role = .initiator
    let isSame =
      told.count == 1 && told[0].block.hasSameParameters(as: expected) && told[0].status == .success
    expect(
      told.isEmpty ? "no event" : isSame ? "the same, as the initiator" : "a different event",
      .equals(context == .local ? "no event" : "the same, as the initiator"),
      "LE CS Config Complete at the peer's host with Create_Context \(context)")
  }
}
