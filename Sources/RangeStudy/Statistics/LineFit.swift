/// The line by least squares through estimates over true distances: estimate = offset + scale * distance.
///
/// Offset and scale are what a calibration takes out.
public struct LineFit: Sendable, Equatable {
  /// What is added to every distance, in metres.
  public let offsetMetres: Double
  /// What every distance is multiplied by.
  public let scale: Double
  /// How far the offset may be off, one standard deviation in metres.
  public let offsetErrorMetres: Double
  /// How far the scale may be off, one standard deviation.
  public let scaleError: Double
}

/// Sums for a line, taken point by point.
struct LineSums: Sendable {
  private var count = 0.0
  private var meanX = 0.0
  private var meanY = 0.0
  private var squaresX = 0.0
  private var squaresY = 0.0
  private var products = 0.0

  mutating func add(x: Double, y: Double) {
    count += 1
    let (dx, dy) = (x - meanX, y - meanY)
    meanX += dx / count
    meanY += dy / count
    squaresX += dx * (x - meanX)
    squaresY += dy * (y - meanY)
    products += dx * (y - meanY)
  }

  /// The line; nil where fewer than three points or a single x leave it open.
  var fit: LineFit? {
    guard count > 2, squaresX > 0 else { return nil }
    let scale = products / squaresX
    let residual = max(0, squaresY - scale * products) / (count - 2)
    return LineFit(
      offsetMetres: meanY - scale * meanX, scale: scale,
      offsetErrorMetres: (residual * (1 / count + meanX * meanX / squaresX)).squareRoot(),
      scaleError: (residual / squaresX).squareRoot())
  }
}
