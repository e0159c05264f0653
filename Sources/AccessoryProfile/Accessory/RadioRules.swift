/// The keys of the radio of an accessory.
enum RadioRules {
  static let rules: [FieldRule] = [
    FieldRule("carrier_offset_ppm", .number(-50...50, .ppm), example: "2", "Crystal error."),
    FieldRule(
      "phase_noise_rad", .number(0...3, .radians), example: "0.044", "Phase noise of one exchange, rms."),
    FieldRule(
      "pll_settling_tau_us", .number(0...50, .microseconds), example: "5",
      "Time constant of the PLL after a hop."),
    FieldRule(
      "fixed_delay_ns", .number(-100...100, .nanoseconds), example: "0", "Uncompensated delay, both ways."),
    FieldRule(
      "tx_power_dbm", .number(-40...20, .decibelsMilliwatt), example: "0", "Power of packets and tones."),
    FieldRule(
      "noise_floor_dbm", .number(-130 ... -60, .decibelsMilliwatt), example: "-105",
      "Noise in the bandwidth of a tone measurement."),
    FieldRule(
      "tone_amplitude_lsb", .number(1...2047, .leastSignificantBits), example: "160",
      "Amplitude of a good PCT."),
    FieldRule("pct_bits", .integer(4...12), example: "12", "Bits of each PCT component."),
    FieldRule(
      "inline_pct_error_deg", .number(0...180, .degrees), example: "2", "Phase that inline PCT adds, rms."),
    FieldRule("missing_tones", .number(0...1), example: "0", "Share of tones that are unavailable."),
  ]

  static func radio(_ section: Section) -> RadioDescription {
    var radio = RadioDescription()
    radio.carrierOffsetPpm = section.number("carrier_offset_ppm", or: radio.carrierOffsetPpm)
    radio.phaseNoiseRadians = section.number("phase_noise_rad", or: radio.phaseNoiseRadians)
    radio.pllSettlingTauMicroseconds = section.number(
      "pll_settling_tau_us", or: radio.pllSettlingTauMicroseconds)
    radio.fixedDelayNanoseconds = section.number("fixed_delay_ns", or: radio.fixedDelayNanoseconds)
    radio.txPowerDbm = section.number("tx_power_dbm", or: radio.txPowerDbm)
    radio.noiseFloorDbm = section.number("noise_floor_dbm", or: radio.noiseFloorDbm)
    radio.toneAmplitudeLSB = section.number("tone_amplitude_lsb", or: radio.toneAmplitudeLSB)
    radio.pctBits = section.integer("pct_bits") ?? radio.pctBits
    radio.inlinePCTErrorDegrees = section.number("inline_pct_error_deg", or: radio.inlinePCTErrorDegrees)
    radio.missingToneFraction = section.number("missing_tones", or: radio.missingToneFraction)
    return radio
  }
}
