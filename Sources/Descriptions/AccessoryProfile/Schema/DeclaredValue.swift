/// Where a declared value comes from.
public enum ValueSource: Hashable, Sendable, CustomStringConvertible {
  /// Nobody published it; a plausible value stands in.
  case assumed
  /// A public source: the short name that the file uses, and what that is.
  case cited(name: String, citation: String)

  /// The short name, or `assumed`.
  public var description: String {
    switch self {
    case .assumed: "assumed"
    case .cited(let name, _): name
    }
  }
}

/// A value as a file declares it, for reports that name the line.
public struct DeclaredValue: Hashable, Sendable {
  /// As `channel_sounding.t_fcs_us`.
  public var path: String
  /// As written, in one line.
  public var text: String
  /// Each item of a list, as written; nil for anything else.
  public var items: [String]?
  public var position: SourcePosition
  /// Where it comes from.
  public var source: ValueSource

  /// Names a value; nobody but tests makes one up.
  public init(
    path: String, text: String, items: [String]? = nil, position: SourcePosition, source: ValueSource
  ) {
    self.path = path
    self.text = text
    self.items = items
    self.position = position
    self.source = source
  }
  /// Where a person finds it: its place in the file, or, of a profile that is in no file, where the value comes from.
  public var place: String {
    guard position.file.isEmpty else { return "\(position)" }
    if case .cited(_, let citation) = source { return citation }
    return "\(source)"
  }
}
