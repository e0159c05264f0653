internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
internal import RadioModel
internal import Ranging

/// How far the tones of one procedure after another are from the line that the first ones lie on.
///
/// `PhaseComparison` searches for the line of one procedure. Here the line is known, so that a procedure costs little.
struct PhaseSteadiness {
  /// What one procedure shows.
  struct Reading {
    /// Root mean square of the phases that are left, in radians.
    let residualRadians: Double
    /// How much farther its slope is than that of the first procedures, in metres.
    let metres: Double
    /// How sure that is, in metres.
    let standardError: Double
  }

  /// What turns a tone back onto the line, by antenna path and channel index.
  private let re: [Double]
  private let im: [Double]
  private let pathCount: Int

  /// Takes what the first procedures are off the place that they were measured in.
  init(_ environment: Environment, pathCount: Int, errorMetres: Double) {
    let place = ChannelResponse(environment, pathCount: pathCount, oneWayDelayNanoseconds: 0)
    self.pathCount = pathCount
    var (re, im) = ([Double](), [Double]())
    for row in place.re.indices {
      let channel = row % ChannelResponse.channelCount
      let turns = 2e6 * Double(channel) * errorMetres / Environment.speedOfLight
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      let (a, b) = (place.re[row], place.im[row])
      let power = max(a * a + b * b, .leastNonzeroMagnitude)
      // Back by the two-way phase of the place, and by that of the delay.
      let (x, y) = ((a * a - b * b) / power, -2 * a * b / power)
      re.append(x * cos - y * sin)
      im.append(x * sin + y * cos)
    }
    (self.re, self.im) = (re, im)
  }

  /// Looks at a procedure; nil if it has too few tones.
  ///
  /// - Parameter subevents: the two-way responses of each subevent, by antenna path. Each has a constant of its own.
  func reading(_ subevents: [[ToneResponse]]) -> Reading? {
    var squares = 0.0
    var (product, square, count) = (0.0, 0.0, 0)
    for paths in subevents {
      for (path, response) in paths.prefix(pathCount).enumerated() where response.count > 1 {
        let phases = phases(response, path: path)
        let middle = response.channel.reduce(0) { $0 + Double($1) } / Double(phases.count)
        for (channel, phase) in zip(response.channel, phases) {
          let distance = Double(channel) - middle
          product += distance * phase
          square += distance * distance
          squares += phase * phase
        }
        count += phases.count
      }
    }
    guard count > 1, square > 0 else { return nil }
    // A MHz turns the two-way phase back once in 150 m.
    let metresPerSlope = Environment.speedOfLight / 2e6 / (2 * .pi)
    let residual = (squares / Double(count)).squareRoot()
    return Reading(
      residualRadians: residual, metres: -product / square * metresPerSlope,
      standardError: residual / square.squareRoot() * metresPerSlope)
  }

  /// The phase of each tone against the mean of all, the line taken off.
  private func phases(_ response: ToneResponse, path: Int) -> [Double] {
    var tones: [(re: Double, im: Double)] = []
    tones.reserveCapacity(response.count)
    var sum = (re: 0.0, im: 0.0)
    for (index, channel) in response.channel.enumerated() {
      let row = path * ChannelResponse.channelCount + Int(channel)
      let tone = (
        re: response.re[index] * re[row] - response.im[index] * im[row],
        im: response.re[index] * im[row] + response.im[index] * re[row]
      )
      sum.re += tone.re
      sum.im += tone.im
      tones.append(tone)
    }
    return tones.map { PortableMath.atan2($0.im * sum.re - $0.re * sum.im, $0.re * sum.re + $0.im * sum.im) }
  }
}
