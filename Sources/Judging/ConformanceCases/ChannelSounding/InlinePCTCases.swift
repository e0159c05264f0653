internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import LinkLayer
internal import Notation
internal import ProcedureRanging
internal import Profiles
internal import RadioModel
internal import Session
internal import Verdicts

extension TestCase {
  /// Inline PCT: whether it is claimed, and whether it works.
  static let inlinePCTCases = [claimed, functional]

  private static let claimed = TestCase(
    id: "CS/IPT/BV-01", title: "Inline PCT claimed", needs: [.air, .controller],
    procedure: """
      Exchange capabilities. Inline PCT must be claimed for the reflector, T_SW_IPT must be a legal time and \
      T_IP2_IPT must have no reserved bit; a T_IP2_IPT without bits stands for the mandatory 145 us alone.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    let isClaimed = capabilities.subfeatures.contains(.inlinePCT)
    try tester.require(
      isClaimed, .holds("claimed", else: "not claimed"), "inline PCT capability",
      frames: tester.capabilityFrames)
    tester.expect(
      capabilities.tail.tSWIPT.microseconds, .oneOf(TSW.defined.map(\.microseconds)) { "\($0) us" },
      "T_SW_IPT", frames: tester.capabilityFrames)
    let reserved = capabilities.tail.tIP2IPT.reservedBits
    tester.expect(
      reserved,
      .equals(0, required: "no reserved bit") {
        $0 == 0 ? "no reserved bit" : "reserved bits \($0.hex(1, .lower))"
      }, "T_IP2_IPT", frames: tester.capabilityFrames)
  }

  private static let functional = TestCase(
    id: "CS/IPT/BV-02", title: "Inline PCT functional", appliesTo: [.inlinePCT],
    limits: [LimitRule("distance_growth_error_m", .number(0...10)), .phaseResidual],
    procedure: """
      Configure mode-2 with inline PCT at the T_FCS that the phone offers, or at the mandatory T_FCS if the \
      former does not work, which CS/TIM/BV-03 judges. Run three procedures, move the phone by \(Int(wayMetres)) \
      m, and run three more. The configuration must be accepted. The phases of the initiator's tones alone must \
      lie on a line over frequency in both places, and the distance from its slope must change by the distance \
      moved. An equal error in both places is a constant, which is reported and not judged. The accessory's \
      report must have a Q of 0 and no negative I.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    try tester.requireInlinePCT(of: capabilities)
    try tester.requireFixedPlace()
    let agreed = try tester.prepareInlinePCT()
    let first = tester.request.distanceMetres
    let near = try tester.readPlace(first, agreed)
    // Tones give distances up to 150 m, then they repeat.
    let second = first < 75 ? first + wayMetres : first - wayMetres
    tester.bed.move(to: Environment(tester.request.environment, distanceMetres: second))
    let far = try tester.readPlace(second, agreed)
    tester.judgeLine([near, far])
    tester.judgeGrowth(near, far)
    tester.judgeReflectorReport(agreed)
  }

  /// How far the phone is moved.
  private static let wayMetres = 7.0
}

/// The reading of the initiator's tones alone at one place.
private struct PlaceReading {
  let metres: Double
  /// Of each procedure; nil where there were too few tones.
  let comparisons: [PhaseComparison?]
  let frames: [Int]

  var worst: PhaseComparison? {
    comparisons.compactMap(\.self).max { $0.residualRadians < $1.residualRadians }
  }

  /// The errors of the distances.
  var errors: Spread? { Spread(comparisons.compactMap { $0?.errorMetres }) }
}

extension Tester {
  /// Configures inline PCT at the phone's T_FCS, or at the mandatory one if the phone's does not work.
  fileprivate func prepareInlinePCT() throws(TesterStop) -> CSConfiguration {
    var asked = plainConfiguration
    asked.enhancements = .inlinePCT
    if request.phone.tFCS != Self.mandatoryTFCS,
      let agreed = try tryRanging(asked, tFCS: request.phone.tFCS), try isWorking(agreed)
    {
      return agreed
    }
    return try prepareRanging(asked, onTrial: "configuration with inline PCT")
  }

  fileprivate func readPlace(
    _ metres: Double, _ configuration: CSConfiguration
  ) throws(TesterStop) -> PlaceReading {
    let procedures = try run(procedures: 3)
    try requireTones(in: procedures, configuration)
    return PlaceReading(
      metres: metres, comparisons: procedures.map { comparison(of: $0, configuration) },
      frames: procedures.last.map { self.frames(of: $0) } ?? lastFrame)
  }

  fileprivate func judgeLine(_ places: [PlaceReading]) {
    let allowed = limit("phase_residual_rad")
    for place in places {
      let worst = place.comparisons.contains { $0 == nil } ? nil : place.worst
      expect(
        worst?.residual, .atMost(allowed, "rad"),
        "residual of the returned phase at \(number(place.metres)) m", frames: place.frames)
    }
  }

  fileprivate func judgeGrowth(_ near: PlaceReading, _ far: PlaceReading) {
    let allowed = limit("distance_growth_error_m")
    let way = far.metres - near.metres
    let step =
      "change of the distance from the initiator's tones alone, from \(number(near.metres)) m to \(number(far.metres)) m"
    guard let first = near.errors, let second = far.errors else {
      return expect(
        "no distance", .inPlaceOf("\(number(way)) m within \(MeasureText.limit(allowed, "m"))"), step,
        frames: far.frames)
    }
    expect(
      Estimate(way + second.mean - first.mean, first.ofDifference(to: second)), .within(way, allowed, "m"),
      step, frames: far.frames, isHeadline: true)
    let constant = (first.mean + second.mean) / 2
    let nanoseconds = constant / Environment.speedOfLight * 2e9
    expect(
      "constant \(constant < 0 ? "" : "+")\(number(constant)) m = \(number(nanoseconds)) ns",
      .reported("reported; accuracy is not judged here"), "constant distance error", frames: far.frames)
  }

  fileprivate func judgeReflectorReport(_ configuration: CSConfiguration) {
    var wrong = 0
    var count = 0
    for procedure in recorder.accessoryProcedures {
      let tones = procedure.countTones(configuration.seenByPeer)
      wrong += tones.offAxisCount
      count += tones.count
    }
    expect(
      Proportion(count - wrong, of: count, "tones"), .all("Q = 0 and I >= 0"),
      "PCT in the accessory's report", frames: recorder.accessoryEvents.last.map { [$0] } ?? [])
  }
}
