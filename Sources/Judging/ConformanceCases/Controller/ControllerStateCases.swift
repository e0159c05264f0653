internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Commands and events in the right and in the wrong state of a link.
  static let controllerStateCases = [
    withoutHostSupport, oldHandles, securityInTheClear, securityOfThePeer, versionsOfEvents,
  ]

  private static let withoutHostSupport = TestCase(
    id: "HCI/SUP/BI-01", title: "No Channel Sounding without host support", needs: [.hci, .peer],
    procedure: """
      Connect and encrypt without having set the feature bit of the host's support (47). LE CS Read Remote Supported \
      Capabilities must be refused with Command Disallowed (0x0C), and so must LE Set Host Feature, since there is a link.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.prepare("link between the controllers") { () throws(HostError) in
      let link = try tester.bench.connect(tester.peer, hasHostSupport: false)
      try tester.bench.encrypt(link, tester.peer)
      return link
    }
    let bit = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
    try tester.expectRefusal(
      of: LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = link.iutHandle },
      "without host support", with: .commandDisallowed)
    try tester.expectRefusal(
      of: LESetHostFeatureCommand { ($0.bitNumber, $0.bitValue) = (bit, .enabled) }, "during a connection",
      with: .commandDisallowed)
  }

  private static let oldHandles = TestCase(
    id: "HCI/LNK/BI-01", title: "No state after a link", needs: [.hci, .peer],
    procedure: """
      Create a configuration and disconnect. Commands for the old handle must be refused with Unknown Connection \
      Identifier (0x02). Connect again: the configuration must not exist, so that removing it is refused with \
      Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    let (iut, peer) = (tester.iut, tester.peer)
    try tester.prepare(
      "disconnection", peer.begin(DisconnectCommand { $0.connectionHandle = link.peerHandle }))
    iut.simulation.run(until: iut.simulation.now + .seconds(6)) { iut.lastDisconnection == nil }
    guard iut.lastDisconnection != nil else { throw .inconclusive("the link did not end") }
    let handle = link.iutHandle
    let commands: [any HCICommand] = [
      LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle },
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (handle, 2, 10)
      },
      LECSProcedureEnableCommand { $0.connectionHandle = handle },
    ]
    for command in commands {
      try tester.expectRefusal(of: command, "for a disconnected link", with: .unknownConnectionIdentifier)
    }
    let next = try tester.prepare("another link") { () throws(HostError) in
      let next = try tester.bench.reconnect(peer)
      try tester.bench.encrypt(next, peer)
      return next
    }
    try tester.expectRefusal(
      of: LECSRemoveConfigCommand { $0.connectionHandle = next.iutHandle },
      "for a configuration of an earlier link", with: .invalidHCICommandParameters)
  }

  private static let securityInTheClear = TestCase(
    id: "HCI/CCO/BI-82-C", title: "CS security only on an encrypted link", needs: [.hci, .peer],
    procedure: """
      Have the controller under test connect to the peer as its central, without encryption, and send LE CS \
      Security Enable. It must be refused with Insufficient Security (0x2F). Not applicable to a controller that \
      cannot be a central. The text of the public test is not public; its subject is inferred from \
      implementations.
      """
  ) { tester throws(TesterStop) in
    let handle = try tester.connectAsCentral()
    try tester.expectRefusal(
      of: LECSSecurityEnableCommand { $0.connectionHandle = handle }, "on an unencrypted link",
      with: .insufficientSecurity)
  }

  private static let securityOfThePeer = TestCase(
    id: "HCI/SEC/BV-01", title: "Report of CS security started by the peer", needs: [.hci, .peer],
    procedure: """
      Have the peer, which is the central, start CS security. Both hosts must be notified by LE CS Security Enable Complete \
      and status 0.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    let start = tester.iut.events.count
    try tester.startSecurity(link)
    let status = try tester.expectEvent(
      "LE CS Security Enable Complete", after: start, \.csSecurityEnableComplete?.status)
    tester.expect(status, .equals(.success), "LE CS Security Enable Complete")
  }

  private static let versionsOfEvents = TestCase(
    id: "HCI/EVT/BV-02", title: "Event version selected by the mask", needs: [.hci, .peer],
    procedure: """
      Read the peer's features. Unmask LE CS Read Remote Supported Capabilities Complete [v1] (bit 43) and mask [v2] (bit 55): the capabilities must \
      be reported in [v1]. With both masked nothing must be reported.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.readRemoteFeatures(link)
    let usual = LESetEventMaskCommand.usualEventMask
    for (mask, required) in [
      (usual.without(.leCSReadRemoteSupportedCapabilitiesCompleteV2), ["[v1]"]),
      (
        usual.without(
          .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteSupportedCapabilitiesCompleteV2), []
      ),
    ] {
      try tester.prepare("event mask", tester.iut.complete(LESetEventMaskCommand { $0.leEventMask = mask }))
      let start = try tester.expectAcceptance(
        of: LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = link.iutHandle },
        "with \(required.first ?? "neither version") unmasked")
      tester.idle(.seconds(1))
      let seen = tester.events(after: start) {
        switch $0 {
        case .leCSReadRemoteSupportedCapabilitiesComplete: "[v1]"
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2: "[v2]"
        default: nil
        }
      }
      tester.expect(
        seen, .equals(required) { $0.isEmpty ? "none" : $0.joined(separator: ", ") },
        "reports with \(required.first ?? "neither version") unmasked")
    }
  }
}

extension Tester {
  /// Brings both controllers up and has the one under test connect to the peer, without encryption. Returns the
  /// handle that the controller under test gave the link.
  fileprivate func connectAsCentral() throws(TesterStop) -> ConnectionHandle {
    do throws(HostError) {
      try HCIBench.bringUp(iut)
      try HCIBench.bringUp(peer)
      let handles = try HCIBench.join(central: iut, peripheral: peer)
      bench.link = HCILink(iutHandle: handles.central, peerHandle: handles.peripheral)
      return handles.central
    } catch {
      if case .commandRefused(_, .unknownHCICommand) = error {
        throw .notApplicable("the role of a central is not claimed: \(error)")
      }
      throw .inconclusive("link with the peer: \(error)")
    }
  }
}
