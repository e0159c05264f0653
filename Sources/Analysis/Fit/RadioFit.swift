internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Ranging

/// What the procedures of a link tell of the reflector's radio, added up one by one.
public struct RadioFit: Sendable {
  /// A knob of a radio, fitted.
  public struct Knob: Hashable, Sendable {
    /// The most likely value.
    public var value: Double
    /// Where the truth lies in 95 of 100 recordings.
    public var interval: ClosedRange<Double>
    /// How many of `unit` it rests on.
    public var count: Int
    /// As `procedures`.
    public var unit = "procedures"
    /// What a reader has to know about it; nil for nothing.
    public var remark: String?
  }

  /// The true distance in metres; nil if nobody told.
  let trueDistanceMetres: Double?

  /// Squares of the phase noise of single tones without inline PCT.
  var plainVariance = Majority()
  /// The same under inline PCT.
  var inlineVariance = Majority()
  /// Frequency offsets of the reflector against the initiator, in ppm, a procedure each.
  var offsets = MomentSums()
  /// How these change, in ppm a second, within connections.
  var drift = SlopeSums()
  /// The initiator's tones by quality, as `EndStatistics.toneCounts`.
  var toneCounts = [0, 0, 0, 0, 0]
  /// Sizes of the reflector's tones of high and medium quality.
  var amplitudes = MomentSums()
  /// The bits that are set in any part of the reflector's tones.
  var partBits: UInt16 = 0
  /// How many parts there were.
  var partCount = 0
  /// Distances less the true one in metres, without inline PCT and under it.
  var plainErrors = MomentSums()
  /// The same under inline PCT.
  var inlineErrors = MomentSums()
  /// Distances of round trips less the true one in metres.
  var roundTripErrors = MomentSums()
  /// Spread of the distances of round trips, in metres squared, within procedures.
  var roundTripSpread = SpreadSums()
  /// Spread of the reflector's turnaround, in nanoseconds squared, within procedures.
  var turnaroundSpread = SpreadSums()

  /// Begins with nothing.
  public init(trueDistanceMetres: Double? = nil) { self.trueDistanceMetres = trueDistanceMetres }

  /// How many procedures told something of both ends' phases.
  public var procedureCount: Int { plainVariance.count + inlineVariance.count }

  /// Takes a procedure; one that is not complete tells nothing.
  public mutating func add(_ analysis: ProcedureAnalysis) {
    if let steps = analysis.initiatorSteps, analysis.initiator?.ending == .complete {
      if let offset = steps.frequencyOffset { add(offset: offset, analysis) }
      for index in toneCounts.indices { toneCounts[index] += steps.toneCounts[index] }
    }
    if analysis.reflector?.ending == .complete { addTones(analysis) }
    guard analysis.obstacle == nil else { return }
    if let noise = analysis.phaseNoiseRadians {
      if analysis.usesInlinePCT {
        inlineVariance.add(noise * noise)
      } else {
        plainVariance.add(noise * noise)
      }
    }
    addDistances(analysis)
    addRoundTrips(analysis)
  }

  /// Takes what another link told of the same radio.
  public mutating func add(_ other: RadioFit) {
    plainVariance.add(other.plainVariance)
    inlineVariance.add(other.inlineVariance)
    offsets.add(other.offsets)
    drift.add(other.drift)
    for index in toneCounts.indices { toneCounts[index] += other.toneCounts[index] }
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
    guard let time = analysis.initiator?.time else { return }
    drift.add(time: Double(time.seconds) + Double(time.picoseconds) / 1e12, value: offset)
  }

  private mutating func addTones(_ analysis: ProcedureAnalysis) {
    for tone in analysis.tones() where tone.antennaPath != nil {
      guard let report = tone.reflector, report.quality < 2 else { continue }
      partBits |= UInt16(bitPattern: report.i) | UInt16(bitPattern: report.q)
      partCount += 2
      let size = Double(report.i) * Double(report.i) + Double(report.q) * Double(report.q)
      if size > 0 { amplitudes.add(size.squareRoot()) }
    }
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
    turnaroundSpread.add(trips.map { Double($0.reflectorHalfNanoseconds) / 2 })
    guard let trueDistanceMetres else { return }
    for metres in trips.compactMap(\.metres) { roundTripErrors.add(metres - trueDistanceMetres) }
  }
}
