internal import ComplexModule
internal import CoreTypes

/// The earliest of several lines, distinguished by the eigenvectors of the covariance of overlapping windows.
struct MusicSearch: Sendable {
  /// The most lines looked for, with one antenna path and with several.
  private static let (singleOrder, jointOrder) = (5, 8)
  /// The part of the strongest amplitude that the earliest line must have.
  private static let leastAmplitude = 0.3
  /// How far before 0 a line may lie, in turns of the one-way response.
  private static let lead = 1.0 / 75
  /// The greatest part of the roots' power that the lines may leave, without noise, and by how much it falls for each
  /// part of the power that is noise. Where the lines leave more, the signs of the roots are probably wrong.
  ///
  /// The first two are for one and for several antenna paths whose strongest line has most of the power. The third is
  /// for all others: lines before the strongest one are then likely, so that more may be left.
  private static let (singleLeft, jointLeft, scatteredLeft) = ((0.08, 0.5), (0.12, 0.5), (0.3, 1.5))
  /// The least of that part.
  private static let leastLeft = 0.05
  /// By how much the criterion is weakened where several numbers of lines are averaged: scattering leaves
  /// neighbouring tones errors alike, so that there are fewer independent ones than tones.
  private static let likeness = 0.1

  private var bands: [FilledBand] = []
  private var covariance = BandCovariance()
  private var subspace = DominantSubspace()
  private var invariance = RotationalInvariance()
  private var amplitudes = LineAmplitudes()
  private var powers: [Double] = []
  /// The part of the power that the lines fitted last leave.
  private var leftPart = 0.0
  private var candidates: [(cost: Double, line: Double)] = []
  /// The logarithm of how likely the roots are as a few lines in noise, for `earliest` asked last.
  private(set) var logEvidence = -Double.infinity
  /// The part of the lines' power that the earliest has, for `earliest` asked last.
  private(set) var earliestPart = 0.0

  /// The line of the earliest path in turns a megahertz; `turns` is that of the strongest. Nil where lines do not
  /// explain the roots, so that their signs are wrong: in strong noise, and where echoes come late.
  ///
  /// - Parameters:
  ///   - noisePart: the part of the tones' power that is noise.
  ///   - quality: the part that the strongest line explains.
  mutating func earliest(
    _ responses: [ToneResponse], _ lines: LineSearch, spacing: Int, turns: Double, noisePart: Double,
    quality: Double
  ) -> Double? {
    while bands.count < lines.paths.count { bands.append(FilledBand()) }
    var length = Int.max
    for (position, path) in lines.paths.enumerated() {
      bands[position].load(responses[path.index], lines, spacing: spacing, turns: turns, isOneWay: true)
      length = min(length, bands[position].re.count)
    }
    let window = length / 5 * 2
    logEvidence = -.infinity
    guard window >= 4 else { return turns }
    let order = min(lines.paths.count > 1 ? Self.jointOrder : Self.singleOrder, window / 2)
    covariance.start(window: window)
    for position in lines.paths.indices { covariance.add(bands[position]) }
    subspace.find(order, of: covariance.matrix, size: window)
    invariance.load(subspace, window: window, order: order)
    // Lines are counted on from the least distance there is, which 0 is not.
    let ambiguity = RangingBounds.ambiguityMetres / Double(spacing)
    let metres = RangingBounds.folded(
      metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: ambiguity)
    let isScattered = quality < (1 - noisePart) / 2
    let (allowed, share) =
      isScattered ? Self.scatteredLeft : lines.paths.count > 1 ? Self.jointLeft : Self.singleLeft
    let line = earliest(
      order: order, pathCount: lines.paths.count, around: metres / ambiguity / 2,
      leaving: max(Self.leastLeft, allowed - share * noisePart))
    return line.map { 2 * $0 / Double(spacing) }
  }

  /// The earliest line in turns a step of the grid; for a single line the strongest.
  ///
  /// The number of lines that explains the tones best for its number of unknowns tells whether there are
  /// several. If so, what each number above one says is averaged by how well it explains them.
  private mutating func earliest(
    order: Int, pathCount: Int, around turns: Double, leaving greatestLeft: Double
  ) -> Double? {
    candidates.removeAll(keepingCapacity: true)
    var leastCost = Double.infinity
    var isSingle = true
    var left = 1.0
    for count in 1...order {
      invariance.find(count, around: turns)
      guard !invariance.lines.isEmpty else { continue }
      let cost = fit(pathCount)
      let place = count > 1 ? earliestStrong() : nil
      if let place { candidates.append((cost, invariance.lines[place])) }
      guard cost < leastCost else { continue }
      leastCost = cost
      left = leftPart
      isSingle = place == nil
      earliestPart = place.map { powers[$0] / powers.reduce(0, +) } ?? 1
    }
    logEvidence = -leastCost / 2 - Double(measuredCount(pathCount))
    guard left < greatestLeft else { return nil }
    guard !isSingle else { return turns }
    var (sum, weights) = (0.0, 0.0)
    for candidate in candidates {
      let weight = PortableMath.exp(-Self.likeness / 2 * (candidate.cost - leastCost))
      sum += weight * candidate.line
      weights += weight
    }
    return sum / weights
  }

  /// Fits the lines found last to all bands, and returns what they leave and their number cost.
  private mutating func fit(_ pathCount: Int) -> Double {
    powers.removeAll(keepingCapacity: true)
    for _ in invariance.lines { powers.append(0) }
    var (left, toneCount) = (0.0, 0)
    for position in 0..<pathCount {
      left += amplitudes.fit(bands[position], invariance.lines)
      toneCount += bands[position].measuredCount
      for line in powers.indices { powers[line] += amplitudes.values[line].lengthSquared }
    }
    let tones = Double(toneCount)
    leftPart = left / tones
    let unknowns = Double(invariance.lines.count * (1 + 2 * pathCount))
    return 2 * tones * PortableMath.log(max(left / tones, 1e-9)) + unknowns * PortableMath.log(2 * tones)
  }

  private func measuredCount(_ pathCount: Int) -> Int {
    bands[..<pathCount].reduce(0) { $0 + $1.measuredCount }
  }

  /// The place of the earliest line that is strong enough; nil without any.
  private func earliestStrong() -> Int? {
    var greatest = 0.0
    for power in powers { greatest = max(greatest, power) }
    let floor = Self.leastAmplitude * Self.leastAmplitude * greatest
    return powers.indices.first { powers[$0] >= floor && invariance.lines[$0] > -Self.lead }
  }
}
