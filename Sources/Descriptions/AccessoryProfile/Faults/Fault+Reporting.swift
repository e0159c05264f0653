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
