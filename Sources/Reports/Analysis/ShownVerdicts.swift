internal import AccessoryProfile
public import Conformance

/// What a recording shows of an accessory under one requirement set.
public struct ShownVerdicts: Sendable {
  /// The accessory, for people.
  public var accessory: String
  /// The id of the set.
  public var set: String
  /// The requirements that the recording settles, in the order of the set.
  public var results: [RequirementResult]
  /// How many more the set has.
  public var notShownCount: Int

  /// Takes what a check came to.
  public init(accessory: String, set: String, results: [RequirementResult], notShownCount: Int) {
    self.accessory = accessory
    self.set = set
    self.results = results
    self.notShownCount = notShownCount
  }

  /// The worst verdict of what an accessory must meet.
  public var verdict: Verdict { Verdict.combined(results.filter { $0.level == .must }.map(\.verdict)) }
}

extension RequirementResult {
  /// Where the recording shows it, as `phone.btsnoop frame 812`; nil where nothing says so.
  var evidence: String? {
    guard case .cited(_, let citation) = declared?.source else { return nil }
    return citation
  }
}
