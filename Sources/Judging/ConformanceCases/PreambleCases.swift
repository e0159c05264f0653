internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// The preambles of the other cases, each under test by itself. A preamble that fails leaves every other verdict
  /// open, so its failure needs a case of its own.
  static let preambleCases = [rangingPreamble, servicesPreamble, rangingDataPreamble]

  private static let rangingPreamble = TestCase(
    id: "CS/PRE/BV-01", title: "Setup from discovery to CS security", appliesTo: [.role(.reflector)],
    procedure: """
      Find the accessory, connect, exchange versions and features, agree on longer packets and LE 2M where they are \
      claimed, pair, exchange capabilities, configure mode-2, start CS security. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    try tester.judgePreamble { () throws(TesterStop) in
      _ = try tester.connectForRanging()
      try tester.readVersion()
      _ = try tester.prepareRanging(tester.plainConfiguration)
    }
    tester.expect(
      tester.hasCSSecurity, .holds("done", met: "done", else: "not done"), "setup up to CS security",
      frames: tester.frame(fromAccessory: true, of: .csSecRsp))
  }

  private static let servicesPreamble = TestCase(
    id: "CS/PRE/BV-02", title: "Setup from discovery to GATT services",
    procedure: """
      Find the accessory, connect, exchange versions and features, agree on longer packets and LE 2M where they are \
      claimed, pair, agree on an ATT_MTU, discover the services. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    var count = 0
    try tester.judgePreamble { () throws(TesterStop) in
      try tester.connectSecurely()
      try tester.readVersion()
      _ = try tester.prepare("agreement on ATT_MTU", on: .mtu) { () throws(HostError) in
        try tester.phone.exchangeMTU(Int(tester.request.phone.connection.mtuOctets))
      }
      count = try tester.prepare("service discovery") { () throws(HostError) in
        try tester.phone.discoverServices().count
      }
    }
    tester.expect(
      Worded([count], "\(count)"), .atLeast(1, "", required: "1 or more"), "services found",
      frames: tester.lastFrame)
  }

  private static let rangingDataPreamble = TestCase(
    id: "CS/PRE/BV-03", title: "Setup from discovery to ranging data",
    appliesTo: [.role(.reflector), .rangingService],
    procedure: """
      Set up the link as CS/PRE/BV-01 does, agree on an ATT_MTU, find the Ranging Service, and subscribe to on-demand \
      ranging data, the control point, Ranging Data Ready and Ranging Data Overwritten. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    try tester.judgePreamble { () throws(TesterStop) in
      let (probe, _) = try tester.openRangingServiceForProcedures()
      try tester.readVersion()
      try probe.subscribeOnDemand()
    }
    tester.expect(
      tester.hasCSSecurity, .holds("done", met: "done", else: "not done"), "setup up to subscriptions",
      frames: tester.lastFrame)
  }
}

extension Tester {
  fileprivate func readVersion() throws(TesterStop) {
    _ = try prepare("version exchange") { () throws(HostError) in try phone.readRemoteVersion() }
  }
}
