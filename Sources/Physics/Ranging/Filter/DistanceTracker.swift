/// A target that moves at an almost constant speed: a Kalman filter of distance and velocity.
public struct DistanceTracker: Hashable, Sendable {
  /// The deviation of the acceleration that is chance, in metres a second squared; 0.5 to 1 for who walks.
  public var accelerationDeviation: Double
  /// The least deviation that a measurement is believed to have, in metres: reflections err more than noise.
  public var leastDeviationMetres: Double
  /// How many deviations a measurement may lie from the prediction.
  public var gateDeviations: Double

  /// The distance at the last measurement in metres; nil before the first.
  public private(set) var metres: Double?
  /// The velocity in metres a second.
  public private(set) var velocityMetresPerSecond = 0.0
  /// The time of the last measurement in seconds.
  private var seconds = 0.0
  /// Variances of the distance and the velocity, and their covariance.
  private var (distanceVariance, velocityVariance, covariance) = (0.0, 0.0, 0.0)

  /// The speed that a target may have when it is first seen, in metres a second.
  private static let firstSpeedDeviation = 1.5

  /// Makes a tracker that knows no target yet.
  public init(
    accelerationDeviation: Double = 1, leastDeviationMetres: Double = 0.1, gateDeviations: Double = 3
  ) {
    self.accelerationDeviation = accelerationDeviation
    self.leastDeviationMetres = leastDeviationMetres
    self.gateDeviations = gateDeviations
  }

  /// Forgets the target.
  public mutating func forget() { metres = nil }

  /// Where the target is expected, and the deviation of that, in metres; nil before the first measurement.
  public func prediction(seconds: Double) -> (metres: Double, deviationMetres: Double)? {
    var next = self
    guard next.advance(to: seconds), let metres = next.metres else { return nil }
    return (metres, next.distanceVariance.squareRoot())
  }

  /// Whether a measurement lies within the gate round the prediction; the first one always does.
  ///
  /// - Parameter deviation: that of the measurement, in metres.
  public func accepts(_ measured: Double, deviation: Double, seconds: Double) -> Bool {
    guard let prediction = prediction(seconds: seconds) else { return true }
    let noise = max(deviation, leastDeviationMetres)
    let variance = prediction.deviationMetres * prediction.deviationMetres + noise * noise
    let gap = measured - prediction.metres
    return gap * gap <= gateDeviations * gateDeviations * variance
  }

  /// Takes a measurement in, whether or not the gate would.
  public mutating func update(_ measured: Double, deviation: Double, seconds: Double) {
    let noise = max(deviation, leastDeviationMetres)
    guard advance(to: seconds), let predicted = metres else {
      metres = measured
      self.seconds = seconds
      velocityMetresPerSecond = 0
      distanceVariance = noise * noise
      velocityVariance = Self.firstSpeedDeviation * Self.firstSpeedDeviation
      covariance = 0
      return
    }
    let total = distanceVariance + noise * noise
    let (gain, velocityGain) = (distanceVariance / total, covariance / total)
    let gap = measured - predicted
    metres = predicted + gain * gap
    velocityMetresPerSecond += velocityGain * gap
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    distanceVariance *= 1 - gain
  }

  /// Moves the target to a later time; false if there is none.
  private mutating func advance(to later: Double) -> Bool {
    guard let before = metres else { return false }
    let t = later - seconds
    precondition(t >= 0, "measurements come in order of time")
    seconds = later
    metres = before + velocityMetresPerSecond * t
    let q = accelerationDeviation * accelerationDeviation
    distanceVariance += 2 * covariance * t + velocityVariance * t * t + q * t * t * t * t / 4
    covariance += velocityVariance * t + q * t * t * t / 2
    velocityVariance += q * t * t
    return true
  }
}
