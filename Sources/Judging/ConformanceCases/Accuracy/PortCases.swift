internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Profiles
internal import Ranging
internal import Verdicts

extension TestCase {
  /// Whether each antenna path uses the antenna that it stands for.
  private static let portCases = [ports]

  /// The extra length of the cable at each of the four ports, in metres.
  private static let lengths = [0.0, 2, 5, 9]

  private static let ports = TestCase(
    id: "CS/ACC/BV-11", title: "Antennas distinguished", needs: .radio,
    appliesTo: [.role(.reflector), .antennas(2), .antennaPaths(2)],
    limits: [LimitRule("distance_runs", .whole(1...1000)), LimitRule("distance_bias_m", .number(0...1000))],
    procedure: """
      Run LE CS Test over all 72 channels with all antennas of the accessory as the reflector, with inline PCT if \
      it is claimed, drawn antenna permutations, and a cable of a different length at each antenna: 2, 4, 7 and \
      11 m. The mean distance of each antenna path must be that of its own cable.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 3)
    var claimed = try tester.claimed(&test)
    test.usesInlinePCT = claimed.subfeatures.contains(.inlinePCT)
    test.antennas = .all(of: claimed)
    guard test.antennas.reflectorAntennas > 1 else {
      throw .notApplicable("the controller claims one antenna")
    }
    let cable = Cable(metres: 2, portMetres: lengths)
    try tester.rewire(cable)
    claimed = try tester.claimed(&test)
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("distance_runs"))
    for path in 0..<test.antennas.pathCount {
      var estimator = RangingEstimator(.ml)
      let metres = subevents.compactMap { subevent -> Double? in
        let responses = subevent.responses(test)
        guard path < responses.count else { return nil }
        return estimator.estimate(paths: [responses[path]])?.metres
      }
      tester.judge(metres, path: path, of: subevents.count, length: cable.metres + lengths[path])
    }
  }
}

extension Tester {
  fileprivate func judge(_ metres: [Double], path: Int, of count: Int, length: Double) {
    let allowed = limit("distance_bias_m")
    let name = "distance of antenna path \(path + 1)"
    guard metres.count == count, let spread = Spread(metres) else {
      return expect(metres.count, .exactly(count, "distances"), name, frames: lastResultFrame)
    }
    expect(
      Estimate(spread.mean, spread.meanStatistic), .within(length, allowed, "m"), name,
      frames: lastResultFrame)
  }
}

extension TestCase {
  /// The preamble of the radio cases, under test by itself in each role.
  private static let radioPreambleCases = [
    setup("CS/RFPRE/BV-01", .reflector), setup("CS/RFPRE/BV-02", .initiator),
  ]

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
        var test = RadioTest(iutRole: role)
        let claimed = try tester.claimed(&test)
        subevents = try tester.run(test, claimed, times: 2)
      }
      tester.expect(subevents.count, .exactly(2, "subevents"), "complete subevents")
    }
  }
}

extension TestCase {
  /// Accuracy of the radio, in the order of the requirement set.
  static let radioCases =
    radioPreambleCases + stablePhaseCases + outputSNRCases + frequencyCases + phaseAccuracyCases
    + inlineAccuracyCases + frequencyReportCases + distanceCases + portCases + roundTripCases + levelCases
}
