internal import ComplexModule
internal import CoreTypes

/// The lines of a signal subspace: each turns every element of a window into the next by one and the same angle.
///
/// What carries the first elements of the subspace into the last ones is a matrix whose eigenvalues are those
/// turns. Unlike peaks of a spectrum they do not draw each other near.
struct RotationalInvariance: Sendable {
  /// The lines found last, in turns a step of the grid around the turns given, the earliest first.
  private(set) var lines: [Double] = []
  /// How far an eigenvalue may lie from the unit circle for a line that lasts the whole band.
  private static let (leastSize, greatestSize) = (0.8, 1.25)

  private var order = 0
  private var matrix: [Complex<Double>] = []
  private var last: [Complex<Double>] = []
  private var carried: [Complex<Double>] = []
  private var reduced: [Complex<Double>] = []
  private var eigenvalues = SmallEigenvalues()

  /// Takes the first `order` vectors of a subspace of windows of `window` elements.
  mutating func load(_ subspace: DominantSubspace, window: Int, order: Int) {
    self.order = order
    matrix.removeAll(keepingCapacity: true)
    last.removeAll(keepingCapacity: true)
    for a in 0..<order {
      last.append(Self.element(window - 1, a, of: subspace, window).conjugate)
      for b in 0..<order {
        var sum = Complex<Double>.zero
        for i in 0..<window - 1 {
          sum +=
            Self.element(i, a, of: subspace, window).conjugate * Self.element(i + 1, b, of: subspace, window)
        }
        matrix.append(sum)
      }
    }
  }

  /// An element of a complex eigenvector, from the real one.
  @inline(__always)
  private static func element(_ i: Int, _ a: Int, of subspace: DominantSubspace, _ window: Int)
    -> Complex<Double>
  {
    let half = window / 2
    let row = i < half ? i : window - 1 - i
    let re = subspace.vectors[row * subspace.width + a] * 0.5.squareRoot()
    let im = subspace.vectors[(row + half) * subspace.width + a] * 0.5.squareRoot()
    return Complex(re, i < half ? im : -im)
  }

  /// Finds the lines of the first `count` vectors.
  mutating func find(_ count: Int, around turns: Double) {
    // The vectors without their last element are not quite at right angles to each other; what is missing has
    // rank one, so that the inverse is known.
    var missing = 0.0
    carried.removeAll(keepingCapacity: true)
    reduced.removeAll(keepingCapacity: true)
    for a in 0..<count { missing += last[a].lengthSquared }
    for b in 0..<count {
      var sum = Complex<Double>.zero
      for a in 0..<count { sum += last[a].conjugate * matrix[a * order + b] }
      carried.append(sum.divided(by: 1 - missing))
    }
    // Turned and shifted so that the lines that matter are near 0, where roots are found best.
    let (sin, cos) = PortableMath.sinCos(turns: turns)
    for a in 0..<count {
      for b in 0..<count {
        let value = (matrix[a * order + b] + last[a] * carried[b]) * Complex(cos, sin)
        reduced.append(a == b ? value - .one : value)
      }
    }
    eigenvalues.find(reduced, size: count, stride: count)
    lines.removeAll(keepingCapacity: true)
    for value in eigenvalues.values {
      let turn = value + .one
      let size = turn.lengthSquared
      guard size > Self.leastSize * Self.leastSize, size < Self.greatestSize * Self.greatestSize else {
        continue
      }
      lines.append(turns - PortableMath.atan2(turn.imaginary, turn.real) / (2 * .pi))
    }
    lines.sortFew()
  }
}
