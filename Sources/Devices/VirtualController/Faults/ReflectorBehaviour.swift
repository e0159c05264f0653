public import Faults

/// How a reflector departs from the specification on the air; the default does not.
public struct ReflectorBehaviour: Hashable, Sendable {
  /// What a reflector that uses inline PCT adds to the phase of its tones.
  public enum ReturnedPhase: String, Sendable, CaseIterable {
    /// The phase it measured, as it should.
    case measured
    case none
    /// The negative of the phase it measured.
    case negated
    /// Twice the phase it measured.
    case doubled
  }

  /// What inline PCT returns.
  public var returnedPhase = ReturnedPhase.measured
  /// Whether Q is reported although inline PCT is in use.
  public var reportsQuadrature = false
  /// The mode-0 step of each subevent, from 0, that is heard but not answered; nil for none.
  public var unansweredMode0Step: Int?
  /// The fraction of mode-2 and mode-3 steps whose tones are not sent, 0 to 1.
  public var omittedToneFraction = 0.0
  /// The fraction of tones that are measured with a phase of chance and yet rated well, 0 to 1.
  public var wrongToneFraction = 0.0
  /// Whether its antennas are connected the other way round.
  public var reversesAntennas = false
  /// How much earlier than agreed each tone ends, in microseconds.
  public var toneCutMicroseconds = 0.0

  /// Whether every n-th procedure of a series returns nothing under inline PCT, and which n; nil for none.
  public var lostPhasePeriod: Int?
  /// What each procedure of a series adds to the delay of inline PCT, in nanoseconds.
  public var delayGrowthNanoseconds = 0.0
  /// The fraction of tones that are heard and rated low, 0 to 1.
  public var unheardToneFraction = 0.0
  /// The antenna that stays silent, from 0; nil for none.
  public var silentAntenna: Int?

  /// As those faults have it; without any, it does what it should.
  public init(_ faults: FaultSet = []) {
    if faults.contains(.inlinePCTPlainPhase) { returnedPhase = .none }
    if faults.contains(.inlinePCTSignFlipped) { returnedPhase = .negated }
    if faults.contains(.inlinePCTAppliedTwice) { returnedPhase = .doubled }
    if faults.contains(.phaseLostAtTimes) { lostPhasePeriod = 500 }
    if faults.contains(.delayCreeps) { delayGrowthNanoseconds = 0.005 }
    if faults.contains(.secondAntennaSilent) { silentAntenna = 1 }
    if faults.contains(.tonesUnheard) { unheardToneFraction = 0.3 }
    if faults.contains(.mode0SecondStepSilent) { unansweredMode0Step = 1 }
    if faults.contains(.tonesEndEarly) { toneCutMicroseconds = 3 }
    reportsQuadrature = faults.contains(.inlinePCTReportsQ)
    reversesAntennas = faults.contains(.antennasReversed)
  }
}
