internal import ComplexModule
internal import CoreTypes

/// Free sight beside another sender: the direct path alone, in noise that is far stronger on some of the tones.
///
/// Nobody tells which tones these are. The probability of each to be disturbed tells the direct path and both levels of
/// noise, and these tell the probability: they are improved in turn (expectation maximisation).
struct DisturbedSight: Sendable {
  /// The logarithm of the probability that another sender disturbs some of the tones.
  private static let logPrior = PortableMath.log(0.05)
  /// The part of the tones that is disturbed, before they are looked at, and the number of tones which that counts for.
  private static let usual = (part: 0.3, count: 4.0)
  /// The levels of noise and the part that is disturbed: unknowns that free sight alone does not have.
  private static let unknownCount = 3.0
  /// The fewest tones that can tell two levels of noise.
  private static let leastTones = 12
  private static let rounds = 8

  /// The root of a tone.
  private struct Root {
    let path: Int
    /// Its place on the channel grid, from the first tone of its path.
    let place: Double
    let value: Complex<Double>
    /// One over the variance of its noise.
    var weight = 1.0
    /// The root when the line is taken off.
    var turned: Complex<Double>
  }

  /// The direct path as one antenna path has it.
  private struct Gain {
    var value = Complex<Double>.zero
    /// The weights of its tones, and the weighted mean of their places.
    var weight = 0.0
    var middle = 0.0
  }

  /// What is known of the noise.
  private struct Noise {
    var quiet: Double
    var loud: Double
    var loudPart: Double

    /// The probability of a rest of this squared size, and that of a disturbed tone with it.
    func density(_ rest: Double) -> (all: Double, loud: Double) {
      let quiet = (1 - loudPart) / quiet * PortableMath.exp(-min(rest / quiet, 700))
      let loud = loudPart / loud * PortableMath.exp(-min(rest / loud, 700))
      return (max(quiet + loud, .leastNormalMagnitude), loud)
    }
  }

  private var roots: [Root] = []
  private var rests: [Double] = []
  private var gains: [Gain] = []

  /// The likelihood of such a channel around the strongest line, as `PosteriorSearch` has it of its family; nil with too
  /// few tones.
  ///
  /// - Parameters:
  ///   - bands: the roots of each antenna path, with the signs that follow the strongest line.
  ///   - spacing: the grid of the channels in megahertz.
  ///   - sight: the logarithm of the prior of free sight at the line.
  mutating func peak(_ bands: ArraySlice<FilledBand>, spacing: Int, sight: Double) -> DelayGrid.Peak? {
    load(bands, spacing: spacing)
    guard roots.count >= Self.leastTones else { return nil }
    findGains()
    var noise = firstNoise()
    var (turn, variance, evidence) = (0.0, 0.0, 0.0)
    for _ in 0..<Self.rounds {
      evidence = weigh(&noise)
      let line = slope()
      guard line.information > 0 else { return nil }
      variance = 1 / (line.information * 4 * .pi * .pi)
      turn -= line.slope / (2 * .pi)
      take(off: turn)
      findGains()
    }
    let penalty = Self.unknownCount / 2 * PortableMath.log(Double(roots.count))
    return DelayGrid.Peak(
      logArea: evidence + sight + Self.logPrior - penalty + PortableMath.log(variance) / 2, turn: turn,
      variance: variance)
  }

  private mutating func load(_ bands: ArraySlice<FilledBand>, spacing: Int) {
    roots.removeAll(keepingCapacity: true)
    gains.removeAll(keepingCapacity: true)
    for (path, band) in bands.enumerated() {
      gains.append(Gain())
      band.signs.forEachSigned(spacing: spacing) { slot, root in
        roots.append(Root(path: path, place: Double(slot), value: root, turned: root))
      }
    }
  }

  /// Finds the direct path on each antenna path as the weighted mean of its roots.
  private mutating func findGains() {
    for path in gains.indices { gains[path] = Gain() }
    for root in roots {
      gains[root.path].value += root.turned.multiplied(by: root.weight)
      gains[root.path].weight += root.weight
      gains[root.path].middle += root.weight * root.place
    }
    for path in gains.indices where gains[path].weight > 0 {
      gains[path].value = gains[path].value.divided(by: gains[path].weight)
      gains[path].middle /= gains[path].weight
    }
  }

  /// Most tones are quiet; the median of exponential numbers is ln 2 of their mean.
  private mutating func firstNoise() -> Noise {
    rests.removeAll(keepingCapacity: true)
    for root in roots { rests.append((root.turned - gains[root.path].value).lengthSquared) }
    rests.sortFew()
    let quiet = max(rests[rests.count / 2] / PortableMath.log(2), 1e-9)
    return Noise(quiet: quiet, loud: max(1, 4 * quiet), loudPart: Self.usual.part)
  }

  /// Weighs each tone by how likely it is disturbed, improves the noise, and returns the logarithm of the likelihood.
  private mutating func weigh(_ noise: inout Noise) -> Double {
    var (quiet, loud) = ((squares: 0.0, count: 0.0), (squares: 0.0, count: 0.0))
    var evidence = 0.0
    for path in gains.indices { gains[path].weight = 0 }
    for index in roots.indices {
      let rest = (roots[index].turned - gains[roots[index].path].value).lengthSquared
      let density = noise.density(rest)
      let share = density.loud / density.all
      evidence += PortableMath.log(density.all)
      roots[index].weight = (1 - share) / noise.quiet + share / noise.loud
      gains[roots[index].path].weight += roots[index].weight
      quiet = (quiet.squares + (1 - share) * rest, quiet.count + 1 - share)
      loud = (loud.squares + share * rest, loud.count + share)
    }
    // The gain of each path is a complex normal number, of which nothing is known but its mean power of 1.
    for gain in gains { evidence -= gain.value.lengthSquared + PortableMath.log(1 + gain.weight) }
    let unknowns = Double(gains.count) + 1
    noise.quiet = max(quiet.squares / max(quiet.count - unknowns, 1), 1e-9)
    noise.loud = max((loud.squares + 2 * noise.quiet) / (loud.count + 1), 2 * noise.quiet)
    noise.loudPart =
      (loud.count + Self.usual.count * Self.usual.part) / (quiet.count + loud.count + Self.usual.count)
    return evidence
  }

  /// The slope of the phases in radians a step of the grid, and the information on it.
  private func slope() -> (slope: Double, information: Double) {
    var (moment, information) = (0.0, 0.0)
    for root in roots {
      let gain = gains[root.path]
      let place = root.place - gain.middle
      let across = (root.turned * gain.value.conjugate).imaginary
      moment += 2 * root.weight * place * across
      information += 2 * root.weight * place * place * gain.value.lengthSquared
    }
    return (information > 0 ? moment / information : 0, information)
  }

  private mutating func take(off turn: Double) {
    for index in roots.indices {
      let (sin, cos) = PortableMath.sinCos(turns: turn * roots[index].place)
      roots[index].turned = roots[index].value * Complex(cos, sin)
    }
  }
}
