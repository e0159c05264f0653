package import Gate
internal import RangeStudy

extension CampaignReport {
  package var results: CampaignResults {
    CampaignResults(
      id: id, edition: Int(edition), tool: tool, unitCount: progress.unitCount,
      missingCount: progress.missingCount, studies: studies.map(\.results),
      checks: checks.map(\.results))
  }
}

extension RangeReport {
  fileprivate var results: CampaignResults.Study {
    CampaignResults.Study(
      .init(
        accessory: accessory, profilePath: profilePath, profileDigest: profileDigest, phone: phone,
        environment: environment), estimator: estimator, filter: filter, seed: seed,
      procedureCount: procedureCount, sweeps: sweeps.map { .init(name: $0.name, path: $0.path) },
      p90Metres: study.overall.errors?.p90,
      points: study.points.map { point in
        let (figures, errors) = (point.figures, point.figures.errors)
        return CampaignResults.Point(
          distanceMetres: point.distanceMetres, knobValues: point.knobValues,
          procedureCount: figures.procedureCount, estimateCount: figures.estimateCount,
          rmseMetres: errors?.rmse, rmseInterval: errors?.rmseInterval, p90Metres: errors?.p90)
      })
  }
}

extension CampaignReport.Checks {
  fileprivate var results: CampaignResults.Checks {
    CampaignResults.Checks(
      .init(
        accessory: accessory, profilePath: profilePath, profileDigest: profileDigest, phone: phone,
        environment: environment), requirementSet: requirementSet, distanceMetres: distanceMetres, seed: seed,
      seedCount: seedCount, counts: counts,
      rows: rows.map { row in
        CampaignResults.Row(
          requirement: row.requirement, level: row.level, counts: row.counts,
          reason: row.reason.map { .init($0.text, seed: $0.seed) })
      })
  }
}
