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
