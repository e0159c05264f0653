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
  /// Links after the first one of a controller.
  static let linkLifeCases = [
    linkAfterLink, nothingLeft("CS/LLLIFE/BV-02", .byPeer), nothingLeft("CS/LLLIFE/BV-03", .byIUT),
    nothingLeft("CS/LLLIFE/BV-04", .silence),
  ]

  private static let linkAfterLink = TestCase(
    id: "CS/LLLIFE/BV-01", title: "Repeated connections", needs: .linkLayer, appliesTo: [.role(.reflector)],
    limits: [LimitRule("links", .whole(2...1000))],
    procedure: """
      Connect as often as the limit says, without a reset or a power cycle. On each link exchange versions, \
      features and capabilities, encrypt, create a configuration, start CS security and run two procedures. End \
      the links in turn by LL_TERMINATE_IND of the lower tester, by LL_TERMINATE_IND of the IUT and by silence. \
      Every link must be established, have the same declarations as the first, use fresh random numbers, and \
      complete its procedures, counted from 0, with every step on the same channel.
      """
  ) { tester throws(TesterStop) in
    let count = tester.wholeLimit("links")
    var trial = try tester.openLink(.perRef, LinkOpening.first)
    var links: [LinkImpression] = []
    var total = LinkLifeTotal()
    for number in 1...count {
      if number > 1 {
        trial = try tester.openNextLink(
          after: trial, supervisionTimeout: LinkOpening.lossAfterSecond, "link \(number)")
      }
      let mark = trial.mark
      do throws(TesterStop) {
        total.add(try trial.live(number))
      } catch {
        guard number > 1, case .inconclusive(let reason, _) = error else { throw error }
        try tester.require(reason, .inPlaceOf("the same as on link 1"), "link \(number)")
      }
      links.append(LinkImpression(trial.answers(after: mark)))
      try trial.end(LinkEnding.allCases[number % LinkEnding.allCases.count], "end of link \(number)")
    }
    tester.note(links)
    tester.expect(
      Proportion(total.completed, of: 2 * count), .all("complete on both sides"), "procedures",
      isHeadline: true)
    tester.expect(total.steps.proportion, .all("both sides on the same channel"), "steps")
    tester.expect(
      total.miscounted, .absent("0 and 1 on each of \(count) links"), "procedure counters reported")
  }

  private static func nothingLeft(_ id: String, _ ending: LinkEnding) -> TestCase {
    TestCase(
      id: id, title: "No state of the previous link, ended by \(ending.words)", needs: .linkLayer,
      appliesTo: [.role(.reflector)],
      procedure: """
        On a first link negotiate LE 2M, longer data PDUs, another channel map, a configuration, CS security and \
        a CS channel map, and start a series. The link ends in the middle of it: \(ending.words). On the next \
        link the IUT must answer unencrypted on LE 1M in every connection event, send data PDUs of at most 27 \
        octets, and refuse requests of Channel Sounding until the link is encrypted. A start before CS security, \
        and a start of the former configuration, must be refused. Procedures of a new configuration must use all \
        channels and count from 0.
        """
    ) { tester throws(TesterStop) in
      let former = try tester.openLink(.perRef, LinkOpening.first)
      try former.changeEverything()
      try former.end(ending, "end of the first link")
      // The classification of the lower tester's host outlasts the link, and the next CONNECT_IND has all channels.
      try tester.prepare("channel map of the next link", former.useChannels(.all))
      let trial = try tester.openNextLink(
        after: former, supervisionTimeout: LinkOpening.lossAfterSecond, "another link")
      try trial.expectFreshLink()
      try trial.encrypt(onTrial: "encryption of the new link")
      try trial.prepareConfigurations()
      try trial.expectFreshChannelSounding()
    }
  }
}

extension LinkEnding {
  fileprivate var words: String {
    switch self {
    case .byPeer: "LL_TERMINATE_IND of the lower tester"
    case .byIUT: "LL_TERMINATE_IND of the IUT"
    case .silence: "silence of the lower tester"
    }
  }
}

extension LinkOpening {
  /// A supervision timeout of a second.
  fileprivate static let lossAfterSecond: SupervisionTimeout = 100

  /// An unencrypted link that is lost after a second of silence.
  fileprivate static func first(_ opening: inout LinkOpening) {
    (opening.isEncrypted, opening.supervisionTimeout) = (false, lossAfterSecond)
  }
}

/// The results of the procedures of many links.
private struct LinkLifeTotal {
  var completed = 0
  var steps = StepCount()
  /// The first link whose procedures were counted wrongly, and how.
  var miscounted: String?
  private var links = 0

  mutating func add(_ run: SeriesRun) {
    links += 1
    completed += run.completeCount
    steps.add(run.stepsInStep)
    let counters = run.iut.map(\.counter)
    guard miscounted == nil, counters != [0, 1] else { return }
    miscounted = counters.map(String.init).joined(separator: ", ") + " on link \(links)"
  }
}

extension LinkTrial {
  /// Does on a new link what a phone does on every link.
  ///
  /// - Parameter number: the number of the link, from 1.
  fileprivate func live(_ number: Int) throws(TesterStop) -> SeriesRun {
    _ = reply(to: .versionInd, due: .versionInd, after: inject(.versionInd(VersionInd())))
    _ = reply(to: .featureReq, due: .featureRsp, after: inject(.featureReq(featureRequest)))
    try encrypt(onTrial: "encryption of link \(number)")
    try prepareConfigurations()
    try configure(configuration(), onTrial: "configuration on link \(number)")
    try secure(onTrial: "CS security on link \(number)")
    return try run(parameters(count: 2), onTrial: "start of procedures on link \(number)")
  }

  /// Changes every state of the link, and starts a series.
  fileprivate func changeEverything() throws(TesterStop) {
    let handle = link.peerHandle
    try tester.prepare("data length, PHY and channel map") { () throws(HostError) in
      _ = try lowerTester.complete(
        LESetDataLengthCommand { ($0.connectionHandle, $0.tx) = (handle, .greatestOnLE1M) })
      try askFor2M()
    }
    idle(.seconds(1))
    try tester.prepare("channel map", useChannels(.half))
    idle(.seconds(1))
    try tester.prepare(
      "encryption", HCIBench.encrypt(central: lowerTester, peripheral: iut, (link.peerHandle, link.iutHandle))
    )
    try prepareConfigurations()
    try configure(configuration())
    try secure()
    injectMap(.odd)
    idle(.seconds(1))
    try startSeries(parameters(count: 40), byIUT: false)
    idle(.milliseconds(500))
  }

  /// Judges whether the link is as CONNECT_IND made it, unencrypted.
  fileprivate func expectFreshLink() throws(TesterStop) {
    let watch = LinkWatch(controller.air, after: tester.recorder)
    try expectAnswer("LL_FEATURE_REQ on an unencrypted link", to: .featureReq(featureRequest), .featureRsp)
    expectRefusal(
      "LL_CS_CONFIG_REQ on an unencrypted link", of: request(for: configuration()), [.insufficientSecurity],
      due: .csConfigRsp)
    watch.forget()
    idle(.milliseconds(30 * 40))
    // The lower tester did not apply the last CS channel map of the former link, so its steps are no cause of a
    // failure.
    tester.recorder.forgetProcedures()
    tester.expect(watch.answers, .all("answered"), "connection events of the new link")
    watch.forget()
    iut.send(
      .acl(
        ACLPacket(
          handle: link.iutHandle, packetBoundary: .firstNonFlushable,
          data: [60, 0, 0x3A, 0] + [UInt8](repeating: 0, count: 60))))
    idle(.seconds(1))
    let lengths = watch.seen.filter { !$0.isFromCentral && $0.length > 0 }.map(\.length)
    tester.expect(
      Samples(lengths, of: "data PDUs"), .atMost(27, "octets"), "data PDUs of the new link",
      frames: watch.seen.last { $0.length > 0 }.map { [$0.frame] })
  }

  /// Judges whether Channel Sounding has no state of the former link.
  fileprivate func expectFreshChannelSounding() throws(TesterStop) {
    try configure(configuration(id: 1), onTrial: "configuration of the new link")
    expectStartRefusal("LL_CS_REQ before CS security", of: startRequest(id: 1))
    try secure(onTrial: "CS security on the new link")
    expectStartRefusal("LL_CS_REQ for the former configuration", of: startRequest(id: 0))
    let run = try run(parameters(id: 1, count: 2))
    note(run, "procedures of the new configuration", procedures: 2)
    tester.expect(
      run.iut.map { Int($0.counter) }, .equals([0, 1]), "procedure counters reported", frames: frames(of: run)
    )
  }

  /// Sends a start that must be refused with any code.
  private func expectStartRefusal(_ step: String, of pdu: ControlPDU) {
    expectRefusal(step, of: pdu, due: .csRsp)
    // The lower tester receives the refusal too, and must not take it for the answer to its next request.
    idle(.milliseconds(200))
  }
}
