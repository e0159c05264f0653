internal import Ranging

/// What speaks for somebody between the devices, over a number of procedures.
public struct Suspicion: Sendable, Equatable {
  /// The least attack metric (NADM) that calls an attack likely.
  public static let likelyMetric: UInt8 = 4

  /// Procedures whose tones were compared with round-trip times.
  public private(set) var checkedCount = 0
  /// Those in which the two disagree, or agree only whole ambiguities apart.
  public private(set) var contradictedCount = 0
  /// Procedures of which an end told an attack metric.
  public private(set) var ratedCount = 0
  /// Those in which it calls an attack likely.
  public private(set) var likelyCount = 0

  init() {}

  mutating func add(_ outcome: ProcedureOutcome) {
    if let check = outcome.crossCheck {
      checkedCount += 1
      if check != .agrees { contradictedCount += 1 }
    }
    if let metric = outcome.attackMetric {
      ratedCount += 1
      if metric >= Self.likelyMetric { likelyCount += 1 }
    }
  }

  mutating func add(_ other: Suspicion) {
    checkedCount += other.checkedCount
    contradictedCount += other.contradictedCount
    ratedCount += other.ratedCount
    likelyCount += other.likelyCount
  }
}
