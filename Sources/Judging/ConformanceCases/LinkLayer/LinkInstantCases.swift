internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// What changes at an Instant.
  static let linkInstantCases = [instants, changesByCentral]

  private static let instants = TestCase(
    id: "CS/LLINS/BV-01", title: "Changes take effect at their Instant", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    procedure: """
      Have the lower tester's host leave half the data channels out, change the connection interval and, where LE 2M is \
      claimed, the PHY. Until the Instant of each change everything stays as it was, and from there on it is changed: the \
      controller under test must answer in every connection event before, between and after.
      """
  ) { tester throws(TesterStop) in
    let trial = try tester.openLink(.perRef)
    try trial.judgeChange("data channel map") { () throws(HostError) in try trial.useChannels(.half) }
    try trial.judgeChange("connection interval") { () throws(HostError) in try trial.changeInterval(to: 40) }
    guard Claim.feature(.le2MPHY).holds(in: tester.request.profile) else { return }
    try trial.judgeChange("PHY") { () throws(HostError) in try trial.askFor2M() }
  }
}

extension TestCase {
  private static let changesByCentral = TestCase(
    id: "CS/LLINS/BV-02", title: "Changes by the host of the central", needs: .linkLayer,
    appliesTo: [.role(.initiator)],
    procedure: """
      As the central, have the host under test change the connection interval, leave half the data channels out, change \
      the PHY where LE 2M is claimed, and change the interval once more. Each change must be sent, and reported to the host \
      where it has an event.
      """
  ) { tester throws(TesterStop) in
    let trial = try tester.openLink(.cenIni)
    try trial.judgeInterval(40)
    let mark = trial.mark
    try tester.prepare("channel classification") { () throws(HostError) in
      try trial.useChannels(.half, byIUT: true)
    }
    let map = trial.awaitPDU(after: mark) { $0.opcode == ControlOpcode.channelMapInd.rawValue }
    tester.expect(
      map, .present("sent", words: \.pdu.name, else: "not sent"), "LL_CHANNEL_MAP_IND",
      frames: map.map { [$0.frame] } ?? tester.lastFrame)
    trial.idle(LinkTrial.watch)
    if Claim.feature(.le2MPHY).holds(in: tester.request.profile) {
      let start = trial.iut.events.count
      try tester.prepare("PHY update") { () throws(HostError) in try trial.askFor2M(byIUT: true) }
      let phy: ErrorCode = try tester.expectEvent("LE PHY Update Complete", after: start) {
        if case .lePHYUpdateComplete(let event) = $0 { return event.status }
        return nil
      }
      tester.expect(phy, .equals(.success), "PHY update by the host under test", frames: tester.lastFrame)
    }
    try trial.judgeInterval(24)
  }
}

extension LinkTrial {
  /// Has the host under test change the connection interval, in units of 1.25 ms, and judges what it gets.
  fileprivate func judgeInterval(_ units: UInt16) throws(TesterStop) {
    let start = iut.events.count
    try tester.prepare("connection update") { () throws(HostError) in
      try changeInterval(to: units, byIUT: true)
    }
    let update: (ErrorCode, UInt16) = try tester.expectEvent("LE Connection Update Complete", after: start) {
      if case .leConnectionUpdateComplete(let event) = $0 { return (event.status, event.connectionInterval) }
      return nil
    }
    tester.expect(
      "\(update.0), interval \(update.1)", .equals("\(ErrorCode.success), interval \(units)"),
      "connection update by the host under test", frames: tester.lastFrame)
  }

  /// How long a change is watched: more than twice the connection events to its Instant.
  fileprivate static let watch = Picoseconds.seconds(2)

  /// Notes whether every connection event around a change is answered.
  fileprivate func judgeChange(_ what: String, _ change: () throws(HostError) -> Void) throws(TesterStop) {
    let watch = LinkWatch(controller.air, after: tester.recorder)
    try tester.prepare("change of the \(what)", change)
    idle(Self.watch)
    tester.expect(
      watch.answers, .all("answered"), "connection events around a change of the \(what)",
      frames: tester.lastFrame)
  }
}
