internal import ComplexModule
internal import CoreTypes

/// The inverse of a Hermitian Toeplitz matrix that is positive definite, by Levinson's and Durbin's recursion and the
/// formula of Gohberg and Semencul.
struct ToeplitzInverse: Sendable {
  /// The first column of the matrix.
  private(set) var column: [Complex<Double>] = []
  /// The elements at and above the diagonal, row by row, as many in each row as the matrix has.
  private(set) var elements: [Complex<Double>] = []
  /// The logarithm of the determinant of the matrix.
  private(set) var logDeterminant = 0.0
  private var predictor: [Complex<Double>] = []
  private var mirror: [Complex<Double>] = []

  /// The size of the matrix.
  var count: Int { column.count }

  /// Inverts the matrix with this first column.
  mutating func invert(_ column: [Complex<Double>]) {
    self.column = column
    let error = solve()
    let count = count
    elements.removeAll(keepingCapacity: true)
    for _ in 0..<count * count { elements.append(.zero) }
    let scale = 1 / error
    for j in 0..<count { elements[j] = predictor[j].conjugate.multiplied(by: scale) }
    for i in 1..<max(count, 1) {
      for j in i..<count {
        let gain = predictor[i] * predictor[j].conjugate
        let loss = predictor[count - i].conjugate * predictor[count - j]
        elements[i * count + j] = elements[(i - 1) * count + j - 1] + (gain - loss).multiplied(by: scale)
      }
    }
  }

  /// Takes a row and its column out of the matrix and makes the inverse that of the rest, with zeros in that place.
  mutating func remove(_ place: Int) {
    let count = count
    let pivot = elements[place * count + place].real
    logDeterminant += PortableMath.log(pivot)
    mirror.removeAll(keepingCapacity: true)
    for i in 0..<count {
      mirror.append(i <= place ? elements[i * count + place] : elements[place * count + i].conjugate)
    }
    for i in 0..<count where mirror[i].lengthSquared > 0 {
      let scaled = mirror[i].divided(by: pivot)
      for j in i..<count { elements[i * count + j] -= scaled * mirror[j].conjugate }
    }
    for i in 0..<count {
      elements[min(i, place) * count + max(i, place)] = .zero
    }
  }

  /// Finds the predictor whose product with the matrix is its error in the first place and 0 elsewhere; returns the error.
  private mutating func solve() -> Double {
    predictor.removeAll(keepingCapacity: true)
    predictor.append(.one)
    var error = column[0].real
    logDeterminant = PortableMath.log(error)
    for size in 1..<max(count, 1) {
      var left = Complex<Double>.zero
      for i in 0..<size { left += column[size - i] * predictor[i] }
      let factor = -left.divided(by: error)
      mirror.removeAll(keepingCapacity: true)
      for i in (0..<size).reversed() { mirror.append(predictor[i].conjugate) }
      predictor.append(.zero)
      for i in 1...size { predictor[i] += factor * mirror[i - 1] }
      error *= 1 - factor.lengthSquared
      logDeterminant += PortableMath.log(error)
    }
    return error
  }
}
