internal import CoreTypes

/// The analogue side of one device: every number of the radio that can be set, with its default, a good chip as the
/// published measurements of a real pair suggest. Plain numbers, the unit at the end of each name.
public struct RadioParameters: Hashable, Sendable {
  /// Standard deviation of what this device's LO adds to the two-way phase of one exchange, 0 and up.
  public var phaseNoiseRadians = 0.044
  /// Linewidth of the LO, 0 and up: its phase walks by 2 pi times this in radians squared a second.
  public var linewidthHertz = 0.0
  /// Time constant of the PLL after a hop, 0 and up; 0 settles at once.
  public var pllSettlingTauMicroseconds = 5.0
  /// Standard deviation of the phase that a hop leaves by chance, at the hop, 0 and up.
  public var settlingNoiseDegrees = 0.0
  /// Time constant with which that phase dies away, above 0.
  public var settlingNoiseTauMicroseconds = 20.0
  /// Delay of the device, receive and transmit together; negative where it is overcompensated.
  public var fixedDelayNanoseconds = 0.0
  /// What each antenna path adds to it; empty for nothing.
  public var pathDelaysNanoseconds: [Double] = []
  /// Time constant with which the antenna switch lets go of the antenna before, 0 and up.
  public var antennaSwitchTauMicroseconds = 0.0
  /// What the tones stand off the centre of the packets; 0 for a modulator that is right.
  public var toneOffsetKilohertz = 0.0
  /// Power of packets and tones, -127 to 20.
  public var txPowerDbm = 0.0
  /// Noise power in the band of a tone measured for 10 us, -300 to 0.
  public var noiseFloorDbm = -105.0
  /// The strength at which one bit in a thousand of an LE 1M packet is wrong, -300 to 20; a weaker packet is not found.
  public var sensitivityDbm = -96.0
  /// Standard deviation of one frequency measurement in mode-0, 0 and up.
  public var frequencyNoisePpm = 0.1
  /// Size in PCT units to which the receiver scales a tone of mean strength, 1 to 2047.
  public var toneAmplitudeLSB = 160.0
  /// Bits of each part of a PCT, 2 to 12.
  public var pctBits = 12
  /// Gain of the Q branch against the I branch, 0 for balance.
  public var iqGainDecibels = 0.0
  /// Phase of the Q branch against a right angle, 0 for balance.
  public var iqPhaseDegrees = 0.0
  /// A constant beside a tone, against one of mean strength, the same on I and Q; -100 stands for none.
  public var dcOffsetDecibelsCarrier = -100.0
  /// The steps of the automatic gain control, 0 for a gain that stays.
  public var agcStepDecibels = 0.0
  /// What each step of gain adds to the phase.
  public var agcStepDegrees = 0.0
  /// Standard deviation of the phase that an inline-PCT reflector returns, 0 and up.
  public var inlinePCTErrorDegrees = 2.0
  /// Delay that an inline-PCT reflector adds to the phase it returns.
  public var inlinePCTDelayNanoseconds = 0.0
  /// Standard deviation of one time of arrival, 0 and up, what the noise of the channel does to it left out.
  public var timingNoiseNanoseconds = 1.0
  /// Standard deviation of the time at which a packet is answered, 0 and up; it is reported, and so leaves the
  /// distance alone.
  public var turnaroundJitterNanoseconds = 50.0
  /// What the report of the turnaround leaves out.
  public var turnaroundErrorNanoseconds = 0.0
  /// What the output SNR differs from the one that is asked for.
  public var snrOutputErrorDecibels = 0.0
  /// Standard deviation of the output SNR from packet to packet, 0 and up.
  public var snrOutputSpreadDecibels = 0.5

  // What no file sets as a number of the radio.

  /// What the report of the round trip leaves out.
  public var roundTripErrorNanoseconds = 0.0
  /// Fractional frequency offset actuation error of the mode-0 packets, for each channel index; empty for none.
  public var mode0FAEPpm: [Double] = []
  /// How tone quality is reported.
  public var toneQuality = ToneQuality()

  public init() {}

  /// What the device adds to the round trip by an antenna path, in nanoseconds.
  public func delayNanoseconds(path: Int) -> Double {
    fixedDelayNanoseconds + (path < pathDelaysNanoseconds.count ? pathDelaysNanoseconds[path] : 0)
  }

  /// The mean of what the antenna switch still lets through of the antenna before, between two times in
  /// microseconds after it switched; an amplitude from 0 to 1.
  public func switchTransient(from start: Double, to end: Double) -> Double {
    guard antennaSwitchTauMicroseconds > 0 else { return 0 }
    let tau = antennaSwitchTauMicroseconds
    let left = PortableMath.exp(-start / tau) - PortableMath.exp(-end / tau)
    return left * tau / (end - start)
  }

  /// What is left after T_FCS of the phase of a hop, in radians: its standard deviation.
  public func settlingNoiseRadians(tFCSMicroseconds: Int) -> Double {
    settlingNoiseDegrees.radians * PortableMath.exp(-Double(tFCSMicroseconds) / settlingNoiseTauMicroseconds)
  }

  /// What the tones stand off the centre of the packets.
  public var toneOffsetHertz: Double {
    get { toneOffsetKilohertz * 1e3 }
    set { toneOffsetKilohertz = newValue / 1e3 }
  }

  /// Standard deviation of the phase that an inline-PCT reflector returns.
  public var inlinePCTErrorRadians: Double {
    get { inlinePCTErrorDegrees.radians }
    set { inlinePCTErrorDegrees = newValue * 180 / .pi }
  }

  /// A device without noise of any kind, that settles at once: for exact tests.
  public static var ideal: RadioParameters {
    var radio = RadioParameters()
    radio.noiseFloorDbm = -300
    radio.sensitivityDbm = -300
    radio.phaseNoiseRadians = 0
    radio.pllSettlingTauMicroseconds = 0
    radio.frequencyNoisePpm = 0
    radio.timingNoiseNanoseconds = 0
    radio.turnaroundJitterNanoseconds = 0
    radio.inlinePCTErrorDegrees = 0
    return radio
  }
}

extension Double {
  /// Of a number of degrees.
  var radians: Double { self * .pi / 180 }
}

/// How a receiver rates a tone. [Vol 6, Part H, 4.6]
public struct ToneQuality: Hashable, Sendable {
  /// Whether the receiver rates tones; if not, every tone is `unavailable`.
  public var isReported = true
  /// The least signal-to-noise ratio of a tone of high quality, in dB.
  public var highDecibels = 20.0
  /// The least signal-to-noise ratio of a tone of medium quality, in dB.
  public var mediumDecibels = 10.0

  public init() {}
}
