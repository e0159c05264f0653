internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import Initiator
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

  /// Compares; nil if there are too few tones to tell anything.
  ///
  /// - Parameter subevents: the two-way responses of each subevent, by antenna path.
  package init?(subevents: [[ToneResponse]], environment: Environment) {
    let pathCount = subevents.map(\.count).max() ?? 0
    guard pathCount > 0 else { return nil }
    let place = ChannelResponse(environment, pathCount: pathCount, oneWayDelayNanoseconds: 0)
    let turned = subevents.map { paths in
      paths.enumerated().map { Self.compared($0.element, with: place, path: $0.offset) }
    }
    var estimator = RangingEstimator()
    let merged = (0..<pathCount).map { path in Self.joined(turned.compactMap { $0.dropFirst(path).first }) }
    let measured = (0..<pathCount).map { path in
      Self.joined(subevents.compactMap { $0.dropFirst(path).first })
    }
    guard let delay = estimator.estimate(paths: merged), let estimate = estimator.estimate(paths: measured)
    else { return nil }
    metres = estimate.metres
    let ambiguity = Environment.speedOfLight / 2e6
    errorMetres = delay.metres > ambiguity / 2 ? delay.metres - ambiguity : delay.metres
    var squares = 0.0
    var count = 0
    for response in turned.flatMap(\.self) {
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
    var re = response.re
    var im = response.im
    for (index, channel) in response.channel.enumerated() {
      let row = path * ChannelResponse.channelCount + Int(channel)
      let (a, b) = (place.re[row], place.im[row])
      let power = a * a + b * b
      guard power > 0 else { continue }
      let (x, y) = ((a * a - b * b) / power, 2 * a * b / power)
      (re[index], im[index]) = (re[index] * x + im[index] * y, im[index] * x - re[index] * y)
    }
    return ToneResponse(channel: response.channel, re: re, im: im, content: response.content)
  }

  private static func joined(_ responses: [ToneResponse]) -> ToneResponse {
    ToneResponse(
      channel: responses.flatMap(\.channel), re: responses.flatMap(\.re), im: responses.flatMap(\.im),
      content: responses.first?.content ?? .product)
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
