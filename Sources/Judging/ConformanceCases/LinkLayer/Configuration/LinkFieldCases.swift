internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Legal behaviour that is known to break links with phones, and illegal field values.
  static let linkFieldCases = [leavesLinkAlone, fieldsOfPDUs, fieldsOfConnectInd, lengthsInUse]

  private static let leavesLinkAlone = TestCase(
    id: "CS/LLFLD/BV-01", title: "No PHY update by the accessory",
    limits: [LimitRule("watched_s", .number(0.1...60))],
    procedure: """
      Connect and watch. Until the timeout the accessory must not send LL_PHY_REQ: phones change the PHY \
      themselves, and colliding updates are known to cause link loss.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let seconds = tester.limit("watched_s")
    tester.phone.idle(.milliseconds(Int(seconds * 1000)))
    let frames = tester.frame(fromAccessory: true, of: .phyReq)
    tester.expect(
      frames.isEmpty, .holds("none", else: "sent"), "LL_PHY_REQ within \(tester.number(seconds)) s",
      frames: frames.isEmpty ? tester.lastFrame : frames)
  }

  private static let fieldsOfPDUs = link(
    "CS/LLFLD/BV-02", .perRef, "Legal values in control PDUs",
    procedure: """
      Send every request that a central may send, then configure, secure, run and end a series. All control PDUs of the \
      controller under test must have the length of their opcode, values within their ranges, and no reserved bit set. \
      ChSel of its advertising must be 1 where Channel Selection Algorithm #2 is claimed, else 0.
      """
  ) { trial, tester throws(TesterStop) in
    tester.judgeChSel()
    // The controller of the lower tester knows neither procedure, and would refuse the answers.
    trial.probe.admits = { !$0.has(.clockAccuracyRsp) && !$0.has(.powerControlRsp) }
    for pdu in trial.everyRequest {
      trial.inject(pdu)
      trial.idle(.milliseconds(300))
    }
    try trial.prepareConfigurations()
    try trial.secure()
    try trial.configure(trial.configuration())
    try trial.startSeries(trial.parameters(count: 40), byIUT: false)
    trial.idle(.milliseconds(500))
    trial.inject(.csTerminateReq(CSTerminateReq()))
    trial.idle(.seconds(1))
    let seen = trial.answers(after: 0)
    let wrong = seen.first { !PDUFields.problems(in: $0.pdu).isEmpty }
    tester.expect(
      wrong, .absent("legal") { PDUFields.problems(in: $0.pdu).joined(separator: "; ") },
      "values of \(Set(seen.map(\.pdu.opcode)).count) kinds of control PDUs", frames: wrong.map { [$0.frame] }
    )
  }

  /// With this number, 9 of 10 runs find a hop that is wrong in 1 of 13 connections, as 4 in a range of 4 to 16.
  private static let connectionCount = 30
  private static let hostParameters = "interval 24, latency 0, timeout 500"

  private static let fieldsOfConnectInd = TestCase(
    id: "CS/LLFLD/BV-03", title: "Legal values in CONNECT_IND", needs: .linkLayer,
    appliesTo: [.role(.initiator)],
    procedure: """
      Have the controller under test connect to the lower tester \(connectionCount) times. Each CONNECT_IND must \
      have a legal access address, a hop of 5 to 16, a transmit window that fits the interval, and the parameters \
      that the host requested. Each link must be established.
      """
  ) { tester throws(TesterStop) in
    var obstacle: TesterStop?
    do throws(TesterStop) {
      try tester.judgePreamble { () throws(TesterStop) in
        for _ in 0..<connectionCount { _ = try tester.openLink(.cenIni) }
      }
    } catch {
      obstacle = error
    }
    let requests = tester.recorder.connectRequests
    let wrong = requests.first { !PDUFields.problems(in: $0.request).isEmpty }
    tester.expect(
      wrong, .absent("legal") { PDUFields.problems(in: $0.request).joined(separator: "; ") },
      "values of \(requests.count) CONNECT_IND", frames: wrong.map { [$0.frame] })
    let other = requests.first { $0.request.llData.parameters.text != hostParameters }
    tester.expect(
      other, .absent("as requested by the host: \(hostParameters)") { $0.request.llData.parameters.text },
      "connection parameters of CONNECT_IND", frames: other.map { [$0.frame] })
    if let obstacle { throw obstacle }
  }
}

extension Tester {
  /// Judges ChSel in the advertising PDUs. [Vol 6, Part B, 2.3.1.1]
  fileprivate func judgeChSel() {
    let flags = recorder.advertisements.compactMap { seen -> (chSel: Bool, frame: Int)? in
      guard case .advInd(let flags, _) = Self.kind(of: seen) else { return nil }
      return (flags.chSel, seen.frame)
    }
    guard let last = flags.last else { return }
    expect(
      last.chSel, .equals(request.profile.actingFeatures[.channelSelectionAlgorithm2]) { $0 ? "1" : "0" },
      "ChSel of ADV_IND", frames: [last.frame])
  }
}

extension ConnectionParameters {
  fileprivate var text: String { "interval \(interval), latency \(latency), timeout \(timeout)" }
}

extension TestCase {
  private static let lengthsInUse = link(
    "CS/LLFLD/BV-04", .perRef, "Effective data lengths", claims: [.feature(.dataPacketLengthExtension)],
    procedure: """
      Send LL_LENGTH_REQ with 60, then with 251 octets. Each must be answered with LL_LENGTH_RSP, and the \
      effective lengths must be reported to the host: in each direction the smaller of what one side may send and \
      what the other may receive.
      """
  ) { trial, tester throws(TesterStop) in
    var inUse = DataLengths()
    for octets in [60, 251] as [UInt16] {
      let length = DataLength.onLE1M(octets: octets)
      let request = LengthReq(DataLengths(tx: length, rx: length))
      let start = trial.iut.events.count
      let answer = try trial.expectAnswer(
        "LL_LENGTH_REQ with \(octets) octets", to: .lengthReq(request), .lengthRsp)
      guard case .lengthRsp(let declared) = answer else { return }
      trial.idle(.seconds(1))
      let due = declared.lengths.effective(with: request.lengths)
      let seen = trial.iut.events[start...].compactMap { DataLengths($0.value) }.last
      tester.expect((seen ?? inUse).words, .equals(due.words), "effective lengths after \(octets) octets")
      inUse = due
    }
  }
}

extension DataLengths {
  /// The lengths that LE Data Length Change reports; nil for another event.
  fileprivate init?(_ value: HCIEventValue) {
    guard case .leDataLengthChange(let event) = value else { return nil }
    self = event.max
  }

  fileprivate var words: String {
    "sends \(tx.octets) octets in \(tx.microseconds) us, receives \(rx.octets) octets in \(rx.microseconds) us"
  }
}

extension LinkTrial {
  /// The requests that a central may send, and that leave the link as it is.
  fileprivate var everyRequest: [ControlPDU] {
    var page1 = FeatureExtReq()
    (page1.maxPage, page1.pageNumber) = (1, 1)
    var phys = PHYReq()
    (phys.txPHYs, phys.rxPHYs) = (.le1M, .le1M)
    var power = PowerControlReq()
    power.phy = PowerControlPHYs(.le1M)
    let managesPower = Claim.feature(.lePowerControlRequest).holds(in: tester.request.profile)
    return [
      .versionInd(VersionInd()), .featureReq(featureRequest), .featureExtReq(page1), .lengthReq(LengthReq()),
      .phyReq(phys), .phyUpdateInd(PHYUpdateInd()), .pingReq(PingReq()),
      .clockAccuracyReq(ClockAccuracyReq()),
    ] + (managesPower ? [.powerControlReq(power)] : [])
  }
}
