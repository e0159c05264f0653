internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import Ranging

/// The white noise on the two-way phase of a tone, as only the truth knows it.
struct TruePhaseNoise {
  /// Of the tones at both ends together, in dB: the harmonic mean, since noise powers add.
  let toneSNRDecibels: Double
  /// Of receivers, oscillators and inline PCT together, in radians.
  let radians: Double
  /// Of oscillators and inline PCT, in radians squared: the same on all antenna paths of a step; of oscillators that
  /// walk, the mean covariance of two paths.
  private let commonVariance: Double
  /// The deviation of the phase that the phone's comparison of the carriers leaves in each subevent, in radians.
  let subeventRadians: Double

  init(
    phone: RadioParameters, accessory: RadioParameters, environment: Environment,
    configuration: CSConfiguration, timing: StepTiming
  ) {
    let gain = StudyWorld.measuringGain(configuration.tPM)
    let loss = environment.pathLossDecibels
    func noiseRatio(_ sender: RadioParameters, _ receiver: RadioParameters) -> Double {
      PortableMath.powerRatio(decibels: receiver.noiseFloorDbm - gain - (sender.txPowerDbm - loss))
    }
    // Half of a receiver's noise turns the phase, and the phase of both ways has that of both receivers.
    let variance = (noiseRatio(accessory, phone) + noiseRatio(phone, accessory)) / 2
    toneSNRDecibels = -PortableMath.decibels(powerRatio: variance)
    let oscillators =
      phone.phaseNoiseRadians * phone.phaseNoiseRadians
      + accessory.phaseNoiseRadians * accessory.phaseNoiseRadians
    let inline = configuration.usesInlinePCT ? accessory.inlinePCTErrorRadians : 0
    // 2 pi times the linewidth in radians squared a second, from a tone of the initiator to the reflector's.
    let walk = 2 * .pi * (phone.linewidthHertz + accessory.linewidthHertz) * 1e-6
    let interval = Double(timing.reciprocalInterval)
    // Of N slots two different ones lie (N + 1) / 3 slots apart in the mean, and share the rest of the interval.
    let apart = Double((timing.antennaPaths + 1) * timing.tonePeriod) / 3
    let white = oscillators + inline * inline
    commonVariance = white + walk * (interval - apart)
    radians = (variance + white + walk * interval).squareRoot()
    let offset = phone.frequencyNoisePpm / Double(max(configuration.mode0Steps, 1)).squareRoot()
    subeventRadians = RangingBounds.carrierPhaseRadians(
      ppm: offset, microseconds: Double(timing.reciprocalInterval))
  }

  /// The square of the Cramér-Rao bound of the distance in square metres, of the tones of a measurement: each antenna path
  /// has a constant of its own, and each subevent a shift that the phone's comparison of the carriers leaves. Nil if the
  /// tones fix no distance.
  func squaredBound(_ measurement: RangingMeasurement) -> Double? {
    var equations = PhaseEquations()
    // What all paths share has to be counted so often that their mean has it whole.
    let variance = radians * radians + Double(max(measurement.paths.count, 1) - 1) * commonVariance
    for (path, response) in measurement.paths.enumerated() {
      for (subevent, cell) in cells(response).enumerated() where cell.weight > 0 {
        equations.add(cell.divided(by: variance), path: path, subevent: subevent)
      }
    }
    let information = equations.information(subeventPhaseRadians: subeventRadians)
    let bound = RangingBounds.metresPerRadian * RangingBounds.metresPerRadian / information
    return information > 0 && bound.isFinite ? bound : nil
  }

  /// The tones of a path by subevent, each with the weight 1.
  private func cells(_ response: ToneResponse) -> [PhaseEquations.Cell] {
    var cells: [PhaseEquations.Cell] = []
    for (channel, subevent) in zip(response.channel, response.subevent) {
      while cells.count <= Int(subevent) {
        cells.append(PhaseEquations.Cell(weight: 0, first: 0, second: 0))
      }
      let offset = Double(Int(channel) - PhaseEquations.middleChannel)
      cells[Int(subevent)].weight += 1
      cells[Int(subevent)].first += offset
      cells[Int(subevent)].second += offset * offset
    }
    return cells
  }
}
