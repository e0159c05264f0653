public import Capture

/// One thing a test case looked at.
public struct Step: Hashable, Sendable {
  /// What was looked at, as `reported capability`.
  public let name: String
  /// What the requirement asks for.
  public let required: String
  public private(set) var measured: String
  /// The number behind it, for programs.
  public let quantity: Quantity?
  /// Whether it was as required, or is left open.
  public let finding: Finding
  /// The frames of the capture that show it, counted from 1.
  public var frames: [Int]
  /// Where each of `frames` was seen, in the same order; set by the runner.
  public var interfaces: [CaptureInterface] = []
  /// The cases that judge what spoilt this step; empty where nothing did.
  public private(set) var restsOn: [String] = []
  /// Whether this step, if all are met, says most about the requirement.
  public var isHeadline: Bool

  /// How far what was seen is from the limit, where that is a number.
  public var margin: String? { quantity?.marginText }

  /// Whether it was as required.
  public var isMet: Bool { finding == .met }

  /// Why what was measured leaves it open; nil if it does not.
  public var doubt: String? {
    if case .uncertain(let reason) = finding { reason } else { nil }
  }

  /// Holds what was measured against what is required of it.
  public init<Measured>(
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

  /// A step as a report has it. A number that says something else than the outcome did not decide, and is left out.
  public init(
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

  /// The same step, left open for a reason that the step itself does not know.
  package func leftOpen(because reason: String) -> Step {
    var step = Step(
      recorded: name, required: required, measured: measured, quantity: quantity,
      finding: .uncertain(reason), frames: frames, isHeadline: isHeadline)
    step.interfaces = interfaces
    return step
  }

  /// Says what spoilt the step, where it was not met, and which cases judge that.
  package mutating func addCause(_ text: String, judgedBy cases: [String]) {
    if !measured.contains(text) {
      measured += (measured.hasPrefix("the accessory ") ? "; first, " : ": ") + text
    }
    rest(on: cases)
  }

  /// Says which cases judge what the step builds on.
  package mutating func rest(on cases: [String]) { restsOn = cases }
}
