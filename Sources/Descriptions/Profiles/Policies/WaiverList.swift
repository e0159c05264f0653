public import Documents

/// Failures that are known and put up with for a time, as data.
public struct WaiverList: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/waivers/1"

  public var file: String
  /// In the order of the file.
  public var waivers: [Waiver] = []

  /// Reads a list of waivers. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> WaiverList {
    var list = WaiverList(file: file)
    keys.read(try CheckedDocument(file: file, schema: schema, load: load).root, into: &list)
    return list
  }

  private static let keys: [Key<WaiverList>] = [
    // The schema asks for a date; a waiver until the first day of all helps nobody.
    .sections(
      "waivers", \.waivers, waiver, count: 0...500, required: true, example: "[]", "The waivers.",
      new: { Waiver(requirementID: "", reason: "", expires: .first, position: $0) })
  ]

  static let schema = DocumentSchema(name: schemaName, fields: keys.described(by: WaiverList(file: "")))

  private static let waiver: [Key<Waiver>] = [
    .text(
      "requirement", \.requirementID, .requirementID, required: true, example: "CS-A01",
      "The requirement that is not met."),
    .text(
      "reason", \.reason, .free(maximum: 400), required: true, example: "Example.", "Reason of the waiver."),
    Key(
      FieldRule(
        "expires", .text(.date), required: true, example: "2027-03-01", "The last day of the waiver.")
    ) {
      if let date = $0.text("expires").flatMap({ CalendarDate($0) }) { $1.expires = date }
    },
    .text(
      "profile", \.profile, .free(maximum: 200), example: "\"*kw47*\"",
      "Profiles, by path or name, with * and ?; defaults to all."),
    .text("case", \.caseID, .testCaseID, example: "CS/TIM/BV-02", "The test case; defaults to all."),
  ]

  /// Throws for waivers that the sets do not allow; a requirement that none of them has is no error.
  public func check(against sets: [RequirementSet]) throws(DocumentErrors) {
    var errors: [DocumentError] = []
    for waiver in waivers {
      let refused = sets.compactMap { $0.requirement(waiver.requirementID) }.first { !$0.isWaivable }
      guard let refused else { continue }
      let problem = DocumentError.Problem.contradiction(
        "found a waiver of \(refused.id), which may not be waived", other: refused.position, fix: "Remove it."
      )
      errors.append(DocumentError(problem, at: waiver.position, path: "waivers.requirement"))
    }
    if !errors.isEmpty { throw DocumentErrors(errors) }
  }
}

/// A failure that is put up with for a time.
public struct Waiver: Hashable, Sendable {
  /// The requirement that is not met, as `CS-A07`.
  public var requirementID: String
  /// Why that is put up with, for a person.
  public var reason: String
  /// The last day on which it helps.
  public var expires: CalendarDate
  /// The profiles it is for, with `*` and `?`; nil for all.
  public var profile: String?
  /// The one case it is for; nil for all.
  public var caseID: String?
  public var position: SourcePosition

  /// Makes a waiver for all profiles and cases.
  public init(requirementID: String, reason: String, expires: CalendarDate, position: SourcePosition) {
    self.requirementID = requirementID
    self.reason = reason
    self.expires = expires
    self.position = position
  }

  /// Whether it is for the profile at `path`: its path or its name without folders and ending fits.
  public func isFor(profile path: String) -> Bool {
    guard let profile else { return true }
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".yaml", ".yml"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return Glob(profile).matches(path) || Glob(profile).matches(name)
  }
}
