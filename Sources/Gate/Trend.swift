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
    let middle = Double(points.count - 1) / 2
    let mean = points.reduce(0) { $0 + $1.value } / Double(points.count)
    let places = points.indices.map { Double($0) - middle }
    let square = places.reduce(0) { $0 + $1 * $1 }
    let slope = zip(places, points).reduce(0) { $0 + $1.0 * ($1.1.value - mean) } / square
    let length = 2 * middle
    let reach: Double
    let variances = points.compactMap(\.variance)
    if variances.count == points.count {
      let weights = places.map { length * $0 / square }
      reach = StudentDistribution.reach(
        zip(weights, variances).map { $0 * $0 * $1 }, degrees: points.map(\.degrees), confidence: confidence)
    } else {
      let left = zip(places, points).reduce(0) { sum, pair in
        let rest = pair.1.value - mean - slope * pair.0
        return sum + rest * rest
      }
      let degrees = Double(points.count - 2)
      reach = StudentDistribution.reach(
        [length * length * left / degrees / square], degrees: [degrees], confidence: confidence)
    }
    change = slope * length
    guard change.magnitude > reach else { return nil }
  }
}
