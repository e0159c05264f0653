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

  /// The most inverses that are kept.
  private static let inversesCount = 6
  /// The most combinations of signs of all paths that are looked at, and that are gone into.
  private static let (triedCombinations, combinationCount) = (256, 8)
  /// The power of the likelihood by which deviations are found, for one antenna path; for several it is divided by their
  /// number. With it the interval holds 95 % on channels that are not of the family.
  static let worth = 0.5
  /// The least distance of a direct path in metres: devices may report a little less than they are apart.
  private static let lowestMetres = -1.0
  /// The logarithm of how much less likely than the best what is left out has to be; and how much more on a coarse look,
  /// as a part of the best.
  private static let (leastLogarithm, coarseness) = (25.0, 0.1)

  /// A choice of signs for the roots of a path.
  struct SignChoice: Sendable {
    /// The place of the inverses for its tones.
    let inverses: Int
    /// The place of what the representatives say of it at all delays, in `outlines`.
    let outline: Int
    /// The signs.
    let isNegative: [Bool]
  }

  /// One choice of signs for each path, by their places, and its greatest likelihood.
  private struct Combination: Sendable {
    let score: Double
    let choices: [Int]
  }

  /// A maximum on the grid of delays, for a place in `constants`.
  private struct Candidate: Sendable {
    let place: Int
    let step: Int
    let top: Double
  }

  let family = ChannelFamily()
  /// The logarithm of the prior of each member at each delay, worked out when first needed.
  private var priors: [[Double]] = []
  var grid = DelayGrid()
  /// The first delay at which a direct path is looked for.
  private(set) var firstStep = 0
  /// The roots of each path, and the part of their power that is noise.
  var bands: [FilledBand] = []
  var noises: [Double] = []
  /// The choices of signs of all paths, the products of their tones, and those of each path by their places.
  var choices: [SignChoice] = []
  var pairs: [TonePairs] = []
  var outlines: [Double] = []
  var pathChoices: [[Int]] = []
  /// Inverses for the tones of some path, this one's or an earlier one's.
  var inverses: [ChannelInverses] = []
  var inverse = ToeplitzInverse()
  private var combinations: [Combination] = []
  private var members: [Int] = []
  /// For each combination and member the coefficients of the exponent, and the logarithm of the factor.
  var coefficientRe: [Float] = []
  var coefficientIm: [Float] = []
  private var constants: [Double] = []
  private var candidates: [Candidate] = []
  private var peaks: [DelayGrid.Peak] = []
  private var disturbed = DisturbedSight()

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
    if priors.isEmpty {
      priors = family.members.map { member in
        (0..<DelayGrid.count).map { member.logPrior(metres: DelayGrid.metres($0)) }
      }
    }
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
    if chooseSignsAnew(combinations[0].choices) { combine() }
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

  // MARK: Combinations

  /// Finds the likely combinations of one choice for each path.
  private mutating func combine() {
    let paths = shortlists()
    combinations.removeAll(keepingCapacity: true)
    var places = [Int](repeating: 0, count: paths.count)
    while true {
      let chosen = places.indices.map { paths[$0][places[$0]] }
      insert(Combination(score: likeliest(chosen).score, choices: chosen))
      var path = 0
      while path < places.count {
        places[path] = (places[path] + 1) % paths[path].count
        if places[path] > 0 { break }
        path += 1
      }
      if path == places.count { break }
    }
    let best = combinations[0].score
    combinations.removeAll { $0.score < best - Self.leastLogarithm }
  }

  /// The best choices of each path, so few that all their combinations can be tried.
  private func shortlists() -> [[Int]] {
    var most = Self.triedCombinations
    while pathChoices.reduce(1, { $0 * min($1.count, most) }) > Self.triedCombinations { most -= 1 }
    return pathChoices.map { own in
      guard own.count > most else { return own }
      let scores = own.map { likeliest([$0]).score }
      let order = own.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
      return order.prefix(most).map { own[$0] }
    }
  }

  private mutating func insert(_ combination: Combination) {
    var place = combinations.count
    while place > 0, combinations[place - 1].score < combination.score { place -= 1 }
    guard place < Self.combinationCount else { return }
    combinations.insert(combination, at: place)
    if combinations.count > Self.combinationCount { combinations.removeLast() }
  }

  /// The greatest likelihood of one choice for each path, with its representative and its delay.
  func likeliest(_ chosen: [Int]) -> (score: Double, member: ChannelFamily.Member, step: Int) {
    var best = (score: -Double.infinity, index: 0, step: 0)
    for index in family.representatives.indices {
      for step in firstStep..<DelayGrid.count {
        let score = score(chosen, index, step)
        if score > best.score { best = (score, index, step) }
      }
    }
    return (best.score, family.members[family.representatives[best.index]], best.step)
  }

  /// The likelihood of one choice for each path, for a representative and a delay.
  @inline(__always)
  private func score(_ chosen: [Int], _ index: Int, _ step: Int) -> Double {
    var sum = priors[family.representatives[index]][step]
    for choice in chosen { sum += outlines[choices[choice].outline + index * DelayGrid.count + step] }
    return sum
  }

  /// Adds up what the paths of each combination say, for the members that are likely.
  private mutating func joinCombinations() {
    members = likelyMembers()
    clearCoefficients(count: combinations.count * members.count)
    constants.removeAll(keepingCapacity: true)
    for combination in combinations {
      for member in members {
        var constant = 0.0
        for choice in combination.choices {
          let table = choices[choice].inverses
          inverses[table].prepare(member, of: family, &inverse)
          inverses[table].addCoefficients(
            member, pairs[choice], to: &coefficientRe, &coefficientIm, at: constants.count * DelayGrid.stride)
          constant -= inverses[table].logDeterminant(member)
        }
        constants.append(constant)
      }
    }
    // Tables of the next estimate may be the same; places of those before are not used any more.
    if inverses.count > Self.inversesCount { inverses.removeFirst(inverses.count - Self.inversesCount) }
  }

  /// Makes room for the coefficients of so many members.
  mutating func clearCoefficients(count: Int) {
    coefficientRe.removeAll(keepingCapacity: true)
    coefficientIm.removeAll(keepingCapacity: true)
    for _ in 0..<count * DelayGrid.stride {
      coefficientRe.append(0)
      coefficientIm.append(0)
    }
  }

  /// The members for which a likely representative stands.
  private func likelyMembers() -> [Int] {
    let best = combinations[0].score
    let least = best - Self.leastLogarithm - Self.coarseness * best.magnitude
    let likely = family.representatives.indices.filter { index in
      combinations.contains { combination in
        (firstStep..<DelayGrid.count).contains { score(combination.choices, index, $0) > least }
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
    addDisturbedSight()
    guard let best = peaks.map(\.logArea).max() else { return nil }
    var (sum, weights) = (0.0, 0.0)
    for peak in peaks {
      let weight = PortableMath.exp(max(peak.logArea - best, -700))
      sum += weight * peak.turn
      weights += weight
    }
    let mean = sum / weights
    // No real channel is exactly in the family, and the mismatch is alike on all paths, so tones count less.
    let worth = Self.worth / Double(pathChoices.count)
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

  /// Finds the maxima over the delays of all combinations and members.
  private mutating func findPeaks() {
    candidates.removeAll(keepingCapacity: true)
    var best = -Double.infinity
    for place in constants.indices {
      grid.evaluate(
        coefficientRe, coefficientIm, at: place * DelayGrid.stride, constants[place], from: firstStep)
      for step in firstStep..<DelayGrid.count {
        guard let top = grid.top(step) else { continue }
        let candidate = Candidate(place: place, step: step, top: top + prior(place, step))
        best = max(best, candidate.top)
        candidates.append(candidate)
      }
    }
    let least = best - Self.leastLogarithm - Self.coarseness * best.magnitude
    peaks.removeAll(keepingCapacity: true)
    for candidate in candidates where candidate.top > least {
      let (place, step) = (candidate.place, candidate.step)
      let peak = grid.refined(
        step, coefficientRe, coefficientIm, at: place * DelayGrid.stride,
        constants[place] + prior(place, step))
      if let peak { peaks.append(peak) }
    }
  }

  /// Adds the maximum of free sight beside another sender, which is no member: its noise differs from tone to tone.
  private mutating func addDisturbedSight() {
    for path in pathChoices.indices { bands[path].signs.followLine() }
    let peak = disturbed.peak(
      bands.prefix(pathChoices.count), spacing: grid.spacing, sight: family.members[0].logPrior(metres: 0))
    if let peak { peaks.append(peak) }
  }

  /// The logarithm of the prior of the member at a place in `constants`.
  private func prior(_ place: Int, _ step: Int) -> Double { priors[members[place % members.count]][step] }
}
