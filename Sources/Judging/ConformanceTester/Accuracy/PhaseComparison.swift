internal import ChannelSounding
internal import CoreTypes
internal import Profiles
package import RadioModel
package import Ranging
package import Verdicts

/// Compares the phases of a procedure's tones with those that the place between the devices gives.
///
/// What the place does to the phases, reflections included, is known and taken out first; then the line of a
/// fixed delay, and one constant for each subevent and antenna path. What remains comes from the devices.
package struct PhaseComparison {
  /// Root mean square of the phases that are left, in radians.
  package let residualRadians: Double
  /// The number of phases.
  let phaseCount: Int
  /// The distance from the tones, in metres.
  package let metres: Double
  /// That distance less what the place gives, -75 to 75 m.
  package let errorMetres: Double

  /// Uses the tones that no receiver rated low; nil if there are too few.
  ///
  /// - Parameter path: the antenna path that is looked at alone, from 0; nil for one line through all paths.
  package init?(_ measurement: RangingMeasurement, environment: Environment, path: Int? = nil) {
    var measured = measurement.undoubted
    let place = ChannelResponse(environment, pathCount: measured.paths.count, oneWayDelayNanoseconds: 0)
    let paths = measured.paths.indices.filter { path == nil || path == $0 }
    measured.paths = paths.map { measured.paths[$0] }
    guard !paths.isEmpty else { return nil }
    var turned = measured
    for (index, path) in paths.enumerated() {
      turned.paths[index] = Self.compared(measured.paths[index], with: place, path: path)
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
  /// Stops where the place between the devices is random: its effect on the phases cannot be separated from that of the
  /// accessory.
  package func requireFixedPlace() throws(TesterStop) {
    if bed.environment.isFixed { return }
    throw .inconclusive(
      "the environment \(request.environment.id) has random echoes or motion, so that phase errors of the accessory "
        + "cannot be separated; use an environment without scattering and motion")
  }
}
