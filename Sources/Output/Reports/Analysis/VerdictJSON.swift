internal import AccessoryProfile
internal import Notation
internal import Verdicts

/// What recordings show of requirement sets, for programs.
enum VerdictJSON {
  static func value(_ shown: ShownVerdicts) -> JSONValue {
    .object([
      ("accessory", .text(shown.accessory)),
      ("requirement_set", .text(shown.set)),
      ("verdict", .text(shown.verdict.word)),
      ("not_shown", .integer(shown.notShownCount)),
      ("requirements", .list(shown.items.map(value))),
    ])
  }

  private static func value(_ item: ShownVerdicts.Item) -> JSONValue {
    let result = item.result
    return .object([
      ("id", .text(result.id)),
      ("title", .text(result.title)),
      ("level", .text(result.level.rawValue)),
      ("verdict", .text(result.verdict.word)),
      ("basis", .text(item.basis.rawValue)),
      ("reason", .optional(result.reason)),
      ("measured", .optional(item.basis == .conduct ? result.decisiveStep?.measured : nil)),
      ("evidence", .optional(item.evidence)),
    ])
  }
}
