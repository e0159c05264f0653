internal import Documents
internal import RadioModel

enum RadioKeys {
  static let keys: [Key<RadioDescription>] = [
    number("carrier_offset_ppm", \.carrierOffsetPpm, -50...50, .ppm, "Carrier frequency offset."),
    number(
      "carrier_drift_ppm_per_s", \.carrierDriftPpmPerSecond, -10...10, nil,
      "Drift of the carrier frequency offset, in ppm per second."),
    number(
      "phase_noise_rad", \.phaseNoiseRadians, 0...3, .radians,
      "Phase noise of one exchange, rms."),
    number(
      "linewidth_hz", \.linewidthHertz, 0...100_000, .hertz,
      "Linewidth of the oscillator: its phase is a random walk."),
    number(
      "pll_settling_tau_us", \.pllSettlingTauMicroseconds, 0...50, .microseconds,
      "Settling time constant of the PLL after a hop; defaults to 1/12 of the shortest declared T_FCS, at most 5 us."
    ),
    number(
      "settling_noise_deg", \.settlingNoiseDegrees, 0...180, .degrees,
      "Random residual phase after a hop, rms at the hop."),
    number(
      "settling_noise_tau_us", \.settlingNoiseTauMicroseconds, 0.1...100, .microseconds,
      "Decay time constant of the random residual phase."),
    number(
      "fixed_delay_ns", \.fixedDelayNanoseconds, -100...100, .nanoseconds,
      "Uncompensated delay of a round trip."),
    number(
      "antenna_switch_tau_us", \.antennaSwitchTauMicroseconds, 0...10, .microseconds,
      "Settling time constant of the antenna switch."),
    number(
      "tone_offset_khz", \.toneOffsetKilohertz, -100...100, .kilohertz,
      "Offset of tones from the channel centre."),
    number(
      "tx_power_dbm", \.txPowerDbm, -40...20, .decibelsMilliwatt, "Transmit power of packets and tones."),
    number(
      "noise_floor_dbm", \.noiseFloorDbm, -130 ... -60, .decibelsMilliwatt,
      "Noise in the bandwidth of a tone measurement."),
    number(
      "sensitivity_dbm", \.sensitivityDbm, -120 ... -40, .decibelsMilliwatt,
      "Sensitivity: input level for a bit error rate of 0.1 % with LE 1M."),
    number(
      "frequency_noise_ppm", \.frequencyNoisePpm, 0...10, .ppm,
      "Error of one frequency measurement in mode-0, rms; only an initiator measures."),
    number(
      "tone_amplitude_lsb", \.toneAmplitudeLSB, 1...2047, .leastSignificantBits,
      "Amplitude of a good PCT."),
    number(
      "iq_gain_db", \.iqGainDecibels, -6...6, .decibels,
      "Gain imbalance of Q against I."),
    number(
      "iq_phase_deg", \.iqPhaseDegrees, -45...45, .degrees,
      "Phase error of Q against a right angle to I."),
    number(
      "dc_offset_dbc", \.dcOffsetDecibelsCarrier, -100...0, .decibelsCarrier,
      "DC offset relative to a tone of mean amplitude; -100 for none."),
    number(
      "agc_step_db", \.agcStepDecibels, 0...20, .decibels,
      "Step size of the automatic gain control; 0 for a fixed gain."),
    number(
      "agc_step_deg", \.agcStepDegrees, -90...90, .degrees, "Phase shift of each gain step."
    ),
    number(
      "inline_pct_error_deg", \.inlinePCTErrorDegrees, 0...180, .degrees,
      "Phase error of inline PCT, rms; only on a reflector."),
    number(
      "inline_pct_delay_ns", \.inlinePCTDelayNanoseconds, -100...100, .nanoseconds,
      "Delay of inline PCT in the phase that a reflector returns."),
    number(
      "missing_tones", \.missingToneFraction, 0...1, nil, "Fraction of tones that are unavailable."),
    number(
      "wrong_tones", \.wrongToneFraction, 0...1, nil,
      "Fraction of tones with a wrong phase but high quality."),
    number(
      "timing_noise_ns", \.timingNoiseNanoseconds, 0...1000, .nanoseconds,
      "Error of a time of arrival, rms; defaults to the value for the device's RTT accuracy class."
    ),
    number(
      "turnaround_jitter_ns", \.turnaroundJitterNanoseconds, 0...1000, .nanoseconds,
      "Spread of the turnaround time of a reflector; the reflector reports it."),
    number(
      "turnaround_error_ns", \.turnaroundErrorNanoseconds, -1000...1000, .nanoseconds,
      "Error of the turnaround time that a reflector reports."),
    number(
      "snr_output_error_db", \.snrOutputErrorDecibels, -20...20, .decibels,
      "Error of the output SNR against the requested value."),
    number(
      "snr_output_spread_db", \.snrOutputSpreadDecibels, 0...10, .decibels,
      "Spread of the output SNR from packet to packet, rms."),
    .integer("pct_bits", \.pctBits, 4...12, example: "12", "Bits of each PCT component."),
    .list(
      "path_delays_ns", \.pathDelaysNanoseconds, of: .number(-100...100, .nanoseconds), count: 0...4,
      isDistinct: false, example: "[]", "Additional delay of each antenna path.", value: ScalarText.number,
      text: ScalarText.format),
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

  static let phoneKeys: [Key<RadioDescription>] = keys.filter { !reflectorKeys.contains($0.rule.key) }.map {
    key in
    var key = key
    let usual = PhoneProfile.usualRadio
    switch key.rule.key {
    case "carrier_offset_ppm":
      key.rule.summary = "Carrier frequency offset; defaults to \(usual.carrierOffsetPpm)."
    case "pll_settling_tau_us":
      key.rule.summary =
        "Settling time constant of the PLL after a hop; defaults to \(usual.pllSettlingTauMicroseconds) us."
    default: break
    }
    return key
  }
}
