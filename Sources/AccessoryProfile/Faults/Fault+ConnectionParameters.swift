extension Fault {
  /// Faults of the link that an accessory asks for.
  static let connectionParameterFaults: [Fault] = [
    .asksLatency40, .asksTimeout8s, .asksInterval11, .asksNarrowInterval, .asksSlowLink, .asksShortTimeout,
    .dataLength27,
  ]

  /// Asks for a latency of 40.
  public static let asksLatency40 = Fault(
    "asks-latency-40", .protocol,
    "The accessory asks to be let off 40 connection events.",
    inFirmware: "The latency was chosen for the battery, on a phone that takes any.",
    report: "ATC_MiThermometer, issue 137: a latency of 99 is asked for, which Apple's rules refuse.",
    breaks: ["ADG-07"]
  ) { $0.asks(intervals: 15, 30, latency: 40, timeout: 6000) }

  /// Asks for a supervision timeout of 8 s.
  public static let asksTimeout8s = Fault(
    "asks-timeout-8s", .protocol,
    "The accessory asks for a supervision timeout of 8 s.",
    inFirmware: "A long timeout hides short losses in the laboratory.",
    breaks: ["ADG-08"]
  ) { $0.asks(intervals: 15, 30, latency: 0, timeout: 8000) }

  /// Asks for an interval of 11.25 ms.
  public static let asksInterval11 = Fault(
    "asks-interval-11-25", .protocol,
    "The accessory asks for a connection interval of 11.25 ms at least, though it is no keyboard or mouse.",
    inFirmware: "The value of a HID example was taken over for a quicker response.",
    report: """
      ATC_MiThermometer, issue 137: 10 ms are asked for; NimBLE-Arduino, issue 909: a phone refuses what breaks \
      the rules.
      """,
    breaks: ["ADG-09"]
  ) { $0.asks(intervals: 11.25, 30, latency: 0, timeout: 2000) }

  /// Asks for one interval alone.
  public static let asksNarrowInterval = Fault(
    "asks-interval-range-too-narrow", .protocol,
    "The accessory asks for a connection interval of exactly 30 ms.",
    inFirmware: "Least and most were set to the same value, which only 15 ms may be.",
    breaks: ["ADG-10"]
  ) { $0.asks(intervals: 30, 30, latency: 0, timeout: 2000) }

  /// Asks for a link that may be silent for more than 2 s.
  public static let asksSlowLink = Fault(
    "asks-slow-link", .protocol,
    "The accessory asks for 75 ms and a latency of 30: it may be silent for 2.3 s.",
    inFirmware: """
      Interval and latency were chosen apart. No timeout that is allowed is three times as long, so that the \
      rule of the timeout is broken with it.
      """,
    breaks: ["ADG-11", "ADG-12"]
  ) { $0.asks(intervals: 60, 75, latency: 30, timeout: 6000) }

  /// Asks for a timeout that three silent spans outlast.
  public static let asksShortTimeout = Fault(
    "asks-short-timeout", .protocol,
    "The accessory asks for 60 ms, a latency of 30 and a timeout of 5 s, which three silent spans outlast.",
    inFirmware: "The timeout obeys the Core specification, where two spans are enough.",
    breaks: ["ADG-12"]
  ) { $0.asks(intervals: 45, 60, latency: 30, timeout: 5000) }

  /// Data PDUs stay at 27 octets.
  public static let dataLength27 = Fault(
    "data-length-27", .protocol,
    "The accessory takes no data PDU of more than 27 octets.",
    inFirmware:
      "The buffers of the controller have their default size, so that the extension brings nothing.",
    breaks: ["ADG-15"]
  ) { $0.link.maximumDataOctets = 27 }
}

extension AccessoryProfile {
  /// Has it ask for a link: intervals and timeout in milliseconds.
  fileprivate mutating func asks(
    intervals least: Double, _ most: Double, latency: UInt16, timeout: Double
  ) {
    link.requestsConnectionParameters = true
    link.requestedIntervalMinMilliseconds = least
    link.requestedIntervalMaxMilliseconds = most
    link.requestedLatency = latency
    link.requestedTimeoutMilliseconds = timeout
  }
}
