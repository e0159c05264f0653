extension Fault {
  /// Faults of single times and single draws of steps, each of a size that spoils nothing else.
  static let stepFaults: [Fault] = [
    .hopAfterMode0Late, .hopsShortInSecondSubevent, .lastStepLate, .hopsInMode0Late,
    .mode0AnsweredLate, .tonesAnsweredEarly, .tonesEndEarly, .antennasSwitchedSlowly,
    .extensionAlwaysSent, .lastChannelMissed, .pathsInFixedOrder, .accessAddressRepeated, .hopsTooLong,
    .lastStepTwice,
  ]

  /// The first step after mode-0 comes 5 us late.
  public static let hopAfterMode0Late = Fault(
    "hop-after-mode0-late", .timing,
    "The first step after mode-0 comes 5 us late.",
    inFirmware: """
      The receiver is set up for the main mode between mode-0 and the first step, and nobody took the time \
      into account.
      """,
    breaks: ["AND-08", "CS-A07", "LL-41"], blocks: ["CS-A20"])

  /// In the second subevent of a procedure each hop after mode-0 is 3 us too short.
  public static let hopsShortInSecondSubevent = Fault(
    "hops-short-in-second-subevent", .timing,
    "In the second subevent of a procedure each hop after mode-0 is 3 us too short.",
    inFirmware: """
      The timer of later subevents is loaded from another place than that of the first, with the time of \
      an earlier hardware.
      """,
    breaks: ["AND-08", "LL-41"])

  /// The last step of each subevent comes 4 us late.
  public static let lastStepLate = Fault(
    "last-step-late", .timing,
    "The last step of each subevent comes 4 us late.",
    inFirmware: "The end of the subevent is prepared before its last step, in the time of the hop.",
    breaks: ["CS-A07", "LL-41"], blocks: ["CS-A20"])

  /// From one mode-0 step to the next the receiver opens 6 us late.
  public static let hopsInMode0Late = Fault(
    "hops-in-mode0-late", .timing,
    "From one mode-0 step to the next the receiver opens 6 us late.",
    inFirmware: """
      The packet of mode-0 is worked out before the next hop is started; the window is wide enough to hide \
      it.
      """,
    breaks: ["CS-A07", "LL-41"], blocks: ["CS-A20"])

  /// T_IP1 is kept 4 us too long.
  public static let mode0AnsweredLate = Fault(
    "mode0-answered-late", .timing,
    "T_IP1 is kept 4 us too long.",
    inFirmware: "The ramp of the transmitter is counted twice.",
    breaks: ["CS-A16", "LL-41"])

  /// T_IP2 is kept 4 us too short.
  public static let tonesAnsweredEarly = Fault(
    "tones-answered-early", .timing,
    "T_IP2 is kept 4 us too short.",
    inFirmware: "The ramp of the transmitter is left out of the sum.",
    breaks: ["CS-A16", "LL-41"])

  /// Tones end 3 us before T_PM is over.
  public static let tonesEndEarly = Fault(
    "tones-end-early", .timing,
    "Tones end 3 us before T_PM is over.",
    inFirmware: """
      The power is taken away as soon as the sequencer has counted the samples, and the ramp eats into the \
      tone.
      """,
    breaks: ["CS-A16", "LL-41"])

  /// T_SW is kept 2 us too long.
  public static let antennasSwitchedSlowly = Fault(
    "antennas-switched-slowly", .timing,
    "T_SW is kept 2 us too long.",
    inFirmware: """
      The time of the antenna switch of another board is built in, and the one that is declared is not \
      used.
      """,
    breaks: ["LL-41"], blocks: ["LL-50"])

  /// A tone is sent in each extension slot, drawn or not.
  public static let extensionAlwaysSent = Fault(
    "extension-always-sent", .timing,
    "A tone is sent in each extension slot, drawn or not.",
    inFirmware: """
      The bit of the peer and the own one were taken for each other, and both were replaced by one that is \
      always set.
      """,
    breaks: ["AND-08", "CS-A16", "LL-50"])

  /// The last step of each subevent is on the next channel.
  public static let lastChannelMissed = Fault(
    "last-channel-missed", .timing,
    "The last step of each subevent is on the next channel.",
    inFirmware: "The list of channels is read one place too far at its end.",
    breaks: ["CS-A16", "LL-50"],
    blocks: [
      "LL-04", "LL-07", "LL-10", "LL-16", "LL-21", "LL-24", "LL-25", "LL-31", "LL-33", "LL-34", "LL-36",
      "LL-38", "LL-39", "LL-40", "LL-41", "LL-45", "LL-51", "LL-52", "LL-60", "CS-A17", "LL-71", "LL-72",
      "LL-73", "LL-74", "LL-75", "CS-A21", "CS-A25",
    ])

  /// Antenna paths are taken in the same order in every step.
  public static let pathsInFixedOrder = Fault(
    "paths-in-fixed-order", .timing,
    "Antenna paths are taken in the same order in every step.",
    inFirmware: "The permutation is drawn, so that the generator stays in step, and not applied.",
    breaks: ["CS-A24", "LL-50"],
    blocks: [
      "LL-51"
    ])

  /// The last mode-0 step of a subevent is answered with the access address of the first.
  public static let accessAddressRepeated = Fault(
    "access-address-repeated", .timing,
    "The last mode-0 step of a subevent is answered with the access address of the first.",
    inFirmware: "The address of the answer is written once, before the subevent.",
    breaks: ["CS-A16", "LL-50"],
    blocks: [
      "CS-A05"
    ])

  /// Each hop takes 3 us longer than agreed.
  public static let hopsTooLong = Fault(
    "hops-3us-too-long", .timing,
    "Each hop takes 3 us longer than agreed.",
    inFirmware: "The time of an interrupt is added to that of the timer and never taken off.",
    breaks: ["CS-A07", "LL-41"], blocks: ["CS-A06", "LL-50", "CS-A20"])

  /// The last step of each subevent is taken twice.
  public static let lastStepTwice = Fault(
    "last-step-twice", .timing,
    "The last step of each subevent is taken twice.",
    inFirmware: "The end of the list is looked at after a step and not before it.",
    breaks: ["CS-A16", "LL-50"], blocks: ["LL-51", "CS-A25"])
}

extension Fault {
  /// Faults of what a controller reports to its host.
  static let reportingFaults: [Fault] = [
    .inlinePCTReportsQ, .frequencyReportNoisy, .turnaroundMisreported, .packetRSSIHigh,
    .referencePowerHigh, .toneQualityAlwaysHigh, .mode0OffsetSignFlipped, .lastStepNotReported,
    .resultEventLate, .turnaroundOf2MMisreported, .initiatorTimeMisreported, .lastSubeventReportedAlone,
    .attackMetricMissing,
  ]

  /// Under inline PCT the reflector reports PCTs whose Q is not zero.
  public static let inlinePCTReportsQ = Fault(
    "inline-pct-reports-q", .reporting,
    "Under inline PCT the reflector reports PCTs whose Q is not zero.",
    inFirmware: """
      The report is filled as it is without inline PCT, with the measurement in place of the \
      amplitude.
      """,
    breaks: ["CS-A03"], needsInlinePCT: true)

  /// An initiator measures the offset of mode-0 with an error of 1 ppm.
  public static let frequencyReportNoisy = Fault(
    "frequency-report-noisy", .reporting,
    "An initiator measures the offset of mode-0 with an error of 1 ppm.",
    inFirmware: "The offset is taken from the packet's preamble alone, and not from the tone behind it.",
    breaks: ["RF-08"]
  ) { $0.radio.frequencyNoisePpm = 1 }

  /// The report of a turnaround leaves out 400 ns.
  public static let turnaroundMisreported = Fault(
    "turnaround-misreported", .reporting,
    "The report of a turnaround leaves out 400 ns.",
    inFirmware: "The time of the transmitter's own delay is left out of the report.",
    breaks: ["RF-11"]
  ) { $0.radio.turnaroundErrorNanoseconds = 400 }

  /// Packet_RSSI is 10 dB above the level.
  public static let packetRSSIHigh = Fault(
    "packet-rssi-10-db-high", .reporting,
    "Packet_RSSI is 10 dB above the level.",
    inFirmware: "The gain of the receiver is taken off once, and it is set in two places.",
    breaks: ["RF-20"])

  /// Reference_Power_Level is 12 dB above the level.
  public static let referencePowerHigh = Fault(
    "reference-power-12-db-high", .reporting,
    "Reference_Power_Level is 12 dB above the level.",
    inFirmware: "The level is that of a full scale of 12 bits, and the PCT is scaled to 10.",
    breaks: ["RF-20"])

  /// Every tone is rated high, also where nothing was sent.
  public static let toneQualityAlwaysHigh = Fault(
    "tone-quality-always-high", .reporting,
    "Every tone is rated high, also where nothing was sent.",
    inFirmware: "The rating is a constant that was to be replaced by a measurement.",
    breaks: ["LL-52"])

  /// An initiator reports the mode-0 offset with the wrong sign.
  public static let mode0OffsetSignFlipped = Fault(
    "mode0-offset-sign-flipped", .reporting,
    "An initiator reports the mode-0 offset with the wrong sign.",
    inFirmware: """
      The correction that the synthesiser was given is reported, not the offset that was measured.
      """,
    breaks: ["RF-21"])

  /// The last step of a subevent is not reported where there are more than 12.
  public static let lastStepNotReported = Fault(
    "last-step-not-reported", .reporting,
    "The last step of a subevent is not reported where there are more than 12.",
    inFirmware: "The count of the steps of an event is taken for the index of the last one.",
    breaks: ["CS-A25", "LL-51"])

  /// Results name the connection event after theirs.
  public static let resultEventLate = Fault(
    "result-event-late", .reporting,
    "Results name the connection event after theirs.",
    inFirmware: "The counter is read when the result is built, after the next event has begun.",
    breaks: ["CS-A25", "LL-51", "LL-75"])

  /// With CS_SYNC on LE 2M the report of a turnaround leaves out 400 ns.
  public static let turnaroundOf2MMisreported = Fault(
    "turnaround-of-2m-misreported", .reporting,
    "With CS_SYNC on LE 2M the report of a turnaround leaves out 400 ns.",
    inFirmware: "The delay of the modem was calibrated on LE 1M and is used on both.",
    breaks: ["RF-11"])

  /// As an initiator, the accessory leaves 400 ns out of the times that it reports.
  public static let initiatorTimeMisreported = Fault(
    "initiator-time-misreported", .reporting,
    "As an initiator, the accessory leaves 400 ns out of the times that it reports.",
    inFirmware:
      "The delays of the modem are corrected where the accessory reflects, which is all that was calibrated.",
    breaks: ["RF-11"])

  /// The attack metric (NADM) of packets is reported as unknown, though it is claimed.
  public static let attackMetricMissing = Fault(
    "attack-metric-missing", .reporting,
    "The attack metric (NADM) of packets is reported as unknown, though it is claimed.",
    inFirmware: "The detector is a library of the vendor that the release build does not link.",
    breaks: ["RF-11"])

  /// Of a procedure in several subevents, the results of the last one alone are reported.
  public static let lastSubeventReportedAlone = Fault(
    "last-subevent-reported-alone", .reporting,
    "Of a procedure in several subevents, the results of the last one alone are reported.",
    inFirmware: """
      Each subevent is written to the same buffer, which goes to the host when the procedure is over.
      """,
    breaks: ["CS-A23", "LL-38", "LL-51", "LL-52"])
}
