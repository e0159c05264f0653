internal import ChannelSounding
internal import CoreTypes
internal import RadioModel

/// The white noise on the two-way phase of a tone, as only the truth knows it.
struct TruePhaseNoise {
  /// Of the tones at both ends together, in dB: the harmonic mean, since noise powers add.
  let toneSNRDecibels: Double
  /// Of receivers, oscillators and inline PCT together, in radians.
  let radians: Double

  init(
    phone: RadioParameters, accessory: RadioParameters, environment: Environment,
    configuration: CSConfiguration
  ) {
    let gain = StudyWorld.measuringGain(tPMMicroseconds: configuration.tPMMicroseconds)
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
    radians = (variance + oscillators + inline * inline).squareRoot()
  }

  /// The square of the Cramér-Rao bound of the distance in square metres, of tones in one list of channel
  /// indices for each antenna path.
  static func squaredBound(channels paths: [[UInt8]], phaseNoiseRadians: Double) -> Double {
    var spread = 0.0
    for channels in paths {
      let mean = channels.reduce(0) { $0 + Double($1) } / Double(max(channels.count, 1))
      spread += channels.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    }
    guard spread > 0 else { return .infinity }
    let perRadian = Environment.speedOfLight / (4e6 * .pi)
    return perRadian * perRadian * phaseNoiseRadians * phaseNoiseRadians / spread
  }
}
