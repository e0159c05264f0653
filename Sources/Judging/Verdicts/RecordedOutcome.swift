/// What a recording settles of a requirement.
public struct RecordedOutcome: Sendable {
  /// The verdict, with the cases that the recording settles.
  public var result: RequirementResult
  /// Where the recording shows it, as `phone.btsnoop frame 812`.
  public var citation: String

  /// Takes a verdict and where it is shown.
  public init(result: RequirementResult, citation: String) {
    self.result = result
    self.citation = citation
  }
}
