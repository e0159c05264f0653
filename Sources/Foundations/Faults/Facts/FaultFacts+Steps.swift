extension FaultFacts {
  static let timingFacts: [FaultFacts] = [
    FaultFacts(
      .tFCS100Stretched, "tfcs-100-stretched", .timing,
      "Steps are 150 us apart where 100 us was agreed.",
      inFirmware: """
        The timer is loaded with the mandatory time, whatever was negotiated; with a peer of the \
        same firmware nobody notices.
        """,
      breaks: ["CS-A07", "LL-41"]),
    FaultFacts(
      .pllTooSlowFor100, "pll-too-slow-for-100", .timing,
      "The PLL settles with 12 us, too slowly for a T_FCS of 100 us.",
      inFirmware: """
        The loop filter was chosen for low phase noise, and the time that is claimed was never \
        measured over the whole band.
        """,
      breaks: ["CS-A07", "CS-A20"]),
    FaultFacts(
      .pllTooSlowFor60, "pll-too-slow-for-60", .timing,
      "The PLL settles with 6.2 us, too slowly for the T_FCS of 60 us that is claimed.",
      inFirmware: "The shortest time of the data sheet is claimed at every temperature and for every hop.",
      breaks: ["RF-07"]),
    FaultFacts(
      .pllTooSlowFor80, "pll-too-slow-for-80", .timing,
      "The PLL settles with 9 us, too slowly for a T_FCS of 80 us or less.",
      inFirmware:
        "The shortest times are claimed since the synthesiser locks by then, though its phase is not still.",
      breaks: ["CS-A20", "RF-05", "RF-06", "RF-07", "RF-10"]),
  ]

  static let stepFacts: [FaultFacts] = [
    FaultFacts(
      .hopAfterMode0Late, "hop-after-mode0-late", .timing,
      "The first step after mode-0 comes 5 us late.",
      inFirmware: """
        The receiver is set up for the main mode between mode-0 and the first step, and nobody took the time \
        into account.
        """,
      breaks: ["AND-08", "CS-A07", "LL-41"], blocks: ["CS-A20"]),
    FaultFacts(
      .hopsShortInSecondSubevent, "hops-short-in-second-subevent", .timing,
      "In the second subevent of a procedure each hop after mode-0 is 3 us too short.",
      inFirmware: """
        The timer of later subevents is loaded from another place than that of the first, with the time of \
        an earlier hardware.
        """,
      breaks: ["AND-08", "LL-41"]),
    FaultFacts(
      .lastStepLate, "last-step-late", .timing,
      "The last step of each subevent comes 4 us late.",
      inFirmware: "The end of the subevent is prepared before its last step, in the time of the hop.",
      breaks: ["CS-A07", "LL-41"], blocks: ["CS-A20"]),
    FaultFacts(
      .hopsInMode0Late, "hops-in-mode0-late", .timing,
      "From one mode-0 step to the next the receiver opens 6 us late.",
      inFirmware: """
        The packet of mode-0 is worked out before the next hop is started; the window is wide enough to hide \
        it.
        """,
      breaks: ["CS-A07", "LL-41"], blocks: ["CS-A20"]),
    FaultFacts(
      .mode0AnsweredLate, "mode0-answered-late", .timing,
      "T_IP1 is kept 4 us too long.",
      inFirmware: "The ramp of the transmitter is counted twice.",
      breaks: ["CS-A16", "LL-41"]),
    FaultFacts(
      .tonesAnsweredEarly, "tones-answered-early", .timing,
      "T_IP2 is kept 4 us too short.",
      inFirmware: "The ramp of the transmitter is left out of the sum.",
      breaks: ["CS-A16", "LL-41"]),
    FaultFacts(
      .tonesEndEarly, "tones-end-early", .timing,
      "Tones end 3 us before T_PM is over.",
      inFirmware: """
        The power is taken away as soon as the sequencer has counted the samples, and the ramp eats into the \
        tone.
        """,
      breaks: ["CS-A16", "LL-41"]),
    FaultFacts(
      .antennasSwitchedSlowly, "antennas-switched-slowly", .timing,
      "T_SW is kept 2 us too long.",
      inFirmware: """
        The time of the antenna switch of another board is built in, and the one that is declared is not \
        used.
        """,
      breaks: ["LL-41"], blocks: ["LL-50"], shownIn: "everything"),
    FaultFacts(
      .extensionAlwaysSent, "extension-always-sent", .timing,
      "A tone is sent in each extension slot, drawn or not.",
      inFirmware: """
        The bit of the peer and the own one were taken for each other, and both were replaced by one that is \
        always set.
        """,
      breaks: ["AND-08", "CS-A16", "LL-50"]),
    FaultFacts(
      .lastChannelMissed, "last-channel-missed", .timing,
      "The last step of each subevent is on the next channel.",
      inFirmware: "The list of channels is read one place too far at its end.",
      breaks: ["CS-A16", "LL-50"],
      blocks: [
        "LL-04", "LL-07", "LL-10", "LL-16", "LL-21", "LL-24", "LL-25", "LL-31", "LL-33", "LL-34", "LL-36",
        "LL-38", "LL-39", "LL-40", "LL-41", "LL-45", "LL-51", "LL-52", "LL-60", "CS-A17", "LL-71", "LL-72",
        "LL-73", "LL-74", "LL-75", "CS-A21", "CS-A25",
      ]),
    FaultFacts(
      .pathsInFixedOrder, "paths-in-fixed-order", .timing,
      "Antenna paths are taken in the same order in every step.",
      inFirmware: "The permutation is drawn, so that the generator stays in step, and not applied.",
      breaks: ["CS-A24", "LL-50"],
      blocks: [
        "LL-51"
      ], shownIn: "everything"),
    FaultFacts(
      .accessAddressRepeated, "access-address-repeated", .timing,
      "The last mode-0 step of a subevent is answered with the access address of the first.",
      inFirmware: "The address of the answer is written once, before the subevent.",
      breaks: ["CS-A16", "LL-50"],
      blocks: [
        "CS-A05"
      ]),
    FaultFacts(
      .hops3usTooLong, "hops-3us-too-long", .timing,
      "Each hop takes 3 us longer than agreed.",
      inFirmware: "The time of an interrupt is added to that of the timer and never taken off.",
      breaks: ["CS-A07", "LL-41"], blocks: ["CS-A06", "LL-50", "CS-A20"]),
    FaultFacts(
      .lastStepTwice, "last-step-twice", .timing,
      "The last step of each subevent is taken twice.",
      inFirmware: "The end of the list is looked at after a step and not before it.",
      breaks: ["CS-A16", "LL-50"], blocks: ["LL-51", "CS-A25"]),
  ]

  static let reportingFacts: [FaultFacts] = [
    FaultFacts(
      .inlinePCTReportsQ, "inline-pct-reports-q", .reporting,
      "Under inline PCT the reflector reports PCTs whose Q is not zero.",
      inFirmware: """
        The report is filled as it is without inline PCT, with the measurement in place of the \
        amplitude.
        """,
      breaks: ["CS-A03"], needsInlinePCT: true),
    FaultFacts(
      .frequencyReportNoisy, "frequency-report-noisy", .reporting,
      "An initiator measures the offset of mode-0 with an error of 1 ppm.",
      inFirmware: "The offset is taken from the packet's preamble alone, and not from the tone behind it.",
      breaks: ["RF-08"], shownIn: "everything"),
    FaultFacts(
      .turnaroundMisreported, "turnaround-misreported", .reporting,
      "The report of a turnaround leaves out 400 ns.",
      inFirmware: "The time of the transmitter's own delay is left out of the report.",
      breaks: ["RF-11"]),
    FaultFacts(
      .packetRSSI10dBHigh, "packet-rssi-10-db-high", .reporting,
      "Packet_RSSI is 10 dB above the level.",
      inFirmware: "The gain of the receiver is taken off once, and it is set in two places.",
      breaks: ["RF-20"]),
    FaultFacts(
      .referencePower12dBHigh, "reference-power-12-db-high", .reporting,
      "Reference_Power_Level is 12 dB above the level.",
      inFirmware: "The level is that of a full scale of 12 bits, and the PCT is scaled to 10.",
      breaks: ["RF-20"]),
    FaultFacts(
      .toneQualityAlwaysHigh, "tone-quality-always-high", .reporting,
      "Every tone is rated high, also where nothing was sent.",
      inFirmware: "The rating is a constant that was to be replaced by a measurement.",
      breaks: ["LL-52"]),
    FaultFacts(
      .mode0OffsetSignFlipped, "mode0-offset-sign-flipped", .reporting,
      "An initiator reports the mode-0 offset with the wrong sign.",
      inFirmware: """
        The correction that the synthesiser was given is reported, not the offset that was measured.
        """,
      breaks: ["RF-21"], shownIn: "everything"),
    FaultFacts(
      .lastStepNotReported, "last-step-not-reported", .reporting,
      "The last step of a subevent is not reported where there are more than 12.",
      inFirmware: "The count of the steps of an event is taken for the index of the last one.",
      breaks: ["CS-A25", "LL-51"]),
    FaultFacts(
      .resultEventLate, "result-event-late", .reporting,
      "Results name the connection event after theirs.",
      inFirmware: "The counter is read when the result is built, after the next event has begun.",
      breaks: ["CS-A25", "LL-51", "LL-75"]),
    FaultFacts(
      .turnaroundOf2MMisreported, "turnaround-of-2m-misreported", .reporting,
      "With CS_SYNC on LE 2M the report of a turnaround leaves out 400 ns.",
      inFirmware: "The delay of the modem was calibrated on LE 1M and is used on both.",
      breaks: ["RF-11"]),
    FaultFacts(
      .initiatorTimeMisreported, "initiator-time-misreported", .reporting,
      "As an initiator, the accessory leaves 400 ns out of the times that it reports.",
      inFirmware:
        "The delays of the modem are corrected where the accessory reflects, which is all that was calibrated.",
      breaks: ["RF-11"], shownIn: "everything"),
    FaultFacts(
      .lastSubeventReportedAlone, "last-subevent-reported-alone", .reporting,
      "Of a procedure in several subevents, the results of the last one alone are reported.",
      inFirmware: """
        Each subevent is written to the same buffer, which goes to the host when the procedure is over.
        """,
      breaks: ["CS-A23", "LL-38", "LL-51", "LL-52"], shownIn: "nordic-nrf54l15-ipt"),
    FaultFacts(
      .attackMetricMissing, "attack-metric-missing", .reporting,
      "The attack metric (NADM) of packets is reported as unknown, though it is claimed.",
      inFirmware: "The detector is a library of the vendor that the release build does not link.",
      breaks: ["RF-11"], shownIn: "everything"),
  ]
}
