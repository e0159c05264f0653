package import Gate
internal import Notation
internal import Verdicts

/// A comparison of campaigns in tables, for people.
package struct ComparisonTables {
  private static let absent = "-"

  private let comparison: CampaignComparison

  package init(_ comparison: CampaignComparison) { self.comparison = comparison }

  /// What the tables show, in a sentence.
  package static let caption =
    "P90 in metres, and the change of the RMSE from the oldest report with the point to this one, with "
    + "\(DecimalText.plain(100 * CampaignComparison.confidence)) % confidence for all points together"

  /// Each report with what is known about it.
  package var legend: [(name: String, text: String)] {
    let campaigns = Set(comparison.reports.map(\.campaign))
    return comparison.reports.map { report in
      let profiles = report.profiles.map { profile in
        let digest = "sha256 \(profile.digest.prefix(8))"
        return report.profiles.count == 1 ? digest : "\(profile.path) \(digest)"
      }
      let facts =
        [report.file].compactMap(\.self) + (campaigns.count > 1 ? [report.campaign] : [])
        + ["edition \(report.edition)", report.tool] + profiles + (report.isPartial ? ["PARTIAL"] : [])
      return (report.name, facts.filter { $0 != report.name }.joined(separator: ", "))
    }
  }

  /// A row for each point, with a column for each report; nil without any point.
  package var points: TextTable? {
    guard let first = comparison.studies.first else { return nil }
    let parts = telling
    var table = TextTable(
      parts.map { TextTable.Column($0.heading, minimum: 8) }
        + first.sweeps.map { TextTable.Column(DisplayText.line($0.name), isNumeric: true) }
        + [TextTable.Column("DISTANCE m", isNumeric: true)] + reportColumns
        + [TextTable.Column("RMSE CHANGE", isNumeric: true)])
    for study in comparison.studies {
      for point in study.points {
        table.append(
          parts.map { $0.text(study) } + point.knobValues.map(DecimalText.plain)
            + [DecimalText.plain(point.distanceMetres)]
            + point.results.map { $0?.p90Metres.map(Self.metres) ?? Self.absent } + [Self.text(point.change)])
      }
    }
    return table
  }

  /// A row for each group of checks, with a column for each report; nil without any check.
  package var checks: TextTable? {
    guard !comparison.checks.isEmpty else { return nil }
    var table = TextTable(
      ["PROFILE", "SET", "PHONE", "ENVIRONMENT"].map { TextTable.Column($0, minimum: 8) } + reportColumns)
    for part in comparison.checks {
      let place = part.place
      table.append(
        [place.profilePath, part.requirementSet, place.phone, place.environment]
          + part.counts.map { $0.map(Self.text) ?? Self.absent })
    }
    return table
  }

  /// What tells studies apart: of profile, phone, environment and estimator those that differ.
  private var telling: [(heading: String, text: (CampaignComparison.Study) -> String)] {
    let parts: [(heading: String, text: (CampaignComparison.Study) -> String)] = [
      ("PROFILE", { $0.place.profilePath }), ("PHONE", { $0.place.phone }),
      ("ENVIRONMENT", { $0.place.environment }), ("ESTIMATOR", { $0.estimator }),
    ]
    return parts.filter { part in Set(comparison.studies.map(part.text)).count > 1 }
  }

  /// What tells a study apart from the others; empty for a single one.
  func name(_ study: CampaignComparison.Study) -> String {
    telling.map { $0.text(study) }.joined(separator: ", ")
  }

  private var reportColumns: [TextTable.Column] {
    comparison.reports.map { TextTable.Column(DisplayText.line($0.name), isNumeric: true) }
  }

  /// Down to a hundredth of a millimetre.
  private static func metres(_ value: Double) -> String { DecimalText.fixed(value, digits: 5) }

  private static func text(_ change: CampaignComparison.Change) -> String {
    func percent(_ factor: Double) -> String {
      (factor > 1 ? "+" : "") + DecimalText.fixed(100 * (factor - 1), digits: 1)
    }
    return switch change {
    case .unknown: absent
    case .same: "none"
    case .byChance: "by chance"
    case .factor(let factor, let interval):
      "\(percent(factor)) % (\(percent(interval.low)) to \(percent(interval.high)))"
    }
  }

  private static func text(_ counts: [Verdict: Int]) -> String {
    let ran = counts.total
    for (verdict, word) in [(Verdict.fail, "fail"), (.inconclusive, "inconclusive")] {
      let count = counts[verdict, default: 0]
      if count > 0 { return "\(DecimalText.grouped(count)) of \(DecimalText.grouped(ran)) \(word)" }
    }
    return ran == 0 ? absent : "\(DecimalText.grouped(ran)) pass"
  }
}
