/// The analogue side of one device. Everything here is a knob of the model; the defaults are a good chip.
public struct RadioParameters: Hashable, Sendable {
  /// Transmit power in dBm, -127 to 20.
  public var txPowerDbm = 0.0
  /// Noise power in dBm in the band of a tone measured for 10 us, -300 to 0.
  public var noiseFloorDbm = -94.0
  /// The weakest packet the receiver finds, in dBm, -127 to 20.
  public var sensitivityDbm = -96.0
  /// Standard deviation in radians of what this device's LO adds to the two-way phase of one exchange,
  /// 0 and up.
  public var phaseNoiseRadians = 0.03
  /// Time constant of the PLL in microseconds, 0 and up; 0 settles at once.
  public var settlingMicroseconds = 5.0
  /// Delay of the device in nanoseconds, receive and transmit together; negative where it is overcompensated.
  public var delayNanoseconds = 0.0
  /// Standard deviation of one frequency measurement in mode-0 in ppm, 0 and up.
  public var frequencyNoisePpm = 0.1
  /// Standard deviation of one time of arrival in nanoseconds, 0 and up.
  public var timingNoiseNanoseconds = 1.0
  /// Fractional frequency offset actuation error of the mode-0 packets, in ppm for each channel index; empty
  /// for none.
  public var mode0FAEPpm: [Double] = []
  /// Bits of each part of a PCT, 2 to 12.
  public var pctBits = 12
  /// Size in PCT units to which the receiver scales a tone of mean strength, 1 to 2047.
  public var pctAmplitude = 160.0
  /// Standard deviation in radians of the phase that an inline-PCT reflector returns, 0 and up.
  public var inlinePCTErrorRadians = 0.035
  /// How tone quality is reported.
  public var toneQuality = ToneQuality()

  /// A good chip.
  public init() {}

  /// A device without noise of any kind, that settles at once: for exact tests.
  public static var ideal: RadioParameters {
    var radio = RadioParameters()
    radio.noiseFloorDbm = -300
    radio.phaseNoiseRadians = 0
    radio.settlingMicroseconds = 0
    radio.frequencyNoisePpm = 0
    radio.timingNoiseNanoseconds = 0
    radio.inlinePCTErrorRadians = 0
    return radio
  }
}

/// How a receiver rates a tone. [Vol 6, Part H, 4.6]
public struct ToneQuality: Hashable, Sendable {
  /// The values of Tone_Quality_Indicator bits 0 to 3.
  public enum Rating: UInt8, Sendable {
    case high = 0
    case medium = 1
    case low = 2
    case unavailable = 3
  }

  /// Whether the receiver rates tones; if not, every tone is `unavailable`.
  public var isReported = true
  /// The least signal-to-noise ratio of a tone of high quality, in dB.
  public var highDecibels = 20.0
  /// The least signal-to-noise ratio of a tone of medium quality, in dB.
  public var mediumDecibels = 10.0

  /// Rates every tone.
  public init() {}
}
