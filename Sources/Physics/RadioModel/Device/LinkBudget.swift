public import CoreTypes

/// What one receiver makes of the peer's signal: strength, scale, noise.
public struct LinkBudget: Hashable, Sendable {
  /// Strength of a free direct path at the receiver in dBm, to which a `ChannelResponse` of 1 belongs.
  public let receivedDbm: Double
  /// Signal-to-noise ratio of one tone of that strength measured for T_PM, in dB.
  public let toneSNRDecibels: Double
  /// Reference_Power_Level in dBm: a PCT of size 2048 stands for this power. [Vol 6, Part H, 4.6]
  public let referencePowerLevel: ReceivedPowerLevel
  /// Size of a tone of the strength `receivedDbm`, in PCT units; the receiver scales by all ways together.
  public let amplitude: Double
  /// Size of a tone of the mean strength of all ways together, in PCT units.
  public let meanAmplitude: Double
  /// Standard deviation of the noise in each part of a PCT, in PCT units, above 0.
  public let noiseAmplitude: Double

  /// Works out what `receiver` sees of `sender`.
  ///
  /// - Parameters:
  ///   - sender: the radio that sends; its power in dBm counts.
  ///   - receiver: the radio that measures; its noise in dBm and its PCT amplitude count.
  ///   - environment: what lies between them; its losses in dB count.
  ///   - time: when, for devices that move.
  ///   - tPMMicroseconds: T_PM, for how long a tone is measured: 10, 20 or 40 us.
  public init(
    sender: RadioParameters, receiver: RadioParameters, environment: Environment, at time: Instant = .start,
    tPMMicroseconds: Int
  ) {
    receivedDbm = sender.txPowerDbm - environment.freePathLossDecibels(at: time)
    let gain = PortableMath.decibels(powerRatio: Double(tPMMicroseconds) / 10)
    toneSNRDecibels = receivedDbm - receiver.noiseFloorDbm + gain
    let fullScale = PortableMath.decibels(powerRatio: 2_048 / receiver.toneAmplitudeLSB) * 2
    let wayGain = environment.gainDecibels(at: time)
    referencePowerLevel = ReceivedPowerLevel(nearest: receivedDbm + wayGain + fullScale)
    let level = Double(referencePowerLevel.rawValue)
    amplitude = 2_048 * PortableMath.amplitudeRatio(decibels: receivedDbm - level)
    meanAmplitude = amplitude * PortableMath.amplitudeRatio(decibels: wayGain)
    noiseAmplitude = amplitude * PortableMath.amplitudeRatio(decibels: -toneSNRDecibels) / 2.0.squareRoot()
  }
}
