internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Profiles
internal import Ranging
internal import Verdicts

extension TestCase {
  /// Availability and accuracy of distances.
  static let distanceCases = [availability, toneDistance, roundTripDistance]

  /// The cable lengths for distance measurements, in metres.
  private static let lengths = [1.0, 3, 10, 30]

  private static let availability = TestCase(
    id: "CS/ACC/BV-06", title: "Availability of distances", needs: [.air, .controller],
    limits: [
      LimitRule("series_procedures", .whole(1...1000)), LimitRule("available_fraction", .number(0...1)),
    ],
    procedure: """
      Connect as the phone does and run a long series of procedures in the configured environment. A procedure \
      counts if it completes and its tones give a distance that is distinguishable from noise. With inline PCT \
      the initiator's tones alone must give it, otherwise the tones of both sides.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    var asked = tester.plainConfiguration
    if tester.canRequestInlinePCT(of: capabilities) { asked.enhancements = .inlinePCT }
    let agreed = try tester.prepareRanging(asked)
    let count = tester.wholeLimit("series_procedures")
    let procedures = try tester.run(procedures: count, mustComplete: false)
    tester.judgeAvailability(procedures, agreed, of: count)
  }

  private static let toneDistance = TestCase(
    id: "CS/ACC/BV-07", title: "Phase-based distance", needs: .radio, appliesTo: [.role(.reflector)],
    limits: [
      LimitRule("distance_runs", .whole(1...1000)), LimitRule("distance_bias_m", .number(0...1000)),
      LimitRule("distance_spread_m", .number(0...1000)),
    ],
    procedure: """
      Run LE CS Test over all 72 channels with the accessory as the reflector, with inline PCT if it is claimed, \
      over cables of 1, 3, 10 and 30 m at each of its antennas. The mean and the standard deviation of the \
      distances must be within the limits.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 3)
    var claimed = try tester.claimed(&test)
    test.usesInlinePCT = claimed.subfeatures.contains(.inlinePCT)
    test.antennas = .all(of: claimed)
    for metres in lengths {
      try tester.rewire(Cable(metres: metres))
      claimed = try tester.claimed(&test)
      let subevents = try tester.run(test, claimed, times: tester.wholeLimit("distance_runs"))
      var estimator = RangingEstimator(.ml)
      let errors = subevents.map { subevent -> Double? in
        guard let estimate = estimator.estimate(paths: subevent.responses(test)), estimate.hasPeak else {
          return nil
        }
        return estimate.metres - metres
      }
      tester.judgeDistances(errors, metres)
    }
  }

  private static let roundTripDistance = TestCase(
    id: "CS/ACC/BV-08", title: "RTT distance", needs: .radio,
    appliesTo: [.role(.reflector), .rttAccessAddress],
    limits: [LimitRule("groups", .whole(1...1000)), .fraction],
    procedure: """
      Run LE CS Test with mode-1 and the access address only, with the accessory as the reflector, over cables of \
      1, 3, 10 and 30 m. The mean time of flight of the claimed number of steps must be within the claimed \
      accuracy class, 10 or 150 ns.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mainMode: 1, rttType: .aaOnly)
    var claimed = try tester.claimed(&test)
    guard let precision = claimed.rttClaim(.aaOnly) else {
      throw .notApplicable("RTT with the access address only is not claimed")
    }
    let size = precision.count
    for metres in lengths {
      try tester.rewire(Cable(metres: metres))
      claimed = try tester.claimed(&test)
      let runs = (tester.wholeLimit("groups") * size + 71) / 72
      let times = try tester.run(test, claimed, times: runs).flatMap { $0.flightErrors(test, metres: metres) }
      tester.judge(
        meansOf: size, times, "times of flight over \(tester.number(metres)) m", limit: precision.nanoseconds,
        unit: "ns", part: tester.limit("fraction"), isHeadline: true)
    }
  }
}

extension RadioSubevent {
  /// The two-way responses that the reports give, by antenna path.
  func responses(_ test: RadioTest) -> [ToneResponse] {
    testerProcedure.measurement(
      test.configuration(of: .initiator), reflector: test.usesInlinePCT ? nil : iutProcedure
    ).undoubted.paths
  }

  /// Times of flight less the true one, in nanoseconds, step by step.
  func flightErrors(_ test: RadioTest, metres: Double) -> [Double] {
    let (first, second) = test.iutRole == .initiator ? (iut, tester) : (tester, iut)
    let own = first.readableSteps(test.configuration(of: .initiator))
    let others = second.readableSteps(test.configuration(of: .reflector))
    return zip(own, others).compactMap { initiator, reflector in
      guard case .mode1(let first) = initiator.data, case .mode1(let second) = reflector.data else {
        return nil
      }
      let trip = RangingMeasurement.RoundTrip(
        initiator: first.timeDifference, reflector: second.timeDifference)
      return trip.metres.map { ($0 - metres) / RangingBounds.speedOfLight * 1e9 }
    }
  }
}

extension Tester {
  fileprivate func judgeAvailability(
    _ procedures: [ProcedureResult], _ configuration: CSConfiguration, of count: Int
  ) {
    var estimator = RangingEstimator(.ml)
    let found = procedures.prefix(count).count { own in
      let peer = recorder.accessoryProcedures.otherEnd(of: own)
      guard own.done == .complete, configuration.usesInlinePCT || peer != nil else { return false }
      let measurement = own.measurement(configuration, reflector: configuration.usesInlinePCT ? nil : peer)
      return estimator.estimate(measurement)?.hasPeak ?? false
    }
    expect(
      Proportion(found, of: count), .atLeast(part: limit("available_fraction")),
      "procedures that give a distance", frames: procedures.last.map { frames(of: $0) }, isHeadline: true)
  }

  fileprivate func judgeDistances(_ errors: [Double?], _ metres: Double) {
    let place = "over \(number(metres)) m"
    let found = errors.compactMap(\.self)
    guard found.count == errors.count, let spread = Spread(found) else {
      return expect(
        "\(found.count)", .inPlaceOf("\(errors.count)"), "distances \(place)", frames: lastResultFrame)
    }
    expect(
      Estimate(metres + spread.mean, spread.meanStatistic), .within(metres, limit("distance_bias_m"), "m"),
      "mean distance \(place)", frames: lastResultFrame, isHeadline: metres == 3)
    expect(
      Estimate(spread.deviation, spread.deviationStatistic), .atMost(limit("distance_spread_m"), "m"),
      "standard deviation of the distance \(place)", frames: lastResultFrame)
  }
}

extension TestCase {
  /// Residuals of inline PCT and of the PLL in the returned phase.
  static let inlineAccuracyCases = [inlineResidual, settling]

  private static let inlineResidual = TestCase(
    id: "CS/ACC/BV-02", title: "Residual of inline PCT", needs: .radio,
    appliesTo: RadioTest(usesInlinePCT: true).claims,
    limits: [LimitRule("subevents", .whole(1...10_000)), .phaseResidual, .fraction],
    procedure: """
      Run LE CS Test over all 72 channels with inline PCT and the accessory as the reflector. At its antenna the \
      tone it sends, less the tone it received, must lie on a line over frequency. The slope of the line shows in \
      the distance, see CS/ACC/BV-07. No public test covers this: the limits are those of the phase accuracy.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1, usesInlinePCT: true)
    let claimed = try tester.claimed(&test)
    test.antennas = .all(of: claimed)
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
    let part = tester.limit("fraction")
    var lines = LineStatistics(slopeLimit: .infinity, residualLimit: tester.limit("phase_residual_rad"))
    for phases in subevents.flatMap({ $0.returnedPhases(test) }) { lines.take(phases.line, part) }
    tester.judge(
      groups: lines.reached, "residual of the returned phase",
      of: test.antennas.pathCount == 1 ? "subevents" : "subevents and antenna paths",
      limit: lines.residualLimit, unit: "rad", part: part, isHeadline: true)
  }

  private static let settling = TestCase(
    id: "CS/ACC/BV-03", title: "Settling after a hop", needs: .radio,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("subevents", .whole(1...10_000)), LimitRule("settling_rad", .number(0...4))],
    procedure: """
      For each T_FCS that is claimed, and for the mandatory 150 us, run LE CS Test over all 72 channels with the \
      accessory as the reflector. The settling error of an oscillator is proportional to the hop before the step, \
      so the residuals of the phases are regressed on the hops: the error after a hop over the whole band must be \
      within the limit. Where the phases wrap around, the case searches for the proportion that explains them \
      all. CS/TIM/BV-02 judges whether the phases still give a distance; this case is more sensitive to the \
      oscillator.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1)
    let claimed = try tester.claimed(&test)
    for tFCS in claimed.tFCS.times {
      test.tFCS = tFCS
      let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
      var hops = HopRegression()
      for subevent in subevents {
        if let phases = subevent.internalPhases(test).first { hops.take(phases, first: test.channels.first) }
      }
      try tester.judgeSettling(hops, tFCS.microseconds, isHeadline: tFCS == claimed.tFCS.shortest)
    }
  }
}

extension Tester {
  fileprivate func judgeSettling(
    _ hops: HopRegression, _ microseconds: Int, isHeadline: Bool
  ) throws(TesterStop) {
    let allowed = limit("settling_rad")
    let step = "phase error after a hop over the whole band at T_FCS \(microseconds) us"
    switch hops.reading {
    case .none:
      expect(Estimate?.none, .within(0, allowed, "rad"), step, frames: lastResultFrame)
    case .radians(let radians, let statistic):
      expect(
        Estimate(radians, statistic), .within(0, allowed, "rad"), step, frames: lastResultFrame,
        isHeadline: isHeadline)
    case .wrapped(let deviation):
      throw .inconclusive(
        "\(step): the root mean square residual of the phases is \(number(deviation)) rad, so that they wrap"
          + " around, and the hops do not explain it")
    }
  }
}
