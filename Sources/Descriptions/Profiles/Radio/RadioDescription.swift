public import ChannelSounding
public import RadioModel

/// The radio of a device as a file describes it: its crystal, its analogue side, and the tones that it loses.
@dynamicMemberLookup
public struct RadioDescription: Sendable, Equatable {
  /// Crystal error, -50 to 50.
  public var carrierOffsetPpm = 2.0
  /// How the crystal error changes, -10 to 10.
  public var carrierDriftPpmPerSecond = 0.0
  /// Share of tones that are measured as unavailable, 0 to 1.
  public var missingToneFraction = 0.0
  /// Share of tones with a phase of chance that are rated good, 0 to 1.
  public var wrongToneFraction = 0.0
  /// The analogue side.
  public var parameters = RadioParameters()

  public init() {}

  /// A number of the analogue side.
  public subscript<Number>(dynamicMember place: WritableKeyPath<RadioParameters, Number>) -> Number {
    get { parameters[keyPath: place] }
    set { parameters[keyPath: place] = newValue }
  }

  /// A time constant of the PLL, in microseconds, with which it settles within the shortest T_FCS declared: after twelve
  /// of them a hop over the whole band leaves less than 0.02 rad.
  public static func settlingTau(for capabilities: CSCapabilities) -> Double {
    let twelfth = Double(capabilities.tFCS.shortest.microseconds) / 12
    return min(RadioDescription().pllSettlingTauMicroseconds, (twelfth * 100).rounded() / 100)
  }

  /// An error of a time of arrival, in nanoseconds rms, with which a device keeps every class that it claims for
  /// round-trip times: a sixth of the class times the root of the number of exchanges. A real pair that claims 150 ns of
  /// a single exchange has 24 ns.
  public static func timingNoise(for capabilities: CSCapabilities) -> Double {
    let errors = capabilities.rttClaims.map { $0.nanoseconds * Double($0.count).squareRoot() / 6 }
    guard let least = errors.min() else { return RadioDescription().timingNoiseNanoseconds }
    return (least * 100).rounded() / 100
  }
}
