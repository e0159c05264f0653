internal import CampaignStore
internal import Campaigns
internal import ConformanceTester
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Reports
internal import Verdicts

extension CampaignOutcome {
  /// The tables of an export, as docs/campaigns.md describes them.
  var tables: [ExportFile.Table] {
    let report = report
    return [campaignTable(report), pointTable(report.studies), histogramTable, checkTable, verdictTable]
  }

  private func campaignTable(_ report: CampaignReport) -> ExportFile.Table {
    var table = ExportFile.Table(
      "campaign",
      [
        ("id", "TEXT"), ("title", "TEXT"), ("edition", "INTEGER"), ("tool", "TEXT"), ("units", "INTEGER"),
        ("units_done", "INTEGER"), ("units_not_needed", "INTEGER"),
      ])
    table.rows.append([
      .text(report.id), .text(report.title), .integer(Int(report.edition)), .text(report.tool),
      .integer(report.progress.unitCount), .integer(report.progress.doneCount),
      .integer(report.progress.sparedCount),
    ])
    return table
  }

  private func pointTable(_ studies: [RangeReport]) -> ExportFile.Table {
    var table = ExportFile.Table(
      "point",
      [
        ("point", "INTEGER PRIMARY KEY"), ("profile", "TEXT"), ("phone", "TEXT"), ("environment", "TEXT"),
        ("estimator", "TEXT"), ("knob", "TEXT"), ("knob_value", "REAL"), ("second_knob", "TEXT"),
        ("second_knob_value", "REAL"), ("distance_m", "REAL"), ("procedures", "INTEGER"),
        ("estimates", "INTEGER"),
      ] + CampaignCSV.lengths.map { ($0.name, "REAL") })
    for study in studies {
      for point in study.study.points {
        let knobs = (0..<2).flatMap { index -> [ExportFile.Value] in
          guard index < study.sweeps.count else { return [.none, .none] }
          return [.text(study.sweeps[index].name), .real(point.knobValues[index])]
        }
        table.rows.append(
          [
            .integer(table.rows.count), .text(study.profilePath), .text(study.phone),
            .text(study.environment),
            .text(study.estimator),
          ] + knobs + [
            .real(point.distanceMetres), .integer(point.figures.procedureCount),
            .integer(point.figures.estimateCount),
          ] + CampaignCSV.lengths.map { $0.value(point.figures).map { .real($0) } ?? .none })
      }
    }
    return table
  }

  private var histogramTable: ExportFile.Table {
    var table = ExportFile.Table(
      "histogram",
      [
        ("point", "INTEGER REFERENCES point"), ("error_from_m", "REAL"), ("error_to_m", "REAL"),
        ("count", "INTEGER"),
      ])
    for (point, tally) in tally.points.enumerated() {
      for bin in tally.errorCounts {
        table.rows.append([.integer(point), .real(bin.from), .real(bin.to), .integer(bin.count)])
      }
    }
    return table
  }

  private var checkTable: ExportFile.Table {
    var table = ExportFile.Table(
      "check_run",
      [
        ("check_run", "INTEGER PRIMARY KEY"), ("profile", "TEXT"), ("phone", "TEXT"), ("environment", "TEXT"),
        ("requirement_set", "TEXT"), ("seed", "INTEGER"), ("verdict", "TEXT"),
      ])
    for (index, verdicts) in tally.checks.enumerated() {
      guard let verdicts else { continue }
      let request = plan.units.checks[index]
      table.rows.append([
        .integer(index), .text(request.profilePath), .text(request.phone.id), .text(request.environment.id),
        .text(request.requirements.id), .integer(Int(request.seed)), .text(verdicts.verdict.word),
      ])
    }
    return table
  }

  private var verdictTable: ExportFile.Table {
    var table = ExportFile.Table(
      "verdict",
      [
        ("check_run", "INTEGER REFERENCES check_run"), ("requirement", "TEXT"), ("verdict", "TEXT"),
        ("reason", "TEXT"),
      ])
    for (index, verdicts) in tally.checks.enumerated() {
      for row in verdicts?.rows ?? [] {
        table.rows.append([
          .integer(index), .text(row.requirement), .text(row.verdict.word),
          row.reason.map { .text($0) } ?? .none,
        ])
      }
    }
    return table
  }
}
