internal import CoreTypes

/// The earliest of several lines, told apart by the eigenvectors of the covariance of overlapping windows.
struct MusicSearch: Sendable {
  /// The most lines looked for, with one antenna path and with several.
  private static let (singleOrder, jointOrder) = (4, 8)
  /// The part of the strongest amplitude that the earliest line must have.
  private static let leastAmplitude = 0.25
  /// How far before 0 a line may lie, in turns of the one-way response.
  private static let lead = 1.0 / 75
  /// What a line's parameter must save, in units of the usual criterion.
  private static let strictness = 1.0

  private var bands: [FilledBand] = []
  private var covariance = BandCovariance()
  private var subspace = DominantSubspace()
  private var invariance = RotationalInvariance()
  private var amplitudes = LineAmplitudes()
  private var powers: [Double] = []

  /// The line of the earliest path in turns a megahertz; `turns` is that of the strongest.
  mutating func earliest(_ responses: [ToneResponse], _ lines: LineSearch, spacing: Int, turns: Double)
    -> Double
  {
    while bands.count < lines.paths.count { bands.append(FilledBand()) }
    var length = Int.max
    for (position, path) in lines.paths.enumerated() {
      bands[position].load(responses[path.index], spacing: spacing, turns: turns, isOneWay: true)
      length = min(length, bands[position].re.count)
    }
    let window = (length + 1) / 4 * 2
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
    let line = earliest(order: order, pathCount: lines.paths.count, around: metres / ambiguity / 2)
    return 2 * line / Double(spacing)
  }

  /// The earliest line of the number of lines that explains the tones best for its number of unknowns, in turns
  /// a step of the grid; for a single line the strongest.
  private mutating func earliest(order: Int, pathCount: Int, around turns: Double) -> Double {
    var best = turns
    var leastCost = Double.infinity
    for count in 1...order {
      invariance.find(count, around: turns)
      guard !invariance.lines.isEmpty else { continue }
      powers.removeAll(keepingCapacity: true)
      for _ in invariance.lines { powers.append(0) }
      var (left, toneCount) = (0.0, 0)
      for position in 0..<pathCount {
        left += amplitudes.fit(bands[position], invariance.lines)
        toneCount += bands[position].measuredCount
        for line in powers.indices { powers[line] += amplitudes.values[line].squaredSize }
      }
      let tones = Double(toneCount)
      let unknowns = Double(invariance.lines.count * (1 + 2 * pathCount))
      let cost =
        2 * tones * PortableMath.log(max(left / tones, 1e-9))
        + Self.strictness * unknowns * PortableMath.log(2 * tones)
      guard cost < leastCost else { continue }
      leastCost = cost
      best = count == 1 ? turns : earliestStrong() ?? turns
    }
    return best
  }

  private func earliestStrong() -> Double? {
    var greatest = 0.0
    for power in powers { greatest = max(greatest, power) }
    let floor = Self.leastAmplitude * Self.leastAmplitude * greatest
    return powers.indices.first { powers[$0] >= floor && invariance.lines[$0] > -Self.lead }
      .map { invariance.lines[$0] }
  }
}
