internal import CoreTypes

/// The eigenvectors of the greatest eigenvalues of a real symmetric matrix without negative ones.
///
/// A block of vectors is multiplied by the matrix until it spans them, then rotated so that each is one. A few
/// more vectors than asked for make it converge fast. It starts from fixed vectors and takes a fixed number of
/// rounds, so that the result depends on the matrix alone. LAPACK would do as well but is not the same to the last
/// bit on every machine.
struct DominantSubspace: Sendable {
  /// The least number of vectors beyond those asked for; the block's width is a multiple of four.
  private static let spare = 3
  private static let rounds = 3

  /// The number of vectors in the block.
  private(set) var width = 0
  /// Row i holds element i of each vector, the vector of the greatest eigenvalue first.
  private(set) var vectors: [Double] = []
  /// The eigenvalues in descending order.
  private(set) var values: [Double] = []
  private var product: [Double] = []
  private var small: [Double] = []
  private var rotation: [Double] = []

  /// Finds at least `count` eigenvectors of a matrix of `size` rows.
  mutating func find(_ count: Int, of matrix: [Double], size: Int) {
    width = (count + Self.spare + 3) / 4 * 4
    reserve(size)
    start(size)
    for _ in 0..<Self.rounds {
      multiply(matrix, size)
      swap(&vectors, &product)
      multiply(matrix, size)
      swap(&vectors, &product)
      orthonormalise(size)
    }
    multiply(matrix, size)
    rotate(size)
  }

  private mutating func reserve(_ size: Int) {
    while vectors.count < size * width {
      vectors.append(0)
      product.append(0)
    }
    while small.count < width * width {
      small.append(0)
      rotation.append(0)
    }
    while values.count < width { values.append(0) }
  }

  /// Waves of different lengths: no signal is at right angles to all.
  private mutating func start(_ size: Int) {
    for i in 0..<size {
      for j in 0..<width {
        let quarters: Int = i * (2 * j + 1) + 3 * j * j
        let bend: Int = j + i * i
        let turns: Double = Double(quarters) / Double(4 * size) + 0.07 * Double(bend)
        vectors[i * width + j] = PortableMath.sinCos(turns: turns).cos
      }
    }
  }

  /// product = matrix * vectors
  private mutating func multiply(_ matrix: [Double], _ size: Int) {
    let width = width
    matrix.withUnsafeBufferPointer { matrix in
      vectors.withUnsafeBufferPointer { vectors in
        product.withUnsafeMutableBufferPointer { product in
          for i in 0..<size {
            var j = 0
            while j < width {
              var (s0, s1, s2, s3) = (0.0, 0.0, 0.0, 0.0)
              var place = j
              for k in i &* size..<i &* size &+ size {
                let factor = matrix[k]
                s0 += factor * vectors[place]
                s1 += factor * vectors[place &+ 1]
                s2 += factor * vectors[place &+ 2]
                s3 += factor * vectors[place &+ 3]
                place &+= width
              }
              let row = i &* width &+ j
              (product[row], product[row &+ 1]) = (s0, s1)
              (product[row &+ 2], product[row &+ 3]) = (s2, s3)
              j &+= 4
            }
          }
        }
      }
    }
  }

  /// Gram-Schmidt, the block's first vector first.
  private mutating func orthonormalise(_ size: Int) {
    let width = width
    vectors.withUnsafeMutableBufferPointer { vectors in
      for j in 0..<width {
        for other in 0..<j {
          var sum = 0.0
          for i in 0..<size { sum += vectors[i &* width &+ j] * vectors[i &* width &+ other] }
          for i in 0..<size { vectors[i &* width &+ j] -= sum * vectors[i &* width &+ other] }
        }
        var norm = 0.0
        for i in 0..<size { norm += vectors[i &* width &+ j] * vectors[i &* width &+ j] }
        let scale = norm > 0 ? 1 / norm.squareRoot() : 0
        for i in 0..<size { vectors[i &* width &+ j] *= scale }
      }
    }
  }

  /// Rotates the block so that each vector is an eigenvector as near as the block has one.
  private mutating func rotate(_ size: Int) {
    let width = width
    vectors.withUnsafeBufferPointer { vectors in
      product.withUnsafeMutableBufferPointer { product in
        small.withUnsafeMutableBufferPointer { small in
          for a in 0..<width {
            for b in a..<width {
              var sum = 0.0
              for i in 0..<size { sum += vectors[i &* width &+ a] * product[i &* width &+ b] }
              small[a &* width &+ b] = sum
              small[b &* width &+ a] = sum
            }
          }
        }
      }
    }
    SymmetricRotation.diagonalise(&small, size: width, rotation: &rotation)
    for a in 0..<width { values[a] = small[a * width + a] }
    vectors.withUnsafeBufferPointer { vectors in
      product.withUnsafeMutableBufferPointer { product in
        rotation.withUnsafeBufferPointer { rotation in
          for i in 0..<size {
            for a in 0..<width {
              var sum = 0.0
              for b in 0..<width { sum += vectors[i &* width &+ b] * rotation[b &* width &+ a] }
              product[i &* width &+ a] = sum
            }
          }
        }
      }
    }
    swap(&vectors, &product)
    sort(size)
  }

  private mutating func sort(_ size: Int) {
    for a in 0..<width {
      var best = a
      for b in a + 1..<max(width, a + 1) where values[b] > values[best] { best = b }
      guard best != a else { continue }
      values.swapAt(a, best)
      for i in 0..<size { vectors.swapAt(i * width + a, i * width + best) }
    }
  }
}

/// Jacobi's method for a small symmetric matrix.
enum SymmetricRotation {
  /// Makes `matrix` diagonal; the columns of `rotation` are its eigenvectors.
  static func diagonalise(_ matrix: inout [Double], size: Int, rotation: inout [Double]) {
    for a in 0..<size {
      for b in 0..<size { rotation[a * size + b] = a == b ? 1 : 0 }
    }
    matrix.withUnsafeMutableBufferPointer { matrix in
      rotation.withUnsafeMutableBufferPointer { rotation in
        for _ in 0..<12 {
          var (off, total) = (0.0, 0.0)
          for a in 0..<size {
            total += matrix[a &* size &+ a].magnitude
            for b in a + 1..<max(size, a + 1) { off = max(off, matrix[a &* size &+ b].magnitude) }
          }
          guard off > 1e-10 * total else { return }
          for a in 0..<size {
            for b in a + 1..<max(size, a + 1) where matrix[a &* size &+ b].magnitude > 1e-14 * total {
              turn(matrix, rotation, size, a, b)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func turn(
    _ m: UnsafeMutableBufferPointer<Double>, _ rotation: UnsafeMutableBufferPointer<Double>, _ size: Int,
    _ a: Int, _ b: Int
  ) {
    let theta = (m[b &* size &+ b] - m[a &* size &+ a]) / (2 * m[a &* size &+ b])
    let t = (theta < 0 ? -1 : 1) / (theta.magnitude + (theta * theta + 1).squareRoot())
    let cos = 1 / (t * t + 1).squareRoot()
    let sin = t * cos
    for k in 0..<size {
      let (x, y) = (m[k &* size &+ a], m[k &* size &+ b])
      m[k &* size &+ a] = cos * x - sin * y
      m[k &* size &+ b] = sin * x + cos * y
    }
    for k in 0..<size {
      let (x, y) = (m[a &* size &+ k], m[b &* size &+ k])
      m[a &* size &+ k] = cos * x - sin * y
      m[b &* size &+ k] = sin * x + cos * y
    }
    for k in 0..<size {
      let (x, y) = (rotation[k &* size &+ a], rotation[k &* size &+ b])
      rotation[k &* size &+ a] = cos * x - sin * y
      rotation[k &* size &+ b] = sin * x + cos * y
    }
  }
}
