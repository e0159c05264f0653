internal import ChannelSounding
internal import CoreTypes
internal import Notation
internal import RangeStudy

/// Writes a study for programs, as docs/json.md describes.
public enum RangeJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/range/1"

  /// The kind and version of the document with several studies.
  public static let comparisonSchemaName = "reflector/range-comparison/1"

  /// The document of one study, or of several, with a line feed at its end.
  public static func text(_ reports: [RangeReport], tool: ToolIdentity) -> String {
    guard reports.count > 1 else {
      return JSONValue.object([("schema", .text(schemaName)), ("tool", tool.json)] + reports.flatMap(fields))
        .document()
    }
    return JSONValue.object([
      ("schema", .text(comparisonSchemaName)), ("tool", tool.json),
      ("studies", .list(reports.map { .object(fields($0)) })),
    ]).document()
  }

  static func fields(_ report: RangeReport) -> [(key: String, value: JSONValue)] {
    [
      ("accessory", .text(report.accessory)),
      ("profile", .text(report.profilePath)),
      ("digest", .text(report.profileDigest)),
      ("phone", .text(report.phone)),
      ("environment", .text(report.environment)),
      ("estimator", .text(report.estimator)),
      ("filter", .text(report.filter)),
      ("speed_m_s", .number(report.speedMetresPerSecond)),
      ("sweep", report.sweeps.first.map(value) ?? .null),
      ("second_sweep", report.sweeps.dropFirst().first.map(value) ?? .null),
      ("partial", .flag(report.isPartial)),
      ("procedures_each", .integer(report.procedureCount)),
      // Text, since many readers keep only 53 bits of a number.
      ("seed", .text(String(report.seed))),
      ("notices", .texts(report.notices)),
      ("overall", .object(figures(report.study.overall))),
      ("lines", .list(report.study.lines.map(value))),
      (
        "points",
        .list(report.study.points.enumerated().map { value($1, report.causes[$0]) })
      ),
    ]
  }

  private static func value(_ sweep: RangeReport.Sweep) -> JSONValue {
    .object([("name", .text(sweep.name)), ("path", .text(sweep.path))])
  }

  private static func knobs(_ values: [Double]) -> [(key: String, value: JSONValue)] {
    [
      ("knob_value", .optional(values.first)), ("second_knob_value", .optional(values.dropFirst().first)),
    ]
  }

  private static func value(_ point: PointReport, _ cause: DominatingCause?) -> JSONValue {
    .object(
      [
        ("distance_m", .number(point.distanceMetres))
      ] + knobs(point.knobValues) + figures(point.figures) + [
        ("snr_db", .optional(point.link?.toneSNRDecibels)),
        ("phase_noise_rad", .optional(point.link?.phaseNoiseRadians)),
        ("dominating_cause", .optional(cause?.cause.rawValue)),
        ("rmse_left_without_it", .optional(cause?.partLeft)),
        ("agreed", point.link.map(value) ?? .null),
        ("failure", .optional(point.failure)),
      ])
  }

  private static func figures(_ figures: PointFigures) -> [(key: String, value: JSONValue)] {
    let errors = figures.errors
    return [
      ("procedures", .integer(figures.procedureCount)),
      ("estimates", .integer(figures.estimateCount)),
      ("availability", .optional(figures.availability)),
      ("bias_m", .optional(errors?.bias)),
      ("bias_95_m", value(errors?.biasInterval)),
      ("deviation_m", .optional(errors?.standardDeviation)),
      ("rmse_m", .optional(errors?.rmse)),
      ("rmse_95_m", value(errors?.rmseInterval)),
      ("p50_m", .optional(errors?.p50)),
      ("p90_m", .optional(errors?.p90)),
      ("p95_m", .optional(errors?.p95)),
      ("p99_m", .optional(errors?.p99)),
      ("bound_m", .optional(figures.boundMetres)),
      ("rmse_over_bound", .optional(figures.ratioToBound)),
      ("procedures_per_s", .optional(figures.proceduresPerSecond)),
      ("air_time", .optional(figures.airTimeFraction)),
      ("tones", .optional(figures.tonesPerEstimate)),
      ("subevents", .optional(figures.subeventsPerProcedure)),
      ("round_trip_checks", .integer(figures.suspicion.checkedCount)),
      ("round_trip_contradictions", .integer(figures.suspicion.contradictedCount)),
      ("nadm_ratings", .integer(figures.suspicion.ratedCount)),
      ("nadm_attacks", .integer(figures.suspicion.likelyCount)),
    ]
  }

  private static func value(_ interval: ClosedRange<Double>?) -> JSONValue {
    interval.map { .list([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
  }

  private static func value(_ link: AgreedLink) -> JSONValue {
    .object([
      ("main_mode", .integer(Int(link.configuration.mainMode.rawValue))),
      ("inline_pct", .flag(link.configuration.usesInlinePCT)),
      ("t_fcs_us", .integer(link.configuration.tFCS.microseconds)),
      ("t_ip1_us", .integer(link.configuration.tIP1.microseconds)),
      ("t_ip2_us", .integer(link.configuration.tIP2.microseconds)),
      ("t_pm_us", .integer(link.configuration.tPM.microseconds)),
      ("channels", .integer(link.configuration.channelMap.count)),
      ("antenna_paths", .integer(link.antennaPathCount)),
    ])
  }

  private static func value(_ line: StudyReport.KnobLine) -> JSONValue {
    .object(
      knobs(line.knobValues) + [
        ("offset_m", .number(line.fit.offsetMetres)),
        ("offset_error_m", .optional(line.fit.uncertainty?.offsetMetres)),
        ("scale", .number(line.fit.scale)),
        ("scale_error", .optional(line.fit.uncertainty?.scale)),
      ])
  }
}
