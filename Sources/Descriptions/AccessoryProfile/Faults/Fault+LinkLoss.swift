extension Fault {
  /// Faults of the link layer with what crosses, comes too late, too long or not at all.
  static let linkLossFaults: [Fault] = [
    .crossedStartUnanswered, .crossedEndUnanswered, .longPDUTaken, .passedInstantTaken,
    .seriesLostOnMissedSubevent,
  ]

  /// The phone's start gets no answer when it crosses the accessory's own.
  public static let crossedStartUnanswered = Fault(
    "crossed-start-unanswered", .protocol,
    "The phone's start gets no answer when it crosses the accessory's own.",
    inFirmware: "One context serves both directions, and a request that finds it taken is dropped.",
    breaks: ["LL-43"])

  /// The phone's end of a series gets no answer when it crosses the accessory's own.
  public static let crossedEndUnanswered = Fault(
    "crossed-end-unanswered", .protocol,
    "The phone's end of a series gets no answer when it crosses the accessory's own.",
    inFirmware: "The state machine waits for LL_CS_TERMINATE_RSP and knows no other PDU meanwhile.",
    breaks: ["LL-21"])

  /// What a control PDU has beyond its length is cut off, and the rest taken.
  public static let longPDUTaken = Fault(
    "long-pdu-taken", .protocol,
    "What a control PDU has beyond its length is cut off, and the rest taken.",
    inFirmware: "The length is only checked to be no less than the structure's.",
    breaks: ["LL-28"])

  /// An update of the link whose Instant has passed is taken at once.
  public static let passedInstantTaken = Fault(
    "passed-instant-taken", .timing,
    "An update of the link whose Instant has passed is taken at once.",
    inFirmware: """
      The Instant is compared with the counter as a number, and what is not ahead counts as due.
      """,
    breaks: ["LL-44"])

  /// A series ends when the phone misses a procedure.
  public static let seriesLostOnMissedSubevent = Fault(
    "series-lost-on-missed-subevent", .timing,
    "A series ends when the phone misses a procedure.",
    inFirmware: """
      The next procedure is armed where results are handled, and there are none without a mode-0 packet.
      """,
    breaks: ["CS-A22", "LL-45"])
}
