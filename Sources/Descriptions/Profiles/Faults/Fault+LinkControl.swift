extension Fault {
  /// Faults of what every link agrees on, whether there is Channel Sounding on it or not.
  static let linkControlFaults: [Fault] = [
    .phyNotNamed, .hopLeftOut, .receiveLengthNotReported, .channelMapUsedAtOnce, .versionIndNotAnswered,
    .ownStartRefused,
  ]

  /// LL_PHY_RSP names no PHY to transmit on.
  public static let phyNotNamed = Fault(
    "phy-not-named", .protocol,
    "LL_PHY_RSP names no PHY to transmit on.",
    inFirmware: "No preference of the host is kept as 0, and goes out so.",
    breaks: ["LL-77"])

  /// As a central, the accessory connects with a hop of 0.
  public static let hopLeftOut = Fault(
    "hop-left-out", .protocol,
    "As a central, the accessory connects with a hop of 0.",
    inFirmware: "Channel selection algorithm #2 needs no hop, and with #1 nobody tried.",
    breaks: ["LL-77"])

  /// The length that may be received is reported as 27 octets, whatever was agreed.
  public static let receiveLengthNotReported = Fault(
    "receive-length-not-reported", .reporting,
    "The length that may be received is reported as 27 octets, whatever was agreed.",
    inFirmware: "One direction of the event is filled in, and the other left from the connection.",
    breaks: ["LL-78"])

  /// A data channel map is used from where it was received, not from its Instant.
  public static let channelMapUsedAtOnce = Fault(
    "channel-map-used-at-once", .protocol,
    "A data channel map is used from where it was received, not from its Instant.",
    inFirmware: "The PDU is written into the link's state by the handler, which forgets to wait.",
    breaks: ["LL-79"])

  /// LL_VERSION_IND is not answered.
  public static let versionIndNotAnswered = Fault(
    "version-ind-not-answered", .protocol,
    "LL_VERSION_IND is not answered.",
    inFirmware: "The flag that the version was sent is set when the link begins.",
    breaks: ["ADG-29", "AND-09", "ASK-09", "CS-A26", "LL-29", "LL-71", "LL-73", "RAS-16"],
    blocks: ["CS-A01", "CS-A17"])

  /// As a reflector, the accessory refuses its own host the start of procedures.
  public static let ownStartRefused = Fault(
    "own-start-refused", .protocol,
    "As a reflector, the accessory refuses its own host the start of procedures.",
    inFirmware: "The start belongs to the module of the initiator, which the product leaves out.",
    breaks: ["HCI-37", "LL-80"], blocks: ["LL-16", "LL-18", "LL-22", "LL-25", "LL-32", "LL-43"])
}

extension Fault {
  /// Faults of the link that an accessory asks for.
  static let connectionParameterFaults: [Fault] = [
    .asksLatency40, .asksTimeout8s, .asksInterval11, .asksNarrowInterval, .asksSlowLink, .asksShortTimeout,
    .dataLength27,
  ]

  private static let asksLatency40 = asking(
    "asks-latency-40", "to be let off 40 connection events", for: Wish(latency: 40, timeout: 6000),
    inFirmware: "The latency was chosen for the battery, on a phone that takes any.",
    report: "ATC_MiThermometer, issue 137: a latency of 99 is asked for, which Apple's rules refuse.",
    breaks: ["ADG-07"])

  private static let asksTimeout8s = asking(
    "asks-timeout-8s", "for a supervision timeout of 8 s", for: Wish(timeout: 8000),
    inFirmware: "A long timeout hides short losses in the laboratory.", breaks: ["ADG-08"])

  private static let asksInterval11 = asking(
    "asks-interval-11-25",
    "for a connection interval of 11.25 ms at least, though it is no keyboard or mouse",
    for: Wish(least: 11.25, timeout: 2000),
    inFirmware: "The value of a HID example was taken over for a quicker response.",
    report: """
      ATC_MiThermometer, issue 137: 10 ms are asked for; NimBLE-Arduino, issue 909: a phone refuses what breaks \
      the rules.
      """,
    breaks: ["ADG-09"])

  private static let asksNarrowInterval = asking(
    "asks-interval-range-too-narrow", "for a connection interval of exactly 30 ms",
    for: Wish(least: 30, timeout: 2000),
    inFirmware: "Least and most were set to the same value, which only 15 ms may be.", breaks: ["ADG-10"])

  private static let asksSlowLink = asking(
    "asks-slow-link", "for 75 ms and a latency of 30: it may be silent for 2.3 s",
    for: Wish(least: 60, most: 75, latency: 30, timeout: 6000),
    inFirmware: """
      Interval and latency were chosen apart. No timeout that is allowed is three times as long, so that the \
      rule of the timeout is broken with it.
      """,
    breaks: ["ADG-11", "ADG-12"])

  private static let asksShortTimeout = asking(
    "asks-short-timeout", "for 60 ms, a latency of 30 and a timeout of 5 s, which three silent spans outlast",
    for: Wish(least: 45, most: 60, latency: 30, timeout: 5000),
    inFirmware: "The timeout obeys the Core specification, where two spans are enough.", breaks: ["ADG-12"])

  private static let dataLength27 = Fault(
    "data-length-27", .protocol,
    "The accessory takes no data PDU of more than 27 octets.",
    inFirmware:
      "The buffers of the controller have their default size, so that the extension brings nothing.",
    breaks: ["ADG-15"]
  ) { $0.link.maximumDataOctets = 27 }
}

/// Connection parameters that an accessory asks for: intervals and timeout in milliseconds.
private struct Wish: Sendable {
  var least = 15.0
  var most = 30.0
  var latency: UInt16 = 0
  var timeout: Double
}

extension Fault {
  private static func asking(
    _ name: String, _ what: String, for wish: Wish, inFirmware: String, report: String? = nil,
    breaks: [String]
  ) -> Fault {
    Fault(
      name, .protocol, "The accessory asks \(what).", inFirmware: inFirmware, report: report, breaks: breaks
    ) { profile in
      profile.link.requestsConnectionParameters = true
      profile.link.requestedIntervalMinMilliseconds = wish.least
      profile.link.requestedIntervalMaxMilliseconds = wish.most
      profile.link.requestedLatency = wish.latency
      profile.link.requestedTimeoutMilliseconds = wish.timeout
    }
  }
}
