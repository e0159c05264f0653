public import Capture

/// One thing a test case looked at.
public struct Step: Hashable, Sendable {
  /// What was looked at, as `reported capability`.
  public var name: String
  /// What the requirement asks for.
  public var required: String
  /// What was seen.
  public var measured: String
  /// How far what was seen is from the limit, where that is a number.
  public var margin: String?
  /// The number behind it, for programs.
  public var quantity: Quantity?
  /// Whether it was as required, or could not be told.
  public var finding: Finding
  /// The frames of the capture that show it, counted from 1.
  public var frames: [Int]
  /// Where each of `frames` was seen, in the same order; the runner tells, cases do not know.
  public var interfaces: [CaptureInterface] = []
  /// The cases that judge what spoilt this step; empty where nothing did.
  public var restsOn: [String] = []
  /// Whether this step, if all are met, says most about the requirement.
  public var isHeadline: Bool

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
    margin = judgement.quantity?.marginText
    finding = judgement.finding
    self.frames = frames
    self.isHeadline = isHeadline
  }

  /// Makes a step; the margin is that of the number unless it is given.
  public init(
    name: String, required: String, measured: String, margin: String? = nil, quantity: Quantity? = nil,
    isMet: Bool, frames: [Int] = [], isHeadline: Bool = false
  ) {
    self.name = name
    self.required = required
    self.measured = measured
    self.margin = margin ?? quantity?.marginText
    self.quantity = quantity
    finding = isMet ? .met : .unmet
    self.frames = frames
    self.isHeadline = isHeadline
  }
}
