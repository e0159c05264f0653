extension Fault {
  /// Faults of what a controller reports to its host.
  static let reportingFaults: [Fault] = [
    .inlinePCTReportsQ, .frequencyReportNoisy, .turnaroundMisreported,
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
}
