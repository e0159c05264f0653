internal import Documents
internal import RadioModel

/// The keys of the radio of an accessory and of a phone.
enum RadioKeys {
  static let keys: [Key<RadioDescription>] = [
    number("carrier_offset_ppm", \.carrierOffsetPpm, -50...50, .ppm, "Crystal error."),
    number(
      "carrier_drift_ppm_per_s", \.carrierDriftPpmPerSecond, -10...10, nil,
      "How the crystal error changes, in ppm a second."),
    number(
      "phase_noise_rad", \.phaseNoiseRadians, 0...3, .radians,
      "Phase noise of one exchange, rms."),
    number(
      "linewidth_hz", \.linewidthHertz, 0...100_000, .hertz,
      "Linewidth of the oscillator; its phase wanders."),
    number(
      "pll_settling_tau_us", \.pllSettlingTauMicroseconds, 0...50, .microseconds,
      "Time constant of the PLL after a hop; unless given, a twelfth of the shortest T_FCS declared, and at most 5 us."
    ),
    number(
      "settling_noise_deg", \.settlingNoiseDegrees, 0...180, .degrees,
      "Phase left by chance after a hop, rms at the hop."),
    number(
      "settling_noise_tau_us", \.settlingNoiseTauMicroseconds, 0.1...100, .microseconds,
      "Time constant with which that phase dies away."),
    number(
      "fixed_delay_ns", \.fixedDelayNanoseconds, -100...100, .nanoseconds,
      "Uncompensated delay, both ways."),
    number(
      "antenna_switch_tau_us", \.antennaSwitchTauMicroseconds, 0...10, .microseconds,
      "Time constant with which the switch lets go of an antenna."),
    number(
      "tone_offset_khz", \.toneOffsetKilohertz, -100...100, .kilohertz,
      "What tones stand off the centre of packets."),
    number(
      "tx_power_dbm", \.txPowerDbm, -40...20, .decibelsMilliwatt, "Power of packets and tones."),
    number(
      "noise_floor_dbm", \.noiseFloorDbm, -130 ... -60, .decibelsMilliwatt,
      "Noise in the bandwidth of a tone measurement."),
    number(
      "sensitivity_dbm", \.sensitivityDbm, -120 ... -40, .decibelsMilliwatt,
      "Where one bit in a thousand of an LE 1M packet is wrong."),
    number(
      "frequency_noise_ppm", \.frequencyNoisePpm, 0...10, .ppm,
      "Error of one frequency measurement in mode-0, rms; only an initiator measures."),
    number(
      "tone_amplitude_lsb", \.toneAmplitudeLSB, 1...2047, .leastSignificantBits,
      "Amplitude of a good PCT."),
    number(
      "iq_gain_db", \.iqGainDecibels, -6...6, .decibels,
      "Gain of the Q branch against the I branch."),
    number(
      "iq_phase_deg", \.iqPhaseDegrees, -45...45, .degrees,
      "Phase of the Q branch against a right angle."),
    number(
      "dc_offset_dbc", \.dcOffsetDecibelsCarrier, -100...0, .decibelsCarrier,
      "Constant beside a tone of mean strength; -100 is none."),
    number(
      "agc_step_db", \.agcStepDecibels, 0...20, .decibels,
      "Steps of the gain control; 0 for a fixed gain."),
    number(
      "agc_step_deg", \.agcStepDegrees, -90...90, .degrees, "Phase that each step of gain adds."
    ),
    number(
      "inline_pct_error_deg", \.inlinePCTErrorDegrees, 0...180, .degrees,
      "Phase that inline PCT adds, rms; only a reflector adds it."),
    number(
      "inline_pct_delay_ns", \.inlinePCTDelayNanoseconds, -100...100, .nanoseconds,
      "Delay that inline PCT adds to the phase that a reflector returns."),
    number(
      "missing_tones", \.missingToneFraction, 0...1, nil, "Share of tones that are unavailable."),
    number(
      "wrong_tones", \.wrongToneFraction, 0...1, nil,
      "Share of tones measured with a wrong phase, yet rated good."),
    number(
      "timing_noise_ns", \.timingNoiseNanoseconds, 0...1000, .nanoseconds,
      "Error of one time of arrival, rms; unless given, as the class that the device claims for round-trip times has it."
    ),
    number(
      "turnaround_jitter_ns", \.turnaroundJitterNanoseconds, 0...1000, .nanoseconds,
      "Spread of the time in which a reflector answers, which is reported."),
    number(
      "turnaround_error_ns", \.turnaroundErrorNanoseconds, -1000...1000, .nanoseconds,
      "What a reflector's report of its turnaround leaves out."),
    number(
      "snr_output_error_db", \.snrOutputErrorDecibels, -20...20, .decibels,
      "What the output SNR differs from the one asked for."),
    number(
      "snr_output_spread_db", \.snrOutputSpreadDecibels, 0...10, .decibels,
      "Spread of the output SNR from packet to packet, rms."),
    .integer("pct_bits", \.pctBits, 4...12, example: "12", "Bits of each PCT component."),
    Key(
      FieldRule(
        "path_delays_ns", .list(.number(-100...100, .nanoseconds), count: 0...4, isDistinct: false),
        example: "[]", "What each antenna path adds to the delay.")
    ) {
      $1.pathDelaysNanoseconds = $0.numbers("path_delays_ns")
    } text: {
      ScalarText.list($0.pathDelaysNanoseconds.map(ScalarText.format))
    },
  ]

  /// A number, of which the default is the example.
  private static func number(
    _ key: String, _ place: Key<RadioDescription>.Place<Double>, _ range: ClosedRange<Double>, _ unit: Unit?,
    _ summary: String
  ) -> Key<RadioDescription> {
    let usual = ScalarText.format(RadioDescription()[keyPath: place])
    return .number(key, place, range, unit, example: usual, summary)
  }

  /// What only a reflector does with its tones.
  private static let reflectorKeys = ["missing_tones", "wrong_tones"]

  /// The keys of a phone's radio.
  static let phoneKeys: [Key<RadioDescription>] = keys.filter { !reflectorKeys.contains($0.rule.key) }.map {
    key in
    var key = key
    switch key.rule.key {
    case "carrier_offset_ppm":
      (key.rule.example, key.rule.summary) = ("-1.5", "Crystal error; -1.5 unless given.")
    case "pll_settling_tau_us":
      (key.rule.example, key.rule.summary) = (
        "0.5", "Time constant of the PLL after a hop; 0.5 us unless given."
      )
    default: break
    }
    return key
  }
}
