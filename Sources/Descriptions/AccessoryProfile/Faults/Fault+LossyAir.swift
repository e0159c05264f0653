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
