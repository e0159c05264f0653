internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Ranging
internal import Statistics

/// What the procedures of a link tell of the reflector's radio, added up one by one.
package struct RadioFit: Sendable {
  package struct Knob: Hashable, Sendable {
    /// The most likely value.
    package var value: Double
    /// Where the truth lies in 95 of 100 recordings.
    package var interval: ClosedRange<Double>
    /// How many of `unit` it rests on.
    package var count: Int
    /// As `procedures`.
    package var unit = "procedures"
    /// What a reader has to know about it; nil for nothing.
    package var remark: String?
  }

  /// The true distance in metres; nil if unknown.
  let trueDistanceMetres: Double?

  /// Squares of the phase noise of single tones without inline PCT.
  var plainVariance = Majority()
  /// The same under inline PCT.
  var inlineVariance = Majority()
  /// Frequency offsets of the reflector against the initiator, in ppm, a procedure each.
  var offsets = RunningMoments()
  /// How these change, in ppm a second, within connections.
  var drift = SlopeSums()
  private var clockJumpCount = 0
  /// The initiator's tones by quality, as `EndStatistics.toneCounts`.
  var toneCounts = [0, 0, 0, 0, 0]
  /// The steps that they are of.
  var toneStepCount = 0
  /// The initiator's tones of low quality.
  var lowTones = LowTones()
  /// Sizes of the reflector's tones but those of low quality.
  var amplitudes = RunningMoments()
  /// The bits that are set in any part of the reflector's tones.
  var partBits: UInt16 = 0
  /// How many parts there were.
  var partCount = 0
  /// Distances less the true one in metres, without inline PCT and under it.
  var plainErrors = RunningMoments()
  /// The same under inline PCT.
  var inlineErrors = RunningMoments()
  /// Distances of round trips less the true one in metres.
  var roundTripErrors = RunningMoments()
  /// Spread of the distances of round trips, in metres squared, within procedures.
  var roundTripSpread = SpreadSums()
  /// Spread of the reflector's turnaround, in nanoseconds squared, within procedures.
  var turnaroundSpread = SpreadSums()

  package init(trueDistanceMetres: Double? = nil) { self.trueDistanceMetres = trueDistanceMetres }

  /// How many procedures reported something of both ends' phases.
  package var procedureCount: Int { plainVariance.count + inlineVariance.count }

  /// Takes a procedure; one that is not complete tells nothing.
  package mutating func add(_ analysis: ProcedureAnalysis) {
    if let steps = analysis.initiatorSteps, analysis.initiator?.ending == .complete {
      if let offset = steps.frequencyOffset { add(offset: offset, analysis) }
      for index in toneCounts.indices { toneCounts[index] += steps.toneCounts[index] }
      toneStepCount += steps.stepCounts[2] + steps.stepCounts[3]
      if steps.toneCounts[2] > 0 { lowTones.add(analysis.tones(), usesInlinePCT: analysis.usesInlinePCT) }
    }
    if analysis.reflector?.ending == .complete { addTones(analysis) }
    guard analysis.obstacle == nil else { return }
    if let noise = Self.phaseNoiseRadians(analysis) {
      if analysis.usesInlinePCT {
        inlineVariance.add(noise * noise)
      } else {
        plainVariance.add(noise * noise)
      }
    }
    addDistances(analysis)
    addRoundTrips(analysis)
  }

  /// Takes what another link reported of the same radio.
  package mutating func add(_ other: RadioFit) {
    plainVariance.add(other.plainVariance)
    inlineVariance.add(other.inlineVariance)
    offsets.add(other.offsets)
    drift.add(other.drift)
    for index in toneCounts.indices { toneCounts[index] += other.toneCounts[index] }
    toneStepCount += other.toneStepCount
    lowTones.add(other.lowTones)
    amplitudes.add(other.amplitudes)
    partBits |= other.partBits
    partCount += other.partCount
    plainErrors.add(other.plainErrors)
    inlineErrors.add(other.inlineErrors)
    roundTripErrors.add(other.roundTripErrors)
    roundTripSpread.add(other.roundTripSpread)
    turnaroundSpread.add(other.turnaroundSpread)
  }

  private mutating func add(offset: Double, _ analysis: ProcedureAnalysis) {
    offsets.add(offset)
    guard let initiator = analysis.initiator, let time = initiator.time else { return }
    if initiator.clockJumpCount != clockJumpCount {
      drift.close()
      clockJumpCount = initiator.clockJumpCount
    }
    drift.add(time: Double(time.seconds) + Double(time.picoseconds) / 1e12, value: offset)
  }

  private mutating func addTones(_ analysis: ProcedureAnalysis) {
    for tone in analysis.tones() where tone.antennaPath != nil {
      // An end that does not rate its tones calls all of them unavailable.
      guard let report = tone.reflector, report.quality != .low else { continue }
      partBits |= UInt16(bitPattern: report.pct.i) | UInt16(bitPattern: report.pct.q)
      partCount += 2
      let (i, q) = (Double(report.pct.i), Double(report.pct.q))
      let size = i * i + q * q
      if size > 0 { amplitudes.add(size.squareRoot()) }
    }
  }

  /// The phase noise of single tones in radians, without those of low quality, which may not have been sent; nil with
  /// too few tones.
  private static func phaseNoiseRadians(_ analysis: ProcedureAnalysis) -> Double? {
    guard let measurement = analysis.measurement,
      measurement.paths.contains(where: { $0.isDoubtful.contains(true) })
    else { return analysis.phaseNoiseRadians }
    var statistics = ToneStatistics()
    return statistics.secondDifferencePhaseNoise(measurement.undoubted)
  }

  private mutating func addDistances(_ analysis: ProcedureAnalysis) {
    guard let trueDistanceMetres else { return }
    let found = analysis.estimates.first { $0.kind == .ml }?.estimate
    guard let found, found.hasPeak else { return }
    if analysis.usesInlinePCT {
      inlineErrors.add(found.metres - trueDistanceMetres)
    } else {
      plainErrors.add(found.metres - trueDistanceMetres)
    }
  }

  private mutating func addRoundTrips(_ analysis: ProcedureAnalysis) {
    let trips = analysis.measurement?.roundTrips.filter { $0.metres != nil } ?? []
    roundTripSpread.add(trips.compactMap(\.metres))
    turnaroundSpread.add(trips.compactMap(\.reflector.nanoseconds))
    guard let trueDistanceMetres else { return }
    for metres in trips.compactMap(\.metres) { roundTripErrors.add(metres - trueDistanceMetres) }
  }
}

/// How groups of numbers spread about the means of their groups.
struct SpreadSums: Sendable {
  private var squares = 0.0
  /// The numbers less the groups.
  private(set) var freedom = 0

  mutating func add(_ group: [Double]) {
    guard group.count > 1 else { return }
    squares += RunningMoments(group).squares
    freedom += group.count - 1
  }

  mutating func add(_ other: SpreadSums) {
    squares += other.squares
    freedom += other.freedom
  }

  /// The standard deviation within groups; nil without any.
  var deviation: Double? { freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil }
}

/// How numbers change with time: a slope for all groups together, each group about its own mean.
struct SlopeSums: Sendable {
  private var group = RunningLine()
  private var (xx, xy, yy) = (0.0, 0.0, 0.0)
  private var freedom = 0

  /// Takes a number of the group of this link; `time` is in seconds.
  mutating func add(time: Double, value: Double) {
    group.add(x: time, y: value)
  }

  /// Begins another group, whose times have nothing to do with those before.
  mutating func close() { self = closed }

  /// Takes the groups of another link.
  mutating func add(_ other: SlopeSums) {
    let (one, two) = (closed, other.closed)
    self = SlopeSums()
    (xx, xy, yy) = (one.xx + two.xx, one.xy + two.xy, one.yy + two.yy)
    freedom = one.freedom + two.freedom
  }

  /// The same with the open group among the others.
  private var closed: SlopeSums {
    var sums = self
    sums.group = RunningLine()
    guard group.count > 1 else { return sums }
    sums.xx += group.squaresX
    sums.xy += group.products
    sums.yy += group.squaresY
    sums.freedom += group.count - 1
    return sums
  }

  /// The slope a second and its standard error; nil where nothing tells.
  var slope: (value: Double, standardError: Double, count: Int)? {
    let sums = closed
    guard sums.xx > 0, sums.freedom > 2 else { return nil }
    let value = sums.xy / sums.xx
    let left = max(0, sums.yy - value * sums.xy) / Double(sums.freedom - 1)
    return (value, (left / sums.xx).squareRoot(), sums.freedom)
  }
}

/// Variances of which some do not belong: what most of them agree on. The first 4096 are kept.
struct Majority: Sendable {
  private static let kept = 4096
  private var values: [Double] = []

  mutating func add(_ value: Double) {
    if values.count < Self.kept { values.append(value) }
  }

  mutating func add(_ other: Majority) {
    for value in other.values { add(value) }
  }

  var count: Int { values.count }

  /// The mean of those that belong, from the median, and its standard error; nil without any.
  ///
  /// The median of a variance is below the mean by a third of the square of the spread. [Wilson and Hilferty 1931]
  var centre: (value: Double, standardError: Double)? {
    guard !values.isEmpty else { return nil }
    let median = values.median
    let spread = 1.4826 * values.map { abs($0 - median) }.median
    let mean = median > 0 ? median + spread * spread / (3 * median) : median
    return (mean, 1.2533 * spread / Double(values.count).squareRoot())
  }
}
