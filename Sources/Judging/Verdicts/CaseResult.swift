public import AccessoryProfile

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
  /// The cases that judge what it builds on, where that is what kept it from its point; empty once `reason` says where
  /// the cause is.
  package var basis: [String] = []
  /// Why its failure is waived; nil if it is not.
  public var waiver: Waiver?

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

  /// The step that keeps the case from passing: the first that was not met, else the first left open.
  public var decisiveStep: Step? {
    steps.first { $0.finding == .unmet } ?? steps.first { !$0.isMet }
  }
}
