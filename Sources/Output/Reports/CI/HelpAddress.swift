/// The address of a page that explains requirements, with `{set}` and `{id}` in the places of their ids.
public struct HelpAddress: Sendable {
  private let template: String

  /// Takes an address of the web; nil for anything else.
  public init?(_ template: String) {
    // Braces are for the ids alone; the rest is what a URI may have. [RFC 3986, 2]
    let plain = template.replacing("{set}", with: "").replacing("{id}", with: "")
    let form = /https?:\/\/[A-Za-z0-9][A-Za-z0-9\-._~:\/?#\[\]@!$&'()*+,;=%]*/
    guard plain.wholeMatch(of: form) != nil else { return nil }
    self.template = template
  }

  /// The address of the explanation of a requirement. Ids have no letters that a URI gives a meaning.
  func address(of id: String, in set: String) -> String {
    template.replacing("{set}", with: set).replacing("{id}", with: id)
  }
}
