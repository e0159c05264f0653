internal import CoreTypes

/// What lies between two devices.
public struct Environment: Hashable, Sendable {
  /// A way the signal takes besides the direct one.
  public struct Echo: Hashable, Sendable {
    /// How much longer than the direct path, in metres, 0 and up.
    public var excessMetres: Double
    /// Strength against a free direct path in dB, 0 and below for a reflection.
    public var gainDecibels: Double
    /// Phase turn of the reflection in radians.
    public var phaseRadians: Double

    /// Makes an echo.
    public init(excessMetres: Double, gainDecibels: Double, phaseRadians: Double = 0) {
      self.excessMetres = excessMetres
      self.gainDecibels = gainDecibels
      self.phaseRadians = phaseRadians
    }
  }

  /// The speed of light in metres a second.
  public static let speedOfLight = 299_792_458.0

  /// True distance of the devices in metres, 0 and up.
  public var distanceMetres: Double
  /// Loss of the first metre at 2.44 GHz, in dB.
  public var lossAtOneMetreDecibels = 40.2
  /// Path-loss exponent n: 10 n dB each decade of distance.
  public var pathLossExponent = 1.8
  /// What stands in the direct path alone, as a body does: loss in dB, 0 for a free path.
  public var directPathLossDecibels = 0.0
  /// The other ways.
  public var echoes: [Echo] = []
  /// How much longer each antenna path is than the distance, in metres.
  public var antennaPathOffsetsMetres = [0, 0.012, -0.012, 0.006]

  /// Free sight over `distanceMetres`.
  public init(distanceMetres: Double) { self.distanceMetres = distanceMetres }

  /// The loss in dB of a direct path in which nothing stands; no less than that of 0.1 m.
  public var freePathLossDecibels: Double {
    let decades = PortableMath.log(max(distanceMetres, 0.1)) / PortableMath.log(10)
    return lossAtOneMetreDecibels + 10 * pathLossExponent * decades
  }

  /// The loss in dB of all ways together, their powers added: what a frame suffers.
  public var pathLossDecibels: Double { freePathLossDecibels - gainDecibels }

  /// The power of all ways together against a free direct path, in dB.
  var gainDecibels: Double {
    let direct = PortableMath.powerRatio(decibels: -directPathLossDecibels)
    return PortableMath.decibels(
      powerRatio: echoes.reduce(direct) { $0 + PortableMath.powerRatio(decibels: $1.gainDecibels) })
  }

  /// The time of flight of the direct path in picoseconds.
  public var timeOfFlightPicoseconds: Double { distanceMetres / Self.speedOfLight * 1e12 }
}

/// The complex response of an environment to each channel, for each antenna path.
public struct ChannelResponse: Sendable {
  /// Channels in one row.
  public static let channelCount = 80

  /// Real parts: `channelCount` entries for each antenna path.
  public private(set) var re: [Double] = []
  /// Imaginary parts, laid out as `re`.
  public private(set) var im: [Double] = []

  /// Computes h(f) = sum of a exp(-j 2 pi f (L/c + delay)); a direct path in which nothing stands has gain 1.
  ///
  /// - Parameter oneWayDelayNanoseconds: what the devices add to the flight in each direction.
  public init(_ environment: Environment, pathCount: Int, oneWayDelayNanoseconds: Double) {
    let directGain = PortableMath.amplitudeRatio(decibels: -environment.directPathLossDecibels)
    for path in 0..<pathCount {
      let offsets = environment.antennaPathOffsetsMetres
      let length = environment.distanceMetres + (path < offsets.count ? offsets[path] : 0)
      for channel in 0..<Self.channelCount {
        let gigahertz = 2.402 + Double(channel) * 0.001
        var sum = Self.phasor(gigahertz: gigahertz, metres: length, nanoseconds: oneWayDelayNanoseconds)
        sum.re *= directGain
        sum.im *= directGain
        for echo in environment.echoes {
          let way = Self.phasor(
            gigahertz: gigahertz, metres: length + echo.excessMetres, nanoseconds: oneWayDelayNanoseconds,
            radians: echo.phaseRadians)
          let gain = PortableMath.amplitudeRatio(decibels: echo.gainDecibels)
          sum.re += gain * way.re
          sum.im += gain * way.im
        }
        re.append(sum.re)
        im.append(sum.im)
      }
    }
  }

  /// The power of the response of antenna path 0 at `channel`, against that of a free direct path.
  public func power(channel: Int) -> Double { re[channel] * re[channel] + im[channel] * im[channel] }

  private static func phasor(
    gigahertz: Double, metres: Double, nanoseconds: Double, radians: Double = 0
  ) -> (re: Double, im: Double) {
    let turns = gigahertz * (metres / Environment.speedOfLight * 1e9 + nanoseconds)
    let (sin, cos) = PortableMath.sinCos(turns: radians * 0x1.45f306dc9c883p-3 - turns)
    return (cos, sin)
  }
}
