internal import ChannelSounding
internal import CoreTypes
internal import Profiles
package import RadioModel
package import Ranging
package import Verdicts

/// The phases of a procedure's tones against those that the place between the devices gives.
///
/// What the place does to the phases, reflections included, is known and taken out first; then the line of a
/// fixed delay, and one constant for each subevent and antenna path. What is left is the devices' own.
package struct PhaseComparison {
  /// Root mean square of the phases that are left, in radians.
  package let residualRadians: Double
  /// How many phases that is of.
  let phaseCount: Int
  /// The distance that the tones tell, in metres.
  package let metres: Double
  /// That distance less what the place gives, -75 to 75 m.
  package let errorMetres: Double

  /// Compares, by the tones that no receiver rated low; nil if there are too few to tell anything.
  package init?(_ measurement: RangingMeasurement, environment: Environment) {
    let measured = measurement.undoubted
    guard !measured.paths.isEmpty else { return nil }
    let place = ChannelResponse(environment, pathCount: measured.paths.count, oneWayDelayNanoseconds: 0)
    var turned = measured
    for path in turned.paths.indices {
      turned.paths[path] = Self.compared(turned.paths[path], with: place, path: path)
    }
    var estimator = RangingEstimator(.ml)
    guard let delay = estimator.estimate(turned), let estimate = estimator.estimate(measured) else {
      return nil
    }
    metres = estimate.metres
    let ambiguity = Environment.speedOfLight / 2e6
    errorMetres = delay.metres > ambiguity / 2 ? delay.metres - ambiguity : delay.metres
    var squares = 0.0
    var count = 0
    for response in turned.subevents.flatMap(\.self) {
      let phases = Self.phases(response, withoutDelayOf: delay.metres)
      squares += phases.reduce(0) { $0 + $1 * $1 }
      count += phases.count
    }
    guard count > 0 else { return nil }
    residualRadians = (squares / Double(count)).squareRoot()
    phaseCount = count
  }

  /// What is left of the phases, in radians.
  package var residual: Estimate {
    Estimate(residualRadians, .deviation(residualRadians, count: phaseCount))
  }

  /// The response turned back by the two-way phase of the place; sizes stay.
  private static func compared(
    _ response: ToneResponse, with place: ChannelResponse, path: Int
  ) -> ToneResponse {
    response.multiplied { channel in
      let row = path * ChannelResponse.channelCount + Int(channel)
      let (a, b) = (place.re[row], place.im[row])
      let power = a * a + b * b
      return power > 0 ? ((a * a - b * b) / power, -2 * a * b / power) : (1, 0)
    }
  }

  /// The phase of each tone against the mean of all, the line of a two-way delay taken out.
  private static func phases(_ response: ToneResponse, withoutDelayOf metres: Double) -> [Double] {
    var sum = (re: 0.0, im: 0.0)
    let tones = response.channel.enumerated().map { index, channel in
      let turns = 2e6 * Double(channel) * metres / Environment.speedOfLight
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      let tone = (
        re: response.re[index] * cos - response.im[index] * sin,
        im: response.re[index] * sin + response.im[index] * cos
      )
      sum.re += tone.re
      sum.im += tone.im
      return tone
    }
    return tones.map { PortableMath.atan2($0.im * sum.re - $0.re * sum.im, $0.re * sum.re + $0.im * sum.im) }
  }
}

extension Tester {
  /// Stops where the place between the devices is not known beforehand, for what it does to the phases could
  /// not be told from what the accessory does.
  package func requireFixedPlace() throws(TesterStop) {
    if bed.environment.isFixed { return }
    throw .inconclusive(
      "the environment \(request.environment.id) draws echoes or moves the phone, so that phases do not tell the "
        + "accessory's own; use one without scattering and motion")
  }
}
