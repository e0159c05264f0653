internal import Documents
package import Gate
internal import Plots
internal import Profiles
package import Reports
internal import Verdicts

/// Writes what a gate decided as a page: baseline and candidate side by side.
package struct GatePage {
  private let report: GateReport

  package init(_ report: GateReport) { self.report = report }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let shown = report.shownCounts(atMost: GateText.maximumChanges)
    let label = GateText.label(report.decision)
    let heading = Page.heading(report.pairs.map { ($0.accessory, $0.profilePath) })
    let page = Page(
      kind: "Regression gate", title: "\(label) \(heading)", heading: heading,
      outcome: [
        "class": report.decision.gravest.pageClass, "label": label, "text": report.counts,
      ],
      lead: (report.baselineCount == 0 ? [GateText.noBaseline] : [])
        + [
          "Policy: \(report.policy). Baselines: \(report.baselineCount). Fails on: \(report.failsOn.rawValue)."
        ],
      links: report.pairs.enumerated().map { ("#" + Self.id($0), "\($1.accessory), \($1.subject)") },
      body: PageTemplates.shared.render(
        ["pairs": zip(report.pairs, shown).enumerated().map { view($0, $1.0, first: $1.1) }], "gate"))
    return page.html(tool: tool)
  }

  private static func id(_ index: Int) -> String { "pair-\(index + 1)" }

  private func view(_ index: Int, _ pair: PairReport, first count: Int) -> View {
    let (before, after) = (pair.before.map(OutcomeLabel.init), pair.after.map(OutcomeLabel.init))
    return [
      "id": Self.id(index), "accessory": pair.accessory, "set": pair.subject,
      "hasVerdicts": pair.requirementSet != nil,
      "before": before?.rawValue ?? "MISSING", "beforeClass": before?.pageClass ?? "na",
      "after": after?.rawValue ?? "MISSING", "afterClass": after?.pageClass ?? "na",
      "facts": [
        fact("Profile", pair.profilePath, isCode: true),
        fact("Compared", "\(pair.requirementCount) requirements, \(pair.numberCount) numbers"),
        fact("Captures", pair.captureNote),
      ] + pair.notes.map { fact("Note", $0) }
        + (pair.replay.isEmpty ? [] : [fact("Repeat", pair.replay, isCode: true, canCopy: true)]),
      "frame": present(pair.capture.map(Self.view)), "hasChanges": !pair.changes.isEmpty,
      "changes": pair.changes.prefix(count).map(Self.view), "rest": present(pair.restText(after: count)),
    ]
  }

  /// The most fields that a page shows of two frames.
  private static let mostFields = 40

  private static func view(_ difference: CaptureDifference) -> View {
    let more = difference.fields.count - mostFields
    return [
      "number": difference.frame, "interface": difference.interface,
      "before": difference.before ?? "the end of the capture",
      "after": difference.after ?? "the end of the capture", "what": difference.what,
      "sentencesBefore": difference.sentencesBefore, "sentencesAfter": difference.sentencesAfter,
      "hasFields": !difference.fields.isEmpty,
      "fields": difference.fields.prefix(mostFields).map { field in
        ["name": field.name, "before": field.before ?? "-", "after": field.after ?? "-"] as View
      },
      "more": present(more > 0 ? "\(more) more \(more == 1 ? "field differs" : "fields differ")." : nil),
    ]
  }

  private static func view(_ judged: JudgedChange) -> View {
    let change = judged.change
    let numbers =
      change.margin.map { [$0.before, $0.after] } ?? change.noise.map { [$0.before, $0.after] }
      ?? change.numbers
    return [
      "class": judged.action.pageClass, "action": GateText.label(judged.action), "title": change.title,
      "text": change.text, "bars": Self.bars(numbers),
      "reason": present(judged.action == .ignore ? nil : judged.reason),
      "place": present(change.position.map { "\($0)" }),
    ]
  }
}

extension GatePage {
  /// Two numbers on one scale, the baseline above.
  private static func bars(_ numbers: [Quantity]) -> String {
    numbers.map { number in
      var bar = MarginBar(number)
      bar.compared = numbers.first { $0 != number }?.value
      return bar.svg
    }.joined()
  }
}

extension GatePolicy.Action {
  /// The name in style sheets.
  fileprivate var pageClass: String {
    switch self {
    case .block: "fail"
    case .cannotTell: "inconclusive"
    case .warn: "warn"
    case .ignore: "pass"
    }
  }
}
