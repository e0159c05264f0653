/// Collects what is wrong with a document: the first problems, and the number of the others, which nobody looks into.
struct ErrorTally {
  private(set) var errors: [DocumentError] = []
  private(set) var furtherCount = 0

  /// Adds a problem, which is worked out only if it is kept.
  mutating func add(
    _ problem: @autoclosure () -> DocumentError.Problem, at position: SourcePosition, path: String
  ) {
    if errors.count < DocumentErrors.maximumCount {
      errors.append(DocumentError(problem(), at: position, path: path))
    } else {
      furtherCount += 1
    }
  }

  func throwErrors() throws(DocumentErrors) {
    if !errors.isEmpty { throw DocumentErrors(errors, furtherCount: furtherCount) }
  }
}
