internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Capabilities of the peer, from the air and from the host.
  static let controllerCapabilityCases = [
    capabilitiesWithoutFeatures, impossibleCache, cachedCapabilities, lateCache, exchangeOfThePeer,
    missingTable,
  ]

  private static let capabilitiesWithoutFeatures = TestCase(
    id: "HCI/CCO/BI-109-C", title: "Capabilities without a feature exchange", needs: [.hci, .peer],
    procedure: """
      Connect, encrypt, and send LE CS Read Remote Supported Capabilities without having read the peer's \
      features. It must be accepted, and the capabilities reported. The text of the public test is not public; \
      its subject is inferred from an implementation.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let measured: String
    switch try tester.remoteCapabilities(tester.iut, link.iutHandle) {
    case .success: measured = "reported"
    case .failure(let error): measured = error.description
    }
    tester.expect(
      measured, .equals("reported"), "LE CS Read Remote Supported Capabilities before the feature exchange")
  }

  private static let impossibleCache = TestCase(
    id: "HCI/CCO/BI-79-C", title: "Refusal of impossible capabilities from the host", needs: [.hci, .peer],
    procedure: """
      Send LE CS Write Cached Remote Supported Capabilities with values that no device can have: no configuration \
      or five, no antenna or five, no path or five, fewer paths than antennas, no role, a T_SW of 3 us. Each must \
      be refused with 0x12 or 0x11. The text of the public test is not public; only its use of T_SW is known.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    guard let declared = try tester.localCapabilities(tester.peer) else {
      throw .inconclusive("the second controller does not report its capabilities")
    }
    for wrong in Flaw<CSCapabilities>.impossible {
      var capabilities = declared
      wrong.spoil(&capabilities)
      try tester.expectRefusal(
        of: cache(capabilities, link), wrong.name,
        withOneOf: [.invalidHCICommandParameters, .unsupportedFeatureOrParameterValue])
    }
  }

  private static let cachedCapabilities = TestCase(
    id: "HCI/RCP/BV-02", title: "Use of cached capabilities from the host", needs: [.hci, .peer],
    procedure: """
      Read the peer's features and, before any exchange of capabilities, send LE CS Write Cached Remote Supported \
      Capabilities with what the peer declares, except for the number of configurations. It must be accepted, and \
      LE CS Read Remote Supported Capabilities must return the same values.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.readRemoteFeatures(link)
    guard var written = try tester.localCapabilities(tester.peer) else {
      throw .inconclusive("the second controller does not report its capabilities")
    }
    written.numConfigs = written.numConfigs % 4 + 1
    try tester.expectAcceptance(of: cache(written, link), "before the capabilities exchange")
    let measured: String
    switch try tester.remoteCapabilities(tester.iut, link.iutHandle) {
    case .success(let read): measured = read.hasSameBlock(as: written) ? "as written" : "not as written"
    case .failure(let error): measured = error.description
    }
    tester.expect(measured, .equals("as written"), "cached capabilities read back")
  }

  private static let lateCache = TestCase(
    id: "HCI/RCP/BI-01", title: "Cached capabilities after an exchange", needs: [.hci, .peer],
    procedure: """
      Exchange capabilities over the link, then send LE CS Write Cached Remote Supported Capabilities. It must be refused \
      with Command Disallowed (0x0C).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    guard let declared = try tester.localCapabilities(tester.peer) else {
      throw .inconclusive("the second controller does not report its capabilities")
    }
    try tester.expectRefusal(
      of: cache(declared, link), "after the capabilities exchange", with: .commandDisallowed)
  }

  private static let exchangeOfThePeer = TestCase(
    id: "HCI/RCP/BV-03", title: "Report of a capabilities exchange started by the peer",
    needs: [.hci, .peer],
    procedure: """
      Have the peer read the capabilities of the controller under test. The host under test, without a request of \
      its own, must be notified of the peer's with status 0.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let start = tester.iut.events.count
    if case .failure(let error) = try tester.remoteCapabilities(tester.peer, link.peerHandle) {
      throw .inconclusive("the peer's capabilities exchange failed: \(error)")
    }
    let status = try tester.expectEvent("remote capabilities", after: start, \.remoteCSCapabilities?.status)
    tester.expect(status, .equals(.success), "remote capabilities")
  }

  private static let missingTable = TestCase(
    id: "HCI/FAE/BI-01", title: "FAE table of a peer without one", needs: [.hci, .peer],
    procedure: """
      With a peer that claims no frequency actuation error, send LE CS Read Remote FAE Table and LE CS Write Cached Remote \
      FAE Table. Both must be refused with Unsupported Feature or Parameter Value (0x11). Hosts rely on that code.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    guard try tester.localCapabilities(tester.peer)?.subfeatures.contains(.noFAE) == true else {
      throw .inconclusive("the second controller has frequency errors; this case needs one without")
    }
    let code = ErrorCode.unsupportedFeatureOrParameterValue
    try tester.expectRefusal(
      of: LECSReadRemoteFAETableCommand { $0.connectionHandle = link.iutHandle },
      "for a peer without frequency errors", with: code)
    try tester.expectRefusal(
      of: LECSWriteCachedRemoteFAETableCommand { $0.connectionHandle = link.iutHandle },
      "for a peer without frequency errors", with: code)
  }

  private static func cache(
    _ capabilities: CSCapabilities, _ link: HCILink
  ) -> LECSWriteCachedRemoteSupportedCapabilitiesCommand {
    LECSWriteCachedRemoteSupportedCapabilitiesCommand {
      ($0.connectionHandle, $0.capabilities) = (link.iutHandle, capabilities)
    }
  }
}

extension Flaw where Value == CSCapabilities {
  /// Capabilities that no device can have.
  fileprivate static let impossible = [
    Flaw("without a configuration") { $0.numConfigs = 0 },
    Flaw("with five configurations") { $0.numConfigs = 5 },
    Flaw("without an antenna") { $0.numAntennas = 0 },
    Flaw("with five antennas") { ($0.numAntennas, $0.maxAntennaPaths) = (5, 5) },
    Flaw("without an antenna path") { $0.maxAntennaPaths = 0 },
    Flaw("with five antenna paths") { $0.maxAntennaPaths = 5 },
    Flaw("with fewer paths than antennas") {
      ($0.numAntennas, $0.maxAntennaPaths) = (3, 2)
    },
    Flaw("without a role") { $0.roles = [] },
    Flaw("with a T_SW of 3 us") { ($0.numAntennas, $0.maxAntennaPaths, $0.tSW) = (2, 4, 3) },
  ]
}
