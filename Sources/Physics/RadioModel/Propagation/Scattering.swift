internal import CoreTypes
internal import SimulationKernel

/// Echoes that are drawn: the model of Saleh and Valenzuela beside a direct path of gain 1.
///
/// Each echo has an excess delay t of exponential distribution and a complex Gaussian gain times
/// exp(-t / 2 `decayNanoseconds`); then all are scaled so that their powers sum up to 10^(-K/10). With a decay of
/// 0 no two echoes can be distinguished, and all of them are one complex Gaussian gain of that mean power at the
/// delay of the direct path: a Rician channel, flat in frequency.
public struct Scattering: Hashable, Sendable {
  /// When the echoes are drawn.
  public enum Redraw: Hashable, Sendable {
    /// Once: nothing moves while the run lasts.
    case run
    /// Anew for each procedure: each is in another place of the same kind.
    case procedure
  }

  /// Echoes in clusters: each has `tapCount` echoes of its own, drawn as above from where it begins.
  public struct Clusters: Hashable, Sendable {
    /// How many, the one that begins with the direct path included, 1 to 32.
    public var count: Int
    /// Mean time from the beginning of one to that of the next in nanoseconds, above 0.
    public var spacingNanoseconds: Double
    /// A cluster that begins at T has exp(-T / `decayNanoseconds`) of the power of the first; above 0.
    public var decayNanoseconds: Double

    public init(count: Int, spacingNanoseconds: Double, decayNanoseconds: Double) {
      self.count = count
      self.spacingNanoseconds = spacingNanoseconds
      self.decayNanoseconds = decayNanoseconds
    }
  }

  /// K: power of a free direct path against that of all echoes together, in dB.
  public var kFactorDecibels: Double
  /// Mean excess delay, and the decay of the power with it, in nanoseconds, 0 and up.
  public var decayNanoseconds: Double
  /// Echoes of one cluster, 1 to 64.
  public var tapCount: Int
  /// Nil for one cluster, which begins with the direct path.
  public var clusters: Clusters?
  /// When the echoes are drawn.
  public var redraw: Redraw

  public init(
    kFactorDecibels: Double, decayNanoseconds: Double, tapCount: Int = 12, clusters: Clusters? = nil,
    redraw: Redraw = .run
  ) {
    self.kFactorDecibels = kFactorDecibels
    self.decayNanoseconds = decayNanoseconds
    self.tapCount = tapCount
    self.clusters = clusters
    self.redraw = redraw
  }

  /// The power of all echoes together against a free direct path.
  var power: Double { PortableMath.powerRatio(decibels: -kFactorDecibels) }
  private var isFlat: Bool { !(decayNanoseconds > 0) && clusters == nil }

  /// The excess delay of each echo in nanoseconds with the standard deviation of its gain, before scaling.
  func drawDelays(_ random: inout RandomStream) -> [(delay: Double, deviation: Double)] {
    if isFlat { return [(0, 1)] }
    let decay = max(decayNanoseconds, 0)
    var taps: [(delay: Double, deviation: Double)] = []
    var begin = 0.0
    for cluster in 0..<max(1, min(clusters?.count ?? 1, 32)) {
      var level = 0.0
      if let clusters, cluster > 0 {
        begin += max(clusters.spacingNanoseconds, 0) * random.nextExponential()
        level = begin / max(clusters.decayNanoseconds, 1e-3)
      }
      for _ in 0..<max(1, min(tapCount, 64)) {
        let times = random.nextExponential()
        taps.append((begin + decay * times, PortableMath.exp(-(times + level) / 2)))
      }
    }
    return taps
  }

  /// A gain for each of `taps`; the powers sum up to that of the scattering, in a flat one in the mean.
  func drawGains(
    _ taps: [(delay: Double, deviation: Double)], _ random: inout RandomStream
  ) -> [(re: Double, im: Double)] {
    var total = 0.0
    var gains = taps.map { tap in
      let (x, y) = random.nextGaussianPair()
      total += (x * x + y * y) * tap.deviation * tap.deviation
      return (re: x * tap.deviation, im: y * tap.deviation)
    }
    let scale = isFlat ? (power / 2).squareRoot() : total > 0 ? (power / total).squareRoot() : 0
    for index in gains.indices {
      gains[index].re *= scale
      gains[index].im *= scale
    }
    return gains
  }
}

extension RandomStream {
  /// A draw of the exponential distribution with mean 1.
  mutating func nextExponential() -> Double { -PortableMath.log(1 - nextUnit()) }

  /// A direction in space, each as likely as any other.
  mutating func nextDirection() -> AntennaGeometry.Position {
    let z = 2 * nextUnit() - 1
    let (sin, cos) = PortableMath.sinCos(turns: nextUnit())
    let radius = (1 - z * z).squareRoot()
    return AntennaGeometry.Position(x: radius * cos, y: radius * sin, z: z)
  }
}

/// Ways behind the direct path: their sum by antenna path and channel, and the same weighted by delay.
struct DelaySums: Sendable {
  /// Sum of a exp(-j 2 pi f t), t being the excess delay.
  private(set) var responses: ResponseTable
  /// Sum of a t exp(-j 2 pi f t), t in nanoseconds.
  private(set) var weighted: ResponseTable
  /// The least excess delay of each antenna path in nanoseconds, at most that of the direct path, 0.
  private(set) var shortest: [Double]
  /// The greatest excess delay of each antenna path in nanoseconds, 0 and up.
  private(set) var longest: [Double]

  init(pathCount: Int) {
    responses = ResponseTable(pathCount: pathCount)
    weighted = responses
    shortest = [Double](repeating: 0, count: pathCount)
    longest = shortest
  }

  /// The direct path itself with the echoes that are always the same, without the ground.
  init(_ environment: Environment, pathCount: Int) {
    self.init(pathCount: pathCount)
    var still = environment
    still.ground = nil
    for way in FixedWays(still, directMetres: 0).ways {
      let (sin, cos) = PortableMath.sinCos(radians: way.radians)
      let delay = way.excessMetres / Environment.speedOfLight * 1e9
      for path in 0..<pathCount { add((way.gain * cos, way.gain * sin), nanoseconds: delay, path: path) }
    }
  }

  /// Adds a way of an antenna path.
  mutating func add(_ gain: (re: Double, im: Double), nanoseconds: Double, path: Int) {
    responses.add(gain: gain, nanoseconds: nanoseconds, path: path)
    let weight = (re: gain.re * nanoseconds, im: gain.im * nanoseconds)
    weighted.add(gain: weight, nanoseconds: nanoseconds, path: path)
    shortest[path] = min(shortest[path], nanoseconds)
    longest[path] = max(longest[path], nanoseconds)
  }

  /// Adds all ways of `other`.
  mutating func add(_ other: DelaySums) {
    responses.add(other.responses)
    weighted.add(other.weighted)
    for path in shortest.indices {
      shortest[path] = min(shortest[path], other.shortest[path])
      longest[path] = max(longest[path], other.longest[path])
    }
  }
}

extension Scattering {
  /// Draws the echoes of all antenna paths: delays are common to them. Where antennas have places, an echo is a
  /// plane wave from one direction to another; elsewhere each path has gains of its own.
  func draw(_ random: inout RandomStream, paths: DirectPaths) -> DelaySums {
    var sums = DelaySums(pathCount: paths.count)
    let taps = drawDelays(&random)
    guard !paths.ends.isEmpty else {
      for path in 0..<paths.count {
        for (tap, gain) in zip(taps, drawGains(taps, &random)) {
          sums.add(gain, nanoseconds: tap.delay, path: path)
        }
      }
      return sums
    }
    for (tap, gain) in zip(taps, drawGains(taps, &random)) {
      let (leaving, arriving) = (random.nextDirection(), random.nextDirection())
      for (path, ends) in paths.ends.enumerated() {
        let metres = leaving.along(ends.initiator) + arriving.along(ends.reflector) - paths.excessMetres[path]
        sums.add(gain, nanoseconds: tap.delay + metres / Environment.speedOfLight * 1e9, path: path)
      }
    }
    return sums
  }
}
