public import Documents

/// What a gate makes of each kind of change between two reports: a file of the user's, or the usual one.
public struct GatePolicy: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/gate-policy/1"

  public enum Change: String, Sendable, CaseIterable {
    case newFailure = "new-failure"
    case newlyInconclusive = "newly-inconclusive"
    case newlyNotApplicable = "newly-not-applicable"
    case newlyWaived = "newly-waived"
    case waiverEnded = "waiver-ended"
    case newWarning = "new-warning"
    case disappeared
    case accessoryDisappeared = "accessory-disappeared"
    case stillFailing = "still-failing"
    case stillWaived = "still-waived"
    case stillInconclusive = "still-inconclusive"
    case fixed
    case warningGone = "warning-gone"
    case appeared
    case accessoryAppeared = "accessory-appeared"
    case marginLost = "margin-lost"
    case marginGained = "margin-gained"
    case limitChanged = "limit-changed"
    case measurementGone = "measurement-gone"
    case noiseGrown = "noise-grown"
    case drift
    case capabilityRemoved = "capability-removed"
    case capabilityChanged = "capability-changed"
    case capabilityAdded = "capability-added"
    case conditionsChanged = "conditions-changed"
    case profileChanged = "profile-changed"
    case toolChanged = "tool-changed"
    case captureChanged = "capture-changed"
    case noBaseline = "no-baseline"
  }

  /// What a change leads to, the gravest last.
  public enum Action: String, Sendable, CaseIterable {
    case ignore
    case warn
    /// The gate says that it cannot tell.
    case cannotTell = "cannot-tell"
    case block
  }

  /// An exception: the action for the changes that it fits.
  public struct Rule: Sendable, Equatable {
    /// Kinds of change; empty for all.
    public var changes: [Change]
    /// Requirements, as `CS-A07`, or `CS-*` for all that begin so; empty for all changes, those of no requirement too.
    public var requirements: [String]
    /// Levels of requirements; empty for all.
    public var levels: [Requirement.Level]
    /// The least part of the baseline's margin that is lost, 0 to 1 and more; nil for all changes.
    public var leastMarginLoss: Double?
    /// What the change leads to.
    public var action: Action
    public var reason: String
    public var position: SourcePosition

    /// Makes a rule for the changes that fit all it names.
    public init(
      changes: [Change] = [], requirements: [String] = [], levels: [Requirement.Level] = [],
      leastMarginLoss: Double? = nil, action: Action, reason: String, position: SourcePosition
    ) {
      self.changes = changes
      self.requirements = requirements
      self.levels = levels
      self.leastMarginLoss = leastMarginLoss
      self.action = action
      self.reason = reason
      self.position = position
    }
  }

  /// The file it was read from; nil for the usual policy.
  public var file: String?
  public var title = "the usual policy"
  /// How sure the gate is that it calls no number changed by chance, of all numbers of a pair together.
  /// 0.5 to 0.9999.
  public var confidence = 0.95
  /// The part of a margin whose loss is worth a warning.
  public var warnedMarginLoss = 0.1
  /// The part of a margin whose loss has the action of `marginLost`, or of `drift`.
  public var blockedMarginLoss = 0.2
  /// The factor by which noise grows that is worth a warning.
  public var warnedNoiseGrowth = 1.25
  /// The factor by which noise grows that has the action of `noiseGrown`, or of `drift`.
  public var blockedNoiseGrowth = 1.5
  /// Whether recommendations are judged as requirements, and each change for the worse that chance does not explain
  /// counts in full, however small it is.
  public var isStrict = false
  /// What each kind of change leads to, where the file says.
  public var actions: [Change: Action] = [:]
  /// The first that fits a change decides it.
  public var rules: [Rule] = []

  public init() {}

  /// What a kind of change leads to unless a rule says otherwise.
  public func action(for change: Change) -> Action { actions[change] ?? change.usualAction }
}

extension GatePolicy.Change {
  /// What it leads to where a policy does not say.
  public var usualAction: GatePolicy.Action {
    switch self {
    case .newFailure, .waiverEnded, .newlyNotApplicable, .disappeared, .accessoryDisappeared, .marginLost,
      .noiseGrown, .drift:
      .block
    case .newlyInconclusive: .cannotTell
    case .newlyWaived, .newWarning, .stillFailing, .stillInconclusive, .limitChanged, .measurementGone,
      .capabilityRemoved, .capabilityChanged, .conditionsChanged, .noBaseline:
      .warn
    case .stillWaived, .fixed, .warningGone, .appeared, .accessoryAppeared, .marginGained, .capabilityAdded,
      .profileChanged, .toolChanged, .captureChanged:
      .ignore
    }
  }

  public var summary: String {
    switch self {
    case .newFailure:
      "A requirement or a test case fails that did not fail before, or fails more often in a campaign."
    case .newlyInconclusive:
      "A verdict is inconclusive that was conclusive or is new, or the campaign is partial."
    case .newlyNotApplicable: "A requirement or a test case no longer applies."
    case .newlyWaived: "A new or previously unwaived failure is waived."
    case .waiverEnded: "A failure is no longer waived."
    case .newWarning: "A new warning, or a recommendation that is no longer met."
    case .disappeared: "A requirement, a test case or a point of the baseline is missing."
    case .accessoryDisappeared: "An accessory or a study of the baseline is missing."
    case .stillFailing: "A requirement fails as before."
    case .stillWaived: "A requirement fails as before, waived in both reports."
    case .stillInconclusive: "A verdict is inconclusive as before."
    case .fixed: "A requirement or a test case that failed or was inconclusive passes."
    case .warningGone: "A warning is gone."
    case .appeared: "A requirement, a test case or a point is new, and passes or does not apply."
    case .accessoryAppeared: "An accessory or a study is not in the baseline."
    case .marginLost: "A number is nearer to its limit, by more than chance explains."
    case .marginGained: "A number is further from its limit, by more than chance explains."
    case .limitChanged: "The two reports have different limits for a number."
    case .measurementGone: "A number of the baseline was not measured, though the test case passes."
    case .noiseGrown: "A number scatters more than before, by more than chance explains."
    case .drift:
      "Over several baselines a number approached its limit, or its noise grew, by more than chance explains."
    case .capabilityRemoved: "The profile no longer declares a value or a list item."
    case .capabilityChanged: "The profile declares a different value."
    case .capabilityAdded: "The profile declares a new value or list item."
    case .conditionsChanged:
      "Seed, phone, environment, distance, filter, procedures, interpretations, set version or extent differs."
    case .profileChanged: "The octets of the profile differ."
    case .toolChanged: "The version of the tool differs."
    case .captureChanged: "The captures differ in a frame."
    case .noBaseline: "There is no baseline; nothing was compared."
    }
  }
}
