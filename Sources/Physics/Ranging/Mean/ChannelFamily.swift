internal import ComplexModule
internal import CoreTypes

/// The channels that a measurement may have come through: a direct path and scattering behind it.
///
/// All gains of a channel are complex normal: that of the direct path, and those of echoes whose power falls
/// exponentially with their excess delay. A channel has a K-factor and that decay. Free sight is one of them.
struct ChannelFamily: Sendable {
  /// A channel of the family.
  struct Member: Sendable {
    /// The part of the power that is on the direct path.
    let directPart: Double
    /// The mean excess delay of the scattered power, one way, in microseconds.
    let decayMicroseconds: Double
    /// The logarithm of its probability before anything was measured.
    let logPrior: Double

    /// The logarithm of the probability that the direct path is so far from the strongest line, for each metre.
    func logPrior(metres: Double) -> Double {
      let scale = 1.5 + 300 * decayMicroseconds
      return logPrior - metres.magnitude / scale - PortableMath.log(2 * scale)
    }

    /// The covariance of the one-way responses of two tones, the first so many megahertz above the second, for a mean
    /// power of 1, no noise, and a direct path without delay.
    func covariance(megahertz: Double) -> Complex<Double> {
      let turn = 2 * .pi * decayMicroseconds * megahertz
      let scattered = (1 - directPart) / (1 + turn * turn)
      return Complex(directPart + scattered, -scattered * turn)
    }
  }

  /// The K-factors in dB.
  private static let kFactors = [-10.0, -5, 0, 4, 8, 12]
  /// The probability of free sight.
  private static let freeSight = 0.98
  /// The decays in nanoseconds.
  private static let decays = [1.0, 2, 4, 8, 16, 32, 64, 110]

  /// Free sight first.
  let members: [Member]
  /// Members of which each stands for those around it.
  let representatives: [Int]

  init() {
    let count = Double(Self.kFactors.count * Self.decays.count)
    members =
      [Member(directPart: 1, decayMicroseconds: 0, logPrior: PortableMath.log(Self.freeSight))]
      + Self.kFactors.flatMap { kFactor in
        let power = PortableMath.powerRatio(decibels: kFactor)
        return Self.decays.map {
          Member(
            directPart: power / (1 + power), decayMicroseconds: $0 / 1000,
            logPrior: PortableMath.log((1 - Self.freeSight) / count))
        }
      }
    representatives =
      [0]
      + stride(from: 1, to: Self.kFactors.count, by: 2).flatMap { row in
        stride(from: 1, to: Self.decays.count, by: 2).map { 1 + row * Self.decays.count + $0 }
      }
  }

  /// Whether a representative stands for a member: its K-factor and its decay are the same or the next.
  func stands(_ representative: Int, for member: Int) -> Bool {
    guard representative > 0, member > 0 else { return representative == member }
    let width = Self.decays.count
    let (one, other) = (representative - 1, member - 1)
    return (one / width - other / width).magnitude <= 1 && (one % width - other % width).magnitude <= 1
  }
}
