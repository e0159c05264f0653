internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// T_FCS: claimed, and kept.
  static let timingCases = [claimedTFCS, keptTFCS, inlinePCTAtRequiredTFCS, otherTFCS]

  private static let claimedTFCS = TestCase(
    id: "CS/TIM/BV-01", title: "T_FCS of 100 us claimed", needs: [.air, .controller],
    limits: [.tFCS],
    procedure: """
      Exchange capabilities and read the T_FCS list. With the reading `capability-floor`, 100 us passes, a list with \
      shorter values but not 100 us is a warning, and a list of only longer values is a failure; with `exact-value` \
      only 100 us passes.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    let microseconds = tester.wholeLimit("t_fcs_us")
    let list = capabilities.claimedTFCS.map(String.init).joined(separator: ", ") + " us"
    let isListed = capabilities.claimedTFCS.contains(microseconds)
    let isFloor = tester.request.profile.interpretations.tFCSReading == .capabilityFloor
    let isMet = isListed || !tester.requiredTFCS(capabilities).isEmpty
    if !isListed, isMet {
      tester.warn("\(microseconds) us is not claimed, but shorter values are; claimed: \(list)")
    }
    tester.expect(
      isMet,
      .holds("\(microseconds) us \(isFloor ? "or a shorter value " : "")listed", met: list, else: list),
      "T_FCS list in LL_CS_CAPABILITIES_RSP", frames: tester.capabilityFrames)
  }

  private static let keptTFCS = TestCase(
    id: "CS/TIM/BV-02", title: "T_FCS of 100 us kept", needs: [.air, .controller],
    limits: [.tFCS, LimitRule("spacing_error_us", .number(0...1000)), .phaseResidual],
    procedure: """
      Configure mode-2 without inline PCT with a T_FCS of 100 us, or with each shorter value that replaces an \
      unclaimed 100 us, and run one procedure. The configuration must be accepted. The accessory's tones on the \
      air must have that spacing. The phases of both devices' tones together must lie on a line over frequency, \
      which fails if the oscillator has not settled.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    for microseconds in try tester.claimedRequiredTFCS(capabilities) {
      try tester.judgeTFCS(microseconds, capabilities)
    }
  }

  private static let otherTFCS = TestCase(
    id: "CS/TIM/BV-04", title: "Every other claimed T_FCS kept", needs: [.air, .controller],
    appliesTo: [.role(.reflector)],
    limits: [.tFCS, LimitRule("spacing_error_us", .number(0...1000)), .phaseResidual],
    procedure: """
      As CS/TIM/BV-02 with each T_FCS that is claimed besides 100 us, or besides the values that replace it, and \
      with the mandatory 150 us.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    let required = tester.requiredTFCS(capabilities)
    for microseconds in capabilities.claimedTFCS where !required.contains(microseconds) {
      try tester.judgeTFCS(microseconds, capabilities)
    }
  }

  private static let inlinePCTAtRequiredTFCS = TestCase(
    id: "CS/TIM/BV-03", title: "Inline PCT at a T_FCS of 100 us", needs: [.air, .controller],
    appliesTo: [.inlinePCT],
    limits: [.tFCS, LimitRule("spacing_error_us", .number(0...1000)), .phaseResidual],
    procedure: """
      Configure mode-2 with inline PCT, first at the mandatory 150 us: if that is refused, or the phases do not \
      lie on a line, CS-A03 reports it and this case is not applicable. Then configure it at 100 us, or at each \
      shorter value that replaces an unclaimed 100 us: it must be accepted, the tones must follow each other at \
      that spacing, and the phases of the initiator's tones alone must lie on a line.
      """
  ) { tester throws(TesterStop) in
    let capabilities = try tester.connectForRanging()
    try tester.requireInlinePCT(of: capabilities)
    let values = try tester.claimedRequiredTFCS(capabilities)
    var asked = tester.plainConfiguration
    asked.enhancements = .inlinePCT
    try tester.requireFixedPlace()
    guard try tester.tryRanging(asked) != nil, try tester.returnsPhase(asked) else {
      throw .notApplicable("inline PCT does not work at 150 us", on: .inlinePCT)
    }
    for microseconds in values { try tester.judgeInlinePCT(asked, at: microseconds, capabilities) }
  }
}

extension CSCapabilities {
  /// The T_FCS that are claimed, the mandatory one included, in microseconds.
  fileprivate var claimedTFCS: [Int] { tFCS.times.map(\.microseconds) }
}

extension Tester {
  /// The required T_FCS if it is claimed, else the claimed values that may replace it.
  fileprivate func requiredTFCS(_ capabilities: CSCapabilities) -> [Int] {
    let microseconds = wholeLimit("t_fcs_us")
    let claimed = capabilities.claimedTFCS
    if claimed.contains(microseconds) { return [microseconds] }
    return request.profile.interpretations.tFCSReading == .capabilityFloor
      ? claimed.filter { $0 < microseconds } : []
  }

  /// As `requiredTFCS`; ends the case if none of them is claimed.
  fileprivate func claimedRequiredTFCS(_ capabilities: CSCapabilities) throws(TesterStop) -> [Int] {
    let values = requiredTFCS(capabilities)
    if values.isEmpty {
      throw .notApplicable("neither \(wholeLimit("t_fcs_us")) us nor a shorter value is claimed")
    }
    return values
  }

  /// Judges whether inline PCT is accepted with one T_FCS, and whether its tones keep it and return the phase.
  fileprivate func judgeInlinePCT(
    _ asked: CSConfiguration, at microseconds: Int, _ capabilities: CSCapabilities
  ) throws(TesterStop) {
    let agreed = try prepareRanging(
      asked, tFCS: [TFCS(microseconds: microseconds)], onTrial: "inline PCT with T_FCS \(microseconds) us")
    let procedures = try run(procedures: 1, under: " at T_FCS \(microseconds) us")
    try requireTones(in: procedures, agreed)
    judgeSpacing(agreed, capabilities, procedures)
    for own in procedures {
      judge(
        returnedPhase(own, agreed), "residual of the returned phase at T_FCS \(microseconds) us",
        frames: frames(of: own))
    }
    bed.forgetProcedures()
  }

  /// Judges whether procedures keep one T_FCS, and whether the oscillator settles in it.
  fileprivate func judgeTFCS(_ microseconds: Int, _ capabilities: CSCapabilities) throws(TesterStop) {
    let agreed = try prepareRanging(
      plainConfiguration, tFCS: [TFCS(microseconds: microseconds)],
      onTrial: "configuration with T_FCS \(microseconds) us")
    // The controller takes the shortest time on offer: that one, as the mandatory 150 us is the longest.
    guard agreed.tFCS.microseconds == microseconds else {
      throw .inconclusive("T_FCS \(microseconds) us was offered, but \(agreed.tFCS) was agreed")
    }
    let procedures = try run(procedures: 1, under: " at T_FCS \(microseconds) us")
    try requireTones(in: procedures, agreed)
    judgeHops(agreed, procedures)
    judgeSpacing(agreed, capabilities, procedures)
    try judgeSettling(agreed, procedures)
    bed.forgetProcedures()
  }

  /// The phases that the initiator's tones alone show under inline PCT.
  fileprivate func returnedPhase(
    _ procedure: ProcedureResult, _ configuration: CSConfiguration
  ) -> PhaseComparison? {
    PhaseComparison(
      procedure.measurement(configuration, reflector: nil),
      environment: bed.environment)
  }

  /// Whether a procedure with inline PCT at the mandatory T_FCS shows a line.
  fileprivate func returnsPhase(_ configuration: CSConfiguration) throws(TesterStop) -> Bool {
    let procedures = try run(procedures: 1)
    let allowed = limit("phase_residual_rad")
    bed.forgetProcedures()
    return procedures.allSatisfy { procedure in
      returnedPhase(procedure, configuration).map { $0.residualRadians <= allowed } ?? false
    }
  }

  /// Judges each kind of hop separately: within mode-0, after it, and between main-mode steps.
  fileprivate func judgeHops(_ configuration: CSConfiguration, _ procedures: [ProcedureResult]) {
    judge(
      timeline, StepQuantity.allCases.filter(\.isHop), under: " at \(configuration.tFCS)",
      within: limit("spacing_error_us"), frames: procedures.last.map { frames(of: $0) })
  }

  /// Measures T_FCS where two mode-2 steps follow each other: the spacing of the accessory's tones less what a
  /// step takes besides.
  fileprivate func judgeSpacing(
    _ configuration: CSConfiguration, _ capabilities: CSCapabilities, _ procedures: [ProcedureResult]
  ) {
    let timing = StepTiming(
      configuration: configuration, aci: antennas,
      initiator: bed.phoneController.description.identity.csCapabilities, reflector: capabilities,
      interpretations: request.profile.interpretations)
    let active = Double(timing.duration(mode: 2) - timing.tFCSMicroseconds)
    var spacings: [Double] = []
    for subevent in recorder.subevents {
      let sent = subevent.timeline.reflector
      for i in sent.step.indices.dropFirst()
      where sent.mode[i] == 2 && sent.mode[i - 1] == 2 && sent.step[i] == sent.step[i - 1] + 1
        && sent.toneStart[i] >= 0 && sent.toneStart[i - 1] >= 0
      {
        spacings.append(Double(sent.toneStart[i] - sent.toneStart[i - 1]) / 1e6 - active)
      }
    }
    expect(
      Samples(spacings, of: "steps"),
      .within(configuration.tFCS.microseconds, limit("spacing_error_us"), "us"),
      "T_FCS \(configuration.tFCS) on the air", frames: frames(ofLast: procedures),
      isHeadline: configuration.tFCS.microseconds == wholeLimit("t_fcs_us"))
  }

  /// Judges the residual of the phases from a line.
  fileprivate func judge(_ comparison: PhaseComparison?, _ name: String, frames: [Int]) {
    expect(comparison?.residual, .atMost(limit("phase_residual_rad"), "rad"), name, frames: frames)
  }

  /// Judges the phases of both sides' tones together.
  fileprivate func judgeSettling(
    _ configuration: CSConfiguration, _ procedures: [ProcedureResult]
  ) throws(TesterStop) {
    let name = "phase residual at T_FCS \(configuration.tFCS)"
    let allowed = limit("phase_residual_rad")
    let required = "\(MeasureText.limit(allowed, "rad")) at most"
    guard let own = procedures.last, let peer = recorder.accessoryProcedures.otherEnd(of: own) else {
      return expect(
        "the accessory sent no report", .inPlaceOf(required), name,
        frames: procedures.last.map { frames(of: $0) })
    }
    try requireFixedPlace()
    judge(
      PhaseComparison(own.measurement(configuration, reflector: peer), environment: bed.environment), name,
      frames: frames(of: own))
  }
}

extension LimitRule {
  /// The required T_FCS, in microseconds.
  fileprivate static let tFCS = LimitRule("t_fcs_us", .choice(TFCS.all.map(\.microseconds)))
}
