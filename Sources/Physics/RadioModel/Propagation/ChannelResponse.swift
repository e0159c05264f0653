internal import CoreTypes

/// The complex response to each channel, for each antenna path, of what never changes in an environment: the
/// direct path, echoes and ground at the start of the run. What is drawn is in `PropagationChannel`.
public struct ChannelResponse: Sendable {
  /// Channels in one row.
  @inlinable public static var channelCount: Int { 80 }

  /// Real parts: `channelCount` entries for each antenna path.
  public private(set) var re: [Double] = []
  /// Imaginary parts, laid out as `re`.
  public private(set) var im: [Double] = []

  /// Computes h(f) = sum of a exp(-j 2 pi f (L/c + delay)); a direct path in which nothing stands has gain 1.
  ///
  /// - Parameter oneWayDelayNanoseconds: what the devices add to the flight in each direction.
  public init(_ environment: Environment, pathCount: Int, oneWayDelayNanoseconds: Double) {
    let paths = DirectPaths(environment, pathCount: pathCount, reflectorAntennas: nil)
    let delays = [Double](repeating: oneWayDelayNanoseconds, count: pathCount)
    self.init(environment, paths: paths, delaysNanoseconds: delays)
  }

  /// The same with a delay for each antenna path; those that are missing are 0.
  init(_ environment: Environment, paths: DirectPaths, delaysNanoseconds: [Double]) {
    let distance = Environment.bounded(environment.distanceMetres)
    for path in 0..<paths.count {
      let length = paths.length(path, x: distance, y: 0)
      let delay = path < delaysNanoseconds.count ? delaysNanoseconds[path] : 0
      let ways = FixedWays(environment, directMetres: length)
      for channel in 0..<Self.channelCount {
        let sum = ways.sum(gigahertz: Self.gigahertz(channel), metres: length, nanoseconds: delay)
        re.append(sum.re)
        im.append(sum.im)
      }
    }
  }

  /// What lies between the devices of a link at the start of the subevent that `channel` stands at: echoes as
  /// they were drawn, without what devices and relays add.
  public init(_ channel: PropagationChannel) {
    for path in 0..<channel.paths.count {
      for index in 0..<Self.channelCount {
        let (re, im) = channel.placeResponse(path: path, channel: index)
        self.re.append(re)
        self.im.append(im)
      }
    }
  }

  /// The power of the response of antenna path 0 at `channel`, against that of a free direct path.
  public func power(channel: Int) -> Double { re[channel] * re[channel] + im[channel] * im[channel] }

  /// The frequency of a channel in GHz.
  @inline(__always)
  static func gigahertz(_ channel: Int) -> Double { 2.402 + Double(channel) * 0.001 }

  /// exp(-j 2 pi f t)
  @inline(__always)
  static func phasor(
    gigahertz: Double, metres: Double = 0, nanoseconds: Double, radians: Double = 0
  ) -> (re: Double, im: Double) {
    let turns = gigahertz * (metres / Environment.speedOfLight * 1e9 + nanoseconds)
    let (sin, cos) = PortableMath.sinCos(turns: radians * 0x1.45f306dc9c883p-3 - turns)
    return (cos, sin)
  }
}

/// The direct path of an antenna path with the echoes that are always the same, and the ground.
struct FixedWays {
  /// One way with its amplitude against a free direct path.
  struct Way {
    var excessMetres: Double
    var gain: Double
    var radians: Double
  }

  /// The direct path first.
  let ways: [Way]

  init(_ environment: Environment, directMetres: Double) {
    var ways = [
      Way(
        excessMetres: 0, gain: PortableMath.amplitudeRatio(decibels: -environment.directPathLossDecibels),
        radians: 0)
    ]
    for echo in environment.echoes {
      let gain = PortableMath.amplitudeRatio(decibels: echo.gainDecibels)
      ways.append(Way(excessMetres: echo.excessMetres, gain: gain, radians: echo.phaseRadians))
    }
    if let ground = environment.ground {
      ways.append(
        Way(
          excessMetres: ground.excessMetres(overMetres: directMetres),
          gain: ground.gain(overMetres: directMetres), radians: 0))
    }
    self.ways = ways
  }

  /// The sum of all ways behind a direct path of `metres` and a delay.
  func sum(gigahertz: Double, metres: Double, nanoseconds: Double) -> (re: Double, im: Double) {
    var sum = (re: 0.0, im: 0.0)
    for way in ways {
      let phasor = ChannelResponse.phasor(
        gigahertz: gigahertz, metres: metres + way.excessMetres, nanoseconds: nanoseconds,
        radians: way.radians)
      sum.re += way.gain * phasor.re
      sum.im += way.gain * phasor.im
    }
    return sum
  }
}

/// Complex numbers by antenna path and channel, as two flat arrays.
struct ResponseTable: Sendable {
  private(set) var re: [Double]
  private(set) var im: [Double]

  init(pathCount: Int) {
    re = [Double](repeating: 0, count: pathCount * ChannelResponse.channelCount)
    im = re
  }

  init(re: [Double], im: [Double]) {
    self.re = re
    self.im = im
  }

  /// Makes every number 0.
  mutating func clear() {
    for index in re.indices {
      re[index] = 0
      im[index] = 0
    }
  }

  /// Adds `gain` exp(-j 2 pi f t) to each channel of a path, t in nanoseconds.
  mutating func add(gain: (re: Double, im: Double), nanoseconds: Double, path: Int) {
    let first = ChannelResponse.phasor(gigahertz: ChannelResponse.gigahertz(0), nanoseconds: nanoseconds)
    // From a channel to the next the phasor turns by the same angle.
    let turn = ChannelResponse.phasor(gigahertz: 1e-3, nanoseconds: nanoseconds)
    var x = first.re * gain.re - first.im * gain.im
    var y = first.re * gain.im + first.im * gain.re
    let row = path * ChannelResponse.channelCount
    for entry in row..<row + ChannelResponse.channelCount {
      re[entry] += x
      im[entry] += y
      (x, y) = (x * turn.re - y * turn.im, x * turn.im + y * turn.re)
    }
  }

  /// Adds each number of `other`.
  mutating func add(_ other: ResponseTable) {
    for index in re.indices {
      re[index] += other.re[index]
      im[index] += other.im[index]
    }
  }

  /// Adds each number of `other` times that of `factors`.
  mutating func add(_ other: ResponseTable, times factors: ResponseTable) {
    for index in re.indices {
      re[index] += other.re[index] * factors.re[index] - other.im[index] * factors.im[index]
      im[index] += other.re[index] * factors.im[index] + other.im[index] * factors.re[index]
    }
  }
}
