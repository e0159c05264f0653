internal import CoreTypes
internal import Notation
package import Plots
internal import RangeStudy

extension RangePlots {
  /// The most shades, of which each has errors up to a number.
  private static let mostLevels = 7

  /// A dimension of a study that varies.
  private struct Dimension {
    let title: String
    let value: (PointReport) -> Double
    let values: [Double]

    init(_ title: String, _ points: [PointReport], _ value: @escaping (PointReport) -> Double) {
      self.title = title
      self.value = value
      values = Set(points.map(value)).sorted()
    }
  }

  /// The RMSE over both dimensions of a study that varies in two: knobs, or a knob and the distance.
  package static func maps(_ reports: [RangeReport]) -> [HeatMap] {
    guard reports.count == 1, let report = reports.first else { return [] }
    let points = report.study.points
    let dimensions =
      report.sweeps.enumerated().map { index, sweep in
        Dimension(Axis(sweep.name, unit: sweep.unit).label, points) { $0.knobValues[index] }
      } + [Dimension("distance (m)", points, \.distanceMetres)]
    let varied = dimensions.filter { $0.values.count > 1 }
    guard varied.count == 2 else { return [] }
    return [map(points, across: varied[0], up: varied[1], LengthUnit(report))]
  }

  private static func map(
    _ points: [PointReport], across: Dimension, up: Dimension, _ unit: LengthUnit
  ) -> HeatMap {
    let errors = points.compactMap { $0.figures.errors?.rmse }
    let limits = limits(errors)
    let placed = Dictionary(points.map { ([across.value($0), up.value($0)], $0) }) { first, _ in first }
    let cells = up.values.map { row in
      across.values.map { column -> HeatMap.Cell? in
        placed[[column, row]]?.figures.errors.map { error in
          HeatMap.Cell(
            level: limits.firstIndex { error.rmse <= $0 } ?? limits.count - 1,
            "\(unit.text(error.rmse)) \(unit.name)")
        }
      }
    }
    return HeatMap(
      id: "rmse-map", title: "RMSE over \(across.title) and \(up.title)",
      summary: "The root mean squared error of the distance at each point; empty where there is no distance.",
      columnTitle: across.title, columns: across.values.map(DecimalText.plain), rowTitle: up.title,
      rows: up.values.map(DecimalText.plain), levels: limits.map { "to \(unit.text($0)) \(unit.name)" },
      cells: cells, emptyName: "no distance")
  }

  /// The upper ends of the levels: equal ratios from the least error to the greatest.
  private static func limits(_ errors: [Double]) -> [Double] {
    guard let least = errors.min(), let greatest = errors.max(), least > 0, greatest > least else {
      return [errors.max() ?? 0]
    }
    let ratio = greatest / least
    return (1...mostLevels).map { level in
      level == mostLevels ? greatest : least * power(ratio, Double(level) / Double(mostLevels))
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    PortableMath.exp(exponent * PortableMath.log(base))
  }
}
