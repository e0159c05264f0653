internal import Profiles
package import Verdicts

/// Results of campaigns side by side, the oldest first: what the newest has, followed back through the others.
package struct CampaignComparison: Hashable, Sendable {
  /// One of the results.
  package struct Report: Hashable, Sendable {
    /// A profile as it was.
    package struct Profile: Hashable, Sendable {
      package var path: String
      /// SHA-256 of its octets, hex.
      package var digest: String
    }

    /// What tells it apart from the others: tool, edition, digest of the profile, or file.
    package fileprivate(set) var name: String
    /// The file it was read from; nil for an edition of the store.
    package let file: String?
    package let campaign: String
    package let edition: Int
    /// Name and version of the tool that ran it.
    package let tool: String
    package let isPartial: Bool
    /// In the order of the campaign.
    package let profiles: [Profile]
  }

  /// How the RMSE of a point changes from the oldest report with the point to the newest.
  package enum Change: Hashable, Sendable {
    /// Fewer than two reports have the point, or the first or the last of them has no confidence interval of its RMSE.
    case unknown
    /// The RMSE is the same.
    case same
    /// Chance explains the difference.
    case byChance
    /// The RMSE is so many times as high, and where the true factor lies.
    case factor(Double, MarginChange.Interval)
  }

  /// A point in all reports.
  package struct Point: Hashable, Sendable {
    /// The true distance in metres.
    package let distanceMetres: Double
    /// In the order of the study's sweeps.
    package let knobValues: [Double]
    /// One for each report; nil where the point is missing.
    package let results: [CampaignResults.Point?]
    package let change: Change
  }

  /// A study in all reports.
  package struct Study: Hashable, Sendable {
    /// As in the newest report.
    package let place: CampaignResults.Place
    package let estimator: String
    package let sweeps: [CampaignResults.Sweep]
    /// P90 over all points in metres, one for each report; nil where there is none.
    package let p90Metres: [Double?]
    package let points: [Point]
  }

  /// Checks that differ by their seeds alone, in all reports.
  package struct Checks: Hashable, Sendable {
    /// As in the newest report.
    package let place: CampaignResults.Place
    package let requirementSet: String
    /// How often the check had each verdict, one for each report; nil where it is missing.
    package let counts: [[Verdict: Int]?]
  }

  /// The chance that no change is called one where nothing but chance differs, in all points together.
  package static let confidence = GatePolicy().confidence

  /// The oldest first.
  package let reports: [Report]
  /// The studies of the newest report.
  package let studies: [Study]
  /// The checks of the newest report.
  package let checks: [Checks]

  /// Compares results, the oldest first; one at least.
  ///
  /// - Parameter sources: each with the file that it was read from; nil for an edition of the store.
  package init(_ sources: [(file: String?, results: CampaignResults)]) {
    guard let newest = sources.last?.results else { preconditionFailure("a comparison has a report") }
    reports = Report.named(sources.map { Report($0.results, file: $0.file) })
    let all = sources.map(\.results)
    let pointCount = newest.studies.map(\.points.count).reduce(0, +)
    let confidence = GatePolicy().confidence(ofEach: pointCount)
    studies = zip(newest.studies, Self.histories(of: newest.studies, in: all.map(\.studies))).map {
      Study($0, history: $1, confidence: confidence)
    }
    checks = zip(newest.checks, Self.histories(of: newest.checks, in: all.map(\.checks))).map {
      part, history in
      Checks(place: part.place, requirementSet: part.requirementSet, counts: history.map { $0?.counts })
    }
  }

  /// Of each part its counterpart in each report; nil where it has none.
  private static func histories<Part: CampaignPart>(of parts: [Part], in reports: [[Part]]) -> [[Part?]] {
    let columns = reports.map { report in
      PartPairing.partners(of: parts, in: report).map { $0.map { report[$0] } }
    }
    return parts.indices.map { index in columns.map { $0[index] } }
  }
}

extension CampaignComparison.Report {
  fileprivate init(_ results: CampaignResults, file: String?) {
    name = ""
    self.file = file
    campaign = results.id
    edition = results.edition
    tool = results.tool
    isPartial = results.isPartial
    var profiles: [Profile] = []
    for place in results.studies.map(\.place) + results.checks.map(\.place)
    where !profiles.contains(where: { $0.path == place.profilePath }) {
      profiles.append(Profile(path: place.profilePath, digest: place.profileDigest))
    }
    self.profiles = profiles
  }

  /// The reports with names: the first of tool, edition, digest and file that differs in all of them.
  fileprivate static func named(_ reports: [Self]) -> [Self] {
    let parts: [(Self) -> String] = [
      { $0.tool }, { "edition \($0.edition)" },
      { $0.profiles.count == 1 ? String($0.profiles[0].digest.prefix(8)) : "" }, { $0.file ?? "store" },
    ]
    let names = parts.map { reports.map($0) }.first { Set($0).count == reports.count }
    return reports.enumerated().map { index, report in
      var report = report
      report.name = names?[index] ?? "report \(index + 1)"
      return report
    }
  }
}

extension CampaignComparison.Study {
  fileprivate init(_ study: CampaignResults.Study, history: [CampaignResults.Study?], confidence: Double) {
    place = study.place
    estimator = study.estimator
    sweeps = study.sweeps
    p90Metres = history.map { $0?.p90Metres }
    let columns = history.map { $0?.points(sweptAs: study) ?? [:] }
    points = study.points.map { point in
      let results = columns.map { $0[point.coordinates] }
      return CampaignComparison.Point(
        distanceMetres: point.distanceMetres, knobValues: point.knobValues, results: results,
        change: .init(results.compactMap(\.self), confidence: confidence))
    }
  }
}

extension CampaignComparison.Change {
  /// From the first of some points to the last.
  fileprivate init(_ points: [CampaignResults.Point], confidence: Double) {
    // The limit of the gate has no part in this.
    let numbers =
      points.count < 2 ? [] : [points[0], points[points.count - 1]].compactMap { $0.rmse(atMost: 1) }
    guard numbers.count == 2, let before = Noise(numbers[0]), let after = Noise(numbers[1]) else {
      self = .unknown
      return
    }
    let change = Noise.change(from: before, to: after, confidence: confidence)
    if before.logarithm == after.logarithm {
      self = .same
    } else {
      self = change.map { .factor($0.factor, $0.interval) } ?? .byChance
    }
  }
}
