public import Documents

extension GatePolicy {
  /// Reads a policy. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> GatePolicy {
    let root = try CheckedDocument(file: file, schema: schema, load: load).root
    var policy = GatePolicy()
    policy.file = file
    policy.title = file
    keys.read(root, into: &policy)
    try ordered(
      root.section("margin_loss"), "warn_fraction", policy.warnedMarginLoss, "block_fraction",
      policy.blockedMarginLoss, file: file)
    try ordered(
      root.section("noise_growth"), "warn_factor", policy.warnedNoiseGrowth, "block_factor",
      policy.blockedNoiseGrowth, file: file)
    return policy
  }

  /// Throws if a limit that warns is above the one that blocks.
  private static func ordered(
    _ section: Section, _ warning: String, _ warned: Double, _ blocking: String, _ blocked: Double,
    file: String
  ) throws(DocumentErrors) {
    guard warned > blocked else { return }
    let problem = DocumentError.Problem.contradiction(
      "found a \(warning) above the \(blocking), expected at most the \(blocking)", other: nil,
      fix: "Write a \(warning) of \(ScalarText.format(blocked)) or less.")
    throw DocumentErrors(problem, at: section.position ?? SourcePosition(file: file), path: section.path)
  }

  private static let keys: [Key<GatePolicy>] = [
    .text("title", \.title, line, example: "Release branch", "One line; defaults to the path of the file."),
    .number(
      "confidence", \.confidence, 0.5...0.9999, nil, example: "0.95",
      "Confidence level for a change of a number; defaults to 0.95."),
    Key("margin_loss", \.self, marginLoss, "Allowed loss of a margin."),
    Key("noise_growth", \.self, noiseGrowth, "Allowed growth of noise."),
    Key("changes", \.actions, Change.allCases.map(\.key), "The action of each kind of change."),
    // A rule without an action blocks: the strictest action is the safe default.
    .sections(
      "rules", \.rules, rule, count: 1...200, "Exceptions; the first rule that matches a change applies.",
      new: { Rule(action: .block, reason: "", position: $0) }),
  ]

  static let schema = DocumentSchema(name: schemaName, fields: keys.described(by: GatePolicy()))

  private static let line = TextForm.free(maximum: 400)
  private static let fraction = 0.0...100

  private static let marginLoss: [Key<GatePolicy>] = [
    .number(
      "warn_fraction", \.warnedMarginLoss, fraction, nil, example: "0.1",
      "Loss of the baseline's margin that warns, as a fraction, and less is ignored; defaults to 0.1."),
    .number(
      "block_fraction", \.blockedMarginLoss, fraction, nil, example: "0.2",
      "Loss with the action of margin-lost or drift, as a fraction; defaults to 0.2."),
  ]

  private static let factor = 1.0...1000

  private static let noiseGrowth: [Key<GatePolicy>] = [
    .number(
      "warn_factor", \.warnedNoiseGrowth, factor, nil, example: "1.25",
      "Growth factor of noise that warns, and less is ignored; defaults to 1.25."),
    .number(
      "block_factor", \.blockedNoiseGrowth, factor, nil, example: "1.5",
      "Growth factor with the action of noise-grown or drift; defaults to 1.5."),
  ]

  private static let rule: [Key<Rule>] = [
    .words("changes", \.changes, example: "[margin-lost]", "Kinds of change; defaults to all."),
    .texts(
      "requirements", \.requirements, .requirementPattern, count: 1...200, example: "[CS-A07]",
      "Requirements, with CS-* for all ids with that prefix; defaults to all."),
    .words("levels", \.levels, example: "[must]", "Levels of requirements; defaults to all."),
    .number(
      "margin_loss_at_least", \.leastMarginLoss, fraction, nil, example: "0.2",
      "Minimum loss of the baseline's margin, as a fraction; defaults to no minimum."),
    .word("action", \.action, required: true, example: "warn", "The action."),
    .text(
      "reason", \.reason, line, required: true, example: "Known, see the tracker.",
      "Reason, which the report quotes."),
  ]
}

extension GatePolicy.Change {
  fileprivate var key: Key<[GatePolicy.Change: GatePolicy.Action]> {
    let (word, usual) = (rawValue, usualAction)
    let rule = FieldRule(
      word, .word(GatePolicy.Action.allCases.map(\.rawValue)), example: usual.rawValue, summary)
    return Key(rule) {
      $1[self] = $0.text(word).flatMap(GatePolicy.Action.init(rawValue:))
    } text: {
      ($0[self] ?? usual).rawValue
    }
  }
}

extension Key {
  /// A list of cases, each at most once.
  fileprivate static func words<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ place: Place<[Value]>, example: String, _ summary: String
  ) -> Key {
    let words = Value.allCases.map(\.rawValue)
    return list(
      key, place, of: .word(words), count: 1...words.count, example: example, summary,
      value: Value.init(rawValue:), text: \.rawValue)
  }
}
