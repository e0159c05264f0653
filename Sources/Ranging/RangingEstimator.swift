/// Makes distances of measurements. It knows what the radios reported and nothing else.
///
/// An estimator keeps its memory from one estimate to the next, so that it is a variable: hold one for each
/// stream of measurements. An estimate depends on its measurement alone.
public struct RangingEstimator: Sendable {
  /// What an estimator may be told beforehand.
  public struct Options: Hashable, Sendable {
    /// The standard deviation of the error that all round-trip times of a pair of devices share, in metres,
    /// 1.5 m for devices of the 10 ns class.
    public var roundTripSystematicMetres = 1.5
    /// The greatest radial speed that `motion` looks for, in metres a second.
    public var maximumSpeed = 5.0

    /// The default options.
    public init() {}
  }

  /// By how much a Hann window widens the deviation of a single line.
  private static let windowSpread = 1.65
  /// What part of its distance from the strongest line an earlier one may be off.
  private static let skippedDoubt = 0.2

  /// How it estimates.
  public let kind: RangingEstimatorKind
  /// What it was told.
  public let options: Options
  private var lines = LineSearch()
  private var roundTrips = RoundTripSearch()
  private var motion = MotionSearch()
  private var early = EarliestSearch()
  private var music = MusicSearch()
  private var stilled: [ToneResponse] = []

  /// Makes an estimator.
  public init(_ kind: RangingEstimatorKind = .ml, options: Options = Options()) {
    self.kind = kind
    self.options = options
  }

  /// The distance that a measurement tells; nil if it has nothing for this kind: fewer than three channels on
  /// each antenna path, tones without power, or no round-trip time.
  public mutating func estimate(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    switch kind {
    case .ml: estimateLine(measurement.paths)
    case .earliest: estimateEarliest(measurement.paths)
    case .music: estimateEarliest(measurement.paths)
    case .motion: estimateMotion(measurement.paths)
    case .rtt: estimateRoundTrip(measurement)
    case .fused: estimateFused(measurement)
    }
  }

  /// The distance that the tones of some antenna paths tell, as `estimate(_:)` of them alone.
  public mutating func estimate(paths: [ToneResponse]) -> DistanceEstimate? {
    estimate(RangingMeasurement(paths: paths))
  }

  private mutating func estimateLine(_ paths: [ToneResponse]) -> DistanceEstimate? {
    lines.load(paths)
    guard !lines.paths.isEmpty else { return nil }
    let turns = lines.strongest()
    return estimate(turns: turns, paths)
  }

  /// The estimate of a line of `turns` a megahertz.
  private mutating func estimate(turns: Double, _ paths: [ToneResponse]) -> DistanceEstimate {
    let fit = lines.fit(paths, turns: turns)
    let ambiguity = RangingBounds.ambiguityMetres / Double(lines.channelSpacing(paths))
    let isFound = PeakEvidence.isBeyondChance(
      quality: fit.quality, toneCount: fit.toneCount, pathCount: lines.paths.count)
    return DistanceEstimate(
      metres: RangingBounds.folded(
        metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: ambiguity),
      // Without a peak any distance is as good as another.
      deviationMetres: isFound ? fit.deviationMetres : ambiguity / 12.0.squareRoot(),
      ambiguityMetres: ambiguity, quality: fit.quality, hasPeak: isFound,
      phaseResidualRadians: fit.residualRadians,
      boundMetres: fit.boundMetres, toneCount: fit.toneCount)
  }

  private mutating func estimateEarliest(_ paths: [ToneResponse]) -> DistanceEstimate? {
    lines.load(paths)
    guard !lines.paths.isEmpty else { return nil }
    let turns = lines.strongest()
    var result = estimate(turns: turns, paths)
    let spacing = lines.channelSpacing(paths)
    let earliest =
      kind == .music
      ? music.earliest(paths, lines, spacing: spacing, turns: turns)
      : early.earliest(paths, lines, spacing: spacing, turns: turns)
    let metres = RangingBounds.folded(
      metres: earliest * RangingBounds.ambiguityMetres, ambiguityMetres: result.ambiguityMetres)
    // The window spreads the peak. And a line that is not the strongest is as doubtful as what it left behind.
    let spread = kind == .earliest ? Self.windowSpread : 1
    let skipped = (result.metres - metres).magnitude * Self.skippedDoubt
    result.deviationMetres =
      (spread * result.deviationMetres * spread * result.deviationMetres
      + skipped * skipped).squareRoot()
    result.metres = metres
    return result
  }

  /// Distance in the middle of the procedure, and velocity; without times as if nothing moved.
  private mutating func estimateMotion(_ paths: [ToneResponse]) -> DistanceEstimate? {
    lines.load(paths)
    guard !lines.paths.isEmpty else { return nil }
    guard motion.load(paths, lines) else { return estimateLine(paths) }
    let half = RangingBounds.speedOfLight / 2
    let line = motion.strongest(&lines, maximumGrowth: options.maximumSpeed / half)
    motion.still(paths, growth: line.growth, into: &stilled)
    lines.load(stilled)
    var result = estimate(turns: line.turns, stilled)
    let inflation = motion.inflation()
    let deviation = result.deviationMetres * inflation.variance.squareRoot()
    result.boundMetres *= inflation.variance.squareRoot()
    result.deviationMetres = min(deviation, result.ambiguityMetres / 12.0.squareRoot())
    result.velocityMetresPerSecond = line.growth * half
    result.velocityDeviationMetresPerSecond =
      deviation / RangingBounds.ambiguityMetres * inflation.growthRatio * half
    return result
  }

  private mutating func estimateRoundTrip(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    roundTrips.estimate(measurement.roundTrips, systematicMetres: options.roundTripSystematicMetres)
  }

  private mutating func estimateFused(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    let roundTrip = estimateRoundTrip(measurement)
    guard let tones = estimateLine(measurement.paths), tones.hasPeak else { return roundTrip }
    guard let roundTrip else { return tones }
    return RoundTripSearch.fused(
      tones: tones, roundTrip: roundTrip,
      attackMetric: measurement.roundTrips.compactMap(\.attackMetric).max())
  }
}
