public import CoreTypes

/// A distance, and what is known of its worth.
public struct DistanceEstimate: Hashable, Sendable {
  /// How many standard deviations an interval of 95 % has to each side, of a normal distribution.
  public static let intervalDeviations = 1.96

  /// From -5 m up to `ambiguityMetres` less 5 m; of round-trip times and where they chose among the
  /// ambiguities, any distance.
  public internal(set) var metres: Double
  /// The standard deviation of the error, in metres: that of noise, and what reflections may hide.
  public internal(set) var deviationMetres: Double
  /// The standard deviation of noise alone, in metres: how far distances of the same place and estimator spread.
  ///
  /// Of tones, that of the strongest line: the Cramér-Rao bound at the phase residual, widened by how much neighbouring
  /// channels and antenna paths err alike. Of round-trip times, without what all of them share.
  public internal(set) var noiseMetres = 0.0
  /// The distance after which the same tones come again, in metres; infinite for round-trip times.
  public internal(set) var ambiguityMetres: Double
  /// Whether there is a distance in it at all, 0 to 1.
  ///
  /// Of tones the part of their power that the estimated line explains, the mean over the antenna paths; of
  /// round-trip times the part of the steps that had one.
  public internal(set) var quality: Double
  /// Whether the measurement agrees on one distance; always so for round-trip times.
  ///
  /// Tones of pure chance do in one of ten million measurements, and `risk` is at most one in a million.
  public internal(set) var hasPeak: Bool
  /// The probability, 0 to 1, that the distance is that of a side lobe or of noise: what other lines explain of the
  /// tones against this one. In strong noise it rises within a few decibels from nothing to 1; 0 for round-trip times.
  public internal(set) var risk = 0.0
  /// The part of the tones' power that is neither on the estimated line nor noise, 0 to 1: reflections are likely
  /// where it is above 0. In noise alone it is so in less than one of a thousand measurements; 0 for round-trip times.
  public internal(set) var reflectedPart = 0.0
  /// Root mean square of the phase left when the line is taken out, in radians, over all antenna paths; 0
  /// without tones.
  public internal(set) var phaseResidualRadians: Double
  /// The Cramér-Rao bound at that residual, in metres; 0 without tones.
  public internal(set) var boundMetres: Double
  /// The tones that were used, over all antenna paths.
  public internal(set) var toneCount: Int
  /// How fast the distance grew during the procedure, in metres a second; nil if it was taken for constant.
  public internal(set) var velocityMetresPerSecond: Double?
  /// The standard deviation of that velocity, in metres a second.
  public internal(set) var velocityDeviationMetresPerSecond: Double?
  /// What the round-trip times say of the tones; nil if there was nothing to compare.
  public internal(set) var crossCheck: RoundTripCheck?

  /// The distance if the measurement agrees on one; nil if it does not.
  public var peakMetres: Double? { hasPeak ? metres : nil }

  /// Where the distance lies with 95 % probability if errors are normal, in metres.
  public var confidenceInterval: ClosedRange<Double> {
    let half = Self.intervalDeviations * deviationMetres
    return metres - half...metres + half
  }
}

/// Round-trip times against tones of the same procedure.
public struct RoundTripCheck: Hashable, Sendable {
  /// How the two agree.
  public enum Agreement: String, Hashable, Sendable {
    /// They agree on a distance within the tones' ambiguity.
    case agrees
    /// They agree once whole ambiguities are added to the tones' distance: the devices are that far apart,
    /// or somebody relays with a delay at which the phases roll over.
    case agreesBeyondAmbiguity
    /// They differ by more than their uncertainties: one of the two is not to be trusted.
    case disagrees
  }

  /// The distance of the round-trip times alone, in metres.
  public let roundTripMetres: Double
  /// Its standard deviation, in metres, the systematic part included.
  public let roundTripDeviationMetres: Double
  /// The distance of the tones alone, within their ambiguity, in metres.
  public let toneMetres: Double
  /// How many ambiguities the round-trip times add to it.
  public let ambiguityCount: Int
  /// The round-trip distance less that of the tones with those ambiguities, in metres.
  public let differenceMetres: Double
  /// Whether the two agree.
  public let agreement: Agreement
  /// The worst attack metric of the steps; nil if none reported one.
  public let attackMetric: NADM?
}
