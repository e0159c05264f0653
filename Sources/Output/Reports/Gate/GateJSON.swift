internal import Documents
package import Gate
internal import Notation
internal import Profiles
internal import Verdicts

/// Writes what a gate says for programs, as docs/gate.md describes.
package enum GateJSON {
  /// The kind and version of the document.
  package static let schemaName = "reflector/gate-report/1"

  static let document = JSONDocument<GateReport>(
    name: schemaName, title: "Gate report",
    fields: [
      .init("decision", "The most severe action of all changes.", \.decision),
      .init("policy", "Title of the policy.", \.policy),
      .init("confidence", "Confidence level for a change of a statistic.", \.confidence),
      .init("fails_on", "The least severe action that blocks.", \.failsOn),
      .init("baselines", "Number of baselines; with 0 nothing was compared.", \.baselineCount),
      .object("counts", "Number of changes with each action.", counts),
      .init(
        "pairs", "One for each accessory and requirement set; of campaigns, for each study and check.",
        \.pairs),
    ])

  private static var counts: [JSONField<GateReport>] {
    GatePolicy.Action.allCases.map { action in
      JSONField<GateReport>(action.rawValue, "Number.") { report in report.count(of: action) }
    }
  }

  /// The document, with a line feed at its end.
  package static func text(_ report: GateReport, tool: ToolIdentity) -> String {
    document.text(report, tool: tool)
  }
}

extension GateDecision: JSONConvertible {}
extension GatePolicy.Action: JSONConvertible {}
extension GatePolicy.Change: JSONConvertible {}

extension PairReport: JSONObject {
  static let jsonFields: [JSONField<PairReport>] = [
    .init("accessory", "Vendor and chipset.", \.accessory),
    .init("profile", "The profile of the candidate.", \.profilePath),
    .init("requirement_set", "The id of the set; null for a study.", \.requirementSet),
    .init("setting", "Phone, environment and estimator of a part of a campaign; else empty.", \.setting),
    .init("before", "The verdict of the baseline.", \.before),
    .init("after", "The verdict of the candidate.", \.after),
    .init("requirements_compared", "Number that both reports have.", \.requirementCount),
    .init("numbers_compared", "Number that both reports have.", \.numberCount),
    .init("notes", "What was not compared, and why.", \.notes),
    .init("captures", "Whether the captures are the same, or why they were not compared.", \.captureNote),
    .init("first_frame", "The first frame that differs.", \.capture),
    .init(
      "replay",
      "The command that repeats the candidate; 'none' and the reason if an input can be read once.", \.replay),
    .init("changes", "The most severe change first.", \.changes),
  ]
}

extension CaptureDifference: JSONObject {
  static let jsonFields: [JSONField<CaptureDifference>] = [
    .init("frame", "Counted from 1.", \.frame),
    .init("time_s", "Time since the first frame of the baseline.", \.seconds),
    .init("interface", "Name.", \.interface),
    .init("before", "Content in the baseline.", \.before),
    .init("after", "Content in the candidate.", \.after),
    .init("what", "The difference.", \.what),
  ]
}

extension JudgedChange: JSONObject {
  static let jsonFields: [JSONField<JudgedChange>] = [
    .init("kind", "The kind of change.", \.change.kind),
    .init("action", "The action.", \.action),
    .init("reason", "Reason.", \.reason),
    .init("requirement", "Id.", \.change.requirement),
    .init("level", "The level.", \.change.level),
    .init("case", "Id.", \.change.testCase),
    .init("text", "The change.", \.change.text),
    .init("declared_at", "Place in the profile that declares the value.", \.change.position),
    .init("margin", "The numbers of the margin.", \.change.margin),
    .init("noise", "The numbers whose noise differs.", \.change.noise),
  ]
}

extension NoiseChange: JSONObject {
  static let jsonFields: [JSONField<NoiseChange>] = [
    .init("before", "The number of the baseline.", \.before),
    .init("after", "The number of the candidate.", \.after),
    .init("factor", "The noise of the candidate over that of the baseline.", \.factor),
    .init("factor_interval", "Confidence interval of the factor; two numbers.", \.interval),
  ]
}

extension MarginChange: JSONObject {
  static let jsonFields: [JSONField<MarginChange>] = [
    .init("before", "The number of the baseline.", \.before),
    .init("after", "The number of the candidate.", \.after),
    .init(
      "lost_fraction", "The lost fraction of the baseline's margin; negative for a gain.", \.lostFraction),
    .init("difference_interval", "Confidence interval of the difference; two numbers.", \.interval),
  ]
}

/// Both ends.
extension MarginChange.Interval: JSONConvertible {
  static var jsonShape: SchemaShape { .list(of: .number) }
  var json: JSONValue { .list([.number(low), .number(high)]) }
}
