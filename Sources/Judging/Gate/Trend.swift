internal import Statistics
internal import Verdicts

/// A straight line through the numbers of several reports in their order.
struct Trend {
  /// A number of one report.
  struct Point {
    var value: Double
    /// The square of its standard error; nil where doing it again gives the same.
    var variance: Double?
    /// The degrees of freedom of that.
    var degrees = 1.0
  }

  /// What the line gains from the first report to the last.
  let change: Double

  /// Draws the line by least squares; nil if it gains no more than chance explains.
  ///
  /// Where all numbers have a standard error, that of the line follows from them. Else it is that which the line
  /// leaves of the numbers.
  init?(_ points: [Point], confidence: Double) {
    guard points.count >= 3, points.contains(where: { $0.value != points[0].value }) else { return nil }
    let line = RunningLine(points.enumerated().lazy.map { (Double($0.offset), $0.element.value) })
    guard let slope = line.slope else { return nil }
    let length = Double(points.count - 1)
    let reach: Double
    let variances = points.compactMap(\.variance)
    if variances.count == points.count {
      let weights = points.indices.map { length * (Double($0) - line.meanX) / line.squaresX }
      reach = StudentDistribution.reach(
        zip(weights, variances).map { $0 * $0 * $1 }, degrees: points.map(\.degrees), confidence: confidence)
    } else {
      let degrees = Double(points.count - 2)
      reach = StudentDistribution.reach(
        [length * length * line.residualSquares / degrees / line.squaresX], degrees: [degrees],
        confidence: confidence)
    }
    change = slope * length
    guard change.magnitude > reach else { return nil }
  }
}
