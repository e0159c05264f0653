internal import ComplexModule
internal import CoreTypes

/// The amplitudes of several lines in a band, by least squares.
///
/// Counted from the middle of the band the lines' products with each other are real, which leaves a real
/// system with a complex right side.
struct LineAmplitudes: Sendable {
  /// The amplitude of each line, its phase that in the middle of the band.
  private(set) var values: [Complex<Double>] = []
  private var matrix: [Double] = []
  private var left: [Complex<Double>] = []

  /// Fits lines of the given turns a step of the grid and returns the power that they leave of the tones.
  mutating func fit(_ band: FilledBand, _ turns: [Double]) -> Double {
    matrix.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    let length = band.re.count
    for line in turns {
      var sum = Complex<Double>.zero
      var (turn, step) = Self.start(-line, length)
      for slot in 0..<length {
        sum += Complex(band.re[slot], band.im[slot]) * turn.conjugate
        turn *= step
      }
      values.append(sum)
      for other in turns { matrix.append(Self.product(line - other, length)) }
    }
    solve(turns.count)
    return residual(band, turns)
  }

  /// What the first step of the band is turned by, and each one after it.
  private static func start(_ turns: Double, _ length: Int) -> (Complex<Double>, Complex<Double>) {
    let first = PortableMath.sinCos(turns: -turns * Double(length - 1) / 2)
    let step = PortableMath.sinCos(turns: turns)
    return (Complex(first.cos, first.sin), Complex(step.cos, step.sin))
  }

  /// The sum of a line's turns over the band: sin(pi n t) / sin(pi t).
  private static func product(_ turns: Double, _ length: Int) -> Double {
    let below = PortableMath.sinCos(turns: turns / 2).sin
    guard below.magnitude > 1e-9 else { return Double(length) }
    return PortableMath.sinCos(turns: turns * Double(length) / 2).sin / below
  }

  /// Elimination with a little added to the diagonal, so that lines that almost coincide share their amplitude.
  private mutating func solve(_ count: Int) {
    for a in 0..<count { matrix[a * count + a] *= 1.004 }
    for a in 0..<count {
      for b in a + 1..<max(count, a + 1) {
        let factor = matrix[b * count + a] / matrix[a * count + a]
        for k in a..<count { matrix[b * count + k] -= factor * matrix[a * count + k] }
        values[b] -= values[a].multiplied(by: factor)
      }
    }
    for a in stride(from: count - 1, through: 0, by: -1) {
      for k in a + 1..<max(count, a + 1) { values[a] -= values[k].multiplied(by: matrix[a * count + k]) }
      values[a] = values[a].divided(by: matrix[a * count + a])
    }
  }

  private mutating func residual(_ band: FilledBand, _ turns: [Double]) -> Double {
    left.removeAll(keepingCapacity: true)
    for slot in band.re.indices { left.append(Complex(band.re[slot], band.im[slot])) }
    for line in turns.indices {
      var (turn, step) = Self.start(-turns[line], left.count)
      turn *= values[line]
      for slot in left.indices {
        left[slot] -= turn
        turn *= step
      }
    }
    var power = 0.0
    for slot in left.indices where band.toneCount[slot] > 0 { power += left[slot].lengthSquared }
    return power
  }
}
