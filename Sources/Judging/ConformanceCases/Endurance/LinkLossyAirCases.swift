internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Links whose frames are damaged or lost by plan.
  static let linkLossyAirCases = [
    lossy("CS/LLLOSS/BV-01", .damagedFromCentral), lossy("CS/LLLOSS/BV-02", .damagedFromPeripheral),
    lossy("CS/LLLOSS/BV-03", .unacknowledgedFromCentral),
    lossy("CS/LLLOSS/BV-04", .unacknowledgedFromPeripheral),
    proceduresInLostEvents, instantsInLostEvents, widening, retransmittedEnd,
  ]

  private static func lossy(_ id: String, _ loss: PDULoss) -> TestCase {
    TestCase(
      id: id, title: "Retransmission of each PDU: \(loss.words)", needs: .linkLayer,
      appliesTo: [.role(.reflector)],
      limits: [LimitRule("lost_pdus", .whole(1...1000))],
      procedure: """
        From the first PDU of a link on, \(loss.words), each PDU once. Meanwhile exchange versions and features, \
        encrypt, exchange capabilities, create a configuration, start CS security, and send twenty data packets \
        in each direction during a series of procedures. A PDU that is not acknowledged must be retransmitted \
        unchanged, including its ciphertext. A PDU that did not arrive must not be acknowledged. Every request \
        must be carried out once, and every data packet must arrive once.
        """
    ) { tester throws(TesterStop) in
      let trial = try tester.openLink(.perRef) { $0.isEncrypted = false }
      let watch = LinkWatch(trial.controller.air, after: tester.recorder)
      var lost = 0
      watch.lose(by: loss.plan { lost += 1 })
      defer { watch.lose(by: nil) }
      let (mark, start) = (trial.mark, trial.iut.events.count)
      defer { tester.expectAcknowledgement(watch, "acknowledgement and retransmission") }
      try trial.prepareInLossyAir()
      let run = try trial.rangeWithData()
      trial.noteOnce(watch, after: mark, events: start)
      tester.expect(
        Proportion(run.completeCount, of: LinkTrial.lossySeries), .all("complete"), "procedures",
        frames: trial.frames(of: run), isHeadline: true)
      trial.expectInStep(run)
      let least = tester.wholeLimit("lost_pdus")
      if lost < least { throw .inconclusive("only \(lost) PDUs were lost, expected \(least) or more") }
    }
  }

  private static let proceduresInLostEvents = link(
    "CS/LLLOSS/BV-05", .perRef, "Procedures over missed connection events", from: .configured,
    procedure: """
      Run a series of twelve procedures. In the connection events of the third, the sixth and the ninth no frame \
      of the lower tester arrives. These may be reported as aborted. All others must complete, and every step of \
      the series must be on the same channel.
      """
  ) { trial, tester throws(TesterStop) in
    let watch = LinkWatch(trial.controller.air, after: tester.recorder)
    let mark = trial.mark
    watch.lose { [trial] seen in
      guard seen.isFromCentral, let place = trial.placeInSeries(after: mark), [2, 5, 8].contains(place) else {
        return .arrives
      }
      return .isLost
    }
    defer { watch.lose(by: nil) }
    let run = try trial.run(trial.parameters(count: 12))
    let complete = run.iut.filter { $0.done == .complete }.map { Int($0.counter) }
    let due = (0..<12).filter { ![2, 5, 8].contains($0) }
    tester.expect(
      Proportion(due.count(where: complete.contains), of: due.count), .all("complete"),
      "procedures in connection events without loss", frames: trial.frames(of: run))
    trial.expectInStep(run)
  }

  private static let instantsInLostEvents = link(
    "CS/LLLOSS/BV-06", .perRef, "Instants in missed connection events",
    procedure: """
      Have the lower tester's host leave half the data channels out. Once LL_CHANNEL_MAP_IND is acknowledged no \
      frame of the lower tester arrives from two connection events before its Instant to two after it. The IUT \
      must then answer in every connection event. Repeat with LL_CONNECTION_UPDATE_IND.
      """
  ) { trial, tester throws(TesterStop) in
    let watch = LinkWatch(trial.controller.air, after: tester.recorder)
    defer { watch.lose(by: nil) }
    try trial.expectUpdate("data channel map update", watch, trial.useChannels(.half))
    try trial.expectUpdate("connection update", watch, trial.changeInterval(to: 40))
  }

  private static let widening = TestCase(
    id: "CS/LLLOSS/BV-07", title: "Widening of the receive window", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("offset_ppm", .number(0...50)), LimitRule("silence_s", .number(0.1...30))],
    procedure: """
      Connect with a lower tester whose clock is fast by as much as its SCA allows, and let none of its frames \
      arrive for a while. The IUT must then receive its frames again, since the receive window widens with the \
      time since the last received frame. Repeat with a slow clock.
      """
  ) { tester throws(TesterStop) in
    let (offset, silence) = (tester.limit("offset_ppm"), tester.limit("silence_s"))
    for ppm in [offset, -offset] {
      let trial = try tester.openLink(.perRef) {
        $0.supervisionTimeout = SupervisionTimeout(rawValue: UInt16(silence * 100) + 200)
        $0.testerOffsetPpm = ppm
      }
      let watch = LinkWatch(trial.controller.air, after: tester.recorder)
      trial.idle(.seconds(1))
      watch.lose { $0.isFromCentral ? .isLost : .arrives }
      trial.idle(.milliseconds(Int(silence * 1000)))
      watch.lose(by: nil)
      watch.forget()
      trial.idle(.milliseconds(30 * 10))
      tester.expect(
        watch.answers, .all("answered"),
        "connection events after \(tester.number(silence)) s of silence at a clock offset of \(tester.number(ppm)) ppm"
      )
    }
  }
}

extension TestCase {
  private static let retransmittedEnd = link(
    "CS/LLLOSS/BV-08", .perRef, "Retransmission of LL_TERMINATE_IND",
    procedure: """
      Have the host under test disconnect, and lose the first five LL_TERMINATE_IND. The IUT must retransmit the PDU until \
      it is acknowledged: Disconnection Complete must reach the lower tester's host with Remote User Terminated Connection \
      (0x13), not with Connection Timeout (0x08).
      """
  ) { trial, tester throws(TesterStop) in
    let watch = LinkWatch(trial.controller.air, after: tester.recorder)
    var lost = 0
    watch.lose { seen in
      guard !seen.isFromCentral, seen.length > 0, lost < 5 else { return .arrives }
      lost += 1
      return .isLost
    }
    defer { watch.lose(by: nil) }
    try trial.end(.byIUT, "end of the link")
    let reason = trial.lowerTester.lastDisconnection
    tester.expect(
      reason, .equals(.remoteUserTerminatedConnection) { $0.map { "\($0)" } ?? "not disconnected" },
      "disconnection reason at the peer")
  }
}

extension LinkTrial {
  /// How many procedures run while data is lost.
  static let lossySeries = 10
  private static let dataPackets: Range<UInt8> = 0..<20

  /// Sets the link up from its first PDU to CS security.
  fileprivate func prepareInLossyAir() throws(TesterStop) {
    try expectAnswer("LL_VERSION_IND", to: .versionInd(VersionInd()), .versionInd)
    try expectAnswer("LL_FEATURE_REQ", to: .featureReq(featureRequest), .featureRsp)
    try encrypt(onTrial: "encryption")
    try prepareConfigurations()
    try configure(configuration(), onTrial: "configuration")
    try secure(onTrial: "CS security")
  }

  /// Runs a series while numbered data packets are sent in both directions.
  fileprivate func rangeWithData() throws(TesterStop) -> SeriesRun {
    var arrived: (iut: [UInt8], peer: [UInt8]) = ([], [])
    iut.dataReceiver = { arrived.iut.append($0.data.last ?? .max) }
    lowerTester.dataReceiver = { arrived.peer.append($0.data.last ?? .max) }
    defer { (iut.dataReceiver, lowerTester.dataReceiver) = (nil, nil) }
    for number in Self.dataPackets {
      for (driver, handle) in [(iut, link.iutHandle), (lowerTester, link.peerHandle)] {
        driver.send(
          .acl(ACLPacket(handle: handle, packetBoundary: .firstNonFlushable, data: [1, 0, 0x3A, 0, number])))
      }
    }
    let run = try run(parameters(count: ProcedureCount(Self.lossySeries)))
    idle(.seconds(2))
    for (name, numbers) in [("from the lower tester", arrived.iut), ("from the IUT", arrived.peer)] {
      tester.expect(
        numbers,
        .that(
          "\(Self.dataPackets.count), each once and in order",
          words: { "\($0.count), \(Set($0).count) different, \($0 == $0.sorted() ? "" : "not ")in order" },
          { $0 == Array(Self.dataPackets) }), "data packets \(name)")
    }
    return run
  }

  /// Judges whether both sides used the same channel in every step.
  fileprivate func expectInStep(_ run: SeriesRun) {
    tester.expect(
      run.stepsInStep.proportion, .all("both sides on the same channel"), "steps", frames: frames(of: run))
  }

  /// Judges whether every request was carried out exactly once.
  fileprivate func noteOnce(_ watch: LinkWatch, after mark: Int, events start: Int) {
    let sent = Set(watch.seen.filter { $0.isNew && $0.length > 0 }.map(\.frame))
    let pdus = tester.recorder.controlPDUs.dropFirst(mark).filter { sent.contains($0.frame) }
    let answers = pdus.count { isFromIUT($0) && $0.pdu.has(.featureRsp) }
    let requests = pdus.count { !isFromIUT($0) && $0.pdu.has(.featureReq) }
    tester.expect(answers, .exactly(requests, ""), "LL_FEATURE_RSP, one for each request")
    let reports: [(String, (HCIEventValue) -> Bool)] = [
      ("encryption", { if case .encryptionChange = $0 { true } else { false } }),
      ("configuration", { $0.csConfigComplete != nil }),
      ("CS security", { $0.csSecurityEnableComplete != nil }),
      ("start of procedures", { $0.csProcedureEnableComplete?.state == .enabled }),
    ]
    for (name, isReport) in reports {
      let count = iut.events[start...].count { isReport($0.value) }
      tester.expect(count, .exactly(1, "times"), "\(name), reported to the host")
    }
  }

  /// The procedure of the series that is anchored in the current connection event, from 0; nil if none is.
  fileprivate func placeInSeries(after mark: Int) -> Int? {
    guard let event = controller.eventCounter(of: link.peerHandle) else { return nil }
    var request: CSReq?
    for seen in tester.recorder.controlPDUs.dropFirst(mark) {
      if case .csReq(let pdu) = seen.pdu { request = pdu }
      if case .csInd(let pdu) = seen.pdu, let request {
        let (place, rest) = event.events(since: pdu.schedule.connEventCount).quotientAndRemainder(
          dividingBy: request.offer.schedule.procedureInterval)
        return rest == 0 ? Int(place) : nil
      }
    }
    return nil
  }

  /// Updates the link, and loses the frames around the Instant.
  fileprivate func expectUpdate(
    _ name: String, _ watch: LinkWatch, _ update: @autoclosure () throws(HostError) -> Void
  ) throws(TesterStop) {
    let mark = self.mark
    let peer = link.peerHandle
    watch.lose { [self] seen in
      guard seen.isFromCentral, let instant = instant(after: mark),
        let event = controller.eventCounter(of: peer)
      else { return .arrives }
      return (-2...2).contains(event.distance(from: instant)) ? .isLost : .arrives
    }
    try tester.prepare(name, update())
    idle(.seconds(1))
    watch.lose(by: nil)
    watch.forget()
    idle(.seconds(1))
    try tester.require(watch.answers, .all("answered"), "connection events after the \(name)")
  }

  /// The Instant of the last update that the lower tester sent.
  private func instant(after mark: Int) -> ConnEventCounter? {
    for seen in tester.recorder.controlPDUs.dropFirst(mark) where !isFromIUT(seen) {
      switch seen.pdu {
      case .channelMapInd(let pdu): return pdu.instant
      case .connectionUpdateInd(let pdu): return pdu.instant
      default: continue
      }
    }
    return nil
  }
}
