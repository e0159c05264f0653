internal import CoreTypes

/// Makes distances of measurements. It knows what the radios reported and nothing else.
///
/// An estimator keeps its memory from one estimate to the next, so that it is a variable: hold one for each
/// stream of measurements. An estimate depends on its measurement alone.
public struct RangingEstimator: Sendable {
  /// What an estimator may know beforehand.
  public struct Options: Hashable, Sendable {
    /// The standard deviation of the error that all round-trip times of a pair of devices share, in metres.
    public var roundTripSystematicMetres: Double
    /// The greatest radial speed that is looked for, in metres a second.
    public var maximumSpeed = 50.0

    /// The options for devices that claim an accuracy class of round-trip times, in nanoseconds, the larger of both.
    public init(roundTripClassNanoseconds: Double = 10) {
      roundTripSystematicMetres = 0.15 * roundTripClassNanoseconds
    }
  }

  /// The worth against others below which tones that were rated low count less.
  private static let greatestDoubt = 0.25
  /// How much more tones have to speak for a line that moves, among the many speeds that were tried.
  private static let leastMotionGain = 12.0
  /// The greatest speed of a walking or running person, in metres a second.
  private static let walkingSpeed = 5.0
  /// The part of noise in the power below which reflections would show themselves.
  private static let clearNoise = 0.02
  /// The part of noise above which a few lines cannot be distinguished from a family of channels.
  private static let lineNoise = 0.1
  /// The part of the lines' power that the earliest needs: behind a weak one another may be hidden.
  private static let leastEarliestPart = 0.65
  /// The logarithm of how much likelier a few lines have to be for half of the weight, and the range around it in which
  /// the weight changes.
  private static let (lineEvidence, lineEvidenceScale) = (10.0, 8.0)
  /// What part of the difference between the two is doubt.
  private static let lineDoubt = 0.25
  /// The deviation that reflections which are not of the family hide, in metres for the root of their part of the power.
  private static let unmodelledMetres = 0.3

  /// How it estimates.
  public let kind: RangingEstimatorKind
  /// What it knows beforehand.
  public let options: Options
  private var lines = LineSearch()
  private var roundTrips = RoundTripSearch()
  private var motion = MotionSearch()
  private var early = EarliestSearch()
  private var music = MusicSearch()
  private var posterior = PosteriorSearch()
  private var stilled: [ToneResponse] = []

  public init(_ kind: RangingEstimatorKind, options: Options = Options()) {
    self.kind = kind
    self.options = options
  }

  /// The distance that a measurement tells; nil if it has nothing for this kind: fewer than three channels on
  /// each antenna path, tones without power, or no round-trip time.
  public mutating func estimate(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    switch kind {
    case .ml, .earliest, .music, .mmse: estimateTones(measurement)
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
    /// The part of the tones' power that is noise.
    let noisePart: Double
    /// Whether motion was taken out of the tones first; then `stilled` has them as they would be at rest.
    var isStilled = false
    /// The variance of the distance that near echoes hide, in square metres.
    let hiddenVariance: Double
    /// By how much an unknown velocity widens the deviation.
    var inflation = 1.0
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
    // Without a peak any distance is as good as another.
    let deviation =
      isFound ? fit.deviationMetres : RangingBounds.greatestDeviation(ambiguityMetres: ambiguity)
    let estimate = DistanceEstimate(
      metres: RangingBounds.folded(
        metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: ambiguity),
      deviationMetres: deviation, noiseMetres: deviation, ambiguityMetres: ambiguity, quality: fit.quality,
      hasPeak: isFound, risk: risk,
      reflectedPart: fit.reflectedPart, phaseResidualRadians: fit.residualRadians,
      boundMetres: fit.boundMetres, toneCount: fit.toneCount)
    return FoundLine(
      estimate: estimate, turns: turns,
      noisePart: fit.noise.power * Double(fit.toneCount) / fit.power,
      hiddenVariance: fit.hiddenVariance)
  }

  /// The strongest line, of tones that are taken for measured at rest unless they show that they were not.
  private mutating func found(_ measurement: RangingMeasurement) -> FoundLine? {
    guard let turns = line(measurement.paths, measurement.subeventPhaseRadians) else { return nil }
    let resting = examined(turns, measurement.paths)
    guard !resting.estimate.hasPeak || lines.leavesMotion(measurement.paths) else { return resting }
    // Most phones move at walking speed, so the smaller search runs first.
    for speed in [min(Self.walkingSpeed, options.maximumSpeed), options.maximumSpeed] {
      if let moving = moving(measurement, upTo: speed), moving.estimate.hasPeak,
        Self.gain(moving.estimate, resting.estimate) > Self.leastMotionGain
      {
        return moving
      }
      // The search for motion has left its own line behind.
      if lines.isStilled { _ = line(measurement.paths, measurement.subeventPhaseRadians) }
    }
    return resting
  }

  /// How much more the tones speak for the first line than for the second.
  private static func gain(_ one: DistanceEstimate, _ other: DistanceEstimate) -> Double {
    PeakEvidence.strength(quality: one.quality, toneCount: Double(one.toneCount))
      - PeakEvidence.strength(quality: other.quality, toneCount: Double(other.toneCount))
  }

  private mutating func estimateTones(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    found(measurement).map { judged($0, measurement) }
  }

  /// What this kind makes of tones whose strongest line is known.
  ///
  /// The mean over the family of channels judges the distance of every kind: it is as doubtful as that mean, and by as
  /// much more as the two differ.
  private mutating func judged(_ strongest: FoundLine, _ measurement: RangingMeasurement) -> DistanceEstimate
  {
    guard strongest.estimate.hasPeak else { return strongest.estimate }
    let isReflected = strongest.estimate.reflectedPart > 0
    // Where hardly any noise and nothing else is left beside the strongest line, that is free sight.
    guard isReflected || strongest.noisePart > Self.clearNoise else {
      return doubted(
        strongest.estimate, at: strongest.estimate.metres, strongest.estimate.deviationMetres,
        strongest.hiddenVariance.squareRoot())
    }
    let paths = strongest.isStilled ? stilled : measurement.paths
    let spacing = lines.channelSpacing(paths)
    let few =
      isReflected && (kind == .music || strongest.noisePart < Self.lineNoise)
      ? music.earliest(
        paths, lines, spacing: spacing, turns: strongest.turns, noisePart: strongest.noisePart,
        quality: strongest.estimate.quality) : nil
    let mean = mean(strongest, paths, spacing: spacing, few: few)
    var turns = strongest.turns
    switch kind {
    case .mmse, .fused: return mean
    case .music where few != nil: turns = few ?? turns
    case .earliest where isReflected, .music where isReflected:
      turns = early.earliest(
        paths, lines, spacing: spacing, turns: strongest.turns, noisePart: strongest.noisePart)
    default: break
    }
    let metres = folded(turns, mean)
    return doubted(strongest.estimate, at: metres, mean.deviationMetres, metres - mean.metres)
  }

  /// The mean over a family of channels; the distance of a few lines, where these explain the tones better.
  private mutating func mean(
    _ strongest: FoundLine, _ paths: [ToneResponse], spacing: Int, few: Double?
  ) -> DistanceEstimate {
    guard
      let direct = posterior.mean(
        paths, lines, spacing: spacing, turns: strongest.turns, metres: strongest.estimate.metres,
        noisePart: strongest.noisePart)
    else { return strongest.estimate }
    let unmodelled =
      strongest.hiddenVariance
      + Self.unmodelledMetres * Self.unmodelledMetres * strongest.estimate.reflectedPart
    let mean = doubted(
      strongest.estimate, at: folded(strongest.turns + direct.turns, strongest.estimate),
      direct.deviation * RangingBounds.ambiguityMetres * strongest.inflation, unmodelled.squareRoot())
    guard let few, strongest.noisePart < Self.lineNoise, music.earliestPart > Self.leastEarliestPart else {
      return mean
    }
    let difference = folded(few, mean) - mean.metres
    let weight = Self.weightOfLines(
      evidence: music.logEvidence - direct.logEvidence, deviations: difference / mean.deviationMetres)
    // Lines that explain the tones may still be poorly separated, so the doubt remains.
    return doubted(
      mean, at: mean.metres + weight * difference, mean.deviationMetres, Self.lineDoubt * weight * difference)
  }

  /// The weight of a few lines against the mean over the family: 0 to 1.
  ///
  /// - Parameters:
  ///   - evidence: the logarithm of how much likelier the tones are as a few lines.
  ///   - deviations: how far apart the two distances are, in deviations of the mean.
  private static func weightOfLines(evidence: Double, deviations: Double) -> Double {
    let exponent = (evidence - lineEvidence) / lineEvidenceScale
    return PortableMath.exp(-min(deviations * deviations / 8, 700))
      / (1 + PortableMath.exp(min(max(-exponent, -700), 700)))
  }

  /// The estimate at another distance, with two independent doubts about it in metres.
  private func doubted(
    _ estimate: DistanceEstimate, at metres: Double, _ one: Double, _ other: Double
  ) -> DistanceEstimate {
    var result = estimate
    result.metres = metres
    result.deviationMetres = min(
      (one * one + other * other).squareRoot(),
      RangingBounds.greatestDeviation(ambiguityMetres: estimate.ambiguityMetres))
    return result
  }

  /// The distance of a line of `turns` a megahertz, where estimates lie.
  private func folded(_ turns: Double, _ estimate: DistanceEstimate) -> Double {
    RangingBounds.folded(
      metres: turns * RangingBounds.ambiguityMetres, ambiguityMetres: estimate.ambiguityMetres)
  }

  /// Distance in the middle of the procedure, and velocity; without times as if nothing moved.
  private mutating func estimateMotion(_ measurement: RangingMeasurement) -> DistanceEstimate? {
    guard let turns = line(measurement.paths, measurement.subeventPhaseRadians) else { return nil }
    let moving = moving(measurement, upTo: options.maximumSpeed)
    return judged(moving ?? examined(turns, measurement.paths), measurement)
  }

  /// The line that moves of the tones that `lines` took last; nil where their times are not known.
  private mutating func moving(_ measurement: RangingMeasurement, upTo speed: Double) -> FoundLine? {
    guard motion.load(measurement.paths, lines) else { return nil }
    let half = RangingBounds.speedOfLight / 2
    let line = motion.strongest(&lines, maximumGrowth: speed / half)
    let inflation = motion.inflation(lines)
    motion.still(lines, growth: line.growth, into: &stilled)
    lines.load(
      stilled, subeventPhaseRadians: measurement.subeventPhaseRadians, doubtfulWeight: lines.doubtfulWeight,
      isStilled: true)
    _ = lines.coarse()
    let turns = lines.settled(line.turns, stilled)
    var result = examined(turns, stilled)
    result.isStilled = true
    result.inflation = inflation.variance.squareRoot()
    let deviation = result.estimate.deviationMetres * result.inflation
    result.estimate.boundMetres *= result.inflation
    result.estimate.deviationMetres = min(
      deviation, RangingBounds.greatestDeviation(ambiguityMetres: result.estimate.ambiguityMetres))
    result.estimate.noiseMetres = result.estimate.deviationMetres
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
    guard let tones = estimateTones(measurement), tones.hasPeak else { return roundTrip }
    guard let roundTrip else { return tones }
    return RoundTripSearch.fused(
      tones: tones, roundTrip: roundTrip,
      attackMetric: measurement.roundTrips.compactMap(\.attackMetric).max())
  }
}
