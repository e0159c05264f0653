internal import CoreTypes
internal import SimulationKernel

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
