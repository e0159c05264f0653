internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Verdicts

extension TestCase {
  /// What inline PCT and the PLL leave in the phase that goes back.
  static let inlineAccuracyCases = [inlineResidual, settling]

  private static let inlineResidual = TestCase(
    id: "CS/ACC/BV-02", title: "Residual of inline PCT", needs: .radio,
    appliesTo: RadioTest(usesInlinePCT: true).claims,
    limits: [LimitRule("subevents", .whole(1...10_000)), .phaseResidual, .fraction],
    procedure: """
      Run LE CS Test over all 72 channels with inline PCT and the accessory as the reflector. At its antenna the \
      tone it sends, less the tone it received, must lie on a line over frequency. How steep that line is shows in \
      the distance, see CS/ACC/BV-07. There is no public test of this: the limits are those of the phase accuracy.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1, usesInlinePCT: true)
    let claimed = try tester.claimed(test)
    test.antennas = .all(of: claimed)
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
    let part = tester.limit("fraction")
    var lines = LineStatistics(slopeLimit: .infinity, residualLimit: tester.limit("phase_residual_rad"))
    for phases in subevents.flatMap({ $0.returnedPhases(test) }) { lines.take(phases.line, part) }
    tester.judge(
      groups: lines.reached, "returned phase off its line",
      of: test.antennas.pathCount == 1 ? "subevents" : "subevents and antenna paths",
      limit: lines.residualLimit, unit: "rad", part: part, isHeadline: true)
  }

  private static let settling = TestCase(
    id: "CS/ACC/BV-03", title: "Settling after a hop", needs: .radio,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("subevents", .whole(1...10_000)), LimitRule("settling_rad", .number(0...4))],
    procedure: """
      For each T_FCS that is claimed, and for the mandatory 150 us, run LE CS Test over all 72 channels with the \
      accessory as the reflector. What an oscillator has yet to settle goes with the hop before the step, so the \
      phases, off their line over frequency, are set against the hops: a hop over the whole band must leave \
      little. Where the phases go round, the hop that explains them all is looked for. CS/TIM/BV-02 asks whether the \
      phases still give a distance; this case sees the oscillator long before that.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1)
    let claimed = try tester.claimed(test)
    for index in CSTime.supportedIndices(claimed.tFCS, of: CSTime.tFCS) {
      let microseconds = CSTime.tFCS[Int(index)]
      test.tFCS = microseconds
      let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
      var hops = HopRegression()
      for subevent in subevents {
        if let phases = subevent.internalPhases(test).first { hops.take(phases, first: test.channels.first) }
      }
      try tester.judgeSettling(
        hops, microseconds,
        isHeadline: microseconds == RadioTest.shortest(claimed.tFCS, of: CSTime.tFCS))
    }
  }
}

extension Tester {
  fileprivate func judgeSettling(
    _ hops: HopRegression, _ microseconds: Int, isHeadline: Bool
  ) throws(TesterStop) {
    let allowed = limit("settling_rad")
    let step = "phase left of a hop over the band at T_FCS \(microseconds) us"
    switch hops.reading {
    case .none:
      expect(Estimate?.none, .within(0, allowed, "rad"), step, frames: lastResultFrame)
    case .radians(let radians, let statistic):
      expect(
        Estimate(radians, statistic), .within(0, allowed, "rad"), step, frames: lastResultFrame,
        isHeadline: isHeadline)
    case .wrapped(let deviation):
      throw .inconclusive(
        "\(step): the phases are \(number(deviation)) rad off their line in the root mean square, so that they go"
          + " round, and hops do not explain it")
    }
  }
}
