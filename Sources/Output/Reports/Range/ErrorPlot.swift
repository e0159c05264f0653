internal import RangeStudy

/// Errors as a drawing in characters, a line a point: the bias, one standard deviation to either side, and where
/// the error is zero.
struct ErrorPlot {
  /// The least columns that show anything.
  static let minimumWidth = 21
  /// The most columns that a drawing takes.
  static let maximumWidth = 41

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

  /// The drawing of one point.
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
