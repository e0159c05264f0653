internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// What a controller does over HCI on a link with a second controller.
  static let controllerLinkCases = [
    capabilitiesExchange, negotiatedTimes, wrongConfigurations, securityByPeripheral, wrongProcedureStart,
    maskedEvents,
  ]

  private static let capabilitiesExchange = TestCase(
    id: "HCI/RCP/BV-01", title: "Remote capabilities unchanged", needs: [.hci, .peer],
    procedure: """
      Connect a second controller, encrypt, read its features and send LE CS Read Remote Supported Capabilities. The \
      event must report what the second controller reports of itself.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.readRemoteFeatures(link)
    let declared = try tester.localCapabilities(tester.peer)
    let result = try tester.remoteCapabilities(tester.iut, link.iutHandle)
    switch result {
    case .failure(let error):
      tester.expect(
        error.description, .inPlaceOf("answered, and the capabilities reported"),
        "LE CS Read Remote Supported Capabilities")
    case .success(let seen):
      guard let declared else {
        throw .inconclusive("the second controller does not report its capabilities")
      }
      tester.expect(
        seen.hasSameBlock(as: declared),
        .holds("as the peer's controller declares them", met: "the same", else: "not the same"),
        "remote capabilities")
    }
  }

  private static let negotiatedTimes = TestCase(
    id: "HCI/CFG/BV-01", title: "Legal negotiated times", needs: [.hci, .peer],
    procedure: """
      Create a configuration from the peer, which initiates. Both controllers must report the configuration with the same \
      times, each of them a time that both declare, or the mandatory one.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    let reports = try tester.createConfiguration(CSConfiguration(), link)
    try tester.require(
      "status \(reports.iut.status) and \(reports.peer.status)",
      .equals("status \(ErrorCode.success) and \(ErrorCode.success)", required: "created on both sides"),
      "configuration")
    let own = try tester.localCapabilities(tester.iut)
    let other = try tester.localCapabilities(tester.peer)
    for time in NegotiatedTime.all {
      let values = (Int(time.value(reports.iut)), Int(time.value(reports.peer)))
      let legal = time.legal(own, other)
      tester.expect(
        values,
        .that(
          "the same on both sides, one of \(legal.map(String.init).joined(separator: ", ")) us",
          words: { $0 == $1 ? "\($0) us" : "\($0) us and \($1) us" }
        ) { $0 == $1 && legal.contains($0) }, time.name)
    }
  }

  private static let wrongConfigurations = TestCase(
    id: "HCI/CFG/BI-01", title: "Refusal of illegal configurations", needs: [.hci, .peer],
    procedure: """
      On an encrypted link, ask the controller under test for configurations with a reserved channel, with 14 \
      channels, with a main mode and a sub mode that must not be combined, and with no mode-0 step. Each must be \
      refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    for wrong in Flaw<CSConfiguration>.illegal {
      try tester.expectRefusal(of: link.creation(wrong.spoil), wrong.name, with: .invalidHCICommandParameters)
    }
  }

  private static let securityByPeripheral = TestCase(
    id: "HCI/SEC/BI-01", title: "CS security started by the central only", needs: [.hci, .peer],
    procedure: """
      On an encrypted link, send LE CS Security Enable to the controller under test, which is the peripheral. It must refuse \
      with Command Disallowed (0x0C).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    try tester.expectRefusal(
      of: LECSSecurityEnableCommand { $0.connectionHandle = link.iutHandle }, "by the peripheral",
      with: .commandDisallowed)
  }

  private static let wrongProcedureStart = TestCase(
    id: "HCI/PRC/BI-01", title: "Refusal of procedures without a configuration or parameters",
    needs: [.hci, .peer],
    procedure: """
      Without a configuration, set procedure parameters and enable procedures: both must be refused with Invalid HCI \
      Command Parameters (0x12). With a configuration and no parameters, enabling must be refused with Command \
      Disallowed (0x0C).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    let handle = link.iutHandle
    try tester.expectRefusal(
      of: LECSSetProcedureParametersCommand { $0.connectionHandle = handle }, "without a configuration",
      with: .invalidHCICommandParameters)
    try tester.expectRefusal(
      of: LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (handle, .enabled) },
      "without a configuration", with: .invalidHCICommandParameters)
    let reports = try tester.createConfiguration(CSConfiguration(), link)
    guard reports.iut.status == .success else {
      throw .inconclusive("the configuration was not created: \(reports.iut.status)")
    }
    try tester.expectRefusal(
      of: LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (handle, .enabled) },
      "without procedure parameters", with: .commandDisallowed)
  }

  private static let maskedEvents = TestCase(
    id: "HCI/EVT/BV-01", title: "No masked events", needs: [.hci, .peer],
    procedure: """
      Mask LE CS Config Complete (bit 46) in the controller under test and create a configuration from the peer. \
      The peer's host must be notified; the host under test must not. Unmasked, a removal must be reported to \
      both.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    try tester.prepare(
      "event mask",
      tester.iut.complete(
        LESetEventMaskCommand {
          $0.leEventMask = LESetEventMaskCommand.usualEventMask.without(.leCSConfigComplete)
        }))
    let start = tester.iut.events.count
    try tester.createConfigurationOnPeer(link)
    tester.iut.simulation.run(until: tester.iut.simulation.now + .seconds(1))
    let reports = tester.iut.events[start...].count { $0.value.csConfigComplete != nil }
    tester.expect(reports, .exactly(0, "reports"), "LE CS Config Complete while masked")
    try tester.prepare("event mask", tester.iut.complete(LESetEventMaskCommand.usualEvents))
    try tester.expectRemovalReport(link)
  }
}

/// One of the times that the controllers agree on.
private struct NegotiatedTime: Sendable {
  let name: String
  /// The time in microseconds.
  let value: @Sendable (LECSConfigCompleteEvent) -> Int
  /// The times in microseconds that all devices declare.
  let shared: @Sendable ([CSCapabilities]) -> [Int]

  static let all = [
    NegotiatedTime("T_IP1", { $0.block.tIP1 }, { $0.tIP1 }),
    NegotiatedTime("T_IP2", { $0.block.tIP2 }, { $0.tIP2 }),
    NegotiatedTime("T_FCS", { $0.block.tFCS }, { $0.tFCS }),
    NegotiatedTime("T_PM", { $0.block.tPM }, { $0.tPM }),
  ]

  init<List>(
    _ name: String, _ value: @escaping @Sendable (LECSConfigCompleteEvent) -> CSTime<List>,
    _ declared: @escaping @Sendable (CSCapabilities) -> CSTimes<List>
  ) {
    self.name = name
    self.value = { value($0).microseconds }
    shared = { devices in
      let times = devices.map(declared).reduce(CSTimes<List>.all) { $0.intersection($1) }
      return times.times.map(\.microseconds)
    }
  }

  /// The times in microseconds that both devices declare; an unknown list excludes nothing.
  func legal(_ own: CSCapabilities?, _ other: CSCapabilities?) -> [Int] {
    shared([own, other].compactMap { $0 })
  }
}

extension Flaw where Value == CSConfiguration {
  /// Configurations that no controller may accept.
  fileprivate static let illegal = [
    Flaw("with a reserved channel") {
      $0.channelMap = CSChannelMap(channels: CSChannelMap.allowed.channels + [23])
    },
    Flaw("with 14 channels") { $0.channelMap = CSChannelMap(channels: 2..<16) },
    Flaw("with main mode 1 and sub mode 2") { ($0.mainMode, $0.subMode) = (1, 2) },
    Flaw("without a mode-0 step") { $0.mode0Steps = 0 },
  ]
}

extension CSCapabilities {
  /// Whether the parts that both versions of the block have are the same.
  func hasSameBlock(as other: CSCapabilities) -> Bool {
    var (first, second) = (self, other)
    for tail: WritableKeyPath<CSCapabilities, UInt8> in [
      \.tail.tSWIPT.rawValue, \.tail.rtt2MAAOnlyN, \.tail.rtt2MSoundingN, \.tail.rtt2MRandomSequenceN,
    ] {
      (first[keyPath: tail], second[keyPath: tail]) = (0, 0)
    }
    (first.tail.tIP2IPT, second.tail.tIP2IPT) = ([], [])
    return first == second
  }
}

extension Tester {
  /// Reads the peer's features. A controller may not need them, so a refusal is accepted.
  func readRemoteFeatures(_ link: HCILink) throws(TesterStop) {
    let start = iut.events.count
    let answer = try answer(to: LEReadRemoteFeaturesCommand { $0.connectionHandle = link.iutHandle })
    guard answer.status == .success else { return }
    try prepare(
      "remote features",
      iut.event("remote features", after: start, within: .seconds(5)) {
        if case .leReadRemoteFeaturesComplete = $0 { return () }
        return nil
      })
  }

  /// Has the peer create configuration 0 and waits for the event at the peer's host.
  fileprivate func createConfigurationOnPeer(_ link: HCILink) throws(TesterStop) {
    let report = try prepare("configuration") { () throws(HostError) in
      let start = try peer.begin(
        LECSCreateConfigCommand(connectionHandle: link.peerHandle, configuration: CSConfiguration()))
      return try Self.configComplete(peer, after: start)
    }
    guard report.status == .success else {
      throw .inconclusive("the configuration was refused: \(report.status)")
    }
  }

  /// Has the peer remove configuration 0, which must be reported to the controller's host.
  fileprivate func expectRemovalReport(_ link: HCILink) throws(TesterStop) {
    let start = iut.events.count
    try prepare(
      "removal of the configuration",
      peer.begin(LECSRemoveConfigCommand { $0.connectionHandle = link.peerHandle }))
    let report = try attempt(
      "LE CS Config Complete unmasked", Self.configComplete(iut, after: start),
      required: "a report of the removal")
    expect(
      report.action, .equals(0, required: "action 0, removed") { "action \($0)" },
      "LE CS Config Complete unmasked")
  }
}
