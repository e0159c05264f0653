internal import CoreTypes

/// The analogue side of one device. Everything here is a knob of the model; the defaults are a good chip, as profiles
/// have it.
public struct RadioParameters: Hashable, Sendable {
  /// Transmit power in dBm, -127 to 20.
  public var txPowerDbm = 0.0
  /// Noise power in dBm in the band of a tone measured for 10 us, -300 to 0.
  public var noiseFloorDbm = -105.0
  /// The strength at which one bit in a thousand of an LE 1M packet is wrong, in dBm, -300 to 20; a weaker packet
  /// is not found.
  public var sensitivityDbm = -96.0
  /// Standard deviation in radians of what this device's LO adds to the two-way phase of one exchange,
  /// 0 and up.
  public var phaseNoiseRadians = 0.044
  /// Linewidth of the LO in Hz, 0 and up: its phase walks by 2 pi times this in radians squared a second.
  public var linewidthHertz = 0.0
  /// Time constant of the PLL in microseconds, 0 and up; 0 settles at once.
  public var settlingMicroseconds = 5.0
  /// What is left of the phase by chance after a hop.
  public var settlingNoise = SettlingNoise()
  /// Delay of the device in nanoseconds, receive and transmit together; negative where it is overcompensated.
  public var delayNanoseconds = 0.0
  /// What each antenna path adds to `delayNanoseconds`; empty for nothing.
  public var pathDelaysNanoseconds: [Double] = []
  /// Time constant in microseconds with which the antenna switch lets go of the antenna before, 0 and up.
  public var switchMicroseconds = 0.0
  /// What the tones stand off the centre of the packets, in Hz; 0 for a modulator that is right.
  public var toneOffsetHertz = 0.0
  /// Standard deviation of one frequency measurement in mode-0 in ppm, 0 and up.
  public var frequencyNoisePpm = 0.1
  /// Standard deviation of one time of arrival in nanoseconds, 0 and up, what the noise of the channel does to it
  /// left out.
  public var timingNoiseNanoseconds = 1.0
  /// Standard deviation of the time at which a packet is answered, in nanoseconds, 0 and up; it is reported, and so
  /// leaves the distance alone.
  public var turnaroundJitterNanoseconds = 50.0
  /// What the report of the turnaround leaves out, in nanoseconds.
  public var turnaroundErrorNanoseconds = 0.0
  /// What the report of the round trip leaves out, in nanoseconds.
  public var roundTripErrorNanoseconds = 0.0
  /// What the output SNR differs from the one that is asked for, in dB.
  public var snrOutputErrorDecibels = 0.0
  /// Standard deviation of the output SNR from packet to packet, in dB, 0 and up.
  public var snrOutputSpreadDecibels = 0.5
  /// Fractional frequency offset actuation error of the mode-0 packets, in ppm for each channel index; empty
  /// for none.
  public var mode0FAEPpm: [Double] = []
  /// Bits of each part of a PCT, 2 to 12.
  public var pctBits = 12
  /// Size in PCT units to which the receiver scales a tone of mean strength, 1 to 2047.
  public var pctAmplitude = 160.0
  /// Standard deviation in radians of the phase that an inline-PCT reflector returns, 0 and up.
  public var inlinePCTErrorRadians = 2.0 * .pi / 180
  /// Delay in nanoseconds that an inline-PCT reflector adds to the phase it returns.
  public var inlinePCTDelayNanoseconds = 0.0
  /// What the receiver does to tones.
  public var receiver = ReceiverImpairments()
  /// How tone quality is reported.
  public var toneQuality = ToneQuality()

  public init() {}

  /// What the device adds to the round trip by an antenna path, in nanoseconds.
  public func delayNanoseconds(path: Int) -> Double {
    delayNanoseconds + (path < pathDelaysNanoseconds.count ? pathDelaysNanoseconds[path] : 0)
  }

  /// The mean of what the antenna switch still lets through of the antenna before, between two times in
  /// microseconds after it switched; an amplitude from 0 to 1.
  public func switchTransient(from start: Double, to end: Double) -> Double {
    guard switchMicroseconds > 0 else { return 0 }
    let left = PortableMath.exp(-start / switchMicroseconds) - PortableMath.exp(-end / switchMicroseconds)
    return left * switchMicroseconds / (end - start)
  }

  /// A device without noise of any kind, that settles at once: for exact tests.
  public static var ideal: RadioParameters {
    var radio = RadioParameters()
    radio.noiseFloorDbm = -300
    radio.sensitivityDbm = -300
    radio.phaseNoiseRadians = 0
    radio.settlingMicroseconds = 0
    radio.frequencyNoisePpm = 0
    radio.timingNoiseNanoseconds = 0
    radio.turnaroundJitterNanoseconds = 0
    radio.inlinePCTErrorRadians = 0
    return radio
  }
}

/// A phase left by chance after a hop, that dies away until the step begins.
public struct SettlingNoise: Hashable, Sendable {
  /// Its standard deviation in radians at the hop, 0 and up.
  public var radians = 0.0
  /// Its time constant in microseconds, above 0.
  public var microseconds = 20.0

  public init() {}

  /// What is left of it after T_FCS, in radians.
  public func deviation(tFCSMicroseconds: Int) -> Double {
    radians * PortableMath.exp(-Double(tFCSMicroseconds) / microseconds)
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

  public init() {}
}
