public import ChannelSounding

/// The radio of a device as a simulation needs it. Plain numbers, the unit at the end of each name.
public struct RadioDescription: Sendable, Equatable {
  /// Crystal error, -50 to 50.
  public var carrierOffsetPpm = 2.0
  /// How the crystal error changes, -10 to 10.
  public var carrierDriftPpmPerSecond = 0.0
  /// Standard deviation of the phase of one exchange.
  public var phaseNoiseRadians = 0.044
  /// Linewidth of the LO, whose phase wanders.
  public var linewidthHertz = 0.0
  /// Time constant of the PLL after a hop.
  public var pllSettlingTauMicroseconds = 5.0
  /// Standard deviation of the phase that a hop leaves by chance, at the hop.
  public var settlingNoiseDegrees = 0.0
  /// Time constant with which that phase dies away, above 0.
  public var settlingNoiseTauMicroseconds = 20.0
  /// Uncompensated group delay, there and back.
  public var fixedDelayNanoseconds = 0.0
  /// What each antenna path adds to it; empty for nothing.
  public var pathDelaysNanoseconds: [Double] = []
  /// Time constant with which the switch lets go of the antenna before.
  public var antennaSwitchTauMicroseconds = 0.0
  /// What tones stand off the centre of packets.
  public var toneOffsetKilohertz = 0.0
  /// Power of packets and tones.
  public var txPowerDbm = 0.0
  /// Noise in the bandwidth of a tone measurement.
  public var noiseFloorDbm = -105.0
  /// Strength at which one bit in a thousand of an LE 1M packet is wrong.
  public var sensitivityDbm = -96.0
  /// Standard deviation of a frequency measurement in mode-0.
  public var frequencyNoisePpm = 0.1
  /// Amplitude of a PCT at full quality.
  public var toneAmplitudeLSB = 160.0
  /// Bits of each PCT component, 4 to 12.
  public var pctBits = 12
  /// Gain of the Q branch against the I branch.
  public var iqGainDecibels = 0.0
  /// Phase of the Q branch against a right angle.
  public var iqPhaseDegrees = 0.0
  /// Constant beside a tone of mean strength; -100 stands for none.
  public var dcOffsetDecibelsCarrier = -100.0
  /// Steps of the gain control; 0 for a fixed gain.
  public var agcStepDecibels = 0.0
  /// Phase that each step of gain adds.
  public var agcStepDegrees = 0.0
  /// Standard deviation of the phase that inline PCT adds.
  public var inlinePCTErrorDegrees = 2.0
  /// Delay that inline PCT adds to the phase it returns.
  public var inlinePCTDelayNanoseconds = 0.0
  /// Share of tones that are measured as unavailable, 0 to 1.
  public var missingToneFraction = 0.0
  /// Share of tones with a phase of chance that are rated good, 0 to 1.
  public var wrongToneFraction = 0.0
  /// Standard deviation of a time of arrival, the noise of the channel left out.
  public var timingNoiseNanoseconds = 1.0
  /// Standard deviation of the time of an answer, which is reported.
  public var turnaroundJitterNanoseconds = 50.0
  /// What the report of a turnaround leaves out.
  public var turnaroundErrorNanoseconds = 0.0
  /// What the output SNR differs from the one asked for.
  public var snrOutputErrorDecibels = 0.0
  /// Standard deviation of the output SNR from packet to packet.
  public var snrOutputSpreadDecibels = 0.5

  /// A radio as the published measurements of a real pair suggest.
  public init() {}

  /// A time constant of the PLL, in microseconds, with which it settles within the shortest T_FCS declared: after twelve
  /// of them a hop over the whole band leaves less than 0.02 rad.
  public static func settlingTau(for capabilities: CSCapabilities) -> Double {
    let shortest = CSTime.supportedIndices(capabilities.tFCS, of: CSTime.tFCS).map { CSTime.tFCS[Int($0)] }
      .min()
    let twelfth = Double(shortest ?? 150) / 12
    return min(RadioDescription().pllSettlingTauMicroseconds, (twelfth * 100).rounded() / 100)
  }

  /// An error of a time of arrival, in nanoseconds rms, with which a device keeps every class that it claims for
  /// round-trip times: a sixth of the class times the root of the number of exchanges. A real pair that claims 150 ns of
  /// a single exchange has 24 ns.
  public static func timingNoise(for capabilities: CSCapabilities) -> Double {
    let errors = capabilities.rttClaims.map { $0.nanoseconds * Double($0.count).squareRoot() / 6 }
    guard let least = errors.min() else { return RadioDescription().timingNoiseNanoseconds }
    return (least * 100).rounded() / 100
  }
}
