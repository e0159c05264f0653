extension FaultFacts {
  static let connectionParameterFacts: [FaultFacts] = [
    FaultFacts(
      .asksLatency40, "asks-latency-40", .protocol,
      "The accessory asks for a peripheral latency of 40 connection events.",
      inFirmware: "The latency was chosen for the battery, on a phone that takes any.",
      report: "ATC_MiThermometer, issue 137: a latency of 99 is asked for, which Apple's rules refuse.",
      breaks: ["ADG-07"]),
    FaultFacts(
      .asksTimeout20s, "asks-timeout-20s", .protocol, "The accessory asks for a supervision timeout of 20 s.",
      inFirmware: "A long timeout hides short losses in the laboratory.", breaks: ["ADG-08"]),
    FaultFacts(
      .asksInterval1125, "asks-interval-11-25", .protocol,
      "The accessory asks for a connection interval of 11.25 ms at least, though it is no keyboard or mouse.",
      inFirmware: "The value of a HID example was taken over for a quicker response.",
      report: """
        ATC_MiThermometer, issue 137: 10 ms are asked for; NimBLE-Arduino, issue 909: a phone refuses what breaks \
        the rules.
        """,
      breaks: ["ADG-09"]),
    FaultFacts(
      .asksIntervalRangeTooNarrow, "asks-interval-range-too-narrow", .protocol,
      "The accessory asks for a connection interval of exactly 30 ms.",
      inFirmware: "Least and most were set to the same value, which only 15 ms may be.", breaks: ["ADG-10"]),
    FaultFacts(
      .asksSlowLink, "asks-slow-link", .protocol,
      "The accessory asks for 75 ms and a latency of 30: it may be silent for 2.3 s.",
      inFirmware: "Interval and latency were chosen apart, and the timeout to suit both.", breaks: ["ADG-11"]),
    FaultFacts(
      .asksShortTimeout, "asks-short-timeout", .protocol,
      "The accessory asks for 60 ms, a latency of 30 and a timeout of 5 s, which three silent spans outlast.",
      inFirmware: "The timeout obeys the Core specification, where two spans are enough.", breaks: ["ADG-12"]),
    FaultFacts(
      .dataLength27, "data-length-27", .protocol,
      "The accessory takes no data PDU of more than 27 octets.",
      inFirmware:
        "The buffers of the controller have their default size, so that the extension brings nothing.",
      breaks: ["ADG-15"]),
  ]

  static let linkControlFacts: [FaultFacts] = [
    FaultFacts(
      .phyNotNamed, "phy-not-named", .protocol,
      "LL_PHY_RSP names no PHY to transmit on.",
      inFirmware: "No preference of the host is kept as 0, and goes out so.",
      breaks: ["LL-77"]),
    FaultFacts(
      .hopLeftOut, "hop-left-out", .protocol,
      "As a central, the accessory connects with a hop of 0.",
      inFirmware: "Channel selection algorithm #2 needs no hop, and with #1 nobody tried.",
      breaks: ["LL-77"], shownIn: "everything"),
    FaultFacts(
      .receiveLengthNotReported, "receive-length-not-reported", .reporting,
      "The length that may be received is reported as 27 octets, whatever was agreed.",
      inFirmware: "One direction of the event is filled in, and the other left from the connection.",
      breaks: ["LL-78"]),
    FaultFacts(
      .channelMapUsedAtOnce, "channel-map-used-at-once", .protocol,
      "A data channel map is used from where it was received, not from its Instant.",
      inFirmware: "The PDU is written into the link's state by the handler, which forgets to wait.",
      breaks: ["LL-79"]),
    FaultFacts(
      .versionIndNotAnswered, "version-ind-not-answered", .protocol,
      "LL_VERSION_IND is not answered.",
      inFirmware: "The flag that the version was sent is set when the link begins.",
      breaks: ["ADG-29", "AND-09", "ASK-09", "CS-A26", "LL-29", "LL-71", "LL-73", "RAS-16"],
      blocks: ["CS-A01", "CS-A17"]),
    FaultFacts(
      .ownStartRefused, "own-start-refused", .protocol,
      "As a reflector, the accessory refuses its own host the start of procedures.",
      inFirmware: "The start belongs to the module of the initiator, which the product leaves out.",
      breaks: ["HCI-37", "LL-80"], blocks: ["LL-16", "LL-18", "LL-22", "LL-25", "LL-32", "LL-43"]),
  ]
}
