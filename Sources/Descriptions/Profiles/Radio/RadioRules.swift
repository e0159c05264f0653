internal import Documents

/// The keys of the radio of an accessory and of a phone.
enum RadioRules {
  /// A key whose value is one number.
  private struct Number {
    let rule: FieldRule
    let place: any WritableKeyPath<RadioDescription, Double> & Sendable

    init(
      _ key: String, _ place: any WritableKeyPath<RadioDescription, Double> & Sendable,
      _ range: ClosedRange<Double>, _ unit: Unit? = nil, example: String, _ summary: String
    ) {
      rule = FieldRule(key, .number(range, unit), example: example, summary)
      self.place = place
    }
  }

  private static let numbers = [
    Number(
      "carrier_offset_ppm", \.carrierOffsetPpm, -50...50, .ppm, example: "2", "Carrier frequency offset."),
    Number(
      "carrier_drift_ppm_per_s", \.carrierDriftPpmPerSecond, -10...10, example: "0",
      "Drift of the carrier frequency offset, in ppm per second."),
    Number(
      "phase_noise_rad", \.phaseNoiseRadians, 0...3, .radians, example: "0.044",
      "Phase noise of one exchange, rms."),
    Number(
      "linewidth_hz", \.linewidthHertz, 0...100_000, .hertz, example: "0",
      "Linewidth of the oscillator: its phase is a random walk."),
    Number(
      "pll_settling_tau_us", \.pllSettlingTauMicroseconds, 0...50, .microseconds, example: "5",
      "Settling time constant of the PLL after a hop; defaults to 1/12 of the shortest declared T_FCS, at most 5 us."
    ),
    Number(
      "settling_noise_deg", \.settlingNoiseDegrees, 0...180, .degrees, example: "0",
      "Random residual phase after a hop, rms at the hop."),
    Number(
      "settling_noise_tau_us", \.settlingNoiseTauMicroseconds, 0.1...100, .microseconds, example: "20",
      "Decay time constant of the random residual phase."),
    Number(
      "fixed_delay_ns", \.fixedDelayNanoseconds, -100...100, .nanoseconds, example: "0",
      "Uncompensated delay of a round trip."),
    Number(
      "antenna_switch_tau_us", \.antennaSwitchTauMicroseconds, 0...10, .microseconds, example: "0",
      "Settling time constant of the antenna switch."),
    Number(
      "tone_offset_khz", \.toneOffsetKilohertz, -100...100, .kilohertz, example: "0",
      "Offset of tones from the channel centre."),
    Number(
      "tx_power_dbm", \.txPowerDbm, -40...20, .decibelsMilliwatt, example: "0",
      "Transmit power of packets and tones."),
    Number(
      "noise_floor_dbm", \.noiseFloorDbm, -130 ... -60, .decibelsMilliwatt, example: "-105",
      "Noise in the bandwidth of a tone measurement."),
    Number(
      "sensitivity_dbm", \.sensitivityDbm, -120 ... -40, .decibelsMilliwatt, example: "-96",
      "Sensitivity: input level for a bit error rate of 0.1 % with LE 1M."),
    Number(
      "frequency_noise_ppm", \.frequencyNoisePpm, 0...10, .ppm, example: "0.1",
      "Error of one frequency measurement in mode-0, rms; only an initiator measures."),
    Number(
      "tone_amplitude_lsb", \.toneAmplitudeLSB, 1...2047, .leastSignificantBits, example: "160",
      "Amplitude of a good PCT."),
    Number(
      "iq_gain_db", \.iqGainDecibels, -6...6, .decibels, example: "0",
      "Gain imbalance of Q against I."),
    Number(
      "iq_phase_deg", \.iqPhaseDegrees, -45...45, .degrees, example: "0",
      "Phase error of Q against a right angle to I."),
    Number(
      "dc_offset_dbc", \.dcOffsetDecibelsCarrier, -100...0, .decibelsCarrier, example: "-100",
      "DC offset relative to a tone of mean amplitude; -100 for none."),
    Number(
      "agc_step_db", \.agcStepDecibels, 0...20, .decibels, example: "0",
      "Step size of the automatic gain control; 0 for a fixed gain."),
    Number(
      "agc_step_deg", \.agcStepDegrees, -90...90, .degrees, example: "0", "Phase shift of each gain step."
    ),
    Number(
      "inline_pct_error_deg", \.inlinePCTErrorDegrees, 0...180, .degrees, example: "2",
      "Phase error of inline PCT, rms; only on a reflector."),
    Number(
      "inline_pct_delay_ns", \.inlinePCTDelayNanoseconds, -100...100, .nanoseconds, example: "0",
      "Delay of inline PCT in the phase that a reflector returns."),
    Number(
      "missing_tones", \.missingToneFraction, 0...1, example: "0", "Fraction of tones that are unavailable."),
    Number(
      "wrong_tones", \.wrongToneFraction, 0...1, example: "0",
      "Fraction of tones with a wrong phase but high quality."),
    Number(
      "timing_noise_ns", \.timingNoiseNanoseconds, 0...1000, .nanoseconds, example: "1",
      "Error of a time of arrival, rms; defaults to the value for the device's RTT accuracy class."
    ),
    Number(
      "turnaround_jitter_ns", \.turnaroundJitterNanoseconds, 0...1000, .nanoseconds, example: "50",
      "Spread of the turnaround time of a reflector; the reflector reports it."),
    Number(
      "turnaround_error_ns", \.turnaroundErrorNanoseconds, -1000...1000, .nanoseconds, example: "0",
      "Error of the turnaround time that a reflector reports."),
    Number(
      "snr_output_error_db", \.snrOutputErrorDecibels, -20...20, .decibels, example: "0",
      "Error of the output SNR against the requested value."),
    Number(
      "snr_output_spread_db", \.snrOutputSpreadDecibels, 0...10, .decibels, example: "0.5",
      "Spread of the output SNR from packet to packet, rms."),
  ]

  static let rules: [FieldRule] =
    numbers.map(\.rule) + [
      FieldRule("pct_bits", .integer(4...12), example: "12", "Bits of each PCT component."),
      FieldRule(
        "path_delays_ns", .list(.number(-100...100, .nanoseconds), count: 0...4, isDistinct: false),
        example: "[]", "Additional delay of each antenna path."),
    ]

  /// What only a reflector does with its tones.
  private static let reflectorKeys = ["missing_tones", "wrong_tones"]

  /// The keys of a phone's radio.
  static let phoneRules: [FieldRule] = rules.filter { !reflectorKeys.contains($0.key) }.map { rule in
    var rule = rule
    switch rule.key {
    case "carrier_offset_ppm":
      (rule.example, rule.summary) = ("-1.5", "Carrier frequency offset; defaults to -1.5.")
    case "pll_settling_tau_us":
      (rule.example, rule.summary) = (
        "0.5", "Settling time constant of the PLL after a hop; defaults to 0.5 us."
      )
    default: break
    }
    return rule
  }

  /// The radio of an accessory that a section describes.
  static func accessoryRadio(_ section: Section) -> RadioDescription {
    radio(section, RadioDescription(), keys: rules)
  }

  /// The radio of a phone that a section describes; `usual` has what it leaves out.
  static func phoneRadio(_ section: Section, usual: RadioDescription) -> RadioDescription {
    radio(section, usual, keys: phoneRules)
  }

  private static func radio(
    _ section: Section, _ usual: RadioDescription, keys: [FieldRule]
  ) -> RadioDescription {
    var radio = usual
    for number in numbers where keys.contains(where: { $0.key == number.rule.key }) {
      radio[keyPath: number.place] = section.number(number.rule.key, or: radio[keyPath: number.place])
    }
    radio.pctBits = section.integer("pct_bits") ?? radio.pctBits
    radio.pathDelaysNanoseconds = section.numbers("path_delays_ns")
    return radio
  }

  /// The value of each key as a file writes it.
  static func values(_ radio: RadioDescription) -> [(String, String?)] {
    numbers.map { ($0.rule.key, ScalarText.format(radio[keyPath: $0.place])) } + [
      ("pct_bits", "\(radio.pctBits)"),
      ("path_delays_ns", "[\(radio.pathDelaysNanoseconds.map(ScalarText.format).joined(separator: ", "))]"),
    ]
  }
}
