extension AccessoryProfile {
  /// The values with a source as YAML text, in the order of a file; nil where a file leaves one out.
  public var texts: [(path: String, text: String?)] { AccessoryKeys.lines(self) }

  /// The value at a path as YAML text; nil where a file leaves it out.
  public func text(at path: String) -> String? { texts.first { $0.path == path }?.text }
}
