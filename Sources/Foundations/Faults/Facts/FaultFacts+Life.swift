extension FaultFacts {
  static let linkLossFacts: [FaultFacts] = [
    FaultFacts(
      .crossedStartUnanswered, "crossed-start-unanswered", .protocol,
      "The phone's start gets no answer when it crosses the accessory's own.",
      inFirmware: "One context serves both directions, and a request that finds it taken is dropped.",
      breaks: ["LL-43"]),
    FaultFacts(
      .crossedEndUnanswered, "crossed-end-unanswered", .protocol,
      "The phone's end of a series gets no answer when it crosses the accessory's own.",
      inFirmware: "The state machine waits for LL_CS_TERMINATE_RSP and knows no other PDU meanwhile.",
      breaks: ["LL-21"]),
    FaultFacts(
      .longPDUTaken, "long-pdu-taken", .protocol,
      "What a control PDU has beyond its length is cut off, and the rest taken.",
      inFirmware: "The length is only checked to be no less than the structure's.",
      breaks: ["LL-28"]),
    FaultFacts(
      .passedInstantTaken, "passed-instant-taken", .timing,
      "An update of the link whose Instant has passed is taken at once.",
      inFirmware: """
        The Instant is compared with the counter as a number, and what is not ahead counts as due.
        """,
      breaks: ["LL-44"]),
    FaultFacts(
      .seriesLostOnMissedSubevent, "series-lost-on-missed-subevent", .timing,
      "A series ends when the phone misses a procedure.",
      inFirmware: """
        The next procedure is armed where results are handled, and there are none without a mode-0 packet.
        """,
      breaks: ["CS-A22", "LL-45"]),
  ]

  static let sessionFacts: [FaultFacts] = [
    FaultFacts(
      .stopsAfter256Procedures, "stops-after-256-procedures", .protocol,
      "An endless series stops after 256 procedures.",
      inFirmware: "The scheduler numbers its procedures in an octet and takes the overflow for the end.",
      breaks: ["CS-A12"]),
    FaultFacts(
      .stopsAfter1000Procedures, "stops-after-1000-procedures", .protocol,
      "An endless series stops after 1,000 procedures.",
      inFirmware:
        "Each procedure leaks a few octets of the heap, and the task that plans procedures ends when the heap is full.",
      breaks: ["CS-A12", "LL-60"]),
    FaultFacts(
      .stopsAfter65535Procedures, "stops-after-65535-procedures", .protocol,
      "An endless series stops after 65,535 procedures.",
      inFirmware: """
        The procedures left are kept in 16 bits. They begin at 0xFFFF for a series without end, and that value is \
        counted down like any other.
        """,
      breaks: ["LL-60"]),
    FaultFacts(
      .delayCreeps, "delay-creeps", .radio,
      "The delay of inline PCT grows by 5 ps with each procedure of a series.",
      inFirmware: "The fraction of the timer that triggers the modulator is added up and never taken back.",
      breaks: ["CS-A12"], needsInlinePCT: true),
    FaultFacts(
      .phaseLostAtTimes, "phase-lost-at-times", .radio,
      "Every 500th procedure of a series returns the plain oscillator phase.",
      inFirmware: "A housekeeping task delays the interrupt that hands the measured phase to the modulator.",
      breaks: ["CS-A12"], needsInlinePCT: true),
    FaultFacts(
      .tonesUnheard, "tones-unheard", .reporting,
      "30 % of the tones that are heard are rated unusable.",
      inFirmware:
        "The gain of the receiver is set for the packet before, and the tone is cut off or too weak.",
      breaks: ["CS-A06"]),
    FaultFacts(
      .secondAntennaSilent, "second-antenna-silent", .radio,
      "The second of two antennas is never switched on.",
      inFirmware: "The pin of the antenna switch is not the one of this board.",
      breaks: ["CS-A24"], shownIn: "everything"),
  ]

  static let lifeFacts: [FaultFacts] = [
    FaultFacts(
      .linksRunOut, "links-run-out", .protocol,
      "There is room for eight links, and none is ever given back.",
      inFirmware: "The context of a link is taken from a pool when it begins and not returned when it ends.",
      breaks: ["CS-A17", "LL-71"]),
    FaultFacts(
      .versionSentOnOneLink, "version-sent-on-one-link", .protocol,
      "LL_VERSION_IND is sent on the first link alone.",
      inFirmware: "The flag that LL_VERSION_IND was sent belongs to the device instead of the link.",
      breaks: ["CS-A17", "LL-71"]),
    FaultFacts(
      .randomNumbersRepeated, "random-numbers-repeated", .security,
      "Each link draws the random numbers of the first.",
      inFirmware: "The generator is seeded anew when a link begins, from a seed that stays.",
      breaks: ["CS-A17", "LL-71"]),
    FaultFacts(
      .drbgKeptOverLinks, "drbg-kept-over-links", .security,
      "CS security on a later link leaves the DRBG of the link before in use.",
      inFirmware: "The generator is made where it is missing, and the end of a link does not take it away.",
      breaks: ["CS-A17", "LL-31", "LL-71", "LL-72"]),
    FaultFacts(
      .procedureCounterKeptOverLinks, "procedure-counter-kept-over-links", .reporting,
      "Procedures of a later link are counted on from the link before.",
      inFirmware: "CS security resets the counter of the link layer and not the one of the reports.",
      breaks: ["LL-71", "LL-72"]),
    FaultFacts(
      .eventCounterKeptOverLinks, "event-counter-kept-over-links", .timing,
      "The counter of connection events goes on from the link before.",
      inFirmware: "The context of a link is reused without being cleared; the first use finds it zero.",
      breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"]),
    FaultFacts(
      .encryptionKeptOverLinks, "encryption-kept-over-links", .security,
      "A later link begins with the encryption of the link before.",
      inFirmware: "The bits that switch the cipher on are cleared by the pause procedure alone.",
      breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"]),
    FaultFacts(
      .packetCountersKeptOverLinks, "packet-counters-kept-over-links", .security,
      "Packet counters go on from the encryption of the link before.",
      inFirmware: "The counters are initialised with the device, and a new session key does not reset them.",
      breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"]),
    FaultFacts(
      .phyKeptOverLinks, "phy-kept-over-links", .protocol,
      "A later link begins on the PHY of the link before.",
      inFirmware:
        "The radio keeps the setting that the update made, and the start of a link does not set it.",
      breaks: ["CS-A17", "CS-A18", "LL-72"]),
    FaultFacts(
      .dataLengthKeptOverLinks, "data-length-kept-over-links", .protocol,
      "A later link begins with the length of data PDUs of the link before.",
      inFirmware: "The buffers are cut to the length that was agreed last.",
      breaks: ["LL-72"]),
    FaultFacts(
      .channelMapKeptOverLinks, "channel-map-kept-over-links", .protocol,
      "A later link hops over the channel map of the link before.",
      inFirmware:
        "The remapping table is built by the update procedure, and CONNECT_IND only where it is missing.",
      breaks: ["LL-72"]),
    FaultFacts(
      .configurationsKeptOverLinks, "configurations-kept-over-links", .protocol,
      "Configurations of the link before are there on a later link.",
      inFirmware: "The table of configurations belongs to the device, and only the host removes from it.",
      breaks: ["LL-72"]),
    FaultFacts(
      .csSecurityKeptOverLinks, "cs-security-kept-over-links", .security,
      "A later link needs no CS security where the link before had it.",
      inFirmware: "The flag is cleared when encryption pauses, which the end of a link never does.",
      breaks: ["LL-72"]),
    FaultFacts(
      .classificationKeptOverLinks, "classification-kept-over-links", .protocol,
      "The channels that the peer of the link before found bad are left out on a later link.",
      inFirmware: "The map of LL_CS_CHANNEL_MAP_IND is stored beside the host's own and cleared with it.",
      breaks: ["LL-72"]),
    FaultFacts(
      .lostLinkNotCleared, "lost-link-not-cleared", .security,
      "A link that is lost, and not ended, leaves its Channel Sounding to the next.",
      inFirmware: "The clean-up hangs on LL_TERMINATE_IND; the supervision timer takes another way out.",
      breaks: ["LL-72"]),
    FaultFacts(
      .bondLostOnFailedPairing, "bond-lost-on-failed-pairing", .security,
      "A failed pairing of any peer deletes the bond.",
      inFirmware: "There is one place for keys, and the pairing that fails clears what it would have filled.",
      breaks: ["ADG-25", "CS-A17"]),
    FaultFacts(
      .mtuKeptOverLinks, "mtu-kept-over-links", .gatt,
      "A later link begins with the ATT_MTU of the link before.",
      inFirmware: "The MTU is a variable of the server, which the exchange alone sets.",
      breaks: ["ADG-25", "CS-A17"]),
    FaultFacts(
      .subscriptionsKeptForStrangers, "subscriptions-kept-for-strangers", .gatt,
      "What a phone without a bond subscribed to stays on for the next.",
      inFirmware: "The configurations of clients are values of the table of attributes, one for all of them.",
      breaks: ["ADG-25", "CS-A17"]),
  ]

  static let lossyAirFacts: [FaultFacts] = [
    FaultFacts(
      .damagedAcknowledged, "damaged-acknowledged", .protocol,
      "A packet with a wrong CRC is acknowledged and dropped.",
      inFirmware: "NESN is changed in the interrupt of reception, before the CRC is looked at.",
      breaks: ["CS-A18", "LL-73"]),
    FaultFacts(
      .neverRepeated, "never-repeated", .protocol,
      "A packet that is not acknowledged is not sent again.",
      inFirmware: "The buffer is freed when it was sent, whatever NESN comes back.",
      breaks: ["CS-A18", "LL-73"]),
    FaultFacts(
      .duplicatesExecuted, "duplicates-executed", .protocol,
      "A packet that comes again is carried out again.",
      inFirmware:
        "The sequence number is looked at for the acknowledgement and not before the queue of reception.",
      breaks: ["CS-A18", "LL-73"]),
    FaultFacts(
      .repetitionEncryptedAnew, "repetition-encrypted-anew", .security,
      "A packet that is sent again is encrypted again, with the next packet counter.",
      inFirmware: "Encryption happens on the way to the radio, which a repetition takes as well.",
      breaks: ["CS-A18", "LL-73"]),
    FaultFacts(
      .missedProcedureNotCounted, "missed-procedure-not-counted", .timing,
      "A procedure whose connection event is not heard is not counted.",
      inFirmware:
        "Procedures are armed, and the DRBG is taken on, when the packet of the anchor point arrives.",
      breaks: ["LL-74"]),
    FaultFacts(
      .updateLostWithEvent, "update-lost-with-event", .timing,
      "An update whose Instant follows a connection event that is not heard never takes effect.",
      inFirmware:
        "The next event is prepared where a packet is received, and the Instant is compared there for equality.",
      breaks: ["LL-74"]),
    FaultFacts(
      .windowNotWidened, "window-not-widened", .timing,
      "The receive window stays as narrow as it is after one connection interval.",
      inFirmware:
        "The window is computed from the connection interval instead of the time since the last packet.",
      breaks: ["LL-74"]),
    FaultFacts(
      .instantsComparedAsNumbers, "instants-compared-as-numbers", .timing,
      "An Instant behind the wrap of the counter is taken for one that has passed.",
      inFirmware: "Both are compared as numbers, which is right for the first half an hour of a link.",
      breaks: ["LL-75"]),
    FaultFacts(
      .hopsByFifteenBits, "hops-by-fifteen-bits", .timing,
      "The hop sequence knows 15 bits of the counter of connection events.",
      inFirmware: "The counter shares its word with a flag, which the channel selection masks out.",
      breaks: ["LL-75"]),
    FaultFacts(
      .latencyOverrun, "latency-overrun", .timing,
      "The accessory sleeps for twice the connection events that its latency allows.",
      inFirmware:
        "The wake-up is computed from the supervision timeout, to save power, and not from the latency.",
      breaks: ["LL-76"]),
  ]
}
