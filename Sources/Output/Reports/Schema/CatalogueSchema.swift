extension ReportSchema {
  /// That of `reflector list --json`.
  public static var list: String {
    SchemaShape.document(
      name: Listing.schemaName, title: "List",
      fields: [
        ("tool", "The program.", tool), ("topic", "What is listed.", .text),
        (
          "items", "A row each, by column.", .list(of: .table(of: .either(.text, .list(of: .text))))
        ),
        ("summary", "What the rows come to.", .optional(.text)),
      ])
  }

  /// That of `reflector explain --json`.
  public static var explanation: String {
    SchemaShape.document(
      name: Explanation.schemaName, title: "Explanations",
      fields: [
        ("tool", "The program.", tool),
        ("explanations", "In the order of the arguments.", .list(of: explained)),
      ])
  }

  private static let explained = SchemaShape.object([
    ("id", "Stable id.", .text),
    ("kind", "What is explained.", .word(Explanation.Kind.allCases.map(\.rawValue))),
    ("title", "One line.", .optional(.text)), ("paragraphs", "What it is.", .list(of: .text)),
    (
      "facts", "In the order of the text; a name may come again.",
      .list(of: .object([("name", "One or two words.", .text), ("text", "The fact.", .text)]))
    ),
    (
      "cases", "The test cases of a requirement.",
      .list(
        of: .object([
          ("id", "Stable id.", .text), ("title", "One line.", .text),
          ("procedure", "What it does; null if this version has no such case.", .optional(.text)),
        ]))
    ),
  ])

  /// That of `reflector estimators --json`.
  public static var estimators: String {
    SchemaShape.document(
      name: ComparisonTable.schemaName, title: "Comparison of estimators",
      fields: [
        ("tool", "The program.", tool), ("profile", "The accessory as the user named it.", .text),
        ("digest", "SHA-256 of the file and the file that it extends.", .text), ("phone", "Id.", .text),
        ("seed", "Text, as readers may keep only 53 bits of a number.", .text),
        ("distances_m", "The true distances.", .list(of: .number)),
        ("cells", "One for each combination.", .list(of: cell)),
      ])
  }

  private static let cell = SchemaShape.object([
    ("environment", "Id.", .text), ("tone_snr_db", "Signal-to-noise ratio of a tone.", .number),
    ("estimator", "Name.", .text), ("procedures", "Number that ran.", .integer),
    ("estimates", "Number with a distance.", .integer),
    ("rmse_m", "Root mean square of the errors.", .optional(.number)),
    ("p50_m", "Median of the magnitudes of the errors.", .optional(.number)),
    ("p90_m", "90th percentile of them.", .optional(.number)),
    ("within_interval", "Number of distances whose 95 % interval holds the true one.", .integer),
  ])
}
