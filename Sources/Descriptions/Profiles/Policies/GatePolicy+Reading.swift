public import Documents

extension GatePolicy {
  /// Reads a policy. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> GatePolicy {
    let root = try CheckedDocument(file: file, schema: schema, load: load).root
    var policy = GatePolicy()
    policy.file = file
    policy.title = root.text("title") ?? file
    policy.confidence = root.number("confidence", or: policy.confidence)
    let loss = root.section("margin_loss")
    policy.warnedMarginLoss = loss.number("warn_fraction", or: policy.warnedMarginLoss)
    policy.blockedMarginLoss = loss.number("block_fraction", or: policy.blockedMarginLoss)
    try ordered(
      loss, "warn_fraction", policy.warnedMarginLoss, "block_fraction", policy.blockedMarginLoss, file: file,
      path: "margin_loss")
    let noise = root.section("noise_growth")
    policy.warnedNoiseGrowth = noise.number("warn_factor", or: policy.warnedNoiseGrowth)
    policy.blockedNoiseGrowth = noise.number("block_factor", or: policy.blockedNoiseGrowth)
    try ordered(
      noise, "warn_factor", policy.warnedNoiseGrowth, "block_factor", policy.blockedNoiseGrowth, file: file,
      path: "noise_growth")
    let changes = root.section("changes")
    for change in Change.allCases {
      policy.actions[change] = changes.text(change.rawValue).flatMap(Action.init(rawValue:))
    }
    policy.rules = root.sections("rules").map { Rule($0, file: file) }
    return policy
  }

  /// Throws if a limit that warns is above the one that blocks.
  private static func ordered(
    _ section: Section, _ warning: String, _ warned: Double, _ blocking: String, _ blocked: Double,
    file: String, path: String
  ) throws(DocumentErrors) {
    guard warned > blocked else { return }
    let problem = DocumentError.Problem.contradiction(
      "found a \(warning) above the \(blocking), expected at most the \(blocking)", other: nil,
      fix: "Write a \(warning) of \(ScalarText.format(blocked)) or less.")
    throw DocumentErrors(problem, at: section.position ?? SourcePosition(file: file), path: path)
  }

  static let schema = DocumentSchema(
    name: schemaName,
    fields: [
      FieldRule("title", line, example: "Release branch", "One line."),
      FieldRule(
        "confidence", .number(0.5...0.9999), example: "0.95",
        "Confidence level for a change of a number; defaults to 0.95."),
      FieldRule("margin_loss", .map(marginLoss), "Allowed loss of a margin."),
      FieldRule("noise_growth", .map(noiseGrowth), "Allowed growth of noise."),
      FieldRule("changes", .map(Change.allCases.map(\.rule)), "The action of each kind of change."),
      FieldRule(
        "rules", .list(.map(rule), count: 1...200),
        "Exceptions; the first rule that matches a change applies."),
    ])

  private static let line = Shape.text(.free(maximum: 400))
  private static let fraction = Shape.number(0...100)

  private static let marginLoss = [
    FieldRule(
      "warn_fraction", fraction, example: "0.1",
      "Loss of the baseline's margin that is a warning, as a fraction; defaults to 0.1."),
    FieldRule(
      "block_fraction", fraction, example: "0.2",
      "Loss with the action of margin-lost, as a fraction; defaults to 0.2."),
  ]

  private static let factor = Shape.number(1...1000)

  private static let noiseGrowth = [
    FieldRule(
      "warn_factor", factor, example: "1.25",
      "Growth factor of noise that is a warning; defaults to 1.25."),
    FieldRule(
      "block_factor", factor, example: "1.5",
      "Growth factor with the action of noise-grown; defaults to 1.5."),
  ]

  private static let rule = [
    FieldRule(
      "changes", .list(.word(Change.allCases.map(\.rawValue)), count: 1...Change.allCases.count),
      example: "[margin-lost]", "Kinds of change; defaults to all."),
    FieldRule(
      "requirements", .list(.text(.requirementPattern), count: 1...200), example: "[CS-A07]",
      "Requirements; CS-* matches all ids with that prefix."),
    FieldRule(
      "levels", .list(.word(Requirement.Level.allCases.map(\.rawValue)), count: 1...3), example: "[must]",
      "Levels of requirements."),
    FieldRule(
      "margin_loss_at_least", fraction, example: "0.2",
      "Minimum loss of the baseline's margin, as a fraction."),
    FieldRule("action", actionShape, required: true, example: "warn", "The action."),
    FieldRule("reason", line, required: true, example: "Known, see the tracker.", "Reason, for readers."),
  ]

  fileprivate static let actionShape = Shape.word(Action.allCases.map(\.rawValue))
}

extension GatePolicy.Change {
  fileprivate var rule: FieldRule {
    FieldRule(rawValue, GatePolicy.actionShape, example: usualAction.rawValue, summary)
  }
}

extension GatePolicy.Rule {
  fileprivate init(_ section: Section, file: String) {
    self.init(
      changes: section.texts("changes").compactMap(GatePolicy.Change.init(rawValue:)),
      requirements: section.texts("requirements"),
      levels: section.texts("levels").compactMap(Requirement.Level.init(rawValue:)),
      leastMarginLoss: section.text("margin_loss_at_least").flatMap(ScalarText.number),
      // The schema asks for one of the words; the gravest is the safest reading of any other.
      action: section.text("action").flatMap(GatePolicy.Action.init(rawValue:)) ?? .block,
      reason: section.text("reason") ?? "", position: section.position ?? SourcePosition(file: file))
  }
}
