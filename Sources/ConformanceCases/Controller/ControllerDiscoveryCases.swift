internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Scanning, advertising, and the list by which addresses are resolved.
  static let controllerDiscoveryCases = [scanning, advertising, otherFamily, listInUse]

  private static let scanning = TestCase(
    id: "HCI/DSU/BV-01", title: "Scanning begins and ends as asked", needs: [.hci, .peer],
    procedure: """
      Have the second controller advertise, and scan for it. Its advertising must be reported with its address and data \
      while scanning is enabled, and no longer once it is disabled.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let data: [UInt8] = [2, 1, 6]
    try tester.prepare("bringing the second controller up") { () throws(HostError) in
      try HCIBench.bringUp(tester.peer)
    }
    let address = try tester.prepare("advertising of the second controller") { () throws(HostError) in
      try tester.peer.advertise(data)
    }
    // LE_States has passive scanning by itself as bit 4.
    let states = try tester.prepare("supported states") { () throws(HostError) in
      try tester.iut.complete(LEReadSupportedStatesCommand()).leStates
    }
    guard states >> 4 & 1 == 1 else { throw .notApplicable("not claimed: passive scanning (LE_States)") }
    _ = try tester.expectAcceptance(of: LESetScanParametersCommand(), "before scanning")
    let start = try tester.expectAcceptance(
      of: LESetScanEnableCommand { $0.leScanEnable = 1 }, "to begin scanning")
    tester.idle(.seconds(1))
    let found = tester.iut.reports(after: start, of: address)
    tester.expect(
      found.first.map(\.data), .equals(data) { $0.map { "\($0.count) octets of data" } ?? "no report" },
      "advertising reports while scanning", frames: tester.lastFrame)
    let end = try tester.expectAcceptance(of: LESetScanEnableCommand(), "to end scanning")
    // A report may be on its way.
    tester.idle(.milliseconds(100))
    let rest = tester.iut.events.count
    tester.idle(.seconds(1))
    tester.expect(
      tester.iut.reports(after: max(end, rest), of: address).count, .exactly(0, "reports"),
      "advertising reports after scanning", frames: tester.lastFrame)
  }

  private static let advertising = TestCase(
    id: "HCI/DDI/BV-01", title: "Advertising begins and ends as asked", needs: [.hci, .peer],
    procedure: """
      Enable advertising, and have the second controller scan. It must hear the controller under test, with the data that its \
      host gave, while advertising is enabled, and no longer once it is disabled.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let data: [UInt8] = [2, 1, 6]
    try tester.prepare("scanning of the second controller") { () throws(HostError) in
      try HCIBench.bringUp(tester.peer)
      _ = try tester.peer.complete(LESetScanParametersCommand())
      _ = try tester.peer.complete(LESetScanEnableCommand { $0.leScanEnable = 1 })
    }
    let start = tester.peer.events.count
    let address = try tester.prepare("advertising") { () throws(HostError) in
      try tester.iut.advertise(data)
    }
    tester.idle(.seconds(1))
    let found = tester.peer.reports(after: start, of: address)
    tester.expect(
      found.first.map(\.data), .equals(data) { $0.map { "\($0.count) octets of data" } ?? "not heard" },
      "advertising while it is enabled", frames: tester.lastFrame)
    _ = try tester.expectAcceptance(of: LESetAdvertisingEnableCommand(), "to end advertising")
    // An event may be under way.
    tester.idle(.milliseconds(100))
    let end = tester.peer.events.count
    tester.idle(.seconds(1))
    tester.expect(
      tester.peer.reports(after: end, of: address).count, .exactly(0, "reports"), "advertising after its end",
      frames: tester.lastFrame)
  }

  private static let otherFamily = TestCase(
    id: "HCI/DDI/BI-02", title: "Legacy and extended commands are not mixed", needs: .hci,
    appliesTo: [.feature(.extendedAdvertising)],
    procedure: """
      After a reset send LE Set Advertising Parameters, then LE Set Extended Scan Enable, which must be refused with Command \
      Disallowed (0x0C). After another reset send the other family first.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    _ = try tester.expectAcceptance(of: LESetAdvertisingParametersCommand(), "after a reset")
    try tester.expectRefusal(
      of: LESetExtendedScanEnableCommand(), "after a legacy command", with: .commandDisallowed)
    try tester.bringUp()
    _ = try tester.expectAcceptance(of: LEClearAdvertisingSetsCommand(), "after a reset")
    try tester.expectRefusal(
      of: LESetAdvertisingParametersCommand(), "after an extended command", with: .commandDisallowed)
  }

  private static let listInUse = TestCase(
    id: "HCI/DDI/BI-01", title: "The resolving list stays while it is in use", needs: .hci,
    appliesTo: [.feature(.llPrivacy)],
    procedure: """
      Add a device to the resolving list, which must be accepted. Then enable address resolution and advertise: adding \
      another device, removing the first and clearing the list must each be refused with Command Disallowed (0x0C). When \
      advertising has ended the list must be cleared as asked.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let device = { (last: UInt8) in
      LEAddDeviceToResolvingListCommand { $0.peerIdentityAddress = [last, 2, 3, 4, 5, 6] }
    }
    _ = try tester.expectAcceptance(of: device(1), "while the list is not in use")
    _ = try tester.expectAcceptance(
      of: LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = 1 }, "before advertising")
    try tester.prepare("advertising") { () throws(HostError) in
      _ = try tester.iut.complete(LESetAdvertisingParametersCommand())
      _ = try tester.iut.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = 1 })
    }
    let code = ErrorCode.commandDisallowed
    try tester.expectRefusal(of: device(2), "while the list is in use", with: code)
    try tester.expectRefusal(
      of: LERemoveDeviceFromResolvingListCommand { $0.peerIdentityAddress = [1, 2, 3, 4, 5, 6] },
      "while the list is in use", with: code)
    try tester.expectRefusal(of: LEClearResolvingListCommand(), "while the list is in use", with: code)
    try tester.prepare("end of advertising") { () throws(HostError) in
      _ = try tester.iut.complete(LESetAdvertisingEnableCommand())
    }
    _ = try tester.expectAcceptance(of: LEClearResolvingListCommand(), "after advertising")
  }
}

extension HCIDriver {
  /// Advertises as often as it may.
  ///
  /// - Returns: the address.
  fileprivate func advertise(_ data: [UInt8]) throws(HostError) -> [UInt8] {
    _ = try complete(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x20, 0x20)
      })
    _ = try complete(
      LESetAdvertisingDataCommand {
        $0.advertisingDataLength = UInt8(data.count)
        $0.advertisingData.replaceSubrange(0..<data.count, with: data)
      })
    _ = try complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = 1 })
    return try complete(ReadBDADDRCommand()).bdAddr
  }

  /// What it was told of a device's advertising.
  fileprivate func reports(after start: Int, of address: [UInt8]) -> [LEAdvertisingReportEvent.Report] {
    events[start...].flatMap { received -> [LEAdvertisingReportEvent.Report] in
      guard case .leAdvertisingReport(let event) = received.value else { return [] }
      return event.reports.filter { $0.address == address }
    }
  }
}
