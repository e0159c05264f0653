internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// The ways that lead the other cases to their points, each under test by itself: what goes wrong there and is the
  /// subject of no other case would leave every verdict open.
  static let wayCases = [wayToRanging, wayToAttributes, wayToRangingData]

  private static let wayToRanging = TestCase(
    id: "CS/WAY/BV-01", title: "From the first packet to CS security", appliesTo: [.role(.reflector)],
    procedure: """
      Find the accessory, connect, exchange versions and features, agree on longer packets and LE 2M where they are \
      claimed, pair, exchange capabilities, configure mode-2, start CS security. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    try tester.judgeWay { () throws(TesterStop) in
      _ = try tester.connectForRanging()
      try tester.learnVersion()
      _ = try tester.prepareRanging(tester.plainConfiguration)
    }
    tester.expect(
      tester.hasCSSecurity, .holds("done", met: "done", else: "not done"), "all up to CS security",
      frames: tester.frame(fromAccessory: true, of: .csSecRsp))
  }

  private static let wayToAttributes = TestCase(
    id: "CS/WAY/BV-02", title: "From the first packet to the services",
    procedure: """
      Find the accessory, connect, exchange versions and features, agree on longer packets and LE 2M where they are \
      claimed, pair, agree on an ATT_MTU, discover the services. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    var count = 0
    try tester.judgeWay { () throws(TesterStop) in
      try tester.connectSecurely()
      try tester.learnVersion()
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
}

extension TestCase {
  private static let wayToRangingData = TestCase(
    id: "CS/WAY/BV-03", title: "From the first packet to subscriptions of ranging data",
    appliesTo: [.role(.reflector), .rangingService],
    procedure: """
      Go the way to CS security, agree on an ATT_MTU, find the Ranging Service, and subscribe to on-demand ranging data, the \
      control point, Ranging Data Ready and Ranging Data Overwritten. Each must succeed.
      """
  ) { tester throws(TesterStop) in
    try tester.judgeWay { () throws(TesterStop) in
      let (probe, _) = try tester.openRangingServiceForProcedures()
      try probe.subscribeOnDemand()
    }
    tester.expect(
      tester.hasCSSecurity, .holds("done", met: "done", else: "not done"), "all up to subscriptions",
      frames: tester.lastFrame)
  }
}

extension Tester {
  fileprivate func learnVersion() throws(TesterStop) {
    _ = try prepare("version exchange") { () throws(HostError) in try phone.readRemoteVersion() }
  }
}
