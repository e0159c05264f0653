internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Ranging
internal import Verdicts

extension TestCase {
  /// Distances: whether there are any, and how right they are.
  static let distanceCases = [availability, toneDistance, roundTripDistance]

  /// The lengths of the cable that distances are measured over, in metres.
  private static let lengths = [1.0, 3, 10, 30]

  private static let availability = TestCase(
    id: "CS/ACC/BV-06", title: "Availability of distances", needs: [.air, .controller],
    limits: [
      LimitRule("series_procedures", .whole(1...1000)), LimitRule("available_fraction", .number(0...1)),
    ],
    procedure: """
      Connect as the phone does and run a long series of procedures where the run puts the accessory. A procedure \
      counts if it completes and its tones, with inline PCT the initiator's alone, else those of both, give a \
      distance that stands out of the noise.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    var asked = tester.plainConfiguration
    if tester.request.phone.asksForInlinePCT, capabilities.subfeatures.contains(.inlinePCT) {
      asked.enhancements = 1
    }
    let agreed = try tester.prepareRanging(asked)
    let count = tester.wholeLimit("series_procedures")
    let procedures = try tester.run(procedures: count, mustComplete: false)
    tester.judgeAvailability(procedures, agreed, of: count)
  }

  private static let toneDistance = TestCase(
    id: "CS/ACC/BV-07", title: "Distance of tones", needs: .radio, appliesTo: [.role(.reflector)],
    limits: [
      LimitRule("distance_runs", .whole(1...1000)), LimitRule("distance_bias_m", .number(0...1000)),
      LimitRule("distance_spread_m", .number(0...1000)),
    ],
    procedure: """
      Run LE CS Test over all 72 channels with the accessory as the reflector, with inline PCT if it is claimed, \
      over cables of 1, 3, 10 and 30 m at each of its antennas. The mean of the distances must be right, and they must \
      not scatter.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 3)
    var claimed = try tester.claimed(test)
    test.usesInlinePCT = claimed.subfeatures.contains(.inlinePCT)
    test.antennas = .all(of: claimed)
    for metres in lengths {
      try tester.rewire(Cable(metres: metres))
      claimed = try tester.claimed(test)
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
    id: "CS/ACC/BV-08", title: "Distance of round trips", needs: .radio,
    appliesTo: [.role(.reflector), .rttAccessAddress],
    limits: [LimitRule("groups", .whole(1...1000)), .fraction],
    procedure: """
      Run LE CS Test with mode-1 and the access address alone, with the accessory as the reflector, over cables of \
      1, 3, 10 and 30 m. The mean time of flight of as many steps as the accessory claims to need must be as right \
      as the class that it claims, 10 or 150 ns.
      """
  ) { tester throws(TesterStop) in
    let test = RadioTest(mainMode: 1)
    var claimed = try tester.claimed(test)
    guard let precision = claimed.rttClaim(.aaOnly) else {
      throw .notApplicable("round trips of the access address are not claimed")
    }
    let size = precision.count
    for metres in lengths {
      try tester.rewire(Cable(metres: metres))
      claimed = try tester.claimed(test)
      let runs = (tester.wholeLimit("groups") * size + 71) / 72
      let times = try tester.run(test, claimed, times: runs).flatMap { $0.flightErrors(test, metres: metres) }
      tester.judge(
        meansOf: size, times, "times of flight over \(tester.number(metres)) m", limit: precision.nanoseconds,
        unit: "ns",
        part: tester.limit("fraction"), isHeadline: true)
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
        initiatorHalfNanoseconds: first.timeDifference, reflectorHalfNanoseconds: second.timeDifference)
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
      let peer = recorder.accessorySide(of: own)
      guard own.done == .complete, configuration.usesInlinePCT || peer != nil else { return false }
      let measurement = own.measurement(
        configuration, reflector: configuration.usesInlinePCT ? nil : peer)
      return estimator.estimate(measurement)?.hasPeak ?? false
    }
    expect(
      Proportion(found, of: count), .atLeast(part: limit("available_fraction")), "procedures with a distance",
      frames: procedures.last.map { frames(of: $0) } ?? lastFrame, isHeadline: true)
  }

  fileprivate func judgeDistances(_ errors: [Double?], _ metres: Double) {
    let place = "over \(number(metres)) m"
    let found = errors.compactMap(\.self)
    guard found.count == errors.count, let spread = Spread(found) else {
      return expect(
        "\(found.count)", .inPlaceOf("\(errors.count) of them"), "distances \(place)", frames: lastResultFrame
      )
    }
    expect(
      Estimate(metres + spread.mean, spread.meanStatistic), .within(metres, limit("distance_bias_m"), "m"),
      "mean distance \(place)", frames: lastResultFrame, isHeadline: metres == 3)
    expect(
      Estimate(spread.deviation, spread.deviationStatistic), .atMost(limit("distance_spread_m"), "m"),
      "scatter of distances \(place)", frames: lastResultFrame)
  }
}
