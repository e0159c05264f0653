internal import Gate
internal import Notation
internal import Profiles
internal import Scenarios
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
        ("partial", "Whether the check was interrupted.", .flag),
        ("waivers", "The state of each waiver.", .optional(waivers)),
        ("platform_matrix", "The accessories by platform, if requested.", .optional(platforms)),
        ("reports", "One for each accessory and requirement set.", .list(of: report)),
      ])
  }

  /// That of `reflector gate --json`.
  public static var gate: String {
    SchemaShape.document(
      name: GateJSON.schemaName, title: "Gate report",
      fields: [
        ("tool", "The program.", tool),
        ("decision", "The most severe action of all changes.", .word(GateDecision.allCases.map(\.rawValue))),
        ("policy", "Title of the policy.", .text),
        ("confidence", "Confidence level for a change of a statistic.", .number),
        (
          "fails_on", "The least severe action that blocks.",
          .word(GatePolicy.Action.allCases.map(\.rawValue))
        ),
        ("baselines", "Number of baselines; with 0 nothing was compared.", .integer),
        (
          "counts", "Number of changes with each action.",
          .object(GatePolicy.Action.allCases.map { ($0.rawValue, "Number.", .integer) })
        ),
        (
          "pairs", "One for each accessory and requirement set; of campaigns, for each study and check.",
          .list(of: pair)
        ),
      ])
  }

  /// That of `reflector scenario --json`.
  public static var scenario: String {
    SchemaShape.document(
      name: ScenarioJSON.schemaName, title: "Scenario report",
      fields: [
        ("tool", "The program.", tool), ("verdict", "The worst verdict of all scenarios.", verdict),
        ("scenarios", "One for each scenario.", .list(of: scenarioReport)),
      ])
  }

  private static let scenarioReport = SchemaShape.object([
    ("id", "The name of the scenario.", .text), ("title", "One line.", .text),
    ("file", "The scenario as the user named it.", .text),
    ("digest", "SHA-256 of the file and the file that it extends.", .text),
    ("phone", "Id.", .text), ("environment", "Id.", .text),
    ("seed", "Text, as readers may keep only 53 bits of a number.", .text),
    ("duration_s", "Virtual time.", .number), ("verdict", "The verdict.", verdict),
    ("capture", "Path of the capture.", .optional(.text)), ("frames", "Number of frames.", .integer),
    (
      "accessories", "The accessories in the order of the scenario.",
      .list(
        of: .object([
          ("name", "Advertised name.", .text), ("profile", "Path.", .text),
          ("notice", "Planted faults.", .optional(.text)),
        ]))
    ),
    ("declared", "Each declared value with its source.", .list(of: declared)),
    ("assumptions", "Values of the phone that no maker has published.", .list(of: declared)),
    ("log", "Lines of the phone's log.", .list(of: .text)),
    (
      "expectations", "One for each expectation.",
      .list(of: .object([("verdict", "The verdict.", verdict), ("step", "The comparison.", step)]))
    ),
    ("events", "All events in the order of time.", .list(of: scenarioEvent)),
  ])

  private static let scenarioEvent = SchemaShape.object([
    ("time_s", "Time since the start.", .number),
    ("actor", "The part of the scenario.", .word(ScenarioEvent.Actor.allCases.map(\.rawValue))),
    ("event", "The kind of event.", .word(ScenarioEvent.Kind.allCases.map(\.rawValue))),
    ("accessory", "Name.", .optional(.text)), ("zone", "Name.", .optional(.text)),
    ("text", "The event in words.", .text), ("value", "The notified value.", .optional(.number)),
    ("distance_m", "The distance of a procedure.", .optional(.number)),
    ("smoothed_m", "The smoothed distance.", .optional(.number)),
    ("rssi_m", "The distance estimated from the RSSI.", .optional(.number)),
    ("true_m", "The true distance.", .optional(.number)),
    ("error", "The error reported to the app.", .optional(.text)),
    ("frame", "The last frame of the capture at that time; 0 before the first.", .integer),
  ])

  private static let pair = SchemaShape.object([
    ("accessory", "Vendor and chipset.", .text), ("profile", "The profile of the candidate.", .text),
    ("requirement_set", "The id of the set; null for a study.", .optional(.text)),
    ("setting", "Phone, environment and estimator of a part of a campaign; else empty.", .text),
    ("before", "The verdict of the baseline.", .optional(verdict)),
    ("after", "The verdict of the candidate.", .optional(verdict)),
    ("requirements_compared", "Number that both reports have.", .integer),
    ("numbers_compared", "Number that both reports have.", .integer),
    ("notes", "What was not compared, and why.", .list(of: .text)),
    ("captures", "Whether the captures are the same, or why they were not compared.", .text),
    ("first_frame", "The first frame that differs.", .optional(frame)),
    (
      "replay", "The command that repeats the candidate; 'none' and the reason if an input can be read once.",
      .text
    ),
    ("changes", "The most severe change first.", .list(of: change)),
  ])

  private static let frame = SchemaShape.object([
    ("frame", "Counted from 1.", .integer),
    ("time_s", "Time since the first frame of the baseline.", .optional(.number)),
    ("interface", "Name.", .text), ("before", "Content in the baseline.", .optional(.text)),
    ("after", "Content in the candidate.", .optional(.text)), ("what", "The difference.", .text),
  ])

  private static let change = SchemaShape.object([
    ("kind", "The kind of change.", .word(GatePolicy.Change.allCases.map(\.rawValue))),
    ("action", "The action.", .word(GatePolicy.Action.allCases.map(\.rawValue))),
    ("reason", "Reason.", .text), ("requirement", "Id.", .optional(.text)),
    ("level", "The level.", .optional(level)), ("case", "Id.", .optional(.text)),
    ("text", "The change.", .text),
    ("declared_at", "Place in the profile that declares the value.", .optional(.object(place))),
    (
      "margin", "The numbers of the margin.",
      .optional(
        .object([
          ("before", "The number of the baseline.", quantity),
          ("after", "The number of the candidate.", quantity),
          ("lost_fraction", "The lost fraction of the baseline's margin; negative for a gain.", .number),
          (
            "difference_interval", "Confidence interval of the difference; two numbers.",
            .optional(.list(of: .number))
          ),
        ]))
    ),
    (
      "noise", "The numbers whose noise differs.",
      .optional(
        .object([
          ("before", "The number of the baseline.", quantity),
          ("after", "The number of the candidate.", quantity),
          ("factor", "The noise of the candidate over that of the baseline.", .number),
          (
            "factor_interval", "Confidence interval of the factor; two numbers.",
            .optional(.list(of: .number))
          ),
        ]))
    ),
  ])

  static let tool = SchemaShape.object([
    ("name", "As `reflector`.", .text), ("version", "As `1.0.0`.", .text),
  ])

  static let verdict = SchemaShape.word(Verdict.allCases.map(\.word))

  private static let waivers = SchemaShape.object([
    ("file", "The file of the waivers.", .text), ("today", "The date of the evaluation.", .text),
    (
      "entries", "In the order of the file.",
      .list(
        of: .object([
          ("requirement", "The waived requirement.", .text),
          ("profile", "A pattern of names.", .optional(.text)),
          ("case", "The waived test case.", .optional(.text)), ("reason", "Reason.", .text),
          ("expires", "The last day of the waiver.", .text),
          ("state", "The state of the waiver.", .word(WaiverReview.State.allCases.map(\.rawValue))),
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
            ("requirement_set", "The id of the set.", .text), ("verdict", "The worst verdict.", verdict),
            ("failed", "Requirements.", .list(of: .text)),
            ("inconclusive", "Requirements.", .list(of: .text)),
            ("warnings", "Requirements.", .list(of: .text)), ("waived", "Requirements.", .list(of: .text)),
            ("partial", "Whether the check was interrupted.", .flag),
          ]))
      ),
    ]))

  private static let report = SchemaShape.object([
    ("accessory", "Vendor and chipset.", .text),
    ("iut", "What was under test.", .text),
    ("profile", "The profile as the user named it.", .text),
    ("digest", "SHA-256 of the profile; empty without one.", .text),
    ("requirement_set", "The id of the set.", .text),
    ("requirement_set_version", "The version of the set.", .optional(.text)),
    ("requirement_set_last_seen", "The day on which its sources were last read.", .optional(.text)),
    ("phone", "The id of the phone profile.", .text),
    ("environment", "The id of the environment.", .text),
    ("distance_m", "The true distance in metres.", .number),
    ("seed", "Decimal digits.", .text),
    ("verdict", "The worst verdict of the requirements of level must, on the accessory.", verdict),
    ("app_verdict", "The worst verdict on the app; null if nothing was judged.", .optional(verdict)),
    (
      "sources", "Sources of the declared values.",
      .object([
        ("declared", "Number of values that the profile declares.", .integer),
        ("assumed", "Number of assumed values.", .integer),
        ("required", "Whether a pass requires values with a source.", .flag),
      ])
    ),
    ("partial", "Whether the check was interrupted.", .flag),
    ("counts", "Number of requirements of each verdict.", counts),
    ("capture", "Path of the capture.", .optional(.text)),
    (
      "replay", "The command that repeats the check; 'none' and the reason if an input can be read once.",
      .text
    ),
    ("notices", "Notices about the profile.", .list(of: .text)),
    ("interpretations", "The interpretations of the specification in use.", .table(of: .text)),
    ("declared", "The declared values.", .list(of: declared)),
    (
      "settings", "Declared values that an option put in place of the file's.",
      .list(
        of: .object([
          ("path", "As `radio.pll_settling_tau_us`.", .text), ("option", "As `--set`.", .text),
          ("written", "What the file has; null if it lacks the key.", .optional(.text)),
        ]))
    ),
    ("requirements", "In the order of the set.", .list(of: requirement)),
  ])

  private static let counts = SchemaShape.object(
    Verdict.allCases.map { ($0.word, "Number.", SchemaShape.integer) })

  private static let place: [SchemaShape.Field] = [
    ("file", "The profile, or the one it extends.", .text), ("line", "Counted from 1.", .integer),
    ("column", "Counted from 1.", .integer),
  ]

  private static let declared = SchemaShape.object(
    [
      ("path", "As `channel_sounding.t_fcs_us`.", .text),
      ("value", "As written; a list item by item.", .either(.text, .list(of: .text))),
      ("source", "The source of the value.", .text),
    ] + place)

  private static let requirement = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text),
    ("level", "The level.", level),
    ("subject", "The subject: accessory or app.", .word(Requirement.Subject.allCases.map(\.rawValue))),
    ("source", "The source of the requirement.", .text), ("text", "What is required.", .text),
    ("verdict", "The worst verdict of its test cases.", verdict),
    ("reason", "The reason, unless the verdict is a pass.", .optional(.text)),
    ("waived", "Whether all failures are waived.", .flag),
    ("warnings", "Warnings: allowed findings.", .list(of: .text)),
    (
      "declared_at", "The declared value and its place in the profile.",
      .optional(.object([("path", "As `channel_sounding.t_fcs_us`.", .text)] + place))
    ),
    ("frames", "Frames of the capture, counted from 1.", .list(of: .integer)),
    ("interfaces", "The interface of each frame, as `ll`.", .list(of: .text)),
    (
      "suspects",
      "Declared values behind a failure. With other values in place of those of one entry, the requirement passes.",
      .list(of: .list(of: suspect))
    ),
    ("cases", "The results of the test cases.", .list(of: testCase)),
  ])

  private static let suspect = SchemaShape.object(
    [
      ("path", "As `radio.pll_settling_tau_us`.", .text), ("value", "As the file has it.", .text),
      (
        "passing", "A value with which the requirement passes; null if it passes without one.",
        .optional(.text)
      ),
      ("lacking", "The items that a list needs beside its own; empty for anything else.", .list(of: .text)),
    ] + place)

  static let level = SchemaShape.word(Requirement.Level.allCases.map(\.rawValue))

  private static let testCase = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text),
    ("verdict", "The verdict.", verdict),
    ("reason", "The reason, unless the verdict is a pass.", .optional(.text)),
    ("waiver", "The waiver of a failure.", .optional(waiver)),
    ("warnings", "Warnings: allowed findings.", .list(of: .text)),
    ("duration_s", "Virtual time of the test case.", .number),
    ("steps", "The steps of the test case.", .list(of: step)),
  ])

  private static let waiver = SchemaShape.object([
    ("reason", "Reason.", .text), ("expires", "The last day of the waiver.", .text),
  ])

  private static let step = SchemaShape.object([
    ("name", "The name of the step.", .text), ("required", "The required value.", .text),
    ("measured", "The measured value.", .text), ("margin", "The distance from the limit.", .optional(.text)),
    ("quantity", "The value as a number.", .optional(quantity)),
    ("met", "Whether the requirement was met.", .flag),
    ("doubt", "The reason for an open result.", .optional(.text)),
    ("frames", "The frames of the evidence.", .list(of: .integer)),
    ("interfaces", "The interface of each frame, as `ll`.", .list(of: .text)),
  ])

  static let quantity = SchemaShape.object([
    ("value", "The measured number.", .number), ("unit", "Unit of all these numbers.", .text),
    ("comparison", "The comparison with the limit.", .word(Quantity.Comparison.allCases.map(\.rawValue))),
    ("limit", "The limit.", .number),
    ("margin", "The margin; negative beyond the limit.", .number),
    ("standard_error", "The standard error of the value.", .optional(.number)),
    ("count", "Number of values of the statistic.", .optional(.integer)),
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
