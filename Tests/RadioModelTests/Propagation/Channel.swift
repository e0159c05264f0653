import CoreTypes
import RadioModel
import SimulationKernel

/// A channel for tests, and what to compare it with.
enum Channel {
  static func draw(
    _ environment: Environment, pathCount: Int = 1, reflectorAntennas: Int? = nil, delays: [Double] = [],
    seed: UInt64 = 1
  ) -> PropagationChannel {
    PropagationChannel(
      environment, pathCount: pathCount, reflectorAntennas: reflectorAntennas, pathDelaysNanoseconds: delays,
      random: RandomStreams(seed: seed).stream("scattering"))
  }

  /// An environment whose antennas add nothing to the distance.
  static func place(_ metres: Double) -> Environment {
    var environment = Environment(distanceMetres: metres)
    environment.antennaPathOffsetsMetres = []
    return environment
  }

  static func hertz(_ channel: Int) -> Double { 2.402e9 + Double(channel) * 1e6 }

  /// exp(-j 2 pi f L / c)
  static func wave(metres: Double, channel: Int) -> (re: Double, im: Double) {
    let turns = hertz(channel) * metres / Environment.speedOfLight
    let (sin, cos) = PortableMath.sinCos(turns: -turns)
    return (cos, sin)
  }

  static func differ(_ a: (re: Double, im: Double), _ b: (re: Double, im: Double)) -> Double {
    ((a.re - b.re) * (a.re - b.re) + (a.im - b.im) * (a.im - b.im)).squareRoot()
  }

  static func seconds(_ count: Double) -> Instant { Instant(picoseconds: Int64(count * 1e12)) }
}
