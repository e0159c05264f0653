internal import CoreTypes
internal import Documents
internal import Notation
internal import Profiles
package import Scenarios
internal import Verdicts

/// Writes the report of a scenario for people: the events, then the expectations with their verdicts.
package struct ScenarioText {
  /// The least time between two distances of the text.
  private static let distancePeriod = Picoseconds.seconds(5)
  private static let columns = [
    TextTable.Column("EXPECT"), TextTable.Column("REQUIRED"), TextTable.Column("MEASURED"),
    TextTable.Column("VERDICT"), TextTable.Column("FRAME"),
  ]
  private static let verdictColumn = 3

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// One scenario, with a line feed at its end, and its duration by the wall clock.
  package func text(_ report: ScenarioReport, seconds: Double?) -> String {
    let lines = heading(report, seconds) + timeline(report) + [""] + table(report) + footer(report)
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line a scenario; empty for a single one.
  package func overview(_ reports: [ScenarioReport]) -> String {
    guard reports.count > 1 else { return "" }
    return reports.map { report in
      let label = OutcomeLabel(report.verdict)
      let failed = report.steps.filter { !$0.isMet }.map(\.name).joined(separator: ", ")
      return style.paint(label.rawValue, as: label) + "  " + DisplayText.line(report.id)
        + (failed.isEmpty ? "" : ": \(DisplayText.line(failed))") + "\n"
    }.joined()
  }

  private func heading(_ report: ScenarioReport, _ seconds: Double?) -> [String] {
    let count = report.accessories.count
    let pace = seconds.map { " in \(DecimalText.fixed($0, digits: 1)) s" } ?? ""
    let setup =
      "\(report.phone) in \(report.environment), \(count) \(count == 1 ? "accessory" : "accessories"), "
      + "seed \(report.seed), \(DecimalText.plain(report.duration.inSeconds)) s of virtual time\(pace)"
    let title = "\(report.id): \(report.title)"
    return DisplayText.wrapped(title, to: style.width).map { style.paint($0, .bold) }
      + style.fact("setup", setup)
      + report.accessories.flatMap { accessory in
        accessory.notice.map { style.fact("notice", "\(accessory.name): \($0)") } ?? []
      } + [""]
  }

  // MARK: Events

  private func timeline(_ report: ScenarioReport) -> [String] {
    var lastDistance: Picoseconds?
    return report.events.flatMap { event -> [String] in
      switch event.kind {
      case .value, .rawEntry, .rawExit: return []
      case .session: lastDistance = event.time
      case .result:
        if let lastDistance, event.time - lastDistance < Self.distancePeriod { return [] }
        lastDistance = event.time
      default: break
      }
      return line(event)
    }
  }

  private func line(_ event: ScenarioEvent) -> [String] {
    let time = DecimalText.fixed(event.time.inSeconds, digits: 2)
    let blanks = String(repeating: " ", count: max(0, 9 - time.count))
    let head = "\(blanks)\(time) s  " + DisplayText.padded(event.actor.rawValue, to: 9)
    let strength =
      event.kind == .result
      ? event.rssiMetres.map { ", \(DecimalText.fixed($0, digits: 2)) m from RSSI" } ?? "" : ""
    let error = event.error.map { ", \($0.rawValue)" } ?? ""
    let subject = event.kind == .step ? "" : event.accessory.map { "\($0): " } ?? ""
    let lines = DisplayText.hanging(head, subject + event.text + strength + error, width: style.width)
    return event.error == nil ? lines : lines.map { style.paint($0, .yellow) }
  }

  // MARK: Expectations

  private func table(_ report: ScenarioReport) -> [String] {
    var table = TextTable(Self.columns)
    for step in report.steps {
      table.append([
        step.name, step.required, step.measured, OutcomeLabel(step.verdict).rawValue,
        step.frames.last.map(String.init) ?? "-",
      ])
    }
    return table.lines(style, painting: Self.verdictColumn) { OutcomeLabel(report.steps[$0].verdict) }
      ?? report.steps.flatMap(line)
  }

  /// An expectation in words, for a terminal on which the table has no room: titles and limits are wrapped, not cut.
  private func line(_ step: Step) -> [String] {
    let label = OutcomeLabel(step.verdict)
    let frame = step.frames.last.map { ", frame \($0)" } ?? ""
    let text = "\(step.name): required \(step.required), measured \(step.measured)\(frame)"
    let lines = DisplayText.hanging(label.rawValue + "  ", text, width: style.width)
    return [style.paint(label.rawValue, as: label) + lines[0].dropFirst(label.rawValue.count)]
      + lines.dropFirst()
  }

  private func footer(_ report: ScenarioReport) -> [String] {
    let label = OutcomeLabel(report.verdict)
    let counts = OutcomeLabel.counts(report.steps.map { OutcomeLabel($0.verdict) })
    let result = style.paint(label.rawValue, as: label) + ": " + counts.joined(separator: ", ")
    var lines = [DisplayText.head("result") + result]
    lines += zones(report)
    for text in report.log { lines += style.fact("log", text) }
    if !report.assumptions.isEmpty {
      let values = report.assumptions.map { "\($0.path) \($0.text)" }.joined(separator: ", ")
      lines += style.fact("assumed", values)
    }
    if let path = report.capturePath { lines.append(DisplayText.head("capture") + DisplayText.line(path)) }
    return lines
  }

  /// The entries and exits of each zone, with and without smoothing.
  private func zones(_ report: ScenarioReport) -> [String] {
    func count(_ kind: ScenarioEvent.Kind, _ zone: String) -> Int {
      report.events.count { $0.kind == kind && $0.zone == zone }
    }
    return Set(report.events.compactMap(\.zone)).sorted().flatMap { zone in
      let (entries, exits) = (count(.entry, zone), count(.exit, zone))
      let text =
        "\(zone): \(entries) \(entries == 1 ? "entry" : "entries") and \(DecimalText.counted(exits, "exit")); "
        + "without smoothing \(count(.rawEntry, zone)) and \(count(.rawExit, zone))"
      return style.fact("zone", text)
    }
  }

}
