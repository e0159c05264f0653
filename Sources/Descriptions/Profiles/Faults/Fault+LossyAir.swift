extension Fault {
  /// Faults that show where frames are damaged or lost, or after an hour.
  static let lossyAirFaults: [Fault] = [
    .damagedAcknowledged, .neverRepeated, .duplicatesExecuted, .repetitionEncryptedAnew,
    .missedProcedureNotCounted, .updateLostWithEvent, .windowNotWidened, .instantsComparedAsNumbers,
    .hopsByFifteenBits, .latencyOverrun,
  ]

  /// A packet with a wrong CRC is acknowledged and dropped.
  public static let damagedAcknowledged = Fault(
    "damaged-acknowledged", .protocol,
    "A packet with a wrong CRC is acknowledged and dropped.",
    inFirmware: "NESN is changed in the interrupt of reception, before the CRC is looked at.",
    breaks: ["CS-A18", "LL-73"])

  /// A packet that is not acknowledged is not sent again.
  public static let neverRepeated = Fault(
    "never-repeated", .protocol,
    "A packet that is not acknowledged is not sent again.",
    inFirmware: "The buffer is freed when it was sent, whatever NESN comes back.",
    breaks: ["CS-A18", "LL-73"])

  /// A packet that comes again is carried out again.
  public static let duplicatesExecuted = Fault(
    "duplicates-executed", .protocol,
    "A packet that comes again is carried out again.",
    inFirmware:
      "The sequence number is looked at for the acknowledgement and not before the queue of reception.",
    breaks: ["CS-A18", "LL-73"])

  /// A packet that is sent again is encrypted again, with the next packet counter.
  public static let repetitionEncryptedAnew = Fault(
    "repetition-encrypted-anew", .security,
    "A packet that is sent again is encrypted again, with the next packet counter.",
    inFirmware: "Encryption happens on the way to the radio, which a repetition takes as well.",
    breaks: ["CS-A18", "LL-73"])

  /// A procedure whose connection event is not heard is not counted.
  public static let missedProcedureNotCounted = Fault(
    "missed-procedure-not-counted", .timing,
    "A procedure whose connection event is not heard is not counted.",
    inFirmware:
      "Procedures are armed, and the DRBG is taken on, when the packet of the anchor point arrives.",
    breaks: ["LL-74"])

  /// An update whose Instant follows a connection event that is not heard never takes effect.
  public static let updateLostWithEvent = Fault(
    "update-lost-with-event", .timing,
    "An update whose Instant follows a connection event that is not heard never takes effect.",
    inFirmware:
      "The next event is prepared where a packet is received, and the Instant is compared there for equality.",
    breaks: ["LL-74"])

  /// The receive window stays as narrow as it is after one connection interval.
  public static let windowNotWidened = Fault(
    "window-not-widened", .timing,
    "The receive window stays as narrow as it is after one connection interval.",
    inFirmware:
      "The window is computed from the connection interval instead of the time since the last packet.",
    breaks: ["LL-74"])

  /// An Instant behind the wrap of the counter is taken for one that has passed.
  public static let instantsComparedAsNumbers = Fault(
    "instants-compared-as-numbers", .timing,
    "An Instant behind the wrap of the counter is taken for one that has passed.",
    inFirmware: "Both are compared as numbers, which is right for the first half an hour of a link.",
    breaks: ["LL-75"])

  /// The hop sequence knows 15 bits of the counter of connection events.
  public static let hopsByFifteenBits = Fault(
    "hops-by-fifteen-bits", .timing,
    "The hop sequence knows 15 bits of the counter of connection events.",
    inFirmware: "The counter shares its word with a flag, which the channel selection masks out.",
    breaks: ["LL-75"])

  /// The accessory sleeps for twice the connection events that its latency allows.
  public static let latencyOverrun = Fault(
    "latency-overrun", .timing,
    "The accessory sleeps for twice the connection events that its latency allows.",
    inFirmware:
      "The wake-up is computed from the supervision timeout, to save power, and not from the latency.",
    breaks: ["LL-76"])
}

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
