extension Section {
  /// An error for two statements that contradict each other: at the value of a key, or at the start of the mapping.
  /// None for a mapping that is not in the file.
  ///
  /// - Parameter other: the position of the other statement.
  public func contradiction(
    _ text: String, _ key: String? = nil, other: SourcePosition? = nil, fix: String
  ) -> [DocumentError] {
    guard let position = key.flatMap(position) ?? position else { return [] }
    let path = [path, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return [DocumentError(.contradiction(text, other: other, fix: fix), at: position, path: path)]
  }
}
