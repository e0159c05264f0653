/// What the kinds of file are, by the word in the names of their schemas, as `reflector/phone/1`.
enum FileUse {
  /// The files that a user writes, and a command that reads each.
  private static let inputs = [
    (kind: "accessory", content: "an accessory", reader: "reflector check"),
    (kind: "phone", content: "a phone", reader: "reflector check --phone"),
    (kind: "environment", content: "an environment", reader: "reflector check --environment"),
    (kind: "requirements", content: "a requirement set", reader: "reflector check --requirements"),
    (kind: "waivers", content: "waivers", reader: "reflector check --waivers"),
    (kind: "gate-policy", content: "a gate policy", reader: "reflector gate --policy"),
    (kind: "scenario", content: "a scenario", reader: "reflector scenario"),
    (kind: "campaign", content: "a campaign", reader: "reflector campaign run"),
  ]

  /// What to do with a file of the schema `found` where one of `expected` is wanted; nil if `found` is no other kind.
  static func advice(_ found: String, insteadOf expected: String) -> String? {
    guard let kind = kind(of: found), let wanted = input(expected), kind != wanted.kind else { return nil }
    let cure = "Give the file of \(wanted.content)."
    if let input = input(found) {
      return "This is the file of \(input.content), for '\(input.reader)'. \(cure)"
    }
    let isMisspelt = NearestWord.match(kind, in: inputs.map(\.kind)) != nil
    return isMisspelt ? nil : "No input has this schema; a report may. \(cure)"
  }

  private static func input(_ schema: String) -> (kind: String, content: String, reader: String)? {
    inputs.first { $0.kind == kind(of: schema) }
  }

  private static func kind(of schema: String) -> String? {
    let parts = schema.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0] == "reflector" ? String(parts[1]) : nil
  }
}
