internal import CoreTypes

/// The power of some grids of tones on 256 lines, their sum, and where it is greatest.
///
/// The line n is that of n / 256 turns a megahertz, y[n] = sum of x[k] exp(+j 2 pi k n / 256). With k = 16 a + b and
/// n = m + 16 p the sum falls into 16-point transforms over a and over b; of a there are five, as a grid has 80 slots.
/// A vector holds the 16 values of m. Single precision is enough to find the peak, which is refined after it.
struct CoarseSpectrum: Sendable {
  /// The number of lines.
  static let size = 256
  private typealias Row = SIMD16<Float>

  private struct Complex: Sendable {
    var re = Row.zero
    var im = Row.zero
  }

  private static let width = 16
  private static let foldCount = LineSearch.slotCount / width

  /// exp(+j 2 pi a m / 16) for each a from 0.
  private let folds: [Complex]
  /// exp(+j 2 pi b m / 256) for each b from 0.
  private let twists: [Complex]
  /// The cosine and the sine of n sixteenths of a turn.
  private let sixteenths: [(Float, Float)]
  /// The power at m + 16 p, by p.
  private var power = [Row](repeating: .zero, count: width)
  private var rows = [Complex](repeating: Complex(), count: width)

  init() {
    sixteenths = (0..<10).map { n in
      let (sin, cos) = PortableMath.sinCos(turns: Double(n) / 16)
      return (Float(cos), Float(sin))
    }
    func turns(_ part: (Int) -> Double) -> Complex {
      var row = Complex()
      for m in 0..<Self.width {
        let (sin, cos) = PortableMath.sinCos(turns: part(m))
        (row.re[m], row.im[m]) = (Float(cos), Float(sin))
      }
      return row
    }
    folds = (0..<Self.foldCount).map { a in turns { Double(a * $0) / 16 } }
    twists = (0..<Self.width).map { b in turns { Double(b * $0) / 256 } }
  }

  /// Forgets all grids.
  mutating func clear() {
    for p in 0..<Self.width { power[p] = .zero }
  }

  /// Adds a grid.
  ///
  /// - Parameters:
  ///   - re: the real part of its 80 slots.
  ///   - im: their imaginary part.
  ///   - scale: what its power is multiplied by.
  mutating func add(re: UnsafePointer<Double>, im: UnsafePointer<Double>, scale: Float) {
    for b in 0..<Self.width { rows[b] = fold(re + b, im + b, twists[b]) }
    let sixteenths = sixteenths
    rows.withUnsafeMutableBufferPointer { rows in
      for first in 0..<4 { Self.transformFour(rows, from: first, step: 4) }
      Self.twist(rows, sixteenths)
      for first in 0..<4 { Self.transformFour(rows, from: 4 * first, step: 1) }
    }
    for q in 0..<4 {
      for p in 0..<4 {
        let y = rows[4 * q + p]
        power[q + 4 * p] += (y.re * y.re + y.im * y.im) * scale
      }
    }
  }

  /// The transform over a, for one b.
  @inline(__always)
  private func fold(_ re: UnsafePointer<Double>, _ im: UnsafePointer<Double>, _ twist: Complex) -> Complex {
    var sum = Complex(re: Row(repeating: Float(re[0])), im: Row(repeating: Float(im[0])))
    for a in 1..<Self.foldCount {
      let (x, y) = (Float(re[16 &* a]), Float(im[16 &* a]))
      let turn = folds[a]
      sum.re += turn.re * x - turn.im * y
      sum.im += turn.re * y + turn.im * x
    }
    return Complex(
      re: sum.re * twist.re - sum.im * twist.im, im: sum.re * twist.im + sum.im * twist.re)
  }

  /// The transform of four points, each output in the place of an input.
  @inline(__always)
  private static func transformFour(
    _ rows: UnsafeMutableBufferPointer<Complex>, from first: Int, step: Int
  ) {
    let (second, third, fourth) = (first + step, first + 2 * step, first + 3 * step)
    let (a, b, c, d) = (rows[first], rows[second], rows[third], rows[fourth])
    let (evenRe, evenIm, oddRe, oddIm) = (a.re + c.re, a.im + c.im, b.re + d.re, b.im + d.im)
    let (leftRe, leftIm, crossRe, crossIm) = (a.re - c.re, a.im - c.im, b.re - d.re, b.im - d.im)
    rows[first] = Complex(re: evenRe + oddRe, im: evenIm + oddIm)
    rows[second] = Complex(re: leftRe - crossIm, im: leftIm + crossRe)
    rows[third] = Complex(re: evenRe - oddRe, im: evenIm - oddIm)
    rows[fourth] = Complex(re: leftRe + crossIm, im: leftIm - crossRe)
  }

  /// Between the two: row 4 q + r is turned by q r sixteenths.
  @inline(__always)
  private static func twist(_ rows: UnsafeMutableBufferPointer<Complex>, _ sixteenths: [(Float, Float)]) {
    for q in 1..<4 {
      for r in 1..<4 {
        let (cos, sin) = sixteenths[q * r]
        let y = rows[4 * q + r]
        rows[4 * q + r] = Complex(re: y.re * cos - y.im * sin, im: y.re * sin + y.im * cos)
      }
    }
  }

  /// The greatest power, and its line in turns a megahertz, which lies between those that were worked out.
  var peak: (turns: Double, power: Double) {
    var best = power[0]
    var row = SIMD16<Int32>.zero
    for p in 1..<Self.width {
      let isMore = power[p] .> best
      best.replace(with: power[p], where: isMore)
      row.replace(with: SIMD16(repeating: Int32(p)), where: isMore)
    }
    var lane = 0
    for m in 1..<Self.width where best[m] > best[lane] { lane = m }
    let n = lane + Self.width * Int(row[lane])
    let (before, here, after) = (value(n - 1), value(n), value(n + 1))
    let curvature = before - 2 * here + after
    let offset = curvature < 0 ? (before - after) / (2 * curvature) : 0
    return ((Double(n) + offset) / Double(Self.size), here)
  }

  /// The power on line `n`, which may be any: they come again after `size`.
  func value(_ n: Int) -> Double {
    Double(power[n >> 4 & (Self.width - 1)][n & (Self.width - 1)])
  }
}
