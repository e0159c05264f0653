internal import CoreTypes

extension PosteriorSearch {
  /// The scattered delays in microseconds of the channels that choose signs.
  private static let scatteredDelays = [0.006, 0.02, 0.04, 0.08, 0.15]
  /// The greatest power of a tone at a fade, against the mean and against noise.
  private static let (fadePower, fadeNoise) = (0.1, 4.0)
  /// The most fades that are looked at.
  private static let fadeCount = 3
  /// The levels of noise in the tables, in steps of 2 dB below the power of a tone.
  private static let noiseLevels = 0...20

  /// Finds the signs that the roots of a path may have, each time for another channel.
  mutating func chooseSigns(_ path: Int) {
    pathChoices.append([])
    bands[path].signs.followLine()
    addChoice(path)
    for delay in Self.scatteredDelays {
      bands[path].signs.find(scatteredOver: delay, noise: noises[path])
      addChoice(path)
    }
  }

  /// Tries other signs on each path: those that the likeliest channel of all paths explains best, and those of the best
  /// choice with half a turn more at a fade.
  ///
  /// - Parameter best: the best choice of each path.
  /// - Returns: whether there are any.
  mutating func chooseSignsAnew(_ best: [Int]) -> Bool {
    let count = choices.count
    let likeliest = likeliest(best)
    let turn = grid.turn(likeliest.step) / Double(grid.spacing)
    for path in pathChoices.indices {
      if pathChoices[path].count > 1 {
        bands[path].signs.find(likeliest.member, turn: turn, noise: noises[path])
        addChoice(path)
      }
      let power = max(Self.fadePower, Self.fadeNoise * noises[path])
      for tone in bands[path].signs.fades(below: power, most: Self.fadeCount) {
        // The tone at the fade belongs to either side.
        for first in tone...tone + 1 {
          bands[path].signs.take(choices[best[path]].isNegative, changedFrom: first)
          addChoice(path)
        }
      }
    }
    return choices.count > count
  }

  /// Adds the signs of a path that were found last, unless they are known.
  private mutating func addChoice(_ path: Int) {
    let signs = bands[path].signs.isNegative
    guard !pathChoices[path].contains(where: { choices[$0].isNegative == signs }) else { return }
    let place = choices.count
    if pairs.count == place { pairs.append(TonePairs()) }
    pairs[place].load(bands[path].signs, spacing: grid.spacing)
    let table = table(path)
    choices.append(SignChoice(inverses: table, outline: outlines.count, isNegative: signs))
    pathChoices[path].append(place)
    for member in family.representatives {
      clearCoefficients(count: 1)
      inverses[table].prepare(member, of: family, &inverse)
      inverses[table].addCoefficients(member, pairs[place], to: &coefficientRe, &coefficientIm, at: 0)
      grid.evaluate(
        coefficientRe, coefficientIm, at: 0, -inverses[table].logDeterminant(member), from: firstStep)
      outlines += grid.values
    }
  }

  /// The place of the inverses for the tones of a path.
  private mutating func table(_ path: Int) -> Int {
    let noise = max(min(noises[path], 0.9), 1e-9)
    let level = Int((-PortableMath.decibels(powerRatio: noise) / 2).rounded())
    let signs = bands[path].signs
    var setting = ChannelInverses.Setting(
      spacing: grid.spacing, slotCount: signs.slotCount(spacing: grid.spacing),
      noiseLevel: min(max(level, Self.noiseLevels.lowerBound), Self.noiseLevels.upperBound))
    for tone in signs.megahertz { setting.insert((tone - signs.megahertz[0]) / grid.spacing) }
    if let found = inverses.firstIndex(where: { $0.setting == setting }) { return found }
    inverses.append(ChannelInverses(setting, family))
    return inverses.count - 1
  }
}
