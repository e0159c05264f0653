public import ChannelSounding

/// What the phone and the accessory agreed on, and what the truth allows with it.
public struct AgreedLink: Sendable, Equatable {
  /// The configuration as the phone holds it.
  public var configuration: CSConfiguration
  /// N_AP, 1 to 4.
  public var antennaPathCount: Int
  /// The true signal-to-noise ratio of a tone in dB: the mean over the tones, and of the two ends' noise.
  public var toneSNRDecibels: Double
  /// Standard deviation in radians of what noise and both oscillators do to the two-way phase of one tone.
  public var phaseNoiseRadians: Double
}
