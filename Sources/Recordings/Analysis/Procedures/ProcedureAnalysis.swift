package import ChannelSounding
internal import Notation
package import Ranging

/// A procedure of a recording: what both ends reported of it, and its distances.
package struct ProcedureAnalysis: Sendable {
  /// A distance by one estimator; nil where the procedure has nothing for it.
  package typealias Estimate = (kind: RangingEstimatorKind, estimate: DistanceEstimate?)

  /// Why there is no distance to be had.
  package enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// The initiator's account is not in the recordings.
    case noInitiator = "no-initiator"
    /// The reflector's account is not there, and without inline PCT it takes both.
    case noReflector = "no-reflector"
    /// What its ends agreed on and read is not known, since the connection is beyond those that are kept.
    case connectionNotKept = "connection-not-kept"
    /// An end aborted, or its results break off.
    case incomplete
    case nothingMeasured = "nothing-measured"

    /// For people.
    package var text: String {
      switch self {
      case .noInitiator: "the initiator's results are not in the recording"
      case .noReflector: "the reflector's results are not in the recording, and there is no inline PCT"
      case .connectionNotKept:
        "the connection is beyond the \(DecimalText.grouped(AnalysisLimits.connections)) that are kept"
      case .incomplete: "the procedure is not complete"
      case .nothingMeasured: "the devices received too little"
      }
    }
  }

  /// Its place in the analysis, from 0.
  package var index: Int
  package var initiator: RecordedProcedure?
  package var reflector: RecordedProcedure?
  /// The configuration that it ran under, as the first account has it that has one; nil where the recording does not show it.
  package var configuration: CSConfiguration?
  /// Whether the initiator's tones hold both ways.
  package var usesInlinePCT: Bool
  /// The initiator's steps.
  package var initiatorSteps: EndStatistics?
  /// The reflector's steps.
  package var reflectorSteps: EndStatistics?
  /// The tones of both ends multiplied, or the initiator's under inline PCT, by antenna path; with times.
  package var measurement: RangingMeasurement?
  /// The times of its steps; nil where there is no measurement, or the recording does not show them.
  package var timing: StepTiming?
  /// The phase noise of single tones in radians, the mean over the antenna paths; nil with too few tones.
  package var phaseNoiseRadians: Double?
  /// Distances in the order that was asked for.
  package var estimates: [Estimate] = []
  /// Why there is none; nil if there is.
  package var obstacle: Obstacle?

  /// The configuration if the recording shows its times, which a log of text does not.
  package var timedConfiguration: CSConfiguration? { account?.lines == nil ? configuration : nil }

  /// The distance by which procedures are compared: by `ml`, else by the first estimator.
  var comparedEstimate: DistanceEstimate? {
    (estimates.first { $0.kind == .ml } ?? estimates.first)?.estimate
  }

  package var account: RecordedProcedure? { initiator ?? reflector }
}

/// One tone slot of a step, as each end reports it.
package struct RecordedTone: Hashable, Sendable {
  package struct Report: Hashable, Sendable {
    package var pct: PhaseCorrectionTerm
    package var quality: ToneQualityIndicator
  }

  /// The subevent of the procedure, from 0.
  package var subevent: Int
  /// The step of the subevent, from 0.
  package var step: Int
  /// 2 or 3.
  package var mode: UInt8
  /// 2 to 76; the frequency is 2402 MHz and as many megahertz more.
  package var channel: UInt8
  /// The slot of the step, from 0, in the order of the air.
  package var slot: Int
  /// The antenna path, from 0; nil for the extension slot.
  package var antennaPath: Int?
  /// What the initiator reports; nil if its account is not there.
  package var initiator: Report?
  /// What the reflector reports; nil if its account is not there.
  package var reflector: Report?
}

extension ProcedureAnalysis {
  /// Every tone slot in the order of the air. If both ends report a step differently, it counts as reported by one end.
  package func tones() -> [RecordedTone] {
    guard let account else { return [] }
    let peer = initiator == nil ? nil : reflector
    var tones: [RecordedTone] = []
    for (index, subevent) in account.subevents.enumerated() {
      let other = peer.flatMap { index < $0.subevents.count ? $0.subevents[index] : nil }
      for step in subevent.stepOffsets.indices {
        let view = StepView(subevent, step)
        let twin = other.flatMap { step < $0.stepOffsets.count ? StepView($0, step) : nil }
        append(view, twin?.channel == view.channel ? twin : nil, subevent: index, step: step, to: &tones)
      }
    }
    return tones
  }

  private func append(
    _ view: StepView, _ twin: StepView?, subevent: Int, step: Int, to tones: inout [RecordedTone]
  ) {
    guard let start = view.permutationIndex(pathCount: antennaPathCount) else { return }
    let count = antennaPathCount
    let order = view.octet(start)
    let twinStart = twin?.permutationIndex(pathCount: count)
    for slot in 0...count {
      let own = Self.report(view, start + 1 + 4 * slot)
      let other = twinStart.flatMap { start in twin.map { Self.report($0, start + 1 + 4 * slot) } }
      let isKnown = slot < count && Int(order) < AntennaPermutation.count(paths: count)
      tones.append(
        RecordedTone(
          subevent: subevent, step: step, mode: view.mode, channel: view.channel, slot: slot,
          antennaPath: isKnown ? AntennaPermutation.path(slot: slot, index: order, paths: count) : nil,
          initiator: initiator == nil ? nil : own, reflector: initiator == nil ? own : other))
    }
  }

  private var antennaPathCount: Int {
    max(initiatorSteps?.antennaPathCount ?? 0, reflectorSteps?.antennaPathCount ?? 0)
  }

  private static func report(_ view: StepView, _ index: Int) -> RecordedTone.Report {
    let tone = view.tone(index)
    return RecordedTone.Report(pct: tone.pct, quality: tone.quality)
  }
}
