internal import Notation

/// The program that makes a report, as reports and captures name it.
public struct ToolIdentity: Hashable, Sendable {
  /// As `reflector`.
  public var name: String
  /// As `1.0.0`.
  public var version: String

  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// As reports for programs name it.
  var json: JSONValue { .object([("name", .text(name)), ("version", .text(version))]) }
}
