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
}

extension ToolIdentity: JSONObject {
  static let jsonFields: [JSONField<ToolIdentity>] = [
    .init("name", "As `reflector`.", \.name), .init("version", "As `1.0.0`.", \.version),
  ]
}
