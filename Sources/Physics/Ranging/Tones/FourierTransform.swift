internal import CoreTypes

/// A radix-2 inverse Fourier transform of one fixed size, y[n] = sum of x[k] exp(+j 2 pi k n / size), not scaled;
/// its tables are made once.
struct FourierTransform: Sendable {
  /// The number of points, a power of two.
  let size: Int
  /// For each half length h of a block, h turning factors from index h - 1.
  private let cosines: [Double]
  private let sines: [Double]
  /// Where the value of each index stands after the blocks are combined.
  private let places: [Int]

  /// Makes a transform of `size` points, a power of two from 4.
  init(size: Int) {
    precondition(size >= 4 && size.nonzeroBitCount == 1, "a radix-2 transform has 2^n points")
    self.size = size
    var cosines: [Double] = []
    var sines: [Double] = []
    var half = 1
    while half < size {
      for index in 0..<half {
        let (sin, cos) = PortableMath.sinCos(turns: Double(index) / Double(2 * half))
        cosines.append(cos)
        sines.append(sin)
      }
      half *= 2
    }
    self.cosines = cosines
    self.sines = sines
    let shift = UInt64(64 - size.trailingZeroBitCount)
    places = (0..<size).map { Int(truncatingIfNeeded: Self.reversed(UInt64($0)) >> shift) }
  }

  /// Where the value of index `n` stands in the output.
  @inline(__always)
  func place(_ n: Int) -> Int { places[n & (size &- 1)] }

  /// Which index's value stands at `place`; the order is its own inverse.
  @inline(__always)
  func index(at place: Int) -> Int { places[place] }

  /// Replaces x by y; the value of index n then stands at `place(n)`.
  ///
  /// - Parameters:
  ///   - re: real parts, `size` of them.
  ///   - im: imaginary parts, `size` of them.
  ///   - isUpperHalfZero: whether nothing but zeros stands in the upper half of x, which is then not read.
  func inverse(re: inout [Double], im: inout [Double], isUpperHalfZero: Bool = false) {
    precondition(re.count == size && im.count == size, "the transform has a fixed size")
    re.withUnsafeMutableBufferPointer { re in
      im.withUnsafeMutableBufferPointer { im in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            if let re = re.baseAddress, let im = im.baseAddress, let cosines = cosines.baseAddress,
              let sines = sines.baseAddress
            {
              combine(re, im, cosines, sines, isUpperHalfZero)
            }
          }
        }
      }
    }
  }

  private func combine(
    _ re: UnsafeMutablePointer<Double>, _ im: UnsafeMutablePointer<Double>,
    _ cosines: UnsafePointer<Double>, _ sines: UnsafePointer<Double>, _ isUpperHalfZero: Bool
  ) {
    var half = size / 2
    if isUpperHalfZero {
      Self.spread(re, im, cosines + (half - 1), sines + (half - 1), half)
      half /= 2
    }
    while half > 2 {
      var first = 0
      while first < size {
        Self.butterflies(re + first, im + first, cosines + (half - 1), sines + (half - 1), half)
        first &+= 2 &* half
      }
      half /= 2
    }
    // Blocks of four need no multiplication.
    var first = 0
    while first < size {
      Self.lastTwo(re + first, im + first)
      first &+= 4
    }
  }

  /// The first combination where the upper half is zero.
  @inline(__always)
  private static func spread(
    _ re: UnsafeMutablePointer<Double>, _ im: UnsafeMutablePointer<Double>,
    _ cosines: UnsafePointer<Double>, _ sines: UnsafePointer<Double>, _ half: Int
  ) {
    var j = 0
    while j < half {
      re[j &+ half] = re[j] * cosines[j] - im[j] * sines[j]
      im[j &+ half] = re[j] * sines[j] + im[j] * cosines[j]
      j &+= 1
    }
  }

  @inline(__always)
  private static func butterflies(
    _ re: UnsafeMutablePointer<Double>, _ im: UnsafeMutablePointer<Double>,
    _ cosines: UnsafePointer<Double>, _ sines: UnsafePointer<Double>, _ half: Int
  ) {
    var j = 0
    while j < half {
      // Two at a time, all read before any is written, which lets the compiler use wide registers.
      let (a0, a1, b0, b1) = (re[j], re[j &+ 1], im[j], im[j &+ 1])
      let (c0, c1) = (re[j &+ half], re[j &+ half &+ 1])
      let (d0, d1) = (im[j &+ half], im[j &+ half &+ 1])
      let (cos0, cos1, sin0, sin1) = (cosines[j], cosines[j &+ 1], sines[j], sines[j &+ 1])
      let (x0, x1, y0, y1) = (a0 - c0, a1 - c1, b0 - d0, b1 - d1)
      re[j] = a0 + c0
      re[j &+ 1] = a1 + c1
      im[j] = b0 + d0
      im[j &+ 1] = b1 + d1
      re[j &+ half] = x0 * cos0 - y0 * sin0
      re[j &+ half &+ 1] = x1 * cos1 - y1 * sin1
      im[j &+ half] = x0 * sin0 + y0 * cos0
      im[j &+ half &+ 1] = x1 * sin1 + y1 * cos1
      j &+= 2
    }
  }

  @inline(__always)
  private static func lastTwo(_ re: UnsafeMutablePointer<Double>, _ im: UnsafeMutablePointer<Double>) {
    let (sumRe, sumIm) = (re[0] + re[2], im[0] + im[2])
    let (differenceRe, differenceIm) = (re[0] - re[2], im[0] - im[2])
    let (oddSumRe, oddSumIm) = (re[1] + re[3], im[1] + im[3])
    let (oddDifferenceRe, oddDifferenceIm) = (re[1] - re[3], im[1] - im[3])
    (re[0], im[0]) = (sumRe + oddSumRe, sumIm + oddSumIm)
    (re[1], im[1]) = (sumRe - oddSumRe, sumIm - oddSumIm)
    (re[2], im[2]) = (differenceRe - oddDifferenceIm, differenceIm + oddDifferenceRe)
    (re[3], im[3]) = (differenceRe + oddDifferenceIm, differenceIm - oddDifferenceRe)
  }

  private static func reversed(_ word: UInt64) -> UInt64 {
    var (rest, result) = (word, UInt64(0))
    for _ in 0..<64 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }
}
