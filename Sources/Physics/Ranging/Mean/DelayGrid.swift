internal import ComplexModule
internal import CoreTypes

/// The delays of a direct path that are looked at, and the value of trigonometric polynomials there.
struct DelayGrid: Sendable {
  /// A maximum between the delays of the grid.
  struct Peak: Sendable {
    /// The logarithm of the area under it.
    let logArea: Double
    /// Its delay in turns a step of the channel grid, one way.
    let turn: Double
    /// Its variance, in the same turns.
    let variance: Double
  }

  private typealias Row = SIMD8<Float>
  /// How far from the strongest line the direct path is looked for, in metres, and in which steps.
  private static let (firstMetres, lastMetres, stepMetres) = (-45.0, 4.0, 0.5)
  /// The delays.
  static let count = Int((lastMetres - firstMetres) / stepMetres) + 1
  /// The room for the coefficients of a polynomial.
  static let stride = LineSearch.slotCount
  /// Newton's steps: each time the digits double.
  private static let rounds = 3

  /// The grid of the channels in megahertz.
  private(set) var spacing = 0
  /// The value at each delay of the polynomial that `evaluate` took; minus infinity where it did not look.
  private(set) var values: [Double] = []
  /// The cosine and the sine of each multiple of each delay.
  private var cosines: [Float] = []
  private var sines: [Float] = []

  /// Takes the grid of the channels.
  mutating func prepare(spacing: Int) {
    guard spacing != self.spacing else { return }
    self.spacing = spacing
    cosines.removeAll(keepingCapacity: true)
    sines.removeAll(keepingCapacity: true)
    for step in 0..<Self.count {
      for multiple in 0..<Self.stride {
        let (sin, cos) = PortableMath.sinCos(turns: turn(step) * Double(multiple))
        cosines.append(Float(cos))
        sines.append(Float(sin))
      }
    }
  }

  /// A delay in turns a step of the channel grid, one way.
  func turn(_ step: Int) -> Double { turns(metres: Self.metres(step)) }

  /// A delay in metres from the strongest line.
  static func metres(_ step: Int) -> Double { firstMetres + Double(step) * stepMetres }

  private func turns(metres: Double) -> Double {
    metres * Double(spacing) / (2 * RangingBounds.ambiguityMetres)
  }

  /// The first delay at which the direct path is at least so long, where the strongest line is.
  static func firstStep(leastMetres: Double, lineMetres: Double) -> Int {
    max(0, min(count - 1, Int(((leastMetres - lineMetres - firstMetres) / stepMetres).rounded(.up))))
  }

  /// Evaluates constant - sum of (re[m] cos m t - im[m] sin m t) at the delays t of `step` and the next ones, and at the
  /// one before, which show a maximum at `step`.
  mutating func evaluate(
    _ re: [Float], _ im: [Float], at start: Int, _ constant: Double, from step: Int
  ) {
    let first = max(step - 1, 0)
    values.removeAll(keepingCapacity: true)
    for _ in 0..<first { values.append(-.infinity) }
    let rowSize = MemoryLayout<Row>.size
    let numberSize = MemoryLayout<Float>.size
    re.withUnsafeBytes { re in
      im.withUnsafeBytes { im in
        cosines.withUnsafeBytes { cosines in
          sines.withUnsafeBytes { sines in
            var delay = first &* Self.stride &* numberSize
            for _ in first..<Self.count {
              var sum = Row.zero
              var place = start &* numberSize
              for _ in 0..<Self.stride / Row.scalarCount {
                let x = re.loadUnaligned(fromByteOffset: place, as: Row.self)
                let y = im.loadUnaligned(fromByteOffset: place, as: Row.self)
                let cos = cosines.loadUnaligned(fromByteOffset: delay, as: Row.self)
                let sin = sines.loadUnaligned(fromByteOffset: delay, as: Row.self)
                sum += x * cos - y * sin
                place &+= rowSize
                delay &+= rowSize
              }
              values.append(constant - Double(sum.sum()))
            }
          }
        }
      }
    }
  }

  /// The height of the parabola through the values around a maximum; nil where there is none.
  func top(_ step: Int) -> Double? {
    guard step > 0, step < Self.count - 1 else { return nil }
    let (before, here, after) = (values[step - 1], values[step], values[step + 1])
    guard here >= before, here > after else { return nil }
    let slope = after - before
    return here + slope * slope / (16 * (here - (before + after) / 2))
  }

  /// The maximum near a delay, by Newton's method; nil where there is none.
  func refined(_ step: Int, _ re: [Float], _ im: [Float], at start: Int, _ constant: Double) -> Peak? {
    let reach = turns(metres: Self.stepMetres)
    let middle = turn(step)
    var turn = middle
    for round in 0...Self.rounds {
      let (sin, cos) = PortableMath.sinCos(turns: turn)
      let one = Complex(cos, sin)
      var phasor = Complex<Double>.one
      var (sum, slope, curvature) = (0.0, 0.0, 0.0)
      for multiple in 0..<Self.stride {
        let (x, y) = (Double(re[start + multiple]), Double(im[start + multiple]))
        let m = Double(multiple)
        let turned = Complex(x, y) * phasor
        sum += turned.real
        slope += m * turned.imaginary
        curvature += m * m * turned.real
        phasor *= one
      }
      guard curvature < 0 else { return nil }
      if round == Self.rounds {
        let variance = -1 / (curvature * 4 * .pi * .pi)
        return Peak(logArea: constant - sum + PortableMath.log(variance) / 2, turn: turn, variance: variance)
      }
      turn = min(max(turn - slope / curvature / (2 * .pi), middle - reach), middle + reach)
    }
    return nil
  }
}
