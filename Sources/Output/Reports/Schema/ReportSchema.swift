internal import Gate
internal import Notation
internal import Profiles
internal import Verdicts

/// The JSON Schemas of the documents that programs read; `docs/schemas` has them, and tests hold real output to
/// them.
public enum ReportSchema {
  /// That of `reflector check --json`.
  public static var check: String {
    SchemaShape.document(
      name: CheckJSON.schemaName, title: "Check report",
      fields: [
        ("tool", "The program.", tool),
        ("verdict", "The worst verdict of all reports.", verdict),
        ("partial", "Whether the check was ended before its time.", .flag),
        ("waivers", "What became of the waivers.", .optional(waivers)),
        ("platform_matrix", "The accessories by platform, if that was asked for.", .optional(platforms)),
        ("reports", "One for each accessory and requirement set.", .list(of: report)),
      ])
  }

  /// That of `reflector gate --json`.
  public static var gate: String {
    SchemaShape.document(
      name: GateJSON.schemaName, title: "Gate report",
      fields: [
        ("tool", "The program.", tool),
        ("decision", "The worst that any change leads to.", .word(GateDecision.allCases.map(\.rawValue))),
        ("policy", "Its title.", .text),
        ("confidence", "How sure a change of a statistic is.", .number),
        ("fails_on", "The mildest action that blocks.", .word(GatePolicy.Action.allCases.map(\.rawValue))),
        ("baselines", "How many there are; with 0 nothing was compared.", .integer),
        (
          "counts", "How many changes lead to each action.",
          .object(GatePolicy.Action.allCases.map { ($0.rawValue, "So many of them.", .integer) })
        ),
        ("pairs", "One for each accessory and requirement set.", .list(of: pair)),
      ])
  }

  private static let pair = SchemaShape.object([
    ("accessory", "Vendor and chipset.", .text), ("profile", "That of the candidate.", .text),
    ("requirement_set", "The id of the set.", .text),
    ("before", "The verdict of the baseline.", .optional(verdict)),
    ("after", "The verdict of the candidate.", .optional(verdict)),
    ("requirements_compared", "How many both have.", .integer),
    ("numbers_compared", "How many both have.", .integer),
    ("captures", "Whether they are the same, or why they were not compared.", .text),
    ("first_frame", "The first that differs.", .optional(frame)),
    ("replay", "The command that repeats the candidate.", .text),
    ("changes", "The gravest first.", .list(of: change)),
  ])

  private static let frame = SchemaShape.object([
    ("frame", "Counted from 1.", .integer),
    ("time_s", "Since the first frame of the baseline.", .optional(.number)),
    ("interface", "Its name.", .text), ("before", "What the baseline has.", .optional(.text)),
    ("after", "What the candidate has.", .optional(.text)), ("what", "What differs.", .text),
  ])

  private static let change = SchemaShape.object([
    ("kind", "What kind of change.", .word(GatePolicy.Change.allCases.map(\.rawValue))),
    ("action", "What it leads to.", .word(GatePolicy.Action.allCases.map(\.rawValue))),
    ("reason", "Why.", .text), ("requirement", "Its id.", .optional(.text)),
    ("level", "How binding it is.", .optional(level)), ("case", "Its id.", .optional(.text)),
    ("text", "What changed.", .text),
    ("declared_at", "Where the profile declares what it is about.", .optional(.object(place))),
    (
      "margin", "The numbers.",
      .optional(
        .object([
          ("before", "The baseline's.", quantity), ("after", "The candidate's.", quantity),
          ("lost_fraction", "Of the baseline's margin; negative for a gain.", .number),
          (
            "difference_interval", "Where the true difference lies; two numbers.",
            .optional(.list(of: .number))
          ),
        ]))
    ),
    (
      "noise", "The numbers whose noise differs.",
      .optional(
        .object([
          ("before", "The baseline's.", quantity), ("after", "The candidate's.", quantity),
          ("factor", "The noise of the candidate over that of the baseline.", .number),
          (
            "factor_interval", "Where the true factor lies; two numbers.", .optional(.list(of: .number))
          ),
        ]))
    ),
  ])

  static let tool = SchemaShape.object([
    ("name", "As `reflector`.", .text), ("version", "As `1.0.0`.", .text),
  ])

  static let verdict = SchemaShape.word(Verdict.allCases.map(\.word))

  private static let waivers = SchemaShape.object([
    ("file", "Where they stand.", .text), ("today", "The day they were held against.", .text),
    (
      "entries", "In the order of the file.",
      .list(
        of: .object([
          ("requirement", "What it is for.", .text), ("profile", "A pattern of names.", .optional(.text)),
          ("case", "The one case it is for.", .optional(.text)), ("reason", "Why.", .text),
          ("expires", "The last day.", .text),
          ("state", "What became of it.", .word(WaiverReview.State.allCases.map(\.rawValue))),
        ]))
    ),
  ])

  private static let platforms = SchemaShape.list(
    of: .object([
      ("profile", "The profile as the user named it.", .text),
      (
        "platforms", "One for each requirement set.",
        .list(
          of: .object([
            ("requirement_set", "The id of the set.", .text), ("verdict", "The worst.", verdict),
            ("failed", "Requirements.", .list(of: .text)),
            ("inconclusive", "Requirements.", .list(of: .text)),
            ("warnings", "Requirements.", .list(of: .text)), ("waived", "Requirements.", .list(of: .text)),
            ("partial", "Whether the check was ended before its time.", .flag),
          ]))
      ),
    ]))

  private static let report = SchemaShape.object([
    ("accessory", "Vendor and chipset.", .text),
    ("iut", "What was under test.", .text),
    ("profile", "The profile as the user named it.", .text),
    ("digest", "SHA-256 of the profile; empty without one.", .text),
    ("requirement_set", "The id of the set.", .text),
    ("requirement_set_version", "As the set says.", .optional(.text)),
    ("requirement_set_last_seen", "The day its sources were last read.", .optional(.text)),
    ("phone", "The id of the initiator's behaviour.", .text),
    ("environment", "The id of what lay between the two.", .text),
    ("distance_m", "The true distance in metres.", .number),
    ("seed", "Decimal digits.", .text),
    ("verdict", "The worst verdict of the requirements of level must, on the accessory.", verdict),
    ("app_verdict", "The same on the app; null if nothing of it was judged.", .optional(verdict)),
    (
      "sources", "What the declared values stand on.",
      .object([
        ("declared", "How many values the profile declares.", .integer),
        ("assumed", "How many of them have no source.", .integer),
        ("required", "Whether a verdict may stand on values with a source alone.", .flag),
      ])
    ),
    ("partial", "Whether the check was ended before its time.", .flag),
    ("counts", "How many requirements came to each verdict.", counts),
    ("capture", "Where the capture is.", .optional(.text)),
    ("replay", "The one command that repeats it.", .text),
    ("notices", "What is unusual in the profile.", .list(of: .text)),
    ("interpretations", "The readings of the specification in force.", .table(of: .text)),
    ("declared", "What the profile declares.", .list(of: declared)),
    ("requirements", "In the order of the set.", .list(of: requirement)),
  ])

  private static let counts = SchemaShape.object(
    Verdict.allCases.map { ($0.word, "So many of them.", SchemaShape.integer) })

  private static let place: [SchemaShape.Field] = [
    ("file", "The profile, or the one it extends.", .text), ("line", "Counted from 1.", .integer),
    ("column", "Counted from 1.", .integer),
  ]

  private static let declared = SchemaShape.object(
    [
      ("path", "As `channel_sounding.t_fcs_us`.", .text),
      ("value", "As written; a list item by item.", .either(.text, .list(of: .text))),
      ("source", "Where it comes from.", .text),
    ] + place)

  private static let requirement = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text),
    ("level", "How binding it is.", level),
    ("subject", "Whom it is about.", .word(Requirement.Subject.allCases.map(\.rawValue))),
    ("source", "Who asks for it.", .text), ("text", "What is required.", .text),
    ("verdict", "The worst of its cases.", verdict),
    ("reason", "Why it is no pass.", .optional(.text)),
    ("waived", "Whether all that failed is put up with for a time.", .flag),
    ("warnings", "What is allowed but worth knowing.", .list(of: .text)),
    (
      "declared_at", "What the profile declares of it.",
      .optional(.object([("path", "As `channel_sounding.t_fcs_us`.", .text)] + place))
    ),
    ("frames", "Of the capture, counted from 1.", .list(of: .integer)),
    ("interfaces", "Where each of the frames was seen, as `ll`.", .list(of: .text)),
    ("cases", "The results of the test cases.", .list(of: testCase)),
  ])

  static let level = SchemaShape.word(Requirement.Level.allCases.map(\.rawValue))

  private static let testCase = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text),
    ("verdict", "What it came to.", verdict), ("reason", "Why it is no pass.", .optional(.text)),
    ("waiver", "What is put up with, and until when.", .optional(waiver)),
    ("warnings", "What is allowed but worth knowing.", .list(of: .text)),
    ("steps", "Everything it looked at.", .list(of: step)),
  ])

  private static let waiver = SchemaShape.object([
    ("reason", "Why.", .text), ("expires", "The last day.", .text),
  ])

  private static let step = SchemaShape.object([
    ("name", "What was looked at.", .text), ("required", "What is asked for.", .text),
    ("measured", "What was seen.", .text), ("margin", "How far that is from the limit.", .optional(.text)),
    ("quantity", "The number behind it.", .optional(quantity)),
    ("met", "Whether it was as required.", .flag),
    ("doubt", "Why what was measured leaves that open.", .optional(.text)),
    ("frames", "The frames that show it.", .list(of: .integer)),
    ("interfaces", "Where each of the frames was seen, as `ll`.", .list(of: .text)),
  ])

  static let quantity = SchemaShape.object([
    ("value", "What was measured.", .number), ("unit", "Of all these numbers.", .text),
    ("comparison", "When it is as asked.", .word(Quantity.Comparison.allCases.map(\.rawValue))),
    ("limit", "What it is compared with.", .number),
    ("margin", "Negative beyond the limit.", .number),
    ("standard_error", "How sure the value is.", .optional(.number)),
    ("count", "How many values it stands on.", .optional(.integer)),
  ])
}

/// What a value of a document of ours looks like, as JSON Schema says it.
indirect enum SchemaShape: Sendable {
  case text
  case number
  case integer
  case flag
  case word([String])
  case list(of: SchemaShape)
  case table(of: SchemaShape)
  case optional(SchemaShape)
  case either(SchemaShape, SchemaShape)
  /// All keys are there; later versions may have more.
  case object([Field])

  /// A key, what it means, and its value.
  typealias Field = (key: String, meaning: String, shape: SchemaShape)

  /// A schema of draft 2020-12, with a line feed at its end.
  static func document(name: String, title: String, fields: [Field]) -> String {
    let head: [(key: String, value: JSONValue)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("$id", .text(name)),
      ("title", .text(title)),
    ]
    let kind: Field = ("schema", "The kind and version of the document.", .word([name]))
    return JSONValue.object(head + SchemaShape.object([kind] + fields).members).document()
  }

  /// The keywords that say it.
  private var members: [(key: String, value: JSONValue)] {
    switch self {
    case .text: [("type", .text("string"))]
    case .number: [("type", .text("number"))]
    case .integer: [("type", .text("integer"))]
    case .flag: [("type", .text("boolean"))]
    case .word(let words): [("enum", .texts(words))]
    case .list(let item): [("type", .text("array")), ("items", .object(item.members))]
    case .table(let value): [("type", .text("object")), ("additionalProperties", .object(value.members))]
    case .optional(let shape):
      [("anyOf", .list([.object(shape.members), .object([("type", .text("null"))])]))]
    case .either(let one, let other): [("anyOf", .list([.object(one.members), .object(other.members)]))]
    case .object(let fields):
      [
        ("type", .text("object")),
        (
          "properties",
          .object(fields.map { ($0.key, .object([("description", .text($0.meaning))] + $0.shape.members)) })
        ),
        ("required", .texts(fields.map(\.key))),
      ]
    }
  }
}
