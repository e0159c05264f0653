public import Testing

/// Runs a suite on threads of its own, from the start, beside all others.
///
/// Else each test of a serialized suite waits until all others have begun, and the last ones run alone.
public struct AheadTrait: SuiteTrait, TestScoping {
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { body in
      try await Task(priority: .high) { try await body() }.value
    }
  }
}

extension Trait where Self == AheadTrait {
  /// For suites that mostly wait for other programs, one test after another.
  public static var ahead: AheadTrait { AheadTrait() }
}
