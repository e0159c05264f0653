import CoreTypes
import Ranging

/// Procedures of several subevents, each of which adds a phase to its tones.
struct SplitProcedure {
  var snrDecibels = 25.0
  var subeventCount = 1
  var pathCount = 1
  /// The deviation of the phase of a subevent in radians, as the phone believes it and as it is.
  var phaseRadians = 0.2
  /// How many of the 72 channels are missing.
  var missing = 0
  /// Tones below that size are rated low.
  var lowBelow = 0.0
  /// Radial speed in metres a second, over 100 ms a subevent of 10 ms.
  var speed = 0.0
  var isTimed = true

  /// What estimates of such procedures come to.
  struct Outcome {
    var count = 0
    var found = 0
    var squares = 0.0
    var squaredBounds = 0.0
    /// The largest error in claimed deviations.
    var worst = 0.0

    var availability: Double { Double(found) / Double(count) }
    /// The root mean squared error over that of the bound.
    var ratio: Double { (squares / squaredBounds).squareRoot() }
    var rmse: Double { (squares / Double(max(found, 1))).squareRoot() }
  }

  /// Runs trials at 1 to 30 m.
  func trials(_ count: Int, seed: UInt64, kind: RangingEstimatorKind = .ml) -> Outcome {
    var tones = SyntheticTones(seed: seed)
    var estimator = RangingEstimator(kind)
    var outcome = Outcome(count: count)
    for _ in 0..<count {
      let metres = 1 + 29 * tones.unit()
      let (measurement, bound) = measurement(metres, &tones)
      guard let estimate = estimator.estimate(measurement), estimate.hasPeak else { continue }
      let error = estimate.metres - metres
      outcome.found += 1
      outcome.squares += error * error
      outcome.squaredBounds += bound
      outcome.worst = max(outcome.worst, abs(error) / estimate.noiseMetres)
    }
    return outcome
  }

  /// A measurement, and the square of its bound.
  func measurement(_ metres: Double, _ tones: inout SyntheticTones) -> (RangingMeasurement, Double) {
    var channels = tones.channels(missing: missing)
    for index in stride(from: channels.count - 1, to: 0, by: -1) {
      channels.swapAt(index, Int(tones.unit() * Double(index + 1)))
    }
    let length = (channels.count + subeventCount - 1) / subeventCount
    let shifts = (0..<subeventCount).map { _ in phaseRadians * tones.noise().0 }
    var equations = PhaseEquations()
    let place = SyntheticPlace(snrDecibels: snrDecibels)
    let paths = (0..<pathCount).map { path in
      let plain = tones.response(channels: channels, metres: metres, in: place)
      var response = ToneResponse()
      for tone in 0..<plain.count {
        let subevent = tone / length
        let time = Double(subevent) * 1e5 + Double(tone % length) * 1e4 / Double(length)
        let middle = Double(subeventCount - 1) * 5e4 + 5e3
        let megahertz = 2_402 + Double(channels[tone])
        let turns =
          shifts[subevent] / (2 * .pi) * megahertz / 2_442
          - 2 * megahertz * speed * (time - middle) / RangingBounds.speedOfLight
        let (sin, cos) = PortableMath.sinCos(turns: turns)
        let (x, y) = (plain.re[tone], plain.im[tone])
        response.append(
          channel: channels[tone], initiatorI: x * cos - y * sin, initiatorQ: x * sin + y * cos,
          .init(
            subevent: UInt8(subevent), microseconds: isTimed ? time : nil,
            isDoubtful: (x * x + y * y).squareRoot() < lowBelow))
      }
      for subevent in 0..<subeventCount {
        let range = min(subevent * length, channels.count)..<min((subevent + 1) * length, channels.count)
        let places = channels[range].map { Double(Int($0) - PhaseEquations.middleChannel) }
        equations.add(
          PhaseEquations.Cell(
            weight: Double(places.count), first: places.reduce(0, +),
            second: places.reduce(0) { $0 + $1 * $1 }
          ).divided(by: PortableMath.powerRatio(decibels: -snrDecibels)), path: path, subevent: subevent)
      }
      return response
    }
    let information = equations.information(subeventPhaseRadians: phaseRadians)
    return (
      RangingMeasurement(paths: paths, subeventPhaseRadians: phaseRadians),
      RangingBounds.metresPerRadian * RangingBounds.metresPerRadian / information
    )
  }
}
