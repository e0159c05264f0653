package import Capture

/// One check of a test case.
package struct Step: Hashable, Sendable {
  /// What was checked, as `T_FCS 100 us on the air`.
  package let name: String
  /// What is required.
  package let required: String
  package private(set) var measured: String
  /// The number behind it, for programs.
  package let quantity: Quantity?
  /// Whether it is met, not met or open.
  package let finding: Finding
  /// The frames of the capture that show it, counted from 1.
  package var frames: [Int]
  /// Where each of `frames` was seen, in the same order; set by the runner.
  package var interfaces: [CaptureInterface] = []
  /// The cases that judge the cause of this failure; empty without a known cause.
  package private(set) var restsOn: [String] = []
  /// Whether reports show this step if all are met.
  package var isHeadline: Bool

  /// How far the measured number is from its limit; nil without a number.
  package var margin: String? { quantity?.marginText }

  package var isMet: Bool { finding == .met }

  /// Why the measurement leaves it open; nil if it does not.
  package var doubt: String? {
    if case .uncertain(let reason) = finding { reason } else { nil }
  }

  /// Compares what was measured with what is required.
  package init<Measured>(
    _ name: String, _ measured: Measured, _ expectation: Expectation<Measured>, frames: [Int] = [],
    isHeadline: Bool = false
  ) {
    let judgement = expectation.judge(measured)
    self.name = name
    required = expectation.required
    self.measured = judgement.measured
    quantity = judgement.quantity
    finding = judgement.finding
    self.frames = frames
    self.isHeadline = isHeadline
  }

  /// A step of a report. A number that contradicts the outcome did not decide it, and is left out.
  package init(
    recorded name: String, required: String, measured: String, quantity: Quantity? = nil, finding: Finding,
    frames: [Int] = [], isHeadline: Bool = false
  ) {
    self.name = name
    self.required = required
    self.measured = measured
    self.quantity =
      switch finding {
      case .met: quantity.flatMap { $0.isMet ? $0 : nil }
      case .unmet: quantity.flatMap { $0.isMet ? nil : $0 }
      case .uncertain: quantity
      }
    self.finding = finding
    self.frames = frames
    self.isHeadline = isHeadline
  }

  /// The same step, open for a reason from outside the step.
  package func leftOpen(because reason: String) -> Step {
    var step = Step(
      recorded: name, required: required, measured: measured, quantity: quantity,
      finding: .uncertain(reason), frames: frames, isHeadline: isHeadline)
    step.interfaces = interfaces
    return step
  }

  /// Adds the cause of a step that was not met, and the cases that judge the cause.
  package mutating func addCause(_ text: String, judgedBy cases: [String]) {
    if !measured.contains(text) {
      measured += (measured.hasPrefix("the accessory ") ? "; first, " : ": ") + text
    }
    rest(on: cases)
  }

  /// Sets the cases that judge the precondition of the step.
  package mutating func rest(on cases: [String]) { restsOn = cases }
}
