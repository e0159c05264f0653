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
