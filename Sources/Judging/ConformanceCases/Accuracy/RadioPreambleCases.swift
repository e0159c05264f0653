internal import ConformanceTester
internal import CoreTypes
internal import Verdicts

extension TestCase {
  /// The preamble of the radio cases, under test by itself in each role.
  static let radioPreambleCases = [setup("CS/RFPRE/BV-01", .reflector), setup("CS/RFPRE/BV-02", .initiator)]

  private static func setup(_ id: String, _ role: CSRole) -> TestCase {
    TestCase(
      id: id, title: "LE CS Test as the \(role)", needs: .radio, appliesTo: [.role(role)],
      procedure: """
        Run LE CS Test with mode-2 twice, with the accessory as the \(role). Each time the command must be accepted, the \
        subevent complete, and LE CS Test End must end the test.
        """
    ) { tester throws(TesterStop) in
      var subevents: [RadioSubevent] = []
      try tester.judgePreamble { () throws(TesterStop) in
        let test = RadioTest(iutRole: role)
        subevents = try tester.run(test, try tester.claimed(test), times: 2)
      }
      tester.expect(subevents.count, .exactly(2, "subevents"), "complete subevents", frames: tester.lastFrame)
    }
  }
}
