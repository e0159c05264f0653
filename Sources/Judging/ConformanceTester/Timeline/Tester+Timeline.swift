internal import Verdicts

/// How the timeline becomes steps.
extension Tester {
  /// The steps of both ends since the recorder was cleared, compared with the plan.
  package var timeline: TimelineComparison {
    TimelineComparison(recorder.subevents, missed: recorder.missedSubevents, role: iutRole)
  }

  /// The first fault in the steps on the air that affects measurements.
  package var blame: TimelineBlame? {
    if recorder.subevents.isEmpty, recorder.missedSubevents.isEmpty { return nil }
    return TimelineBlame(timeline, only: StepQuantity.allCases.filter(\.spoilsMeasurements))
  }

  /// Judges each of these quantities separately, as far as it occurs.
  ///
  /// - Parameters:
  ///   - condition: under which it was seen, as ` of mode-2`.
  ///   - allowed: how far a time may be off, in microseconds.
  package func judge(
    _ timeline: TimelineComparison, _ quantities: [StepQuantity], under condition: String,
    within allowed: Double, frames: [Int]? = nil
  ) {
    for quantity in quantities {
      let findings = timeline.findings(quantity)
      guard let first = findings.first else { continue }
      let blame = TimelineBlame(timeline, only: [quantity], beyond: allowed)
      let lateness = findings.compactMap(\.lateness)
      let name = "\(quantity.name)\(condition)"
      let kept = quantity.isTime ? "kept in all of \(findings.count)" : "as drawn in all of \(findings.count)"
      let required = quantity.isTime ? "\(first.expectedText) within \(number(allowed)) us" : kept
      if lateness.isEmpty || (blame == nil) == lateness.contains(where: { $0.magnitude > allowed }) {
        expect(blame == nil, .holds(required, met: kept, else: blame?.text ?? kept), name, frames: frames)
      } else {
        expect(
          Worded(lateness, blame?.text ?? kept), .within(0, allowed, "us", required: required), name,
          frames: frames)
      }
    }
  }
}
