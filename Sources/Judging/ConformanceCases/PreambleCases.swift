internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import Session
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// The preambles of the other cases, each as a case of its own: a failed preamble leaves every other verdict open.
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
      try tester.prepare(
        "agreement on ATT_MTU", tester.phone.exchangeMTU(Int(tester.request.phone.connection.mtuOctets)),
        on: .mtu)
      count = try tester.prepare("service discovery", tester.phone.discoverServices().count)
    }
    tester.expect(Worded([count], "\(count)"), .atLeast(1, "", required: "1 or more"), "services found")
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
      tester.hasCSSecurity, .holds("done", met: "done", else: "not done"), "setup up to subscriptions")
  }
}

extension Tester {
  fileprivate func readVersion() throws(TesterStop) {
    try prepare("version exchange", phone.readRemoteVersion())
  }
}

extension TestCase {
  /// Advertising, and the Ranging Service.
  static let discoveryCases = [discoverable, rangingService]

  private static let discoverable = TestCase(
    id: "CS/DIS/BV-01", title: "Discovery by the declared service",
    limits: [LimitRule("discovery_time_s", .number(0.1...600))],
    procedure: """
      Scan for the service UUID or company identifier that the app declares. The accessory's advertising data must \
      carry it in time, before pairing, and again after pairing and disconnecting.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    try tester.judgeDiscovery("before pairing")
    try tester.reconnect()
    try tester.prepare("pairing", tester.pair(), on: .pairing)
    // Pairing ends at the phone before the accessory has received the last key PDU.
    tester.phone.idle(.seconds(1))
    try tester.prepare("disconnecting", tester.phone.disconnect())
    try tester.judgeDiscovery("after pairing")
  }

  private static let rangingService = TestCase(
    id: "CS/RAS/BV-01", title: "Ranging Service",
    procedure: """
      Agree on an ATT_MTU, discover the primary services and report whether the Ranging Service (0x185B) is among \
      them. Inline PCT does not need it; its absence is a warning for a phone that reads results from it.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let services = try tester.prepare("service discovery") { () throws(HostError) in
      _ = try tester.phone.exchangeMTU(Int(tester.request.phone.connection.mtuOctets))
      return try tester.phone.discoverServices()
    }
    tester.expect(
      services.contains(.ranging) ? "present" : "absent", .reported("present or absent"), "Ranging Service")
    if tester.request.phone.readsRangingService, !services.contains(.ranging) {
      tester.warn("\(tester.request.phone.id) reads results from the Ranging Service")
    }
  }
}

extension Tester {
  fileprivate func judgeDiscovery(_ moment: String) throws(TesterStop) {
    let seconds = limit("discovery_time_s")
    let found = try prepare(
      "scanning", phone.discover(request.phone.descriptors, within: .milliseconds(Int(seconds * 1000))))
    let services = found?.data.serviceUUIDs.map { "\($0)" } ?? []
    let measured =
      found == nil
      ? "no advertising was received" + (hostRemark.map { ": \($0)" } ?? "")
      : found?.match == .matched
        ? "found" : services.isEmpty ? "no service advertised" : services.joined(separator: ", ")
    try require(
      measured, .equals("found", required: "\(request.phone.match.wanted) within \(number(seconds)) s"),
      "advertising data \(moment)", frames: found.map { frame(ofEvent: $0.packetIndex) })
  }
}

extension PhoneProfile.Match {
  /// The required advertising data as text.
  fileprivate var wanted: String {
    var parts: [String] = []
    if !services.isEmpty { parts.append("service " + services.map { "\($0)" }.joined(separator: " or ")) }
    if let companyID {
      parts.append("company \(companyID)" + (manufacturerData.isEmpty ? "" : " with the required data"))
    }
    if !nameContains.isEmpty { parts.append("a name with '\(nameContains)'") }
    return parts.joined(separator: " and ")
  }
}
