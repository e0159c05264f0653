/// What the kinds of file are for, by the word in the names of their schemas, as `reflector/phone/1`.
enum FileUse {
  private static let uses = [
    (kind: "accessory", use: "describes an accessory; give it as the profile."),
    (kind: "phone", use: "describes a phone; give it with --phone."),
    (kind: "environment", use: "describes an environment; give it with --environment."),
    (kind: "requirements", use: "is a requirement set; give it with --requirements."),
    (kind: "waivers", use: "lists waivers; give it with --waivers."),
    (kind: "gate-policy", use: "is a policy; give it with 'reflector gate --policy'."),
    (kind: "scenario", use: "is a scenario; play it with 'reflector scenario'."),
    (kind: "campaign", use: "is a campaign; run it with 'reflector campaign run'."),
  ]

  /// What to do with a file of the schema `found` where one of `expected` is wanted; nil if `found` is no other kind.
  static func advice(_ found: String, insteadOf expected: String) -> String? {
    guard let kind = kind(of: found), kind != self.kind(of: expected) else { return nil }
    return uses.first { $0.kind == kind }.map { "The file \($0.use)" }
  }

  private static func kind(of schema: String) -> String? {
    let parts = schema.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0] == "reflector" ? String(parts[1]) : nil
  }
}
