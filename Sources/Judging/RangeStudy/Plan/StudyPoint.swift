public import AccessoryProfile
public import Ranging

/// Where and with what procedures run: one row of a study.
public struct StudyPoint: Sendable {
  public var accessory: AccessoryProfile
  public var phone: PhoneProfile
  /// What lies between the two.
  public var environment: EnvironmentPreset
  /// The true distance in metres; where the phone moves, that of the middle of each walk.
  public var distanceMetres: Double
  /// How fast the phone goes away from the accessory, in metres a second; negative towards it.
  public var speedMetresPerSecond: Double
  /// Signal-to-noise ratio in dB of a tone at both receivers; nil leaves the noise as the radios have it.
  public var toneSNRDecibels: Double?
  /// How the phone makes a distance of a procedure.
  public var estimator: RangingEstimatorKind
  /// Estimators that take the same measurements beside it, for a comparison.
  public var comparedEstimators: [RangingEstimatorKind] = []
  /// What the phone does with the distances.
  public var filter: PhoneFilter
  /// What the knob that is swept is set to; nil without one.
  public var knobValue: Double?

  /// Whether all errors of a session have the same echoes in them, which are drawn once.
  public var sharesEchoes: Bool { !(environment.scattering?.isRedrawnEachProcedure ?? true) }
  /// Whether the error of one procedure says nothing of the next.
  var hasIndependentErrors: Bool { filter == .none && !sharesEchoes }

  public init(
    accessory: AccessoryProfile, phone: PhoneProfile, environment: EnvironmentPreset, distanceMetres: Double,
    speedMetresPerSecond: Double = 0, toneSNRDecibels: Double? = nil,
    estimator: RangingEstimatorKind = .usual, filter: PhoneFilter = .none, knobValue: Double? = nil
  ) {
    self.accessory = accessory
    self.phone = phone
    self.environment = environment
    self.distanceMetres = distanceMetres
    self.speedMetresPerSecond = speedMetresPerSecond
    self.toneSNRDecibels = toneSNRDecibels
    self.estimator = estimator
    self.filter = filter
    self.knobValue = knobValue
  }
}
