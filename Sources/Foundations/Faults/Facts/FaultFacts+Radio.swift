extension FaultFacts {
  static let radioFacts: [FaultFacts] = [
    FaultFacts(
      .inlinePCTPlainPhase, "inline-pct-plain-phase", .radio,
      "Inline PCT is claimed, and the tone carries the plain oscillator phase.",
      inFirmware: "The bit is accepted and nothing is done about it: the modulator is never given the phase.",
      breaks: ["CS-A03"], needsInlinePCT: true),
    FaultFacts(
      .inlinePCTSignFlipped, "inline-pct-sign-flipped", .radio,
      "The tone is rotated by the measured phase with the wrong sign.",
      inFirmware: """
        The receiver mixes from the other side of the oscillator, or I and Q are swapped on the \
        way to the modulator.
        """,
      breaks: ["CS-A03"], needsInlinePCT: true),
    FaultFacts(
      .inlinePCTAppliedTwice, "inline-pct-applied-twice", .radio,
      "The tone is rotated by the measured phase twice.",
      inFirmware: "Hardware and firmware both turn the tone.",
      breaks: ["CS-A03"], needsInlinePCT: true),
    FaultFacts(
      .mode0SecondStepSilent, "mode0-second-step-silent", .radio,
      "Only the first mode-0 step of a subevent is answered.",
      inFirmware: """
        After the first mode-0 step the receiver is set to the frequency it found, with a step \
        too small to find the next.
        """,
      breaks: ["CS-A05", "LL-50"],
      blocks: [
        "LL-04", "LL-07", "LL-10", "LL-16", "LL-21", "LL-24", "LL-25", "LL-31", "LL-33", "LL-34", "LL-36",
        "LL-38", "LL-39", "LL-40", "LL-41", "LL-45", "LL-51", "LL-52", "LL-71", "LL-72", "LL-73", "LL-74",
        "LL-75",
      ]),
    FaultFacts(
      .mode2TonesMissing, "mode2-tones-missing", .radio,
      "30 % of the tones of mode-2 steps are absent.",
      inFirmware: "The transmitter is not ready in time, and the step goes by in silence.",
      breaks: ["CS-A06"]),
    FaultFacts(
      .oscillatorWalks, "oscillator-walks", .radio,
      "The oscillator has a linewidth of 300 Hz, and its phase walks.",
      inFirmware: """
        The crystal oscillator is run at too low a bias, or its supply carries the ripple of a \
        converter.
        """,
      breaks: ["CS-A03", "CS-A07", "CS-A20", "RF-01", "RF-05", "RF-06"], blocks: ["RF-07"],
      shownIn: "everything"),
    FaultFacts(
      .stablePhaseNoisy, "stable-phase-noisy", .radio,
      "The tone of the stable phase test has a linewidth of 200 Hz.",
      inFirmware: "The test leaves the loop filter of the PLL as wide as for a change of channel.",
      breaks: ["RF-01"], shownIn: "everything"),
    FaultFacts(
      .outputSNRWrong, "output-snr-wrong", .radio,
      "The SNR of packets is 5 dB above the one that was asked for.",
      inFirmware: "The noise source of the SNR control is scaled for another output power.",
      breaks: ["RF-02"], shownIn: "everything"),
    FaultFacts(
      .carrierOutOfTolerance, "carrier-out-of-tolerance", .radio,
      "The crystal is 52 ppm off.",
      inFirmware: "The load capacitance is that of another board.",
      breaks: ["RF-03"]),
    FaultFacts(
      .mode0FrequencyShifted, "mode0-frequency-shifted", .radio,
      "Mode-0 is sent 6 ppm above the frequency of all other steps.",
      inFirmware: """
        The offset that the synthesiser is corrected by is written after mode-0 instead of \
        before it.
        """,
      breaks: ["RF-04"]),
    FaultFacts(
      .delayTooLong, "delay-too-long", .radio,
      "The radio delays the signal by 2 ns that nobody takes off.",
      inFirmware: "The delay of front end and antenna feed was never calibrated.",
      breaks: ["RF-05"]),
    FaultFacts(
      .inlinePCTNoisy, "inline-pct-noisy", .radio,
      "Inline PCT returns the phase with an error of 12 degrees.",
      inFirmware: "The phase is handed to the modulator with four bits.",
      breaks: ["RF-06"], needsInlinePCT: true
    ),
    FaultFacts(
      .crystalDrifts, "crystal-drifts", .radio,
      "The crystal drifts by 1.5 ppm a second.",
      inFirmware: "The power amplifier heats the crystal beside it.",
      breaks: ["RF-08"]),
    FaultFacts(
      .inlinePCTDelayed, "inline-pct-delayed", .radio,
      "Inline PCT adds 3 ns to the phase it returns.",
      inFirmware: """
        The way from the antenna to the phase and back is longer than the one that was \
        calibrated for reports.
        """,
      breaks: ["RF-10"], needsInlinePCT: true
    ),
    FaultFacts(
      .antennasReversed, "antennas-reversed", .radio,
      "The antennas are connected the other way round.",
      inFirmware: "The switch of another board has its control lines in the other order.",
      breaks: ["RF-22"], shownIn: "silabs-xg24"),
  ]
}
