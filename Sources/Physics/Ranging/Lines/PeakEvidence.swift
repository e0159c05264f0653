internal import CoreTypes

/// Whether tones agree on a line, and on one line alone.
enum PeakEvidence {
  /// The probability that chance explains as much on a given line, below which tones agree: the best of all lines
  /// is like one among two thousand independent ones, so that one in ten million measurements without a line in it
  /// is taken for one.
  private static let leastChance = 5e-11
  /// The probability of a distance on a wrong line, from which on there is none.
  static let greatestRisk = 1e-6
  /// The fewest tones over all antenna paths that make a distance.
  private static let leastTones = 5

  /// Whether the tones agree by more than chance.
  ///
  /// Of n tones of one size and of phases by chance, a given line explains more than the part q of the power with a
  /// probability of about exp(-n I(q)). I(q) is the rate of a sum of unit vectors: q where that is small, and
  /// 0.419 - log(1 - q) / 2 where it is near 1. Over several phases that are free the sum of these is an Erlang
  /// variable.
  ///
  /// - Parameters:
  ///   - quality: the part of the power that the line explains, the mean over the antenna paths, 0 to 1.
  ///   - toneCount: the tones of all antenna paths.
  ///   - phaseCount: the phases that were free to fit: antenna paths, and their subevents so far as they differ.
  ///   - pathCount: the antenna paths. A phase more than these takes up a tone, which then tells nothing.
  static func isBeyondChance(quality: Double, toneCount: Int, phaseCount: Double, pathCount: Int) -> Bool {
    let taken = phaseCount - Double(pathCount)
    let count = Double(toneCount) - taken
    guard toneCount >= leastTones, count > 1 else { return false }
    let rest = max((quality * Double(toneCount) - taken) / count, 0)
    return chance(beyond: strength(quality: rest, toneCount: count), order: Int(phaseCount.rounded(.up)))
      < leastChance
  }

  /// How strongly so many tones speak for a line that explains the part `quality` of their power: n I(q), I(q) by a
  /// form that is right at both ends.
  static func strength(quality: Double, toneCount: Double) -> Double {
    let left = max(1 - quality, 1e-12)
    return (0.419 * quality - PortableMath.log(left) / 2) * toneCount
  }

  /// The probability that an Erlang variable of `order` exceeds `sum`.
  private static func chance(beyond sum: Double, order: Int) -> Double {
    var (term, total) = (1.0, 1.0)
    for index in 1..<max(order, 1) {
      term *= sum / Double(index)
      total += term
    }
    return PortableMath.exp(-min(sum, 700)) * total
  }
}

extension LineSearch {
  /// The phases that a line leaves free to fit to the tones.
  var phaseCount: Double {
    paths.reduce(0) { $0 + 1 + Double($1.segments.count - 1) * (1 - coherence) }
  }

  /// The probability that the line of `turns` a megahertz is the wrong one: how likely all lines beside its own peak
  /// are against it, each by what it explains less, in noise as the tones show it.
  ///
  /// Side lobes of few channels are such lines, and so are those that noise lifts. `coarse` was asked last of the
  /// tones that are loaded.
  ///
  /// - Parameters:
  ///   - spacing: the grid of the channels in megahertz; lines come again after one over it.
  ///   - evidence: what `fit` found of the line.
  func riskOfAnotherLine(
    _ responses: [ToneResponse], turns: Double, spacing: Int, _ evidence: LineEvidence
  ) -> Double {
    let size = Double(CoarseSpectrum.size)
    let half = Int(size) / (2 * spacing)
    let middle = Int((turns * size).rounded())
    let lobe = Int((size * lobeTurns(responses)).rounded(.up))
    guard lobe < half, evidence.deviationMetres.isFinite else { return 1 }
    // How many lines of the coarse search the true peak is wide.
    let width = 2.5 * evidence.deviationMetres / RangingBounds.ambiguityMetres * size
    var greatest = 0.0
    for offset in lobe...half {
      greatest = max(greatest, spectrum.value(middle + offset), spectrum.value(middle - offset))
    }
    let noise = evidence.noise
    // At most all lines are as likely as the likeliest of them.
    let most = 2 * Double(half) * noise.likelihood(evidence.explained - greatest) / width
    guard most > PeakEvidence.greatestRisk else { return most }
    var sum = 0.0
    for offset in lobe...half {
      sum += noise.likelihood(evidence.explained - spectrum.value(middle + offset))
      if offset < half { sum += noise.likelihood(evidence.explained - spectrum.value(middle - offset)) }
    }
    return sum / (width + sum)
  }

  /// How far from a line its own peak reaches, in turns a megahertz.
  private func lobeTurns(_ responses: [ToneResponse]) -> Double {
    var (least, most) = (UInt8.max, UInt8.min)
    for path in paths {
      for channel in responses[path.index].channel {
        (least, most) = (min(least, channel), max(most, channel))
      }
    }
    return 1.2 / Double(most - least + 1)
  }
}
