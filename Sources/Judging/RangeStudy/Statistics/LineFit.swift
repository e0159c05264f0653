internal import Statistics

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

extension LineFit {
  /// The line through estimates over distances; nil where fewer than three points or a single distance leave it open.
  init?(_ line: RunningLine) {
    guard line.count > 2, let scale = line.slope else { return nil }
    let residual = line.residualSquares / Double(line.count - 2)
    self.init(
      offsetMetres: line.meanY - scale * line.meanX, scale: scale,
      offsetErrorMetres: (residual * (1 / Double(line.count) + line.meanX * line.meanX / line.squaresX))
        .squareRoot(),
      scaleError: (residual / line.squaresX).squareRoot())
  }
}
