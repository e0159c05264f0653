internal import ConformanceCases
internal import ConformanceTester

/// A test case as far as a recording settles it that nobody made for it.
struct RecordedCase: Sendable {
  /// The id of the case.
  let id: String
  /// What the recording shows; nil if it settles nothing.
  let judge: @Sendable (RecordedTrial) -> RecordedTrial.Finding?

  /// What the case is about.
  var title: String {
    guard let testCase = TestCase.named(id) else { preconditionFailure("there is no case \(id)") }
    return testCase.title
  }

  /// All of them.
  static let all = measuring + securing + repeating

  /// The case with this id; nil if recordings settle nothing of it.
  static func named(_ id: String) -> RecordedCase? { all.first { $0.id == id } }
}
