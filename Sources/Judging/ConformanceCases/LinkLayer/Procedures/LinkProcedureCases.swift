internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Notation
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// General rules of the link layer, and link layer procedures during ranging.
  static let linkProcedureCases = [
    unknownOpcodes, wrongLengths, strayAnswers, versionOnce, featurePage0, featurePage1, peerVanishes,
    linkEndedByPeer, linkEndedInSeries, updateRefused("LL/CS/CEN/INI/BV-25-C", .cenIni),
    updateRefused("LL/CS/CEN/REF/BV-25-C", .cenRef), hoppingMapInSeries, phyInSeries, intervalBetweenSeries,
  ]

  private static let unknownOpcodes = link(
    "CS/LLNK/BI-01", .perRef, "Unknown control PDUs",
    procedure: """
      Send control PDUs with opcodes that do not exist, short and long. Each must be answered with LL_UNKNOWN_RSP \
      that names the opcode, and the link must stay up.
      """
  ) { trial, _ throws(TesterStop) in
    for (opcode, count) in [(0x50, 0), (0x7F, 5), (0xF0, 1), (0xFF, 20)] as [(UInt8, Int)] {
      let pdu = ControlPDU.unknown(
        opcode: ControlOpcode(rawValue: opcode), octets: [UInt8](repeating: 0xA5, count: count))
      trial.expectUnknown("opcode \(opcode.hex())", pdu)
    }
    trial.expectLink()
  }

  private static let wrongLengths = link(
    "CS/LLNK/BI-02", .perRef, "Control PDUs of the wrong length", from: .secured,
    procedure: """
      Send Channel Sounding requests without the last octet, and with the opcode only. Each must be answered with \
      LL_UNKNOWN_RSP or refused, and none may be carried out. Then a request of the right length must be \
      answered.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.expectRightLengths([
      ("without the last octet", { $0.dropLast() }), ("without CtrData", { _ in [] }),
    ])
  }

  private static let strayAnswers = link(
    "CS/LLNK/BI-03", .perRef, "Unexpected answers", from: .secured,
    procedure: """
      Send LL_CS_CONFIG_RSP, LL_CS_CAPABILITIES_RSP, LL_CS_TERMINATE_RSP, LL_CS_IND and LL_REJECT_EXT_IND without a request. \
      Nothing may be reported as configured or started, and the link layer must still answer.
      """
  ) { trial, tester throws(TesterStop) in
    let start = trial.iut.events.count
    for pdu: ControlPDU in [
      .csConfigRsp(CSConfigRsp(configID: 1)), .csCapabilitiesRsp(trial.capabilitiesRequest),
      .csTerminateRsp(CSTerminateRsp()), .csInd(CSInd()),
      .rejectExtInd(RejectExtInd(rejectOpcode: .csReq, errorCode: .invalidLLParameters)),
    ] {
      trial.inject(pdu)
      trial.idle(.milliseconds(200))
    }
    let reports = trial.iut.events[start...].count {
      switch $0.value {
      case .leCSConfigComplete(let event): event.status == .success
      case .leCSProcedureEnableComplete(let event): event.status == .success
      default: false
      }
    }
    tester.expect(reports, .exactly(0, "reports"), "reports of success without a request")
    try trial.expectAlive()
  }

  private static let versionOnce = link(
    "CS/LLNK/BV-01", .perRef, "Version exchange once per link",
    procedure: """
      Send LL_VERSION_IND three times. Exactly one LL_VERSION_IND must follow, with the version that HCI reports.
      """
  ) { trial, tester throws(TesterStop) in
    let mark = trial.mark
    for _ in 1...3 {
      trial.inject(.versionInd(VersionInd()))
      trial.idle(.milliseconds(300))
    }
    let answers = trial.answers(after: mark).filter { $0.pdu.has(.versionInd) }
    tester.expect(answers.count, .exactly(1, "answers"), "LL_VERSION_IND", frames: answers.map(\.frame))
    let version = try tester.prepare(
      "version over HCI", tester.iut.complete(ReadLocalVersionInformationCommand()))
    guard let first = answers.first, case .versionInd(let pdu) = first.pdu else { return }
    let overHCI = "\(version.lmpVersion.rawValue), \(version.companyIdentifier.rawValue)"
    tester.expect(
      "\(pdu.version.rawValue), \(pdu.companyIdentifier.rawValue)",
      .equals(overHCI, required: "as over HCI: \(overHCI)"),
      "Version and Company_Identifier", frames: [first.frame])
  }

  private static let featurePage0 = link(
    "CS/LLNK/BV-02", .perRef, "Features over the link",
    procedure: """
      Send LL_FEATURE_REQ. LL_FEATURE_RSP must have Channel Sounding (46) and its host support (47), and beyond octet 0 the \
      features that HCI reports.
      """
  ) { trial, tester throws(TesterStop) in
    var pdu = FeatureReq()
    pdu.featureSet = .all
    let answer = try trial.expectAnswer("LL_FEATURE_REQ", to: .featureReq(pdu), .featureRsp)
    guard case .featureRsp(let rsp) = answer else { return }
    let seen = FeatureSet(page0: rsp.featureSet)
    for feature in [FeatureSet.Feature.channelSounding, .channelSoundingHostSupport] {
      tester.expect(seen[feature], .holds("set", else: "not set"), "feature bit \(feature.rawValue)")
    }
    let local = try tester.localFeatures()
    let hostBits = FeatureSet(FeatureSet.Feature.allCases.filter(\.isForHostOnly)).page0
    let difference = rsp.featureSet.symmetricDifference(local).subtracting(.octet0).subtracting(hostBits)
    tester.expect(
      difference.isEmpty,
      .holds("as over HCI", met: "the same", else: "\(difference.rawValue.nonzeroBitCount) bits differ"),
      "features beyond octet 0")
  }

  private static let featurePage1 = link(
    "CS/LLNK/BV-03", .perRef, "Features beyond bit 63", claims: [.feature(.extendedFeatureSet)],
    procedure: """
      Where the extended feature set is claimed, send LL_FEATURE_EXT_REQ for page 1. LL_FEATURE_EXT_RSP must have the page \
      that HCI reports.
      """
  ) { trial, tester throws(TesterStop) in
    let local = try tester.prepare(
      "features over HCI", tester.iut.completeIfKnown(LEReadAllLocalSupportedFeaturesCommand()))
    guard let local, FeatureSet(octets: local.leFeatures)[.extendedFeatureSet] else {
      throw .notApplicable("the extended feature set is not claimed")
    }
    var pdu = FeatureExtReq()
    (pdu.maxPage, pdu.pageNumber) = (1, 1)
    let answer = try trial.expectAnswer("LL_FEATURE_EXT_REQ", to: .featureExtReq(pdu), .featureExtRsp)
    guard case .featureExtRsp(let rsp) = answer else { return }
    let due = FeatureSet(octets: local.leFeatures).page1
    tester.expect(
      "page \(rsp.pageNumber), \(rsp.featurePage == due ? "as over HCI" : "not as over HCI")",
      .equals("page 1, as over HCI"), "LL_FEATURE_EXT_RSP, page 1")
  }

  private static let peerVanishes = TestCase(
    id: "CS/LLNK/BV-04", title: "Link loss", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    limits: [
      LimitRule("supervision_timeout_s", .number(0.1...32)), LimitRule("tolerance_s", .number(0...10)),
    ],
    procedure: """
      Start a series, and stop the lower tester in the middle of it. The link must be reported as lost with \
      Connection Timeout (0x08) after the supervision timeout, and another link must be possible.
      """
  ) { tester throws(TesterStop) in
    let (limit, tolerance) = (tester.limit("supervision_timeout_s"), tester.limit("tolerance_s"))
    let trial = try tester.openLink(.perRef, to: .configured) {
      $0.supervisionTimeout = SupervisionTimeout(rawValue: UInt16(limit * 100))
    }
    try trial.startSeries(trial.parameters(count: 40), byIUT: false)
    trial.idle(.milliseconds(500))
    trial.controller.vanish(from: trial.link.peerHandle)
    let begin = trial.simulation.now
    trial.simulation.run(until: begin + .milliseconds(Int((limit + tolerance) * 1000))) {
      trial.iut.lastDisconnection == nil
    }
    trial.noteLoss(
      "link after the peer fell silent", since: begin, after: limit, within: tolerance, .connectionTimeout)
    if trial.iut.lastDisconnection == nil { throw .failed }
    try tester.attempt(
      "another link", HCIBench.join(central: tester.peer, peripheral: tester.iut), required: "made")
  }

  private static let linkEndedByPeer = TestCase(
    id: "CS/LLNK/BV-05", title: "Disconnection by the peer", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    procedure: """
      End the link from the lower tester with 0x13. The host under test must be notified of that reason at once.
      """
  ) { tester throws(TesterStop) in
    try tester.openLink(.perRef).endLink()
  }

  private static let linkEndedInSeries = link(
    "CS/LLNK/BV-06", .perRef, "Disconnection by the peer during a series", from: .configured,
    procedure: """
      Start a series and end the link in the middle of it. The host under test must receive the event. Without a \
      power cycle, ranging on another link of the same controllers must work.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.startSeries(trial.parameters(count: 40), byIUT: false)
    trial.idle(.milliseconds(500))
    try trial.endLink()
    let again = try tester.openNextLink(after: trial, supervisionTimeout: 500, "another link")
    try again.encrypt(onTrial: "encryption of another link")
    try again.prepareConfigurations()
    try again.secure(onTrial: "CS security on another link")
    try again.configure(again.configuration(), onTrial: "configuration on another link")
    again.note(try again.run(again.parameters(count: 1)), "procedure on another link", procedures: 1)
  }

  private static func updateRefused(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Connection update during a series, \(side.id)", from: .configured,
      procedure: """
        Run a series with the controller under test as central, and have its host send LE Connection Update. It \
        must be refused with Command Disallowed (0x0C), and no LL_CONNECTION_UPDATE_IND may be sent.
        """
    ) { trial, tester throws(TesterStop) in
      try trial.startSeries(trial.parameters(count: 40), byIUT: true)
      trial.idle(.milliseconds(300))
      let mark = trial.mark
      let handle = trial.link.iutHandle
      let update = LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        $0.parameters = ConnectionParameterRange(interval: 40, timeout: 500)
      }
      try tester.expectRefusal(of: update, "in a series", with: .commandDisallowed)
      trial.idle(.seconds(1))
      let isSent = trial.answers(after: mark).contains {
        [.connectionUpdateInd, .connectionParamReq].contains(where: $0.pdu.has)
      }
      tester.expect(!isSent, .holds("not sent", else: "sent"), "LL_CONNECTION_UPDATE_IND")
    }
  }

  private static let hoppingMapInSeries = link(
    "CS/LLNK/BV-07", .perRef, "Data channel map update during a series", from: .secured,
    procedure: """
      Run a series of thirty procedures, and in the middle of it have the lower tester's host leave half the data \
      channels out. The link must stay up, and every procedure must complete.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.rangeOver("data channel map update", trial.useChannels(.half))
  }

  private static let phyInSeries = link(
    "CS/LLNK/BV-08", .perRef, "PHY update during a series", from: .secured, claims: [.feature(.le2MPHY)],
    procedure: """
      Where LE 2M is claimed, run a series of thirty procedures, and in the middle of it change the link to LE \
      2M. The link must stay up, and every procedure must complete.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.rangeOver("PHY update", trial.askFor2M())
  }

  private static let intervalBetweenSeries = link(
    "CS/LLNK/BV-09", .perRef, "Connection update between series", from: .configured,
    procedure: """
      Run a series, change the connection interval from 30 ms to 50 ms, and run another. Every procedure must complete.
      """
  ) { trial, tester throws(TesterStop) in
    trial.note(try trial.run(trial.parameters(count: 2)), "series at 30 ms", procedures: 2)
    let start = trial.iut.events.count
    try tester.prepare("connection update", trial.changeInterval(to: 40))
    let interval: ConnectionInterval = try tester.expectEvent(
      "connection update", required: "reported", after: start
    ) {
      if case .leConnectionUpdateComplete(let event) = $0 { return event.parameters.interval }
      return nil
    }
    tester.expect(interval.rawValue, .exactly(40, "units"), "connection interval")
    trial.note(try trial.run(trial.parameters(count: 2)), "series at 50 ms", procedures: 2)
  }
}

extension LinkTrial {
  /// Sends a PDU that must be answered with LL_UNKNOWN_RSP.
  fileprivate func expectUnknown(_ step: String, _ pdu: ControlPDU) {
    let reply = reply(to: pdu.opcode, due: nil, after: inject(pdu))
    tester.expect(reply, .unknown, step, frames: reply.frames)
  }

  /// Ends the link from the lower tester.
  fileprivate func endLink() throws(TesterStop) {
    let handle = link.peerHandle
    try tester.prepare(
      "disconnecting",
      lowerTester.begin(
        DisconnectCommand { ($0.connectionHandle, $0.reason) = (handle, .remoteUserTerminatedConnection) }))
    simulation.run(until: simulation.now + .seconds(1)) { iut.lastDisconnection == nil }
    let reason = iut.lastDisconnection
    tester.expect(
      reason, .equals(.remoteUserTerminatedConnection) { $0.map { "reported: \($0)" } ?? "not reported" },
      "end of the link")
  }

  /// Runs a series of thirty procedures, in the middle of which something about the link changes.
  fileprivate func rangeOver(_ step: String, _ change: @autoclosure () throws(HostError) -> Void)
    throws(TesterStop)
  {
    try configure(configuration())
    let (start, iutStart) = (lowerTester.events.count, iut.events.count)
    tester.recorder.forgetProcedures()
    try startSeries(parameters(count: 30), byIUT: false)
    idle(.milliseconds(500))
    try tester.prepare(step, change())
    idle(.seconds(7))
    expectLink("link after the \(step)")
    note(series(lowerTesterAfter: start, iutAfter: iutStart), "series during the \(step)", procedures: 30)
  }
}
