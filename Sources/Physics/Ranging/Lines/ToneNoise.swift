internal import CoreTypes

/// The noise of single tones, as they show it.
struct ToneNoise {
  /// The logarithm of how rarely chance makes tones in order of frequency as smooth as those that are taken for a
  /// channel's: once in ten million measurements.
  private static let leastSmoothness = 17.0
  /// By how many deviations what a line leaves has to exceed the noise to be more than noise.
  private static let leastExcess = 2.3

  /// Its power.
  var power: Double
  /// How many complex values that is of.
  var freedom: Double

  /// How likely a line is that explains so much less of the power than the best one: Student's distribution.
  func likelihood(_ less: Double) -> Double {
    PortableMath.exp(-freedom * PortableMath.log(1 + max(less, 0) / (freedom * power)))
  }

  /// Whether tones of this noise and that mean power are no chance, whether a line explains them or many do.
  func isBelow(_ mean: Double) -> Bool {
    let ratio = max(power / mean, 1e-9)
    return ratio < 1 && freedom * (ratio - 1 - PortableMath.log(ratio)) > Self.leastSmoothness
  }

  /// Whether `left` is more than this noise.
  func isExceeded(by left: ToneNoise) -> Bool {
    guard left.power > power else { return false }
    let deviation = (1 / freedom + 1 / left.freedom).squareRoot()
    return PortableMath.log(left.power / max(power, 1e-9 * left.power)) > Self.leastExcess * deviation
  }
}

extension LineSearch {
  /// The fewest second differences that tell the noise.
  private static let leastDifferences = 16.0

  /// The noise by second differences between neighbours on a grid of `spacing` megahertz, which reflections hardly
  /// touch; nil with too few neighbours. The tones were turned back by a line, and `settled`.
  mutating func noiseOfNeighbours(_ responses: [ToneResponse], spacing: Int) -> ToneNoise? {
    var (squares, count) = (0.0, 0.0)
    guard 2 * spacing < Self.slotCount else { return nil }
    nearEchoes.removeAll()
    for path in paths {
      alignTones(path, responses[path.index])
      var differences = NearEchoes.Differences()
      for slot in spacing..<Self.slotCount - spacing {
        let (before, after) = (slot - spacing, slot + spacing)
        guard alignedWeight[before] > 0, alignedWeight[slot] > 0, alignedWeight[after] > 0 else { continue }
        let re = alignedRe[before] + alignedRe[after] - 2 * alignedRe[slot]
        let im = alignedIm[before] + alignedIm[after] - 2 * alignedIm[slot]
        let scale = 1 / secondDifferenceVariance(slot, spacing: spacing)
        differences.re += re * re * scale
        differences.im += im * im * scale
        differences.product += re * im * scale
        differences.count += 1
      }
      squares += differences.re + differences.im
      count += differences.count
      nearEchoes.add(re: alignedRe, im: alignedIm, weight: alignedWeight, differences)
    }
    guard count >= Self.leastDifferences else { return nil }
    // Of second differences that share tones, about every other one is a value of its own.
    return ToneNoise(power: squares / count, freedom: count / 2)
  }
  /// The variance of the second difference about a channel whose neighbours were measured too, against that of a
  /// single tone: 6 where each came once, since the mean of w tones has 1/w of the variance of one.
  func secondDifferenceVariance(_ slot: Int, spacing: Int) -> Double {
    1 / alignedWeight[slot - spacing] + 4 / alignedWeight[slot] + 1 / alignedWeight[slot + spacing]
  }
}
