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
  /// The worth against others below which tones that were rated low count less.
  private static let greatestDoubt = 0.25
  /// How much more tones have to speak for a line that moves, among the many speeds that were tried.
  private static let leastMotionGain = 12.0
  /// The part of noise in the power below which reflections would show themselves.
  private static let clearNoise = 0.02
  /// The part of noise above which a few lines cannot be told from a family of channels, and the logarithm of how much
  /// likelier they have to be.
  private static let (lineNoise, lineEvidence) = (0.1, 15.0)
  /// What part of the difference between the two is doubt.
  private static let lineDoubt = 0.25
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
  private var posterior = PosteriorSearch()
  private var stilled: [ToneResponse] = []

  /// Makes an estimator.
  public init(_ kind: RangingEstimatorKind, options: Options = Options()) {
    self.kind = kind
    self.options = options
  }

  /// The distance that a measurement tells; nil if it has nothing for this kind: fewer than three channels on
  /// each antenna path, tones without power, or no round-trip time.
  public mutating func estimate(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    switch kind {
    case .ml: estimateLine(measurement)
    case .earliest, .music: estimateEarliest(measurement)
    case .mmse: estimateMean(measurement)
    case .motion: estimateMotion(measurement)
    case .rtt: estimateRoundTrip(measurement)
    case .fused: estimateFused(measurement)
    }
  }

  /// The distance that the tones of some antenna paths tell, as `estimate(_:)` of them alone.
  public mutating func estimate(paths: [ToneResponse]) -> DistanceEstimate? {
    estimate(RangingMeasurement(paths: paths))
  }

  /// A line and what it says.
  private struct FoundLine {
    var estimate: DistanceEstimate
    /// The line in turns a megahertz.
    let turns: Double
    /// The deviation of the distance in noise alone, in metres.
    let noiseMetres: Double
    /// The part of the tones' power that is noise.
    let noisePart: Double
    /// Whether motion was taken out of the tones first; then `stilled` has them as they would be at rest.
    var isStilled = false
  }

  /// The strongest line of some tones, in turns a megahertz, where it was found; nil if too few fix one.
  private mutating func line(_ paths: [ToneResponse], _ subeventPhaseRadians: Double) -> Double? {
    lines.load(paths, subeventPhaseRadians: subeventPhaseRadians)
    guard !lines.paths.isEmpty else { return nil }
    let turns = lines.strongest()
    guard lines.hasDoubtful else { return lines.settled(turns, paths) }
    let worth = lines.doubtfulWorth(paths, turns: turns)
    guard worth < Self.greatestDoubt else { return lines.settled(turns, paths) }
    lines.load(paths, subeventPhaseRadians: subeventPhaseRadians, doubtfulWeight: worth)
    return lines.settled(lines.strongest(), paths)
  }

  /// What a line of `turns` a megahertz says among the tones that `lines` took last.
  private mutating func examined(_ turns: Double, _ paths: [ToneResponse]) -> FoundLine {
    let spacing = lines.channelSpacing(paths)
    let fit = lines.fit(paths, spacing: spacing)
    let ambiguity = RangingBounds.ambiguityMetres / Double(spacing)
    let isBeyondChance =
      fit.isSmooth
      || PeakEvidence.isBeyondChance(
        quality: fit.quality, toneCount: fit.toneCount, phaseCount: lines.phaseCount,
        pathCount: lines.paths.count)
    let risk =
      isBeyondChance ? lines.riskOfAnotherLine(paths, turns: turns, spacing: spacing, fit) : 1
    let isFound = risk < PeakEvidence.greatestRisk
    let estimate = DistanceEstimate(
      metres: RangingBounds.folded(
        metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: ambiguity),
      // Without a peak any distance is as good as another.
      deviationMetres: isFound
        ? Self.deviation(
          fit.deviationMetres, reflectedPart: fit.reflectedPart, .ml, ambiguityMetres: ambiguity)
        : RangingBounds.greatestDeviation(ambiguityMetres: ambiguity),
      ambiguityMetres: ambiguity, quality: fit.quality, hasPeak: isFound, risk: risk,
      reflectedPart: fit.reflectedPart, phaseResidualRadians: fit.residualRadians,
      boundMetres: fit.boundMetres, toneCount: fit.toneCount)
    return FoundLine(
      estimate: estimate, turns: turns, noiseMetres: fit.deviationMetres,
      noisePart: fit.noise.power * Double(fit.toneCount) / fit.power)
  }

  /// The deviation that reflections hide from a kind, in metres for the root of the part of the power that they have:
  /// found on echoes and scattering of many strengths and delays, so that the interval holds 95 % in nearly all.
  private static func reflectionMetres(_ kind: RangingEstimatorKind) -> Double {
    switch kind {
    case .music: 1
    case .earliest: 3.5
    case .ml, .motion, .fused, .rtt: 4
    case .mmse: 0.3
    }
  }

  private mutating func estimateLine(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    found(measurement)?.estimate
  }

  /// The strongest line, of tones that are taken for measured at rest unless they show that they were not.
  private mutating func found(_ measurement: RangingMeasurement) -> FoundLine? {
    guard let turns = line(measurement.paths, measurement.subeventPhaseRadians) else { return nil }
    let resting = examined(turns, measurement.paths)
    guard !resting.estimate.hasPeak || lines.leavesMotion(measurement.paths),
      let moving = moving(measurement), moving.estimate.hasPeak,
      Self.gain(moving.estimate, resting.estimate) > Self.leastMotionGain
    else {
      // The search for motion has left its own line behind.
      if lines.isStilled { _ = line(measurement.paths, measurement.subeventPhaseRadians) }
      return resting
    }
    return moving
  }

  /// How much more the tones speak for the first line than for the second.
  private static func gain(_ one: DistanceEstimate, _ other: DistanceEstimate) -> Double {
    PeakEvidence.strength(quality: one.quality, toneCount: Double(one.toneCount))
      - PeakEvidence.strength(quality: other.quality, toneCount: Double(other.toneCount))
  }

  private mutating func estimateEarliest(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    guard let strongest = found(measurement) else { return nil }
    // Where nothing but noise is left beside the strongest line, there is no other.
    guard strongest.estimate.hasPeak, strongest.estimate.reflectedPart > 0 else { return strongest.estimate }
    let paths = strongest.isStilled ? stilled : measurement.paths
    let spacing = lines.channelSpacing(paths)
    if kind == .music,
      let line = music.earliest(
        paths, lines, spacing: spacing, turns: strongest.turns, noisePart: strongest.noisePart,
        quality: strongest.estimate.quality)
    {
      return moved(strongest, to: line, spread: 1, as: .music)
    }
    let line = early.earliest(
      paths, lines, spacing: spacing, turns: strongest.turns, noisePart: strongest.noisePart)
    return moved(strongest, to: line, spread: Self.windowSpread, as: .earliest)
  }

  /// The mean over a family of channels; that of a few lines, where these explain the tones better.
  private mutating func estimateMean(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    guard let strongest = found(measurement) else { return nil }
    let reflectedPart = strongest.estimate.reflectedPart
    // Where hardly any noise and nothing else is left beside the strongest line, that is free sight.
    guard strongest.estimate.hasPeak, reflectedPart > 0 || strongest.noisePart > Self.clearNoise else {
      return strongest.estimate
    }
    let paths = strongest.isStilled ? stilled : measurement.paths
    let spacing = lines.channelSpacing(paths)
    guard
      let direct = posterior.mean(
        paths, lines, spacing: spacing, turns: strongest.turns, metres: strongest.estimate.metres,
        noisePart: strongest.noisePart)
    else { return strongest.estimate }
    var result = strongest.estimate
    result.metres = RangingBounds.folded(
      metres: (strongest.turns + direct.turns) * RangingBounds.ambiguityMetres,
      ambiguityMetres: result.ambiguityMetres)
    result.deviationMetres = Self.deviation(
      direct.deviation * RangingBounds.ambiguityMetres, reflectedPart: reflectedPart, .mmse,
      ambiguityMetres: result.ambiguityMetres)
    guard reflectedPart > 0, strongest.noisePart < Self.lineNoise,
      let line = music.earliest(
        paths, lines, spacing: spacing, turns: strongest.turns, noisePart: strongest.noisePart,
        quality: strongest.estimate.quality), music.logEvidence > direct.logEvidence + Self.lineEvidence
    else { return result }
    var lined = moved(strongest, to: line, spread: 1, as: .music)
    let doubt = (lined.metres - result.metres) * Self.lineDoubt
    lined.deviationMetres = (lined.deviationMetres * lined.deviationMetres + doubt * doubt).squareRoot()
    return lined
  }

  /// The estimate of the strongest line, moved to another of `turns` a megahertz.
  ///
  /// - Parameters:
  ///   - spread: by how much the deviation in noise is wider.
  ///   - kind: how that line was found.
  private func moved(
    _ strongest: FoundLine, to turns: Double, spread: Double, as kind: RangingEstimatorKind
  ) -> DistanceEstimate {
    var result = strongest.estimate
    result.metres = RangingBounds.folded(
      metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: result.ambiguityMetres)
    // A line that is not the strongest is as doubtful as what it left behind.
    let skipped = (strongest.estimate.metres - result.metres).magnitude * Self.skippedDoubt
    let own = spread * strongest.noiseMetres
    result.deviationMetres = Self.deviation(
      (own * own + skipped * skipped).squareRoot(), reflectedPart: result.reflectedPart, kind,
      ambiguityMetres: result.ambiguityMetres)
    return result
  }

  /// A deviation widened by what reflections hide from a kind, in metres.
  private static func deviation(
    _ metres: Double, reflectedPart: Double, _ kind: RangingEstimatorKind, ambiguityMetres: Double
  ) -> Double {
    let hidden = reflectionMetres(kind) * reflectedPart.squareRoot()
    return min(
      (metres * metres + hidden * hidden).squareRoot(),
      RangingBounds.greatestDeviation(ambiguityMetres: ambiguityMetres))
  }

  /// Distance in the middle of the procedure, and velocity; without times as if nothing moved.
  private mutating func estimateMotion(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    guard let turns = line(measurement.paths, measurement.subeventPhaseRadians) else { return nil }
    return (moving(measurement) ?? examined(turns, measurement.paths)).estimate
  }

  /// The line that moves of the tones that `lines` took last; nil where their times are not known.
  private mutating func moving(_ measurement: RangingMeasurement) -> FoundLine? {
    guard motion.load(measurement.paths, lines) else { return nil }
    let half = RangingBounds.speedOfLight / 2
    let line = motion.strongest(&lines, maximumGrowth: options.maximumSpeed / half)
    let inflation = motion.inflation(lines)
    motion.still(lines, growth: line.growth, into: &stilled)
    lines.load(
      stilled, subeventPhaseRadians: measurement.subeventPhaseRadians, doubtfulWeight: lines.doubtfulWeight,
      isStilled: true)
    _ = lines.coarse()
    let turns = lines.settled(line.turns, stilled)
    var result = examined(turns, stilled)
    result.isStilled = true
    let deviation = result.estimate.deviationMetres * inflation.variance.squareRoot()
    result.estimate.boundMetres *= inflation.variance.squareRoot()
    result.estimate.deviationMetres = min(
      deviation, RangingBounds.greatestDeviation(ambiguityMetres: result.estimate.ambiguityMetres))
    result.estimate.velocityMetresPerSecond = line.growth * half
    result.estimate.velocityDeviationMetresPerSecond =
      deviation / RangingBounds.ambiguityMetres * inflation.growthRatio * half
    return result
  }

  private mutating func estimateRoundTrip(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    roundTrips.estimate(measurement.roundTrips, systematicMetres: options.roundTripSystematicMetres)
  }

  private mutating func estimateFused(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    let roundTrip = estimateRoundTrip(measurement)
    guard let tones = estimateLine(measurement), tones.hasPeak else { return roundTrip }
    guard let roundTrip else { return tones }
    return RoundTripSearch.fused(
      tones: tones, roundTrip: roundTrip,
      attackMetric: measurement.roundTrips.compactMap(\.attackMetric).max())
  }
}
