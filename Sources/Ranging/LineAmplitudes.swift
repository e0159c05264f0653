internal import CoreTypes

/// The amplitudes of several lines in a band, by least squares.
///
/// Counted from the middle of the band the lines' products with each other are real, which leaves a real
/// system with a complex right side.
struct LineAmplitudes: Sendable {
  private var count = 0
  private var matrix: [Double] = []
  private var re: [Double] = []
  private var im: [Double] = []

  /// Fits lines of the given turns a step of the grid.
  mutating func fit(_ band: FilledBand, _ turns: some Collection<Double>) {
    count = turns.count
    matrix.removeAll(keepingCapacity: true)
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
    let length = band.re.count
    let middle = Double(length - 1) / 2
    for line in turns {
      var (sumRe, sumIm) = (0.0, 0.0)
      var (sin, cos) = PortableMath.sinCos(turns: -middle * line)
      let step = PortableMath.sinCos(turns: line)
      for slot in 0..<length {
        sumRe += band.re[slot] * cos - band.im[slot] * sin
        sumIm += band.re[slot] * sin + band.im[slot] * cos
        (cos, sin) = (cos * step.cos - sin * step.sin, cos * step.sin + sin * step.cos)
      }
      re.append(sumRe)
      im.append(sumIm)
      for other in turns { matrix.append(Self.product(line - other, length)) }
    }
    solve()
  }

  /// The squared amplitude of a line.
  func power(_ line: Int) -> Double { re[line] * re[line] + im[line] * im[line] }

  /// The sum of a line's turns over the band: sin(pi n t) / sin(pi t).
  private static func product(_ turns: Double, _ length: Int) -> Double {
    let below = PortableMath.sinCos(turns: turns / 2).sin
    guard below.magnitude > 1e-9 else { return Double(length) }
    return PortableMath.sinCos(turns: turns * Double(length) / 2).sin / below
  }

  /// Elimination with a little added to the diagonal, so that lines that almost coincide share their amplitude.
  private mutating func solve() {
    for a in 0..<count { matrix[a * count + a] *= 1 + 1e-9 }
    for a in 0..<count {
      for b in a + 1..<max(count, a + 1) {
        let factor = matrix[b * count + a] / matrix[a * count + a]
        for k in a..<count { matrix[b * count + k] -= factor * matrix[a * count + k] }
        re[b] -= factor * re[a]
        im[b] -= factor * im[a]
      }
    }
    for a in stride(from: count - 1, through: 0, by: -1) {
      for k in a + 1..<max(count, a + 1) {
        re[a] -= matrix[a * count + k] * re[k]
        im[a] -= matrix[a * count + k] * im[k]
      }
      re[a] /= matrix[a * count + a]
      im[a] /= matrix[a * count + a]
    }
  }
}
