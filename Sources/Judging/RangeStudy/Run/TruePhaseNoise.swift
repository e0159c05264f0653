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
  /// Of oscillators and inline PCT, in radians squared: the same on all antenna paths of a step.
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
    commonVariance = oscillators + inline * inline
    radians = (variance + commonVariance).squareRoot()
    let offset = phone.frequencyNoisePpm / Double(max(configuration.mode0Steps, 1)).squareRoot()
    subeventRadians = RangingBounds.carrierPhaseRadians(
      ppm: offset, microseconds: Double(timing.reciprocalInterval))
  }

  /// The square of the Cramér-Rao bound of the distance in square metres, of the tones of a measurement: each antenna path
  /// has a constant of its own, and each subevent a shift that the phone's comparison of the carriers leaves.
  func squaredBound(_ measurement: RangingMeasurement) -> Double {
    var equations = PhaseEquations()
    // What all paths share has to be counted so often that their mean has it whole.
    let variance =
      radians * radians + Double(max(measurement.paths.count, 1) - 1) * commonVariance
    for (path, response) in measurement.paths.enumerated() {
      for (subevent, channels) in channels(response).enumerated() where !channels.isEmpty {
        equations.add(
          PhaseEquations.Cell(
            weight: Double(channels.count), first: channels.reduce(0, +),
            second: channels.reduce(0) { $0 + $1 * $1 }
          ).divided(by: variance), path: path, subevent: subevent)
      }
    }
    let information = equations.information(subeventPhaseRadians: subeventRadians)
    guard information > 0 else { return .infinity }
    return RangingBounds.metresPerRadian * RangingBounds.metresPerRadian / information
  }

  /// The channels of a path's tones by subevent, counted from the middle one.
  private func channels(_ response: ToneResponse) -> [[Double]] {
    var channels: [[Double]] = []
    for (channel, subevent) in zip(response.channel, response.subevent) {
      while channels.count <= Int(subevent) { channels.append([]) }
      channels[Int(subevent)].append(Double(Int(channel) - PhaseEquations.middleChannel))
    }
    return channels
  }
}
