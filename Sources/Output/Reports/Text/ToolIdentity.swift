/// The program that makes a report, as reports and captures name it.
package struct ToolIdentity: Hashable, Sendable {
  /// As `reflector`.
  package var name: String
  /// As `1.0.0`.
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

extension ToolIdentity: JSONObject {
  static let jsonFields: [JSONField<ToolIdentity>] = [
    .init("name", "As `reflector`.", \.name), .init("version", "As `1.0.0`.", \.version),
  ]
}
