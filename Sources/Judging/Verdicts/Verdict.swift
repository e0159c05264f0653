/// What a test case or a requirement came to.
public enum Verdict: String, Sendable, CaseIterable {
  /// Everything asked for was seen.
  case pass
  /// Something asked for was not so.
  case fail
  /// The tester could not tell.
  case inconclusive
  /// The accessory does not claim what the case is about, or gives no access to it.
  case notApplicable

  /// The verdict of several cases together: the worst of them.
  public static func combined(_ verdicts: [Verdict]) -> Verdict {
    for verdict in [Verdict.fail, .inconclusive, .pass] where verdicts.contains(verdict) { return verdict }
    return .notApplicable
  }
}
