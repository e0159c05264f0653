extension Fault {
  /// Faults that show in a long session, or in what a phone does in the middle of one.
  static let sessionFaults: [Fault] = [
    .stopsAfter256Procedures, .stopsAfter1000Procedures, .stopsAfter65535Procedures, .delayCreeps,
    .phaseLostAtTimes, .tonesUnheard, .secondAntennaSilent,
  ]

  /// An endless series stops after 256 procedures.
  public static let stopsAfter256Procedures = Fault(
    "stops-after-256-procedures", .protocol,
    "An endless series stops after 256 procedures.",
    inFirmware: "The scheduler numbers its procedures in an octet and takes the overflow for the end.",
    breaks: ["CS-A12"])

  /// An endless series stops after 1,000 procedures.
  public static let stopsAfter1000Procedures = Fault(
    "stops-after-1000-procedures", .protocol,
    "An endless series stops after 1,000 procedures.",
    inFirmware:
      "Each procedure leaks a few octets of the heap, and the task that plans procedures ends when the heap is full.",
    breaks: ["CS-A12", "LL-60"])

  /// An endless series stops after 65,535 procedures.
  public static let stopsAfter65535Procedures = Fault(
    "stops-after-65535-procedures", .protocol,
    "An endless series stops after 65,535 procedures.",
    inFirmware: """
      The procedures left are kept in 16 bits. They begin at 0xFFFF for a series without end, and that value is \
      counted down like any other.
      """,
    breaks: ["LL-60"])

  /// The delay of inline PCT grows by 5 ps with each procedure of a series.
  public static let delayCreeps = Fault(
    "delay-creeps", .radio,
    "The delay of inline PCT grows by 5 ps with each procedure of a series.",
    inFirmware: "The fraction of the timer that triggers the modulator is added up and never taken back.",
    breaks: ["CS-A12"], needsInlinePCT: true)

  /// Every 500th procedure of a series returns the plain oscillator phase.
  public static let phaseLostAtTimes = Fault(
    "phase-lost-at-times", .radio,
    "Every 500th procedure of a series returns the plain oscillator phase.",
    inFirmware: "A housekeeping task delays the interrupt that hands the measured phase to the modulator.",
    breaks: ["CS-A12"], needsInlinePCT: true)

  /// 30 % of the tones that are heard are rated unusable.
  public static let tonesUnheard = Fault(
    "tones-unheard", .reporting,
    "30 % of the tones that are heard are rated unusable.",
    inFirmware: "The gain of the receiver is set for the packet before, and the tone is cut off or too weak.",
    breaks: ["CS-A06"])

  /// The second of two antennas is never switched on.
  public static let secondAntennaSilent = Fault(
    "second-antenna-silent", .radio,
    "The second of two antennas is never switched on.",
    inFirmware: "The pin of the antenna switch is not the one of this board.",
    breaks: ["CS-A24"])
}
