internal import ConformanceTester
internal import CoreTypes
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// What changes at an Instant.
  static let linkInstantCases = [instants]

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

extension LinkTrial {
  /// How long a change is watched: more than twice the connection events to its Instant.
  private static let watch = Picoseconds.seconds(2)

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
