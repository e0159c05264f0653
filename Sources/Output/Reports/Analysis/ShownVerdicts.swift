internal import AccessoryProfile
public import Verdicts

/// What recordings settle of one requirement set for one accessory.
public struct ShownVerdicts: Sendable {
  /// A requirement that they settle.
  public struct Item: Sendable {
    /// What it came to.
    public var result: RequirementResult
    /// What settles it.
    public var basis: Basis
    /// Where the recording shows it, as `phone.btsnoop frame 812`; nil where nothing says so.
    public var evidence: String?

    /// What the values come to that the accessory declared.
    public init(declared result: RequirementResult) {
      self.result = result
      basis = .declaration
      if case .cited(_, let citation) = result.declared?.source { evidence = citation }
    }

    /// What the accessory did.
    public init(_ outcome: RecordedOutcome) {
      result = outcome.result
      basis = .conduct
      evidence = outcome.citation
    }
  }

  /// What settles a requirement.
  public enum Basis: String, Sendable, CaseIterable {
    /// What the accessory says of itself.
    case declaration
    /// What it did while the recording was made.
    case conduct
  }

  /// The accessory, for people.
  public var accessory: String
  /// The id of the set.
  public var set: String
  /// The requirements that the recording settles, in the order of the set.
  public var items: [Item]
  /// How many more the set has.
  public var notShownCount: Int

  /// Takes what the requirements came to.
  public init(accessory: String, set: String, items: [Item], notShownCount: Int) {
    self.accessory = accessory
    self.set = set
    self.items = items
    self.notShownCount = notShownCount
  }

  /// The worst verdict of what an accessory must meet; inconclusive if nothing of that is settled.
  public var verdict: Verdict {
    let verdicts = items.map(\.result).filter { $0.level == .must }.map(\.verdict)
    return verdicts.isEmpty ? .inconclusive : Verdict.combined(verdicts)
  }
}
