internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Which channels procedures use.
  static let linkChannelMapCases = [
    mapBeforeSeries("CS/LLMAP/BV-01", .perRef), mapBeforeSeries("LL/CS/CEN/INI/BV-23-C", .cenIni),
    mapInSeries,
    ownClassification("CS/LLMAP/BV-03", .perRef), ownClassification("LL/CS/CEN/REF/BV-24-C", .cenRef),
    tooFewChannels("CS/LLMAP/BI-01", .perRef), tooFewChannels("LL/CS/CEN/INI/BI-08-C", .cenIni),
  ]

  private static func mapBeforeSeries(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Channel map of the peer before a series, \(side.id)", from: .configured,
      procedure: """
        Have the lower tester's host classify the even channels as bad; LL_CS_CHANNEL_MAP_IND goes out. Then run \
        two procedures. Both sides must use only the odd channels.
        """
    ) { trial, _ throws(TesterStop) in
      try trial.classify(.odd, by: trial.lowerTester)
      trial.idle(.seconds(1))
      let run = try trial.run(trial.parameters(count: 2), byIUT: side.link == .central)
      trial.note(run, "procedures with the reduced map", procedures: 2)
      trial.note(channelsOf: run.subevents, "channels with the reduced map", .odd)
    }
  }

  private static let mapInSeries = link(
    "CS/LLMAP/BV-02", .perRef, "Channel map of the peer during a series", from: .configured,
    procedure: """
      Start a series of thirty procedures, and in the middle of it have the lower tester's host classify the even \
      channels as bad. From the Instant of LL_CS_CHANNEL_MAP_IND on, both sides must use only the odd channels, \
      and every procedure must complete.
      """
  ) { trial, tester throws(TesterStop) in
    let (start, iutStart) = (trial.lowerTester.events.count, trial.iut.events.count)
    tester.recorder.forgetProcedures()
    try trial.startSeries(trial.parameters(count: 30), byIUT: false)
    trial.idle(.milliseconds(500))
    try trial.classify(.odd, by: trial.lowerTester)
    trial.idle(.milliseconds(500))
    let before = tester.recorder.subevents.count
    trial.idle(.seconds(6))
    let run = trial.series(lowerTesterAfter: start, iutAfter: iutStart)
    trial.note(run, "series during the channel map update", procedures: 30)
    trial.note(channelsOf: Array(run.subevents.dropFirst(before)), "channels after the Instant", .odd)
  }

  private static func ownClassification(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Channel classification of the host, \(side.id)", from: .configured,
      procedure: """
        Create a configuration, and have the host under test classify the even channels as bad. \
        LL_CS_CHANNEL_MAP_IND with exactly the odd channels must follow, and two procedures must use no others.
        """
    ) { trial, tester throws(TesterStop) in
      let mark = trial.mark
      try trial.classify(.odd, by: trial.iut)
      let seen = trial.awaitPDU(after: mark) { $0.has(.csChannelMapInd) }
      var sent = "nothing"
      if let seen, case .csChannelMapInd(let pdu) = seen.pdu {
        sent =
          pdu.channelMap == CSChannelMap.odd.octets
          ? "the odd channels" : "\(CSChannelMap(octets: pdu.channelMap).count) channels"
      }
      tester.expect(
        sent, .equals("the odd channels"), "LL_CS_CHANNEL_MAP_IND", frames: seen.map { [$0.frame] })
      trial.idle(.seconds(1))
      let run = try trial.run(trial.parameters(count: 2), byIUT: side.link == .central)
      trial.note(run, "procedures with the host's classification", procedures: 2)
      trial.note(channelsOf: run.subevents, "channels with the host's classification", .odd)
    }
  }

  private static func tooFewChannels(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Too few channels, \(side.id)", from: .configured,
      procedure: """
        Send LL_CS_CHANNEL_MAP_IND that leaves 14 channels, wait for its Instant, and send LL_CS_REQ. It must be \
        refused with Insufficient Channels (0x48). With all channels enabled again it must be accepted.
        """
    ) { trial, _ throws(TesterStop) in
      trial.injectMap(CSChannelMap(channels: 2..<16))
      trial.idle(.milliseconds(1500))
      let due: ControlOpcode = side.link == .central ? .csInd : .csRsp
      trial.expectRefusal(
        "LL_CS_REQ with 14 channels", of: trial.startRequest(), [.insufficientChannels], due: due)
      trial.injectMap(.allowed)
      trial.idle(.milliseconds(1500))
      try trial.expectAnswer("LL_CS_REQ with all channels", to: trial.startRequest(), due)
    }
  }
}

extension CSChannelMap {
  /// The channels with an odd index.
  static let odd = CSChannelMap(channels: allowed.channels.filter { $0 % 2 == 1 })
}

extension LinkTrial {
  /// Has a host classify the channels.
  fileprivate func classify(_ map: CSChannelMap, by driver: HCIDriver) throws(TesterStop) {
    try tester.prepare(
      "channel classification",
      driver.complete(LECSSetChannelClassificationCommand { $0.channelClassification = map }))
  }

  /// Sends LL_CS_CHANNEL_MAP_IND without changing the lower tester's own map.
  func injectMap(_ map: CSChannelMap) {
    var pdu = CSChannelMapInd()
    pdu.channelMap = map.octets
    pdu.instant = (controller.eventCounter(of: link.peerHandle) ?? 0) + 12
    inject(.csChannelMapInd(pdu))
  }

  /// Judges whether the controller under test sent only on channels of `map`.
  fileprivate func note(channelsOf subevents: [ObservedSubevent], _ step: String, _ map: CSChannelMap) {
    let sent = subevents.flatMap {
      side.role == .reflector ? $0.timeline.reflector.channel : $0.timeline.initiator.channel
    }
    let wrong = Set(sent.filter { !map.contains($0) })
    tester.expect(
      sent.isEmpty ? "none" : wrong.isEmpty ? nil : "\(wrong.count) other channels too",
      .absent("only the \(map.count) channels of the map", met: "only those channels"), step)
  }
}

extension TestCase {
  /// What changes at an Instant.
  static let linkInstantCases = [instants, changesByCentral]

  private static let instants = link(
    "CS/LLINS/BV-01", .perRef, "Updates at the Instant",
    procedure: """
      Have the lower tester's host leave half the data channels out, change the connection interval and, where LE \
      2M is claimed, the PHY. The controller under test must answer in every connection event, with the old \
      values before the Instant of each change and with the new values from the Instant on.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.judgeChange("data channel map", trial.useChannels(.half))
    try trial.judgeChange("connection interval", trial.changeInterval(to: 40))
    guard Claim.feature(.le2MPHY).holds(in: tester.request.profile) else { return }
    try trial.judgeChange("PHY", trial.askFor2M())
  }
}

extension TestCase {
  private static let changesByCentral = link(
    "CS/LLINS/BV-02", .cenIni, "Updates by the host of the central",
    procedure: """
      As the central, have the host under test change the connection interval, leave half the data channels out, \
      change the PHY where LE 2M is claimed, and change the interval once more. Each change must be sent, and \
      reported to the host if an event exists for it.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.judgeInterval(40)
    let mark = trial.mark
    try tester.prepare("channel classification", trial.useChannels(.half, byIUT: true))
    let map = trial.awaitPDU(after: mark) { $0.has(.channelMapInd) }
    tester.expect(
      map, .present("sent", words: \.pdu.name, else: "not sent"), "LL_CHANNEL_MAP_IND",
      frames: map.map { [$0.frame] })
    trial.idle(LinkTrial.watch)
    if Claim.feature(.le2MPHY).holds(in: tester.request.profile) {
      let start = trial.iut.events.count
      try tester.prepare("PHY update", trial.askFor2M(byIUT: true))
      let phy: ErrorCode = try tester.expectEvent("LE PHY Update Complete", after: start) {
        if case .lePHYUpdateComplete(let event) = $0 { return event.status }
        return nil
      }
      tester.expect(phy, .equals(.success), "PHY update by the host under test")
    }
    try trial.judgeInterval(24)
  }
}

extension LinkTrial {
  /// Has the host under test change the connection interval, and judges the event that it
  /// receives.
  fileprivate func judgeInterval(_ units: ConnectionInterval) throws(TesterStop) {
    let start = iut.events.count
    try tester.prepare("connection update", changeInterval(to: units, byIUT: true))
    let update: (ErrorCode, ConnectionInterval) = try tester.expectEvent(
      "LE Connection Update Complete", after: start
    ) {
      if case .leConnectionUpdateComplete(let event) = $0 { return (event.status, event.parameters.interval) }
      return nil
    }
    tester.expect(
      "\(update.0), interval \(update.1)", .equals("\(ErrorCode.success), interval \(units)"),
      "connection update by the host under test")
  }

  /// How long a change is watched: more than twice the connection events to its Instant.
  fileprivate static let watch = Picoseconds.seconds(2)

  /// Judges whether every connection event around a change is answered.
  fileprivate func judgeChange(_ what: String, _ change: @autoclosure () throws(HostError) -> Void)
    throws(TesterStop)
  {
    let watch = LinkWatch(controller.air, after: tester.recorder)
    try tester.prepare("change of the \(what)", change())
    idle(Self.watch)
    tester.expect(watch.answers, .all("answered"), "connection events around a change of the \(what)")
  }
}
