internal import ComplexModule
internal import CoreTypes

/// Echoes too close to the direct path to be resolved, and the error that they hide.
///
/// A near echo changes the slope of the phases, and so the distance. Depending on its own phase, the echo changes the
/// slope of the amplitudes as much, and the curvatures of both by less. These three bends reveal the echo and the
/// possible error of the distance. Bends beyond noise mean a reflection.
struct NearEchoes: Sendable {
  /// The effect of near echoes.
  struct Outcome: Sendable {
    /// The variance of the distance that they hide, in square metres.
    var hiddenVariance = 0.0
    /// Their power beside the line where it is more than noise, else 0; of tones of weight 1.
    var power = 0.0
  }

  /// The sums over the tones of second differences: the squares of both parts and their product, over the variance that
  /// noise of power 1 would give them.
  struct Differences: Sendable {
    var (re, im, product, count) = (0.0, 0.0, 0.0, 0.0)
  }

  /// The tones of a path on polynomials of the channel that are at right angles.
  private struct Projection: Sendable {
    let mean: Complex<Double>
    let slope: Complex<Double>
    let curvature: Complex<Double>
    /// The roots of the sums of the squares of the last two polynomials.
    let slopeSize: Double
    let curvatureSize: Double
  }

  /// The bends of a path: the slope of the amplitudes, their curvature, and that of the phases.
  private struct Bends: Sendable {
    /// Over the deviations that noise gives them.
    let values: SIMD3<Double>
    /// What an echo as strong as the direct path does to them, over the same, for each metre that it is longer; to the
    /// curvatures for each square metre.
    let sensitivities: SIMD3<Double>
  }

  /// The amplitudes of an echo against the direct path, above 1 for two that nearly cancel, and how much longer it is in
  /// metres.
  private static let (amplitudes, excessMetres) = ([0.1, 0.25, 0.6, 1.2], [0.1, 0.25, 0.6, 1.5])
  /// The probability that there is one before anything was measured.
  private static let prior = 0.5
  /// One of ten thousand normal values is beyond so many deviations: the false alarms.
  private static let falseAlarm = 3.72
  /// The least noise that is reckoned with, as a part of the power of a tone.
  private static let leastNoise = 1e-12
  /// What a metre turns the one-way phase from one megahertz to the next, in radians.
  private static let radiansAMetre = 1 / (2 * RangingBounds.metresPerRadian)

  private var projections: [Projection] = []
  private var bends: [Bends] = []
  /// The powers of the noise along the line and across it, and how many differences they are estimated from.
  private var (along, across, count) = (0.0, 0.0, 0.0)

  /// Forgets all paths.
  mutating func removeAll() {
    projections.removeAll(keepingCapacity: true)
    (along, across, count) = (0, 0, 0)
  }

  /// Adds a path by its aligned tones: their mean on each channel, and the weight behind it.
  mutating func add(re: [Double], im: [Double], weight: [Double], _ differences: Differences) {
    guard let projection = Self.projection(re: re, im: im, weight: weight) else { return }
    projections.append(projection)
    let power = max(projection.mean.lengthSquared, .leastNormalMagnitude)
    let (cosine, sine) = (
      projection.mean.real * projection.mean.real / power,
      projection.mean.imaginary * projection.mean.imaginary / power
    )
    let mixed = 2 * differences.product * projection.mean.real * projection.mean.imaginary / power
    let least = Self.leastNoise * power * differences.count
    along += max(differences.re * cosine + differences.im * sine + mixed, least)
    across += max(differences.re * sine + differences.im * cosine - mixed, least)
    count += differences.count
  }

  private static func projection(re: [Double], im: [Double], weight: [Double]) -> Projection? {
    var (weights, first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (sums, firstSums, secondSums) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for slot in weight.indices where weight[slot] > 0 {
      let channel = Double(slot &- LineSearch.middleSlot)
      let square = channel * channel
      let w = weight[slot]
      weights += w
      first += w * channel
      second += w * square
      third += w * square * channel
      fourth += w * square * square
      let tone = SIMD2(re[slot], im[slot]) * w
      sums += tone
      firstSums += tone * channel
      secondSums += tone * square
    }
    let slopeSquares = second - first * first / weights
    let mixed = third - first * second / weights
    let curvatureSquares = fourth - second * second / weights - mixed * mixed / slopeSquares
    guard slopeSquares > 0, curvatureSquares > 1e-9 * fourth else { return nil }
    let slope = firstSums - sums * (first / weights)
    let curvature = secondSums - sums * (second / weights) - slope * (mixed / slopeSquares)
    return Projection(
      mean: Complex(sums.x / weights, sums.y / weights),
      slope: Complex(slope.x, slope.y),
      curvature: Complex(curvature.x, curvature.y),
      slopeSize: slopeSquares.squareRoot(), curvatureSize: curvatureSquares.squareRoot())
  }

  /// The effect of near echoes on the added paths.
  ///
  /// - Parameter shared: by how much fewer values of noise there are than tones, where paths share it.
  mutating func outcome(shared: Double) -> Outcome {
    guard along > 0, across > 0 else { return Outcome() }
    let noise = SIMD3(along, along, across) / count
    findBends(deviations: noise.squareRoot())
    var squares = SIMD3<Double>.zero
    for bend in bends { squares += bend.values * bend.values }
    var outcome = Outcome(hiddenVariance: hiddenVariance())
    // The noise is known by as many values as there are differences: Student's distribution.
    let excess = count / shared * PortableMath.log(1 + squares.sum() / count)
    if excess > Self.greatestOfNoise(freedom: 3 * Double(bends.count) / shared) {
      outcome.power = max((squares * noise).sum() - Double(bends.count) * noise.sum(), 0)
    }
    return outcome
  }

  private mutating func findBends(deviations: SIMD3<Double>) {
    bends.removeAll(keepingCapacity: true)
    for path in projections {
      let size = path.mean.lengthSquared.squareRoot()
      let turnedBack = path.mean.conjugate.divided(by: size)
      let slope = (path.slope * turnedBack).real / path.slopeSize
      let curvature = (path.curvature * turnedBack).divided(by: path.curvatureSize)
      let first = Self.radiansAMetre * path.slopeSize * size
      let second = Self.radiansAMetre * Self.radiansAMetre * path.curvatureSize * size
      // Tones have the phase of both ways and the amplitude of one.
      bends.append(
        Bends(
          values: SIMD3(slope, curvature.real, curvature.imaginary) / deviations,
          sensitivities: SIMD3(first, second / 2, second) / deviations))
    }
  }

  /// The sum of the squares of so many normal values that only one of ten thousand exceeds, by Wilson's and Hilferty's
  /// approximation.
  private static func greatestOfNoise(freedom: Double) -> Double {
    let part = 2 / (9 * freedom)
    let root = 1 - part + falseAlarm * part.squareRoot()
    return freedom * root * root * root
  }

  /// The mean square of the error of the distance over echoes of all strengths and delays, each as likely as it makes
  /// the bends. Bends and error are normal with the echo's phase, and half of its power is in each.
  private func hiddenVariance() -> Double {
    var (sum, weights) = (0.0, 1 - Self.prior)
    let share = Self.prior / Double(Self.amplitudes.count * Self.excessMetres.count)
    // Echoes are nearly the same on all paths, so several paths count as one.
    let worth = PosteriorSearch.worth / Double(bends.count)
    for metres in Self.excessMetres {
      let powers = SIMD3(metres, metres * metres, metres * metres)
      for amplitude in Self.amplitudes {
        let power = amplitude * amplitude / 2
        var (exponent, product) = (0.0, 1.0)
        for bend in bends {
          let reach = bend.sensitivities * powers
          let ratios = reach * reach * power
          exponent += (bend.values * bend.values * ratios / (1 + ratios)).sum() / 2
          product *= (1 + ratios.x) * (1 + ratios.y) * (1 + ratios.z)
        }
        let weight = share * PortableMath.exp(min((exponent - PortableMath.log(product) / 2) * worth, 300))
        sum += weight * power * metres * metres
        weights += weight
      }
    }
    return sum / weights
  }
}
