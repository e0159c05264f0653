internal import ComplexModule
internal import CoreTypes

/// The eigenvalues of a complex matrix of a few rows: the roots of its characteristic polynomial.
struct SmallEigenvalues: Sendable {
  /// The eigenvalues found last, in no order.
  private(set) var values: [Complex<Double>] = []
  private var coefficients: [Complex<Double>] = []
  private var power: [Complex<Double>] = []
  private var next: [Complex<Double>] = []

  /// Finds the eigenvalues of the upper left `size` rows and columns of `matrix`, which has `stride` columns.
  mutating func find(_ matrix: [Complex<Double>], size: Int, stride: Int) {
    characterise(matrix, size, stride)
    values.removeAll(keepingCapacity: true)
    guard size > 1 else {
      values.append(-coefficients[0])
      return
    }
    for index in 0..<size {
      let (sin, cos) = PortableMath.sinCos(turns: (Double(index) + 0.3) / Double(size))
      values.append(Complex(0.3 * cos, 0.3 * sin))
    }
    // All roots at once, each moved by Newton's step as if the others were right.
    for _ in 0..<60 {
      var farthest = 0.0
      for index in 0..<size { farthest = max(farthest, improve(index, size)) }
      if farthest < 1e-18 { break }
    }
  }

  private mutating func improve(_ index: Int, _ size: Int) -> Double {
    let here = values[index]
    var above = Complex<Double>.one
    var below = Complex<Double>.one
    for k in Swift.stride(from: size - 1, through: 0, by: -1) { above = above * here + coefficients[k] }
    for other in 0..<size where other != index { below = below * (here - values[other]) }
    guard below.lengthSquared > 0 else { return 0 }
    let step = above / below
    values[index] = here - step
    return step.lengthSquared
  }

  /// The coefficients from traces: Faddeev's and LeVerrier's recursion.
  private mutating func characterise(_ matrix: [Complex<Double>], _ size: Int, _ stride: Int) {
    coefficients.removeAll(keepingCapacity: true)
    power.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    for _ in 0..<size { coefficients.append(.zero) }
    for index in 0..<size * size {
      power.append(index % (size + 1) == 0 ? .one : .zero)
      next.append(.zero)
    }
    for k in 1...size {
      var trace = Complex<Double>.zero
      for a in 0..<size {
        for b in 0..<size {
          var sum = Complex<Double>.zero
          for c in 0..<size { sum += matrix[a &* stride &+ c] * power[c &* size &+ b] }
          next[a &* size &+ b] = sum
          if a == b { trace += sum }
        }
      }
      let coefficient = trace.divided(by: -Double(k))
      coefficients[size - k] = coefficient
      for a in 0..<size { next[a &* size &+ a] += coefficient }
      swap(&power, &next)
    }
  }
}
