internal import CoreTypes
internal import RadioModel
internal import Ranging
internal import SimulationKernel
internal import Statistics

/// The time of one distance estimate, on one core, beside a plain transform of 1024 points.
struct RangingBenchmark {
  private static let repetitions = 9
  private static let kinds: [RangingEstimatorKind] = [.ml, .earliest, .music, .mmse]

  /// In microseconds, beside the transform.
  private var figures: [ComparedSeries] = []
  private var transformMicroseconds = 0.0

  /// Measures every kind with one antenna path and with four, each in turn with the transform.
  static func run() -> RangingBenchmark {
    var benchmark = RangingBenchmark()
    var transformTimes: [Double] = []
    for kind in kinds {
      for pathCount in [1, 4] {
        let measurements = measurements(pathCount: pathCount)
        let paths = pathCount == 1 ? "1 path" : "\(pathCount) paths"
        var times = ComparedSeries("estimate, \(kind.rawValue), 72 tones, \(paths)")
        for _ in 0..<repetitions {
          let transform = transformTime()
          transformTimes.append(transform)
          times.add(estimateTime(kind, measurements), beside: transform)
        }
        benchmark.figures.append(times)
      }
    }
    benchmark.transformMicroseconds = transformTimes.median
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add("plain transform of 1,024 points", "\(transformMicroseconds.text(digits: 2)) us")
    for figure in figures {
      table.add(
        figure.name, "\(figure.value.text(digits: 2)) us",
        "\(figure.ratio.text(digits: 2)) of the transform")
    }
  }

  private static func estimateTime(
    _ kind: RangingEstimatorKind, _ measurements: [RangingMeasurement]
  ) -> Double {
    var estimator = RangingEstimator(kind)
    let count = kind == .ml || kind == .earliest ? 5_000 : 1_000
    var sum = 0.0
    let time = ContinuousClock().measure {
      for index in 0..<count {
        sum += estimator.estimate(measurements[index % measurements.count])?.metres ?? 0
      }
    }
    precondition(sum.isFinite && sum > 0, "tones in noise have a distance")
    return time.inSeconds / Double(count) * 1e6
  }

  private static func transformTime() -> Double {
    var transform = BareTransform(size: 1_024)
    let count = 500
    var sum = 0.0
    let time = ContinuousClock().measure {
      for _ in 0..<count { sum += transform.run() }
    }
    precondition(sum.isFinite, "the transform has a result")
    return time.inSeconds / Double(count) * 1e6
  }

  /// Tones of a path with an echo in noise of 25 dB, other distances in each.
  private static func measurements(pathCount: Int) -> [RangingMeasurement] {
    var random = RandomStream(seed: 1)
    return (0..<64).map { _ in
      let metres = 1 + 29 * random.nextUnit()
      return RangingMeasurement(paths: (0..<pathCount).map { _ in response(metres, &random) })
    }
  }

  private static func response(_ metres: Double, _ random: inout RandomStream) -> ToneResponse {
    var response = ToneResponse()
    let turns = -1e6 * metres / RangingBounds.speedOfLight
    let echoTurns = -1e6 * (metres + 3) / RangingBounds.speedOfLight
    let echoStart = random.nextUnit()
    let sigma = 0.04
    for channel in CSChannelMap.allowed.channels {
      let direct = PortableMath.sinCos(turns: turns * Double(channel))
      let echo = PortableMath.sinCos(turns: echoTurns * Double(channel) + echoStart)
      let (re, im) = (direct.cos + 0.5 * echo.cos, direct.sin + 0.5 * echo.sin)
      let (first, second) = (random.nextGaussianPair(), random.nextGaussianPair())
      response.append(
        channel: channel, initiatorI: re + sigma * first.0, initiatorQ: im + sigma * first.1,
        reflectorI: re + sigma * second.0, reflectorQ: im + sigma * second.1)
    }
    return response
  }
}

/// A transform as the textbook has it: bits reversed, then butterflies with factors from a table.
private struct BareTransform {
  private var re: [Double]
  private var im: [Double]
  private let factors: [(sin: Double, cos: Double)]

  init(size: Int) {
    re = (0..<size).map { $0 % 7 == 0 ? 1 : 0 }
    im = [Double](repeating: 0, count: size)
    factors = (0..<size / 2).map { PortableMath.sinCos(turns: Double($0) / Double(size)) }
  }

  /// Transforms, scales so that it can go on for ever, and returns one of the numbers.
  mutating func run() -> Double {
    let size = re.count
    re.withUnsafeMutableBufferPointer { re in
      im.withUnsafeMutableBufferPointer { im in
        factors.withUnsafeBufferPointer { factors in
          Self.reverse(re, im)
          var half = 1
          while half < size {
            Self.combine(re, im, factors, half)
            half *= 2
          }
          let scale = 1 / Double(size).squareRoot()
          for n in 0..<size { (re[n], im[n]) = (re[n] * scale, im[n] * scale) }
        }
      }
    }
    return re[1]
  }

  private static func reverse(
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
    _ factors: UnsafeBufferPointer<(sin: Double, cos: Double)>, _ half: Int
  ) {
    let step = re.count / (2 * half)
    for first in stride(from: 0, to: re.count, by: 2 * half) {
      for offset in 0..<half {
        let (upper, lower) = (first + offset, first + offset + half)
        let (sin, cos) = factors[offset * step]
        let (x, y) = (re[lower] * cos - im[lower] * sin, re[lower] * sin + im[lower] * cos)
        (re[lower], im[lower]) = (re[upper] - x, im[upper] - y)
        (re[upper], im[upper]) = (re[upper] + x, im[upper] + y)
      }
    }
  }
}
