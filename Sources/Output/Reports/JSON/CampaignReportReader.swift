internal import Gate
internal import Profiles
internal import Verdicts

/// Reads what `CampaignJSON` wrote, as far as campaigns are compared. A report that contradicts itself is refused.
enum CampaignReportReader {
  static func results(_ root: JSONCursor) throws(ReportFileError) -> CampaignResults {
    let (units, done) = (try root["units"], try root["units_done"])
    let (count, doneCount) = (try units.count, try done.count)
    let sparedCount = try root["units_not_needed"].count
    guard doneCount <= count, sparedCount <= count - doneCount else {
      throw done.refusal("at most \(count) units, done and not needed together", JSONCursor.again)
    }
    let results = CampaignResults(
      id: try root["campaign"].name, edition: try root["edition"].count, tool: try root["edition_tool"].name,
      unitCount: count, missingCount: count - doneCount - sparedCount,
      studies: try root["studies"].map(study), checks: try root["checks"].map(checks))
    if results.studies.isEmpty, results.checks.isEmpty {
      throw try root["studies"].refusal("a study here or a check in 'checks'", JSONCursor.again)
    }
    let isWhole =
      results.studies.allSatisfy { $0.points.allSatisfy { $0.procedureCount > 0 } }
      && results.checks.allSatisfy { $0.counts.total == $0.seedCount }
    guard results.isPartial || isWhole else {
      throw done.refusal(
        "fewer than \(doneCount), as a point or a check is without results", JSONCursor.again)
    }
    return results
  }

  private static func place(_ value: JSONCursor) throws(ReportFileError) -> CampaignResults.Place {
    CampaignResults.Place(
      accessory: try value["accessory"].name, profilePath: try value["profile"].name,
      profileDigest: try value["digest"].text, phone: try value["phone"].name,
      environment: try value["environment"].name)
  }

  // MARK: Studies

  private static func study(_ value: JSONCursor) throws(ReportFileError) -> CampaignResults.Study {
    var sweeps: [CampaignResults.Sweep] = []
    for key in ["sweep", "second_sweep"] {
      guard let sweep = try value.optional(key) else { continue }
      sweeps.append(.init(name: try sweep["name"].name, path: try sweep["path"].name))
    }
    let knobCount = sweeps.count
    return CampaignResults.Study(
      try place(value), estimator: try value["estimator"].name, filter: try value["filter"].name,
      seed: try value["seed"].seed, procedureCount: try value["procedures_each"].count, sweeps: sweeps,
      p90Metres: try value["overall"].optional("p90_m")?.number,
      points: try points(value["points"], knobCount))
  }

  private static func points(
    _ value: JSONCursor, _ knobCount: Int
  ) throws(ReportFileError) -> [CampaignResults.Point] {
    try value.map(
      differingBy: \.coordinates, "a point at another distance, or with another value of a knob"
    ) { item throws(ReportFileError) in
      try point(item, knobCount)
    }
  }

  private static func point(
    _ value: JSONCursor, _ knobCount: Int
  ) throws(ReportFileError) -> CampaignResults.Point {
    let (procedures, estimates) = (try value["procedures"].count, try value["estimates"])
    guard try estimates.count <= procedures else {
      throw estimates.refusal("at most \(procedures), the number of procedures", JSONCursor.again)
    }
    var knobValues: [Double] = []
    for key in ["knob_value", "second_knob_value"].prefix(knobCount) {
      knobValues.append(try value[key].number)
    }
    let rmse = try value.optional("rmse_m")
    let range = try value.optional("rmse_95_m").map { item throws(ReportFileError) in try interval(item) }
    if let rmse {
      let metres = try rmse.number
      guard metres >= 0, range?.contains(metres) ?? true else {
        throw rmse.refusal(
          range == nil ? "0 or more" : "a number in its confidence interval", JSONCursor.again)
      }
    } else if try estimates.count > 0 {
      throw estimates.refusal("0, as there is no RMSE", JSONCursor.again)
    }
    return CampaignResults.Point(
      distanceMetres: try value["distance_m"].number, knobValues: knobValues, procedureCount: procedures,
      estimateCount: try estimates.count, rmseMetres: try rmse?.number, rmseInterval: range,
      p90Metres: try value.optional("p90_m")?.number)
  }

  private static func interval(_ value: JSONCursor) throws(ReportFileError) -> ClosedRange<Double> {
    let ends = try value.map { item throws(ReportFileError) in try item.number }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw value.refusal("two numbers, the lesser one first", JSONCursor.again)
    }
    return ends[0]...ends[1]
  }

  // MARK: Checks

  private static func checks(_ value: JSONCursor) throws(ReportFileError) -> CampaignResults.Checks {
    let seedCount = try value["seeds"].count
    let counts = try counts(value["counts"], atMost: seedCount)
    let rows = try value["requirements"]
    if counts.total == 0, try !rows.items.isEmpty {
      throw rows.refusal("an empty list, as no check has a verdict", JSONCursor.again)
    }
    return CampaignResults.Checks(
      try place(value), requirementSet: try value["requirement_set"].name,
      distanceMetres: try value["distance_m"].number, seed: try value["first_seed"].seed,
      seedCount: seedCount, counts: counts,
      rows: try (counts.total == 0 ? rows : rows.filled(with: "requirement")).map(
        differingBy: \.requirement, "a requirement with another id"
      ) { item throws(ReportFileError) in
        try row(item, checkCount: counts.total)
      })
  }

  private static func row(
    _ value: JSONCursor, checkCount: Int
  ) throws(ReportFileError) -> CampaignResults.Row {
    var row = CampaignResults.Row(
      requirement: try value["id"].name, level: try value["level"].word(\.rawValue),
      counts: try counts(value["counts"], atMost: checkCount))
    guard row.counts.total == checkCount else {
      throw try value["counts"].refusal("\(checkCount) verdicts, one for each check", JSONCursor.again)
    }
    if let reason = try value.optional("reason") {
      row.reason = .init(try reason.text, seed: try value["reason_seed"].seed)
    }
    return row
  }

  /// How often each verdict was given, which is no more often than there were checks.
  private static func counts(
    _ value: JSONCursor, atMost most: Int
  ) throws(ReportFileError) -> [Verdict: Int] {
    var counts: [Verdict: Int] = [:]
    for verdict in Verdict.allCases {
      let count = try value[verdict.word].count
      guard count <= most - counts.total else {
        throw value.refusal("at most \(most) verdicts, one for each check", JSONCursor.again)
      }
      if count > 0 { counts[verdict] = count }
    }
    return counts
  }
}
