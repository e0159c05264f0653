internal import ChannelSounding
internal import CoreTypes
internal import RangeStudy

/// Writes a study for programs, as docs/json.md describes.
package enum RangeJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/range/1"

  /// The kind and version of the document with several studies.
  package static let comparisonSchemaName = "reflector/range-comparison/1"

  static let document = JSONDocument<RangeReport>(
    name: schemaName, title: "Study of the accuracy", fields: RangeReport.jsonFields)
  static let comparison = JSONDocument<[RangeReport]>(
    name: comparisonSchemaName, title: "Studies side by side",
    fields: [.init("studies", "In the order of the arguments.") { $0 }])

  /// The document of one study, or of several, with a line feed at its end.
  package static func text(_ reports: [RangeReport], tool: ToolIdentity) -> String {
    reports.count == 1
      ? document.text(reports[0], tool: tool) : comparison.text(reports, tool: tool)
  }

  /// Of the values of swept knobs.
  static let knobs: [JSONField<[Double]>] = [
    .init("knob_value", "The value of the swept knob.", \.first),
    .init("second_knob_value", "The value of the second swept knob.") { $0.dropFirst().first },
  ]
}

extension RangeReport: JSONObject {
  static let jsonFields: [JSONField<RangeReport>] = [
    .init("accessory", "Vendor and chipset.", \.accessory),
    .init("profile", "The profile as the user named it.", \.profilePath),
    .init("digest", "SHA-256 of the profile.", \.profileDigest),
    .init("phone", "The id of the phone profile.", \.phone),
    .init("environment", "The id of the environment.", \.environment),
    .init("estimator", "The estimator.", \.estimator),
    .init("filter", "The filter over the distances.", \.filter),
    .init("speed_m_s", "Speed of the phone away from the accessory.", \.speedMetresPerSecond),
    .init("sweep", "The swept knob.", \.sweeps.first),
    .init("second_sweep", "The second swept knob.") { $0.sweeps.dropFirst().first },
    .init("partial", "Whether the study was interrupted.", \.isPartial),
    .init("procedures_each", "Number of procedures at each point.", \.procedureCount),
    // Text, since many readers keep only 53 bits of a number.
    .init("seed", "Decimal digits.") { String($0.seed) },
    .init("notices", "Notices about the profile.", \.notices),
    .init("overall", "All points together.", \.study.overall),
    .init(
      "lines", "The offset and the scale of the estimates, for each value of the knobs.", \.study.lines),
    .init("points", "In the order of the knobs and distances.") { report in
      report.study.points.enumerated().map { ExplainedPoint(point: $1, cause: report.causes[$0]) }
    },
  ]
}

extension RangeReport.Sweep: JSONObject {
  static let jsonFields: [JSONField<RangeReport.Sweep>] = [
    .init("name", "As on the command line.", \.name),
    .init("path", "As `radio.pll_settling_tau_us`.", \.path),
  ]
}

/// A point with what makes most of its error.
private struct ExplainedPoint: JSONObject {
  let point: PointReport
  let cause: DominatingCause?

  private static let place: [JSONField<ExplainedPoint>] = [
    .init("distance_m", "The true distance.", \.point.distanceMetres)
  ]
  private static let rest: [JSONField<ExplainedPoint>] = [
    .init("snr_db", "SNR of a tone at the phone.", \.point.link?.toneSNRDecibels),
    .init("phase_noise_rad", "Phase noise of a single tone.", \.point.link?.phaseNoiseRadians),
    .init(
      "dominating_cause", "The impairment without which the RMSE is least.", \.cause?.cause.rawValue),
    .init("rmse_left_without_it", "The part of the RMSE that is then left.", \.cause?.partLeft),
    .init("agreed", "The configuration in use; null if none was agreed.", \.point.link),
    .init("failure", "The reason for missing procedures, or for no estimate.", \.point.failure),
  ]

  private static let knobs = RangeJSON.knobs.of(\ExplainedPoint.point.knobValues)
  private static let figures = PointFigures.jsonFields.of(\ExplainedPoint.point.figures)
  static let jsonFields = place + knobs + figures + rest
}

extension PointFigures: JSONObject {
  static let jsonFields: [JSONField<PointFigures>] = [
    .init("procedures", "Number.", \.procedureCount),
    .init("estimates", "Number of distances.", \.estimateCount),
    .init("availability", "Estimates over procedures; null before the first.", \.availability),
    .init("bias_m", "Mean error.", \.errors?.bias),
    .init("bias_95_m", "Its 95 % interval; two numbers.", \.errors?.biasInterval),
    .init("deviation_m", "Standard deviation of the errors.", \.errors?.standardDeviation),
    .init("rmse_m", "Root of the mean squared error.", \.errors?.rmse),
    .init("rmse_95_m", "Its 95 % interval; two numbers.", \.errors?.rmseInterval),
    .init("p50_m", "Half of the absolute errors are below it.", \.errors?.p50),
    .init("p90_m", "90 % of the absolute errors are below it.", \.errors?.p90),
    .init("p95_m", "95 % of the absolute errors are below it.", \.errors?.p95),
    .init("p99_m", "99 % of the absolute errors are below it.", \.errors?.p99),
    .init("bound_m", "The Cramér-Rao bound; null if no estimate has one.", \.boundMetres),
    .init("rmse_over_bound", "RMSE over the bound; null unless all estimates have one.", \.ratioToBound),
    .init("procedures_per_s", "Rate in virtual time.", \.proceduresPerSecond),
    .init("air_time", "The part of the time in which the air is used.", \.airTimeFraction),
    .init("tones", "Tones of an estimate.", \.tonesPerEstimate),
    .init("subevents", "Subevents of a procedure.", \.subeventsPerProcedure),
    .init(
      "round_trip_checks", "Number of comparisons of phase and round-trip time.", \.suspicion.checkedCount),
    .init("round_trip_contradictions", "Number of those that differ.", \.suspicion.contradictedCount),
    .init("nadm_ratings", "Number of NADM values.", \.suspicion.ratedCount),
    .init("nadm_attacks", "Number of those that say that an attack is likely.", \.suspicion.likelyCount),
  ]
}

extension AgreedLink: JSONObject {
  static let jsonFields: [JSONField<AgreedLink>] = [
    .init("main_mode", "1 to 3.", \.configuration.mainMode.rawValue),
    .init("inline_pct", "Whether it is in use.", \.configuration.usesInlinePCT),
    .init("t_fcs_us", "T_FCS in microseconds.", \.configuration.tFCS.microseconds),
    .init("t_ip1_us", "T_IP1 in microseconds.", \.configuration.tIP1.microseconds),
    .init("t_ip2_us", "T_IP2 in microseconds.", \.configuration.tIP2.microseconds),
    .init("t_pm_us", "T_PM in microseconds.", \.configuration.tPM.microseconds),
    .init("channels", "Number.", \.configuration.channelMap.count),
    .init("antenna_paths", "Number.", \.antennaPathCount),
  ]
}

extension StudyReport.KnobLine: JSONObject {
  private static let fitKeys: [JSONField<StudyReport.KnobLine>] = [
    .init("offset_m", "Estimate at a distance of 0.", \.fit.offsetMetres),
    .init(
      "offset_error_m", "Its standard error; null if errors depend on each other.",
      \.fit.uncertainty?.offsetMetres),
    .init("scale", "Estimate for each metre of distance.", \.fit.scale),
    .init(
      "scale_error", "Its standard error; null if errors depend on each other.", \.fit.uncertainty?.scale),
  ]

  static let jsonFields = RangeJSON.knobs.of(\StudyReport.KnobLine.knobValues) + fitKeys
}
