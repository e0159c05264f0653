internal import Notation
internal import Profiles
package import RangeStudy
internal import Ranging

/// A comparison of estimators in all environments.
package enum ComparisonTable {
  /// The kind and version of the JSON document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/estimators/1"

  /// A page in Markdown, written by `command`: a row for each environment and estimator, a column for each ratio.
  package static func markdown(_ comparison: EstimatorComparison, command: String) -> String {
    let headings = headings
    let rows =
      [headings, headings.map { _ in "---" }]
      + rows(comparison).map { $0.prefix(2).map(MarkdownTable.codeCell) + $0.dropFirst(2) }
    return """
      # Estimators

      Errors of each estimator in the shipped environments without an attacker, which leaves out `relay`, at several
      signal-to-noise ratios of a tone.
      \(MarkdownTable.code(command)) writes this page.

      A cell has RMSE / P50 / P90 of the errors in metres, and the fraction of 95 % intervals with the true distance
      in them. Procedures without a distance are left out; a cell then has the fraction of procedures with a distance.
      [ranging.md](ranging.md) describes the estimators and recommends one.


      """ + rows.map { MarkdownTable.row($0) + "\n" }.joined()
  }

  /// Aligned columns: a row for each environment, signal-to-noise ratio and estimator.
  package static func text(_ comparison: EstimatorComparison, width: Int) -> String {
    let names = ["ENVIRONMENT", "SNR dB", "ESTIMATOR", "FOUND", "RMSE m", "P50 m", "P90 m", "IN INTERVAL"]
    var table = TextTable(
      names.map { TextTable.Column($0, isNumeric: $0 != "ENVIRONMENT" && $0 != "ESTIMATOR") })
    for cell in comparison.cells {
      let place = [cell.environment, DecimalText.plain(cell.toneSNRDecibels), cell.estimator.rawValue]
      guard let errors = cell.statistics else {
        table.append(place + ["0 %", "-", "-", "-", "-"])
        continue
      }
      table.append(
        place + [percent(errors.count, of: cell.procedureCount)] + metres(errors)
          + [percent(cell.coveredCount, of: errors.count)])
    }
    return table.lines(width: width).map { $0 + "\n" }.joined()
  }

  /// For programs, with a line feed at its end; the digest is SHA-256 of the file and the one that it extends.
  package static func json(
    _ comparison: EstimatorComparison, profile: String, digest: String, tool: ToolIdentity
  ) -> String {
    document.text(
      Content(comparison: comparison, profile: profile, digest: digest), tool: tool)
  }

  struct Content {
    let comparison: EstimatorComparison
    let profile: String
    let digest: String
  }

  static let document = JSONDocument<Content>(
    name: schemaName, title: "Comparison of estimators",
    fields: [
      .init("profile", "The accessory as the user named it.", \.profile),
      .init("digest", "SHA-256 of the file and the file that it extends.", \.digest),
      .init("phone", "Id.") { $0.comparison.plan.points[0].phone.id },
      .init("seed", "Text, as readers may keep only 53 bits of a number.") { "\($0.comparison.plan.seed)" },
      .init("distances_m", "The true distances.") { _ in EstimatorComparison.distancesMetres },
      .init("cells", "One for each combination.", \.comparison.cells),
    ])

  private static var headings: [String] {
    ["environment", "estimator"]
      + EstimatorComparison.toneSNRDecibels.map { "\(DecimalText.plain($0)) dB" }
  }

  private static func rows(_ comparison: EstimatorComparison) -> [[String]] {
    let width = EstimatorComparison.toneSNRDecibels.count * EstimatorComparison.estimators.count
    return stride(from: 0, to: comparison.cells.count, by: width).flatMap { first in
      EstimatorComparison.estimators.map { estimator in
        let cells = comparison.cells[first..<first + width].filter { $0.estimator == estimator }
        return [cells[0].environment, estimator.rawValue] + cells.map(cell)
      }
    }
  }

  /// RMSE / P50 / P90 in metres and how often the interval held; the part with a distance where that is not all.
  private static func cell(_ cell: EstimatorComparison.Cell) -> String {
    guard let errors = cell.statistics else { return "none" }
    let covered = percent(cell.coveredCount, of: errors.count)
    let found =
      errors.count < cell.procedureCount ? ", \(percent(errors.count, of: cell.procedureCount)) found" : ""
    return "\(metres(errors).joined(separator: " / ")), \(covered)\(found)"
  }

  /// RMSE, P50 and P90 in metres.
  private static func metres(_ errors: ErrorStatistics) -> [String] {
    [errors.rmse, errors.p50, errors.p90].map { DecimalText.fixed($0, digits: $0 < 0.1 ? 3 : 2) }
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(DecimalText.fixed(100 * Double(part) / Double(whole), digits: 0)) %"
  }
}

extension EstimatorComparison.Cell: JSONObject {
  static let jsonFields: [JSONField<EstimatorComparison.Cell>] = [
    .init("environment", "Id.", \.environment),
    .init("tone_snr_db", "Signal-to-noise ratio of a tone.", \.toneSNRDecibels),
    .init("estimator", "Name.", \.estimator.rawValue),
    .init("procedures", "Number that ran.", \.procedureCount),
    .init("estimates", "Number with a distance.") { $0.statistics?.count ?? 0 },
    .init("rmse_m", "Root mean square of the errors.", \.statistics?.rmse),
    .init("p50_m", "Median of the magnitudes of the errors.", \.statistics?.p50),
    .init("p90_m", "90th percentile of them.", \.statistics?.p90),
    .init("within_interval", "Number of distances whose 95 % interval holds the true one.", \.coveredCount),
  ]
}

/// Errors as a drawing in characters, a line a point: the bias, one standard deviation to either side, and where
/// the error is zero.
struct ErrorPlot {
  /// The least columns that show anything.
  static let minimumWidth = 21
  /// The most columns that a drawing takes.
  private static let maximumWidth = 41

  /// An odd number, so that the zero has a column of its own.
  private let width: Int
  /// What the last column stands for, in metres.
  let reachMetres: Double

  /// Takes the points to be drawn; nil where nothing would be seen.
  init?(_ points: [PointReport], columns: Int) {
    let reach = points.compactMap(\.figures.errors).map { $0.bias.magnitude + ($0.standardDeviation ?? 0) }
      .max()
    guard columns >= Self.minimumWidth, points.count > 1, let reach, reach > 0 else { return nil }
    width = (min(columns, Self.maximumWidth) - 1) / 2 * 2 + 1
    reachMetres = reach
  }

  func line(_ point: PointReport) -> String {
    var cells = [Character](repeating: " ", count: width)
    cells[width / 2] = "|"
    guard let errors = point.figures.errors else { return String(cells) }
    let spread = errors.standardDeviation ?? 0
    let (first, last) = (column(errors.bias - spread), column(errors.bias + spread))
    for index in first...last where index != width / 2 { cells[index] = "-" }
    cells[column(errors.bias)] = "o"
    return String(cells)
  }

  private func column(_ error: Double) -> Int {
    let half = Double(width / 2)
    return min(width - 1, max(0, Int((half + error / reachMetres * half).rounded())))
  }
}
