public import RangeStudy
internal import Ranging

/// A comparison of estimators, a row for each environment and estimator, a column for each signal-to-noise ratio.
public enum ComparisonTable {
  /// A page in Markdown.
  ///
  /// - Parameter command: what wrote it.
  public static func markdown(_ comparison: EstimatorComparison, command: String) -> String {
    let headings = headings
    let rows =
      [headings, headings.map { _ in "---" }]
      + rows(comparison).map { [MarkdownTable.code($0[0]), MarkdownTable.code($0[1])] + $0.dropFirst(2) }
    return """
      # Estimators

      How well each estimator does in the shipped environments, at several signal-to-noise ratios of a tone.
      \(MarkdownTable.code(command)) writes this page.

      A cell has RMSE / P50 / P90 of the errors in metres, and how many of the intervals of 95 % had the true distance
      in them. Procedures without a distance are left out; a cell says how many had one where that is not all.
      [ranging.md](ranging.md) describes the estimators and says which one to take.


      """ + rows.map { MarkdownTable.row($0) + "\n" }.joined()
  }

  /// The table in aligned columns.
  public static func text(_ comparison: EstimatorComparison, width: Int) -> String {
    var table = TextTable(
      headings.enumerated().map { TextTable.Column($1, isNumeric: $0 > 1) })
    for row in rows(comparison) { table.append(row) }
    return table.lines(width: width).map { $0 + "\n" }.joined()
  }

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
    let metres = [errors.rmse, errors.p50, errors.p90].map { DecimalText.fixed($0, digits: $0 < 0.1 ? 3 : 2) }
    let covered = percent(cell.coveredCount, of: errors.count)
    let found =
      errors.count < cell.procedureCount ? ", \(percent(errors.count, of: cell.procedureCount)) found" : ""
    return "\(metres.joined(separator: " / ")), \(covered)\(found)"
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(DecimalText.fixed(100 * Double(part) / Double(whole), digits: 0)) %"
  }
}
