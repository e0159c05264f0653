internal import CoreTypes
internal import SimulationKernel

/// Ways behind the direct path: their sum by antenna path and channel, and for path 0 the same weighted by delay.
struct DelaySums: Sendable {
  /// Sum of a exp(-j 2 pi f t), t being the excess delay.
  private(set) var responses: ResponseTable
  /// Sum of a t exp(-j 2 pi f t) of antenna path 0, t in nanoseconds.
  private(set) var weighted = ResponseTable(pathCount: 1)
  /// The least excess delay of antenna path 0 in nanoseconds, at most that of the direct path, 0.
  private(set) var shortest = 0.0
  /// The greatest excess delay of antenna path 0 in nanoseconds, 0 and up.
  private(set) var longest = 0.0

  init(pathCount: Int) { responses = ResponseTable(pathCount: pathCount) }

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
    guard path == 0 else { return }
    let weight = (re: gain.re * nanoseconds, im: gain.im * nanoseconds)
    weighted.add(gain: weight, nanoseconds: nanoseconds, path: 0)
    shortest = min(shortest, nanoseconds)
    longest = max(longest, nanoseconds)
  }

  /// Adds all ways of `other`.
  mutating func add(_ other: DelaySums) {
    responses.add(other.responses)
    weighted.add(other.weighted)
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
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
