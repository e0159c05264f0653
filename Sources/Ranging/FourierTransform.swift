internal import CoreTypes

/// A radix-2 inverse Fourier transform of one fixed size; its tables are made once.
struct FourierTransform: Sendable {
  /// The number of points, a power of two.
  let size: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// Makes a transform of `size` points, a power of two from 2.
  init(size: Int) {
    precondition(size >= 2 && size.nonzeroBitCount == 1, "a radix-2 transform has 2^n points")
    self.size = size
    let angles = (0..<size / 2).map { PortableMath.sinCos(turns: Double($0) / Double(size)) }
    cosines = angles.map(\.cos)
    sines = angles.map(\.sin)
  }

  /// Replaces x by y[n] = sum of x[k] exp(+j 2 pi k n / size); the result is not scaled.
  ///
  /// - Parameters:
  ///   - re: real parts, `size` of them.
  ///   - im: imaginary parts, `size` of them.
  func inverse(re: inout [Double], im: inout [Double]) {
    precondition(re.count == size && im.count == size, "the transform has a fixed size")
    re.withUnsafeMutableBufferPointer { re in
      im.withUnsafeMutableBufferPointer { im in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            Self.reverseBits(re, im)
            Self.combine(re, im, cosines, sines)
          }
        }
      }
    }
  }

  private static func reverseBits(
    _ re: UnsafeMutableBufferPointer<Double>, _ im: UnsafeMutableBufferPointer<Double>
  ) {
    var reversed = 0
    for index in 1..<re.count {
      var bit = re.count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        re.swapAt(index, reversed)
        im.swapAt(index, reversed)
      }
    }
  }

  private static func combine(
    _ re: UnsafeMutableBufferPointer<Double>, _ im: UnsafeMutableBufferPointer<Double>,
    _ cosines: UnsafeBufferPointer<Double>, _ sines: UnsafeBufferPointer<Double>
  ) {
    var half = 1
    while half < re.count {
      let stride = re.count / (2 * half)
      for first in Swift.stride(from: 0, to: re.count, by: 2 * half) {
        for offset in 0..<half {
          let (upper, lower) = (first &+ offset, first &+ offset &+ half)
          let (cos, sin) = (cosines[offset &* stride], sines[offset &* stride])
          let turnedRe = re[lower] * cos - im[lower] * sin
          let turnedIm = re[lower] * sin + im[lower] * cos
          (re[lower], im[lower]) = (re[upper] - turnedRe, im[upper] - turnedIm)
          (re[upper], im[upper]) = (re[upper] + turnedRe, im[upper] + turnedIm)
        }
      }
      half *= 2
    }
  }
}
