public import AccessoryProfile
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
  /// Whether it was as asked.
  public var isMet: Bool
  /// The frames of the capture that show it, counted from 1.
  public var frames: [Int]
  /// Where each of `frames` was seen, in the same order; the runner tells, cases do not know.
  public var interfaces: [CaptureInterface] = []
  /// Whether this step, if all are met, says most about the requirement.
  public var isHeadline: Bool

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
    self.isMet = isMet
    self.frames = frames
    self.isHeadline = isHeadline
  }
}

/// What one test case came to.
public struct CaseResult: Hashable, Sendable {
  /// The id of the case, as `CS/TIM/BV-01`.
  public var id: String
  /// What the case is about.
  public var title: String
  /// What it came to.
  public var verdict: Verdict
  /// Why, for every verdict but a pass.
  public var reason: String?
  /// What is allowed but worth knowing.
  public var warnings: [String]
  /// Everything it looked at, in order.
  public var steps: [Step]
  /// Why its failure is put up with; nil if it is not.
  public var waiver: Waiver?

  /// Makes a result.
  public init(
    id: String, title: String, verdict: Verdict, reason: String? = nil, warnings: [String] = [],
    steps: [Step] = []
  ) {
    self.id = id
    self.title = title
    self.verdict = verdict
    self.reason = reason
    self.warnings = warnings
    self.steps = steps
  }
}
