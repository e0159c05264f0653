internal import CoreTypes

/// The mean distance of the direct path, given the tones: over all channels of a family, and over the signs that the
/// roots of the tones may have.
///
/// For a direct path of some delay the roots y of a two-way response have a normal distribution: its covariance R is
/// that of a channel of the family, turned by the delay. The exponent y^H R^-1 y is a trigonometric polynomial in the
/// delay. One pass over all pairs of tones gives its coefficients, and these add up over antenna paths.
struct PosteriorSearch: Sendable {
  /// What is known of the direct path once the tones are.
  struct Outcome: Sendable {
    /// How far behind the strongest line it lies, in turns a megahertz, both ways.
    let turns: Double
    /// The standard deviation, in the same turns.
    let deviation: Double
    /// The logarithm of how likely the roots are as a channel of the family.
    let logEvidence: Double
  }

  /// The scattered delays in microseconds of the channels that choose signs.
  private static let scatteredDelays = [0.006, 0.02, 0.04, 0.08, 0.15]
  /// The power of a tone at a fade against the mean, and against noise; and how many fades are looked at.
  private static let (fadePower, fadeNoise, fadeCount) = (0.1, 4.0, 3)
  /// The levels of noise reckoned with, in steps of 2 dB below the power of a tone.
  private static let noiseLevels = 0...20
  /// The most inverses that are kept.
  private static let inversesCount = 6
  /// The most combinations of signs of all paths that are gone into.
  private static let combinationCount = 8
  /// By what power of the likelihood the deviation is found, for one antenna path; for several by its part of their
  /// root. Found so that the interval holds 95 % on channels that are not of the family.
  private static let worth = 0.7
  /// The least distance of a direct path in metres: devices may report a little less than they are apart.
  private static let lowestMetres = -1.0
  /// The logarithm of how much less likely a maximum is that no longer counts, and what comes to it on a coarse look.
  private static let (leastLogarithm, coarseness) = (25.0, 0.1)

  /// A choice of signs for the roots of a path.
  private struct Signs: Sendable {
    let path: Int
    let inverses: Int
    /// Its pairs of tones begin here.
    let pairs: Int
    /// What the representatives say of it at all delays begins here.
    let outline: Int
    let isNegative: [Bool]
  }

  /// One choice of signs for each path.
  private struct Combination: Sendable {
    let score: Double
    let signs: [Int]
  }

  private struct Candidate: Sendable {
    let index: Int
    let step: Int
    let top: Double
  }

  private let family = ChannelFamily()
  private var grid = DelayGrid()
  private var inverse = ToeplitzInverse()
  private var inverses: [ChannelInverses] = []
  private var bands: [FilledBand] = []
  private var noises: [Double] = []
  private var firstStep = 0
  private var slotRe = [Float](repeating: 0, count: LineSearch.slotCount)
  private var slotIm = [Float](repeating: 0, count: LineSearch.slotCount)
  private var pairRe: [[Float]] = []
  private var pairIm: [[Float]] = []
  private var choices: [Signs] = []
  private var outlines: [Double] = []
  /// The choices of each path.
  private var pathChoices: [[Int]] = []
  private var combinations: [Combination] = []
  /// For each combination and selected member the coefficients of the exponent, and the logarithm of the factor.
  private var coefficientRe: [Float] = []
  private var coefficientIm: [Float] = []
  private var constants: [Double] = []
  private var selected: [Int] = []
  private var candidates: [Candidate] = []
  private var peaks: [DelayGrid.Peak] = []

  /// The direct path; nil where no channel has one near the strongest line.
  ///
  /// - Parameters:
  ///   - turns: the strongest line in turns a megahertz, both ways.
  ///   - metres: its distance.
  ///   - noisePart: the part of the tones' power that is noise.
  mutating func mean(
    _ responses: [ToneResponse], _ lines: LineSearch, spacing: Int, turns: Double, metres: Double,
    noisePart: Double
  ) -> Outcome? {
    grid.prepare(spacing: spacing)
    firstStep = DelayGrid.firstStep(leastMetres: Self.lowestMetres, lineMetres: metres)
    choices.removeAll(keepingCapacity: true)
    pathChoices.removeAll(keepingCapacity: true)
    outlines.removeAll(keepingCapacity: true)
    noises.removeAll(keepingCapacity: true)
    let power = lines.paths.reduce(0) { $0 + $1.power } / Double(lines.paths.reduce(0) { $0 + $1.count })
    for (position, path) in lines.paths.enumerated() {
      if bands.count == position { bands.append(FilledBand()) }
      bands[position].loadRoots(responses[path.index], lines, spacing: spacing, turns: turns)
      noises.append(
        noisePart * power * Double(path.count) / path.power
          * Self.rootNoise(responses[path.index].content))
      chooseSigns(position)
    }
    combine()
    if chooseSignsAnew() { combine() }
    joinCombinations()
    return mixture()
  }

  /// The noise of a root against that of its tone, each as a part of their power.
  ///
  /// Across the root it is a quarter of the tone's, along it as much. A tone of a product has four times as much noise
  /// across as along it, one of inline PCT twice as much.
  private static func rootNoise(_ content: ToneResponse.Content) -> Double {
    switch content {
    case .product: 1 / 2.5
    case .inline: 1 / 2.0
    }
  }

  // MARK: Signs

  /// Finds the signs that the roots of a path may have, each time for another channel.
  private mutating func chooseSigns(_ position: Int) {
    pathChoices.append([])
    bands[position].signs.followLine()
    addChoice(position)
    for delay in Self.scatteredDelays {
      bands[position].signs.find(scatteredOver: delay, noise: noises[position])
      addChoice(position)
    }
  }

  /// Tries other signs on each path: those that the likeliest channel explains best, of which all paths have told, and
  /// those of the best choice with half a turn more at a fade. Returns whether there are any.
  private mutating func chooseSignsAnew() -> Bool {
    let count = choices.count
    let best = combinations[0].signs
    let place = likeliest(best).place
    let member = family.members[family.representatives[place / DelayGrid.count]]
    let turn = grid.turn(place % DelayGrid.count) / Double(grid.spacing)
    for position in pathChoices.indices {
      if pathChoices[position].count > 1 {
        bands[position].signs.find(member, turn: turn, noise: noises[position])
        addChoice(position)
      }
      let power = max(Self.fadePower, Self.fadeNoise * noises[position])
      for tone in bands[position].signs.fades(below: power, most: Self.fadeCount) {
        for shift in 0...1 {
          bands[position].signs.take(choices[best[position]].isNegative, changedFrom: tone + shift)
          addChoice(position)
        }
      }
    }
    return choices.count > count
  }

  /// Adds the signs of a path that were found last, unless they are known.
  private mutating func addChoice(_ position: Int) {
    let signs = bands[position].signs.isNegative
    guard !pathChoices[position].contains(where: { choices[$0].isNegative == signs }) else { return }
    let inverses = inverses(position)
    let place = choices.count
    pair(position, at: place)
    choices.append(
      Signs(path: position, inverses: inverses, pairs: place, outline: outlines.count, isNegative: signs))
    pathChoices[position].append(place)
    for member in family.representatives {
      clearCoefficients(count: 1)
      self.inverses[inverses].addCoefficients(
        member, pairRe[place], pairIm[place], to: &coefficientRe, &coefficientIm, at: 0)
      grid.evaluate(coefficientRe, coefficientIm, at: 0, -self.inverses[inverses].logDeterminants[member])
      outlines += grid.values
    }
  }

  /// The place of the inverses for the tones of a path.
  private mutating func inverses(_ position: Int) -> Int {
    let noise = max(min(noises[position], 0.9), 1e-9)
    let level = Int((-PortableMath.decibels(powerRatio: noise) / 2).rounded())
    var setting = ChannelInverses.Setting(
      spacing: grid.spacing,
      noiseLevel: min(max(level, Self.noiseLevels.lowerBound), Self.noiseLevels.upperBound))
    for place in bands[position].signs.megahertz { setting.insert(slot(position, place)) }
    if let found = inverses.firstIndex(where: { $0.setting == setting }) { return found }
    inverses.append(ChannelInverses(setting, family, &inverse))
    return inverses.count - 1
  }

  private func slot(_ position: Int, _ megahertz: Int) -> Int {
    (megahertz + bands[position].firstChannel) / grid.spacing
  }

  /// Multiplies all pairs of tones of a path, brought to a mean power of 1, with the signs found last.
  private mutating func pair(_ position: Int, at place: Int) {
    while pairRe.count <= place {
      pairRe.append([])
      pairIm.append([])
    }
    for slot in slotRe.indices { (slotRe[slot], slotIm[slot]) = (0, 0) }
    let signs = bands[position].signs
    let power = signs.roots.reduce(0) { $0 + $1.squaredSize }
    let scale = power > 0 ? (Double(signs.roots.count) / power).squareRoot() : 0
    for (tone, root) in signs.roots.enumerated() {
      let slot = slot(position, signs.megahertz[tone])
      let size = signs.isNegative[tone] ? -scale : scale
      (slotRe[slot], slotIm[slot]) = (Float(root.re * size), Float(root.im * size))
    }
    let count = (LineSearch.slotCount - 1) / grid.spacing + 1
    pairRe[place].removeAll(keepingCapacity: true)
    pairIm[place].removeAll(keepingCapacity: true)
    slotRe.withUnsafeBufferPointer { re in
      slotIm.withUnsafeBufferPointer { im in
        for diagonal in 0..<count {
          for row in 0..<count &- diagonal {
            let (a, b, x, y) = (re[row], im[row], re[row &+ diagonal], im[row &+ diagonal])
            pairRe[place].append(a * x + b * y)
            pairIm[place].append(a * y - b * x)
          }
          ChannelInverses.fillUp(&pairRe[place])
          ChannelInverses.fillUp(&pairIm[place])
        }
      }
    }
  }

  // MARK: Combinations

  /// Finds the likely combinations of one choice for each path.
  private mutating func combine() {
    combinations.removeAll(keepingCapacity: true)
    var places = [Int](repeating: 0, count: pathChoices.count)
    while true {
      let signs = places.indices.map { pathChoices[$0][places[$0]] }
      insert(Combination(score: likeliest(signs).score, signs: signs))
      var path = 0
      while path < places.count {
        places[path] = (places[path] + 1) % pathChoices[path].count
        if places[path] > 0 { break }
        path += 1
      }
      if path == places.count { break }
    }
    let best = combinations[0].score
    combinations.removeAll { $0.score < best - Self.leastLogarithm }
  }

  private mutating func insert(_ combination: Combination) {
    var place = combinations.count
    while place > 0, combinations[place - 1].score < combination.score { place -= 1 }
    guard place < Self.combinationCount else { return }
    combinations.insert(combination, at: place)
    if combinations.count > Self.combinationCount { combinations.removeLast() }
  }

  /// The greatest likelihood of a combination, and its place among representatives and delays.
  private func likeliest(_ signs: [Int]) -> (score: Double, place: Int) {
    var best = (score: -Double.infinity, place: 0)
    for index in family.representatives.indices {
      for step in firstStep..<DelayGrid.count {
        let place = index * DelayGrid.count + step
        var sum = family.members[family.representatives[index]].logPrior(metres: DelayGrid.metres(step))
        for choice in signs { sum += outlines[choices[choice].outline + place] }
        if sum > best.score { best = (sum, place) }
      }
    }
    return best
  }

  /// Adds up what the paths of each combination say, for the members that are likely.
  private mutating func joinCombinations() {
    selected = selectedMembers()
    clearCoefficients(count: combinations.count * selected.count)
    constants.removeAll(keepingCapacity: true)
    for combination in combinations {
      for member in selected {
        var constant = 0.0
        for place in combination.signs {
          let choice = choices[place]
          inverses[choice.inverses].addCoefficients(
            member, pairRe[choice.pairs], pairIm[choice.pairs], to: &coefficientRe, &coefficientIm,
            at: constants.count * DelayGrid.stride)
          constant -= inverses[choice.inverses].logDeterminants[member]
        }
        constants.append(constant)
      }
    }
    if inverses.count > Self.inversesCount { inverses.removeFirst(inverses.count - Self.inversesCount) }
  }

  private mutating func clearCoefficients(count: Int) {
    coefficientRe.removeAll(keepingCapacity: true)
    coefficientIm.removeAll(keepingCapacity: true)
    for _ in 0..<count * DelayGrid.stride {
      coefficientRe.append(0)
      coefficientIm.append(0)
    }
  }

  /// The members for which a likely representative stands.
  private func selectedMembers() -> [Int] {
    let best = combinations[0].score
    let least = best - Self.leastLogarithm - Self.coarseness * best.magnitude
    let likely = family.representatives.indices.filter { index in
      combinations.contains { combination in
        (firstStep..<DelayGrid.count).contains { step in
          let place = index * DelayGrid.count + step
          let prior = family.members[family.representatives[index]].logPrior(metres: DelayGrid.metres(step))
          return combination.signs.reduce(prior) { $0 + outlines[choices[$1].outline + place] } > least
        }
      }
    }
    return family.members.indices.filter { member in
      likely.contains { family.stands(family.representatives[$0], for: member) }
    }
  }

  // MARK: The mean

  /// The mean and the deviation over the maxima of all combinations and members.
  private mutating func mixture() -> Outcome? {
    findPeaks()
    guard let best = peaks.map(\.logArea).max() else { return nil }
    var (sum, weights) = (0.0, 0.0)
    for peak in peaks {
      let weight = PortableMath.exp(max(peak.logArea - best, -700))
      sum += weight * peak.turn
      weights += weight
    }
    let mean = sum / weights
    // No real channel is quite of the family, so that tones say less than the family has it.
    let worth = Self.worth / Double(pathChoices.count).squareRoot()
    var variance = 0.0
    weights = 0
    for peak in peaks {
      let weight = PortableMath.exp(max(worth * (peak.logArea - best), -700))
      variance += weight * (peak.variance / worth + (peak.turn - mean) * (peak.turn - mean))
      weights += weight
    }
    return Outcome(
      turns: 2 * mean / Double(grid.spacing),
      deviation: 2 * (variance / weights).squareRoot() / Double(grid.spacing),
      logEvidence: best)
  }

  private mutating func findPeaks() {
    candidates.removeAll(keepingCapacity: true)
    var best = -Double.infinity
    for index in constants.indices {
      grid.evaluate(coefficientRe, coefficientIm, at: index * DelayGrid.stride, constants[index])
      for step in firstStep..<DelayGrid.count {
        guard var top = grid.top(step) else { continue }
        top += family.members[selected[index % selected.count]].logPrior(metres: DelayGrid.metres(step))
        best = max(best, top)
        candidates.append(Candidate(index: index, step: step, top: top))
      }
    }
    let least = best - Self.leastLogarithm - Self.coarseness * best.magnitude
    peaks.removeAll(keepingCapacity: true)
    for candidate in candidates where candidate.top > least {
      let peak = grid.refined(
        candidate.step, coefficientRe, coefficientIm, at: candidate.index * DelayGrid.stride,
        constants[candidate.index]
          + family.members[selected[candidate.index % selected.count]].logPrior(
            metres: DelayGrid.metres(candidate.step)))
      if let peak { peaks.append(peak) }
    }
  }
}
