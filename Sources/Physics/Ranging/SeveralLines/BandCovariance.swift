/// The covariance of overlapping windows of a band, averaged forward and backward.
///
/// Such a matrix is its own conjugate when turned by 180 degrees, so that combining each element with its
/// mirror image makes it real and symmetric, with the same eigenvalues: half the size in memory and a quarter of
/// the multiplications. That needs an even window.
struct BandCovariance: Sendable {
  /// The number of elements of a window, even.
  private(set) var window = 0
  /// The real matrix, row by row.
  private(set) var matrix: [Double] = []
  private var re: [Double] = []
  private var im: [Double] = []

  /// Starts a sum of covariances of `window` elements.
  mutating func start(window: Int) {
    precondition(window >= 2 && window % 2 == 0, "elements are taken in pairs")
    self.window = window
    while matrix.count < window * window {
      matrix.append(0)
      re.append(0)
      im.append(0)
    }
    for index in 0..<window * window { matrix[index] = 0 }
  }

  /// Adds the windows of a band.
  mutating func add(_ band: FilledBand) {
    let window = window
    let count = band.re.count - window + 1
    band.re.withUnsafeBufferPointer { bandRe in
      band.im.withUnsafeBufferPointer { bandIm in
        re.withUnsafeMutableBufferPointer { re in
          im.withUnsafeMutableBufferPointer { im in
            matrix.withUnsafeMutableBufferPointer { matrix in
              Self.correlate(bandRe, bandIm, window: window, count: count, re, im)
              Self.fold(re, im, window: window, scale: 1 / Double(count), into: matrix)
            }
          }
        }
      }
    }
  }

  /// R[i][j] = sum over windows m of x[m + i] conj(x[m + j]), for i <= j; each diagonal continues from its start.
  private static func correlate(
    _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>, window: Int, count: Int,
    _ re: UnsafeMutableBufferPointer<Double>, _ im: UnsafeMutableBufferPointer<Double>
  ) {
    for j in 0..<window {
      var (sumRe, sumIm) = (0.0, 0.0)
      for m in 0..<count {
        sumRe += x[m] * x[m &+ j] + y[m] * y[m &+ j]
        sumIm += y[m] * x[m &+ j] - x[m] * y[m &+ j]
      }
      re[j] = sumRe
      im[j] = sumIm
    }
    for i in 1..<window {
      let (out, enter) = (i &- 1, i &- 1 &+ count)
      for j in i..<window {
        let (oldJ, newJ) = (j &- 1, j &- 1 &+ count)
        let before = (i &- 1) &* window &+ j &- 1
        re[i &* window &+ j] =
          re[before] + x[enter] * x[newJ] + y[enter] * y[newJ] - x[out] * x[oldJ] - y[out] * y[oldJ]
        im[i &* window &+ j] =
          im[before] + y[enter] * x[newJ] - x[enter] * y[newJ] - y[out] * x[oldJ] + x[out] * y[oldJ]
      }
    }
  }

  /// Averages R with its turned conjugate, and combines mirrored elements.
  private static func fold(
    _ re: UnsafeMutableBufferPointer<Double>, _ im: UnsafeMutableBufferPointer<Double>, window: Int,
    scale: Double, into matrix: UnsafeMutableBufferPointer<Double>
  ) {
    let half = window / 2
    let last = window &- 1
    for i in 0..<half {
      for j in i..<half {
        // R[i][j] and R[i][last - j], each the mean of itself and its mirror image.
        let near = i &* window &+ j
        let nearMirror = (last &- j) &* window &+ last &- i
        let far = i &* window &+ last &- j
        let farMirror = j &* window &+ last &- i
        let nearRe = (re[near] + re[nearMirror]) * 0.5 * scale
        let nearIm = (im[near] + im[nearMirror]) * 0.5 * scale
        let farRe = (re[far] + re[farMirror]) * 0.5 * scale
        let farIm = (im[far] + im[farMirror]) * 0.5 * scale
        let (even, odd) = (nearRe + farRe, nearRe - farRe)
        matrix[i &* window &+ j] += even
        matrix[(i &+ half) &* window &+ j &+ half] += odd
        matrix[i &* window &+ j &+ half] += farIm - nearIm
        if i != j {
          matrix[j &* window &+ i] += even
          matrix[(j &+ half) &* window &+ i &+ half] += odd
          matrix[j &* window &+ i &+ half] += farIm + nearIm
        }
      }
    }
    for i in 0..<half {
      for j in 0..<half { matrix[(j &+ half) &* window &+ i] = matrix[i &* window &+ j &+ half] }
    }
  }
}
