internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// What phones were seen to stumble over though the specification allows it.
  static let linkFieldCases = [leavesLinkAlone]

  private static let leavesLinkAlone = TestCase(
    id: "CS/LLFLD/BV-01", title: "The accessory leaves the PHY to the phone",
    limits: [LimitRule("watched_s", .number(0.1...60))],
    procedure: """
      Connect and watch. Until the time is up no LL_PHY_REQ may come from the accessory: phones change the PHY themselves, \
      and two updates that cross have cost links.
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
}
