internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// The arithmetic that a one-path mode-2 step cannot do without: phase and noise of both ends, in one loop.
///
/// The benchmark gives the speed of the real exchange as a ratio to this.
enum BareModel {
  /// Computes `count` steps over `distanceMetres` and returns a number that depends on all of them.
  static func run(count: Int, distanceMetres: Double, seed: UInt64) -> Double {
    var noise = RandomStream(seed: seed)
    let amplitude = 160.0
    let sigma = 1.0
    let metresToTurnsPerMegahertz = distanceMetres / Environment.speedOfLight * 1e6
    var sum = 0.0
    for step in 0..<count {
      let megahertz = Double(2_404 + step % 75)
      let path = -megahertz * metresToTurnsPerMegahertz
      let oscillators = noise.nextUnit() - noise.nextUnit()
      let outward = PortableMath.sinCos(turns: path + oscillators)
      let back = PortableMath.sinCos(turns: path - oscillators)
      let (noise1, noise2) = noise.nextGaussianPair()
      let (noise3, noise4) = noise.nextGaussianPair()
      let i1 = amplitude * outward.cos + sigma * noise1
      let q1 = amplitude * outward.sin + sigma * noise2
      let i2 = amplitude * back.cos + sigma * noise3
      let q2 = amplitude * back.sin + sigma * noise4
      sum += (i1 * i2 - q1 * q2) - (i1 * q2 + q1 * i2)
    }
    return sum
  }
}
