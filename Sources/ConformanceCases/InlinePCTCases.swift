internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Ranging
internal import Verdicts

extension TestCase {
  /// Inline PCT: whether it is claimed, and whether it is there.
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
      "inline PCT capability", required: "claimed", measured: isClaimed ? "claimed" : "not claimed",
      isMet: isClaimed, frames: tester.capabilityFrames)
    tester.note(
      "T_SW_IPT", required: "0, 1, 2, 4 or 10 us", measured: "\(capabilities.tSWIPT) us",
      isMet: CSTime.tSW.contains(Int(capabilities.tSWIPT)), frames: tester.capabilityFrames)
    let reserved = capabilities.tIP2IPT >> UInt16(CSTime.tIP.count - 1)
    tester.note(
      "T_IP2_IPT", required: "no reserved bit",
      measured: CSTime.list(capabilities.tIP2IPT, of: CSTime.tIP) + " us", isMet: reserved == 0,
      frames: tester.capabilityFrames)
  }

  private static let functional = TestCase(
    id: "CS/IPT/BV-02", title: "Inline PCT functional", appliesTo: [.inlinePCT],
    limits: [LimitRule("distance_error_m", .number(0...1000)), .phaseResidual],
    procedure: """
      Configure mode-2 with inline PCT and run three procedures at the mandatory T_FCS. The configuration must \
      be accepted; the phases of the initiator's tones alone must lie on a line over frequency, its slope giving \
      the true distance; the accessory's own report must have Q of 0 and no negative I.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    guard capabilities.subfeatures.contains(.inlinePCT) else {
      throw .notApplicable("the capabilities do not claim inline PCT")
    }
    var asked = tester.plainConfiguration
    asked.enhancements = 1
    let agreed = try tester.prepareRanging(asked, onTrial: "configuration with inline PCT")
    let procedures = try tester.run(procedures: 3)
    try tester.requireTones(in: procedures, agreed)
    try tester.requireFixedPlace()
    try tester.judgeReturnedPhase(procedures, agreed)
    tester.judgeReflectorReport(agreed)
  }
}

extension Tester {
  fileprivate func judgeReturnedPhase(
    _ procedures: [ProcedureResult], _ configuration: CSConfiguration
  ) throws(TesterStop) {
    let comparisons = procedures.compactMap {
      PhaseComparison(
        subevents: $0.responsesBySubevent(configuration, reflector: nil), environment: bed.environment)
    }
    let frames = procedures.last.map { self.frames(of: $0) } ?? []
    guard comparisons.count == procedures.count,
      let worst = comparisons.max(by: { $0.residualRadians < $1.residualRadians })
    else {
      note(
        "tones of the initiator", required: "a phase on every channel", measured: "none",
        isMet: false, frames: frames)
      return
    }
    let residualLimit = limit("phase_residual_rad")
    note(
      "phase of the returned tone", required: "within \(number(residualLimit)) rad of a line",
      measured: "\(number(worst.residualRadians)) rad", quantity: worst.residual(allowed: residualLimit),
      isMet: worst.residualRadians <= residualLimit, frames: frames)
    let errors = comparisons.map(\.errorMetres)
    let error = errors.max { $0.magnitude < $1.magnitude } ?? .infinity
    let errorLimit = limit("distance_error_m")
    note(
      "distance from the initiator's side alone",
      required: "\(number(request.distanceMetres)) m within \(number(errorLimit)) m",
      measured: comparisons.map { number(request.distanceMetres + $0.errorMetres) }.joined(separator: ", ")
        + " m",
      quantity: Quantity(error, "m", .within, errorLimit, Spread(errors)?.single),
      isMet: error.magnitude <= errorLimit, frames: frames,
      isHeadline: true)
  }

  fileprivate func judgeReflectorReport(_ configuration: CSConfiguration) {
    var quadratureCount = 0
    var negativeCount = 0
    var count = 0
    for procedure in recorder.accessoryProcedures {
      let tones = procedure.countTones(configuration.seenByPeer)
      quadratureCount += tones.quadratureCount
      negativeCount += tones.negativeCount
      count += tones.count
    }
    note(
      "the accessory's own report", required: "Q = 0 and I >= 0",
      measured: count == 0
        ? "no tones"
        : quadratureCount + negativeCount == 0
          ? "so in all \(count) tones"
          : "Q not 0 in \(quadratureCount), I negative in \(negativeCount) of \(count) tones",
      isMet: count > 0 && quadratureCount + negativeCount == 0,
      frames: recorder.accessoryEvents.last.map { [$0] } ?? [])
  }
}
