import Gate
import Profiles
import Reports
import Verdicts

/// Reports of campaigns.
enum SampleCampaigns {
  /// A study and checks with one of everything.
  static var mixed: CampaignReport {
    var checks = CampaignReport.Checks(
      accessory: "Example Semiconductor EX1234", profilePath: "Profiles/a&b.yaml",
      profileDigest: String(repeating: "0123456789abcdef", count: 4), phone: "iphone-ios27",
      environment: "line-of-sight", requirementSet: "example-set", distanceMetres: 3.5,
      seed: 18_446_744_073_709_551_613, seedCount: 3)
    checks.counts = [.pass: 1, .fail: 1, .inconclusive: 1]
    var failing = CampaignReport.Checks.Row(requirement: "CS-A07", level: .must)
    failing.counts = checks.counts
    failing.reason = ("steps are 50 us too far apart", 18_446_744_073_709_551_614)
    var passing = CampaignReport.Checks.Row(requirement: "CS-A20", level: .should)
    passing.counts = [.pass: 3]
    checks.rows = [failing, passing]
    return CampaignReport(
      id: "sample", title: "Sample", edition: 2, tool: "reflector 9.9.9",
      progress: .init(doneCount: 5, sparedCount: 1, of: 9),
      studies: [SampleStudies.mixed], checks: [checks])
  }

  /// The mixed report beside an older one, whose errors are half as large.
  static var compared: CampaignReport {
    var (report, older) = (mixed, mixed.results)
    older.edition = 1
    for index in older.studies[0].points.indices {
      var point = older.studies[0].points[index]
      point.rmseMetres = point.rmseMetres.map { $0 / 2 }
      point.p90Metres = point.p90Metres.map { $0 / 2 }
      older.studies[0].points[index] = point
    }
    older.checks = []
    report.compared = CampaignComparison([
      (file: "old.json", results: older), (file: nil, results: report.results),
    ])
    return report
  }
}
