extension ReportSchema {
  /// That of `reflector range --json` with one study.
  public static var range: String {
    SchemaShape.document(
      name: RangeJSON.schemaName, title: "Study of the accuracy",
      fields: [("tool", "The program.", tool)] + study)
  }

  /// That of `reflector range --json` with several studies.
  public static var rangeComparison: String {
    SchemaShape.document(
      name: RangeJSON.comparisonSchemaName, title: "Studies side by side",
      fields: [
        ("tool", "The program.", tool),
        ("studies", "In the order of the arguments.", .list(of: .object(study))),
      ])
  }

  static let study: [SchemaShape.Field] = [
    ("accessory", "Vendor and chipset.", .text), ("profile", "The profile as the user named it.", .text),
    ("digest", "SHA-256 of the profile.", .text), ("phone", "The id of the phone profile.", .text),
    ("environment", "The id of the environment.", .text), ("estimator", "The estimator.", .text),
    ("filter", "The filter over the distances.", .text),
    ("speed_m_s", "Speed of the phone away from the accessory.", .number),
    ("sweep", "The swept knob.", .optional(sweep)),
    ("second_sweep", "The second swept knob.", .optional(sweep)),
    ("partial", "Whether the study was interrupted.", .flag),
    ("procedures_each", "Number of procedures at each point.", .integer),
    ("seed", "Decimal digits.", .text), ("notices", "Notices about the profile.", .list(of: .text)),
    ("overall", "All points together.", .object(figures)),
    (
      "lines", "The offset and the scale of the estimates, for each value of the knobs.",
      .list(
        of: .object([
          ("knob_value", "The value of the swept knob.", .optional(.number)),
          ("second_knob_value", "The value of the second swept knob.", .optional(.number)),
          ("offset_m", "Estimate at a distance of 0.", .number),
          ("offset_error_m", "Its standard error; null if errors depend on each other.", .optional(.number)),
          ("scale", "Estimate for each metre of distance.", .number),
          ("scale_error", "Its standard error; null if errors depend on each other.", .optional(.number)),
        ]))
    ),
    ("points", "In the order of the knobs and distances.", .list(of: .object(point))),
  ]

  private static let sweep = SchemaShape.object([
    ("name", "As on the command line.", .text), ("path", "As `radio.pll_settling_tau_us`.", .text),
  ])

  private static let point: [SchemaShape.Field] =
    [
      ("distance_m", "The true distance.", .number),
      ("knob_value", "The value of the swept knob.", .optional(.number)),
      ("second_knob_value", "The value of the second swept knob.", .optional(.number)),
    ] + figures + [
      ("snr_db", "SNR of a tone at the phone.", .optional(.number)),
      ("phase_noise_rad", "Phase noise of a single tone.", .optional(.number)),
      ("dominating_cause", "The impairment without which the RMSE is least.", .optional(.text)),
      ("rmse_left_without_it", "The part of the RMSE that is then left.", .optional(.number)),
      (
        "agreed", "The configuration in use; null if none was agreed.",
        .optional(
          .object([
            ("main_mode", "1 to 3.", .integer), ("inline_pct", "Whether it is in use.", .flag),
            ("t_fcs_us", "T_FCS in microseconds.", .integer),
            ("t_ip1_us", "T_IP1 in microseconds.", .integer),
            ("t_ip2_us", "T_IP2 in microseconds.", .integer), ("t_pm_us", "T_PM in microseconds.", .integer),
            ("channels", "Number.", .integer), ("antenna_paths", "Number.", .integer),
          ]))
      ),
      ("failure", "The reason for missing procedures, or for no estimate.", .optional(.text)),
    ]

  private static let figures: [SchemaShape.Field] = [
    ("procedures", "Number.", .integer), ("estimates", "Number of distances.", .integer),
    ("availability", "Estimates over procedures; null before the first.", .optional(.number)),
    ("bias_m", "Mean error.", .optional(.number)),
    ("bias_95_m", "Its 95 % interval; two numbers.", .optional(.list(of: .number))),
    ("deviation_m", "Standard deviation of the errors.", .optional(.number)),
    ("rmse_m", "Root of the mean squared error.", .optional(.number)),
    ("rmse_95_m", "Its 95 % interval; two numbers.", .optional(.list(of: .number))),
    ("p50_m", "Half of the absolute errors are below it.", .optional(.number)),
    ("p90_m", "90 % of the absolute errors are below it.", .optional(.number)),
    ("p95_m", "95 % of the absolute errors are below it.", .optional(.number)),
    ("p99_m", "99 % of the absolute errors are below it.", .optional(.number)),
    ("bound_m", "The Cramér-Rao bound; null if no estimate has one.", .optional(.number)),
    ("rmse_over_bound", "RMSE over the bound; null unless all estimates have one.", .optional(.number)),
    ("procedures_per_s", "Rate in virtual time.", .optional(.number)),
    ("air_time", "The part of the time in which the air is used.", .optional(.number)),
    ("tones", "Tones of an estimate.", .optional(.number)),
    ("subevents", "Subevents of a procedure.", .optional(.number)),
    ("round_trip_checks", "Number of comparisons of phase and round-trip time.", .integer),
    ("round_trip_contradictions", "Number of those that differ.", .integer),
    ("nadm_ratings", "Number of NADM values.", .integer),
    ("nadm_attacks", "Number of those that say that an attack is likely.", .integer),
  ]
}
