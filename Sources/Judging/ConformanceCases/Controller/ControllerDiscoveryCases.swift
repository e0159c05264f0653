internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Scanning, advertising, and the resolving list.
  static let controllerDiscoveryCases = [scanning, advertising, otherFamily, listInUse]

  private static let scanning = TestCase(
    id: "HCI/DSU/BV-01", title: "Start and end of scanning", needs: [.hci, .peer],
    procedure: """
      Have the second controller advertise, and scan for it actively. While scanning is enabled, its advertising and its \
      scan responses must be reported with its address and data. After scanning is disabled, nothing may be reported. With \
      Filter_Duplicates the advertising must be reported at most half as often.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let data: [UInt8] = [2, 1, 6]
    try tester.prepare("bringing the second controller up", HCIBench.bringUp(tester.peer))
    let address = try tester.prepare("advertising of the second controller", tester.peer.advertise(data))
    // LE_States has active scanning by itself as bit 5.
    let states = try tester.supportedStates()
    guard states >> 5 & 1 == 1 else { throw .notApplicable("not claimed: active scanning (LE_States)") }
    try tester.expectAcceptance(
      of: LESetScanParametersCommand { $0.leScanType = .active }, "for active scanning")
    let start = try tester.expectAcceptance(
      of: LESetScanEnableCommand { $0.leScanEnable = .enabled }, "to begin scanning")
    let found = tester.expectReports(
      "advertising reports while scanning", of: address, data, on: tester.iut, after: start)
    tester.expect(
      found.contains { $0.eventType == .scanResponse }, .holds("reported", else: "not reported"),
      "scan responses while scanning")
    try tester.expectAcceptance(of: LESetScanEnableCommand(), "to end scanning")
    tester.expectNoReports("advertising reports after scanning", of: address, on: tester.iut)
    let duplicates = found.count { $0.eventType == .connectable }
    let again = try tester.expectAcceptance(
      of: LESetScanEnableCommand { ($0.leScanEnable, $0.filterDuplicates) = (.enabled, .on) },
      "without duplicates")
    tester.idle(.seconds(1))
    tester.expect(
      tester.iut.reports(after: again, of: address).count { $0.eventType == .connectable },
      .between(1, max(1, duplicates / 2), "reports"), "advertising reports without duplicates")
  }

  private static let advertising = TestCase(
    id: "HCI/DDI/BV-01", title: "Start and end of advertising", needs: [.hci, .peer],
    procedure: """
      Enable advertising, and have the second controller scan. While advertising is enabled, the second controller must \
      report it with the data that was set. After advertising is disabled, it may report nothing.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let data: [UInt8] = [2, 1, 6]
    try tester.prepare("scanning of the second controller") { () throws(HostError) in
      try HCIBench.bringUp(tester.peer)
      _ = try tester.peer.complete(LESetScanParametersCommand())
      _ = try tester.peer.complete(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    }
    let start = tester.peer.events.count
    let address = try tester.prepare("advertising", tester.iut.advertise(data))
    tester.expectReports("advertising while it is enabled", of: address, data, on: tester.peer, after: start)
    try tester.expectAcceptance(of: LESetAdvertisingEnableCommand(), "to end advertising")
    tester.expectNoReports("advertising after its end", of: address, on: tester.peer)
  }

  private static let otherFamily = TestCase(
    id: "HCI/DDI/BI-02", title: "Mixed legacy and extended commands", needs: .hci,
    appliesTo: [.feature(.extendedAdvertising)],
    procedure: """
      After a reset send LE Set Advertising Parameters, then LE Set Extended Scan Enable, or LE Clear Advertising Sets to a \
      controller that does not announce the former. It must be refused with Command Disallowed (0x0C). After another reset \
      send the other family first.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let scans = LESetExtendedScanEnableCommand.opcode.isAnnounced(in: try tester.supportedCommands())
    let extended: any HCICommand = scans ? LESetExtendedScanEnableCommand() : LEClearAdvertisingSetsCommand()
    try tester.expectAcceptance(of: LESetAdvertisingParametersCommand(), "after a reset")
    try tester.expectRefusal(of: extended, "after a legacy command", with: .commandDisallowed)
    try tester.bringUp()
    try tester.expectAcceptance(of: LEClearAdvertisingSetsCommand(), "after a reset")
    try tester.expectRefusal(
      of: LESetAdvertisingParametersCommand(), "after an extended command", with: .commandDisallowed)
  }

  private static let listInUse = TestCase(
    id: "HCI/DDI/BI-01", title: "Changes of the resolving list in use", needs: .hci,
    appliesTo: [.feature(.llPrivacy)],
    procedure: """
      Add a device to the resolving list, which must be accepted. Then enable address resolution and advertise: \
      adding another device, removing the first and clearing the list must each be refused with Command Disallowed \
      (0x0C). After the end of advertising, clearing the list must be accepted.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let address = { (last: UInt64) in BDADDR(rawValue: 0x0605_0403_0200 | last) }
    let device = { (last: UInt64) in
      LEAddDeviceToResolvingListCommand { $0.peerIdentityAddress.bdAddr = address(last) }
    }
    try tester.expectAcceptance(of: device(1), "while the list is not in use")
    try tester.expectAcceptance(
      of: LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = .enabled }, "before advertising")
    try tester.prepare("advertising") { () throws(HostError) in
      _ = try tester.iut.complete(LESetAdvertisingParametersCommand())
      _ = try tester.iut.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    }
    let code = ErrorCode.commandDisallowed
    try tester.expectRefusal(of: device(2), "while the list is in use", with: code)
    try tester.expectRefusal(
      of: LERemoveDeviceFromResolvingListCommand { $0.peerIdentityAddress.bdAddr = address(1) },
      "while the list is in use", with: code)
    try tester.expectRefusal(of: LEClearResolvingListCommand(), "while the list is in use", with: code)
    try tester.prepare("end of advertising", tester.iut.complete(LESetAdvertisingEnableCommand()))
    try tester.expectAcceptance(of: LEClearResolvingListCommand(), "after advertising")
  }
}

extension Tester {
  /// Waits a second for advertising reports of `address`, and judges the data of the first. Returns the reports.
  @discardableResult
  fileprivate func expectReports(
    _ name: String, of address: BDADDR, _ data: [UInt8], on scanner: HCIDriver, after start: Int
  ) -> [LEAdvertisingReportEvent.Report] {
    idle(.seconds(1))
    let found = scanner.reports(after: start, of: address)
    expect(
      found.first.map(\.data), .equals(data) { $0.map { "\($0.count) octets of data" } ?? "no report" }, name)
    return found
  }

  /// Judges that a second goes by without a report of `address`.
  fileprivate func expectNoReports(_ name: String, of address: BDADDR, on scanner: HCIDriver) {
    // An advertising event may be in progress, or its report on the way to the host.
    idle(.milliseconds(100))
    let start = scanner.events.count
    idle(.seconds(1))
    expect(scanner.reports(after: start, of: address).count, .exactly(0, "reports"), name)
  }
}

extension HCIDriver {
  /// Starts advertising at the shortest interval. Returns the address of the controller.
  fileprivate func advertise(_ data: [UInt8]) throws(HostError) -> BDADDR {
    _ = try complete(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x20, 0x20)
      })
    _ = try complete(
      LESetAdvertisingDataCommand {
        $0.advertisingDataLength = UInt8(data.count)
        $0.advertisingData.replaceSubrange(0..<data.count, with: data)
      })
    _ = try complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    return try complete(ReadBDADDRCommand()).bdAddr
  }

  /// The advertising reports of `address` since the event at index `start`.
  fileprivate func reports(after start: Int, of address: BDADDR) -> [LEAdvertisingReportEvent.Report] {
    events[start...].flatMap { received -> [LEAdvertisingReportEvent.Report] in
      guard case .leAdvertisingReport(let event) = received.value else { return [] }
      return event.reports.filter { $0.address.bdAddr == address }
    }
  }
}
