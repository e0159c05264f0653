public import AccessoryProfile

/// One thing that differs between two reports.
public struct GateChange: Hashable, Sendable {
  /// What kind of difference it is.
  public var kind: GatePolicy.Change
  /// The requirement, where it is about one.
  public var requirement: String?
  /// How binding that is.
  public var level: Requirement.Level?
  /// The test case, where it is about one.
  public var testCase: String?
  /// What changed, in a line.
  public var text: String
  /// The numbers, where it is about a margin.
  public var margin: MarginChange?
  /// The numbers, where it is about noise.
  public var noise: NoiseChange?
  /// Where the candidate's profile declares what it is about.
  public var position: SourcePosition?

  public init(
    _ kind: GatePolicy.Change, requirement: String? = nil, level: Requirement.Level? = nil,
    testCase: String? = nil, _ text: String, margin: MarginChange? = nil, noise: NoiseChange? = nil,
    at position: SourcePosition? = nil
  ) {
    self.kind = kind
    self.requirement = requirement
    self.level = level
    self.testCase = testCase
    self.text = text
    self.margin = margin
    self.noise = noise
    self.position = position
  }
}

/// A change with what the policy makes of it.
public struct JudgedChange: Hashable, Sendable {
  public var change: GateChange
  /// What it leads to.
  public var action: GatePolicy.Action
  public var reason: String
}

extension GatePolicy {
  /// What the policy makes of a change: the first rule that fits, else its action for the kind. A recommendation
  /// leads to a warning at most, what is for information to nothing.
  public func judge(_ change: GateChange) -> JudgedChange {
    if let rule = rules.first(where: { $0.fits(change) }) {
      return JudgedChange(
        change: change, action: rule.action,
        reason: "rule at line \(rule.position.line): \(rule.reason)")
    }
    let usual = action(for: change.kind)
    switch change.kind {
    case .marginLost, .drift, .noiseGrown:
      if let margin = change.margin { return judge(change, usual, lost: margin.lostFraction) }
      if let noise = change.noise { return judge(change, usual, grown: noise.factor) }
    case .noBaseline where isStrict && usual != .ignore:
      return JudgedChange(change: change, action: .block, reason: "--strict needs a baseline")
    default: break
    }
    return limited(change, usual, "\(change.kind.rawValue) \(usual.clause)")
  }

  private func judge(_ change: GateChange, _ usual: Action, lost: Double) -> JudgedChange {
    judge(
      change, usual, lost, warned: warnedMarginLoss, blocked: blockedMarginLoss, of: "a loss",
      { "\(Self.percent($0)) of a margin" })
  }

  private func judge(_ change: GateChange, _ usual: Action, grown: Double) -> JudgedChange {
    judge(
      change, usual, grown, warned: warnedNoiseGrowth, blocked: blockedNoiseGrowth, of: "noise",
      { "\(ChangeText.number($0)) times that of before" })
  }

  /// - Parameter text: what an amount is called.
  private func judge(
    _ change: GateChange, _ usual: Action, _ amount: Double, warned: Double, blocked: Double, of name: String,
    _ text: (Double) -> String
  ) -> JudgedChange {
    if isStrict {
      return limited(change, usual, "\(name) beyond chance \(usual.clause), with --strict")
    }
    if amount >= blocked {
      return limited(change, usual, "\(name) of \(text(blocked)) or more \(usual.clause)")
    }
    let isWarned = amount >= warned && usual != .ignore
    return limited(
      change, isWarned ? .warn : .ignore,
      "\(name) \(isWarned ? "from" : "below") \(text(warned)) \((isWarned ? Action.warn : .ignore).clause)")
  }

  private func limited(_ change: GateChange, _ action: Action, _ reason: String) -> JudgedChange {
    switch change.level {
    case .should where !isStrict && (action == .block || action == .cannotTell):
      JudgedChange(change: change, action: .warn, reason: "a recommendation warns at most")
    case .info where action != .ignore:
      JudgedChange(change: change, action: .ignore, reason: "only for information")
    default: JudgedChange(change: change, action: action, reason: reason)
    }
  }

  private static func percent(_ part: Double) -> String { ChangeText.number(100 * part) + " %" }
}

extension GatePolicy.Action {
  /// What a change does that leads to it.
  fileprivate var clause: String {
    switch self {
    case .ignore: "is ignored"
    case .warn: "warns"
    case .cannotTell: "leaves it open"
    case .block: "blocks"
    }
  }
}

extension GatePolicy.Rule {
  fileprivate func fits(_ change: GateChange) -> Bool {
    if !changes.isEmpty, !changes.contains(change.kind) { return false }
    if !levels.isEmpty, !(change.level.map(levels.contains) ?? false) { return false }
    if let leastMarginLoss, (change.margin?.lostFraction ?? -.infinity) < leastMarginLoss { return false }
    return requirements.isEmpty
      || requirements.contains { pattern in
        guard let id = change.requirement else { return false }
        return pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
      }
  }
}
