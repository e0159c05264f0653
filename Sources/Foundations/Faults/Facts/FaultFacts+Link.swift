extension FaultFacts {
  static let linkFacts: [FaultFacts] = [
    FaultFacts(
      .capabilitiesDifferOverLink, "capabilities-differ-over-link", .protocol,
      "The peer gets better accuracy classes of RTT than the host.",
      inFirmware: """
        The host's command and the link layer fill the block in two places, and only one of them was \
        changed with the radio.
        """,
      breaks: ["CS-A27", "LL-01"]),
    FaultFacts(
      .impossibleCapabilitiesTaken, "impossible-capabilities-taken", .protocol,
      "Capabilities that no device can have are taken from the peer.",
      inFirmware: "The octets are copied into the cache as they come, and the host is notified of success.",
      breaks: ["LL-02"]),
    FaultFacts(
      .frequencyErrorsToldThoughNone, "frequency-errors-told-though-none", .protocol,
      "Frequency errors are reported although none are claimed.",
      inFirmware: """
        The answer is built from a table of zeros that is always there; the capability bit is not looked \
        at.
        """,
      breaks: ["LL-03"]),
    FaultFacts(
      .faeTableShort, "fae-table-short", .protocol,
      "The table of frequency errors lacks its last entry.",
      inFirmware: """
        The table is laid out by channels 2 to 76 without the gap, and the copy ends one too early.
        """,
      breaks: ["LL-03"], shownIn: "everything"),
    FaultFacts(
      .configIDTakenForCount, "config-id-taken-for-count", .protocol,
      "A configuration with an id of 2 or 3 is refused.",
      inFirmware: """
        There is room for two configurations, and the check compares the id with the room instead of \
        counting what is there.
        """,
      report: """
        Apache NimBLE, pull request 1765: the review finds a Config_ID used as an index before it is \
        checked.
        """,
      breaks: ["LL-04"]),
    FaultFacts(
      .secondConfigRefused, "second-config-refused", .protocol,
      "A configuration beside another is refused, though two are claimed.",
      inFirmware: """
        The context of a configuration is one variable of the connection, and the number that is claimed \
        comes from the build.
        """,
      breaks: ["LL-05"], shownIn: "everything"),
    FaultFacts(
      .reservedBitsRefused, "reserved-bits-refused", .protocol,
      "A configuration with reserved bits set is refused.",
      inFirmware: """
        The octet with RTT_Type and Role is compared as a whole, so that a peer of a later version is \
        turned away.
        """,
      breaks: ["LL-06"]),
    FaultFacts(
      .configRemoveIgnored, "config-remove-ignored", .protocol,
      "A configuration that the peer removes is kept, though the host is notified.",
      inFirmware: """
        The request is answered and reported, and the context is only marked for reuse at the next \
        creation.
        """,
      breaks: ["LL-07"]),
    FaultFacts(
      .mode0StepsUnchecked, "mode-0-steps-unchecked", .protocol,
      "Any number of mode-0 steps is accepted.",
      inFirmware: "The controller relies on the peer's host, which its own host would have stopped.",
      breaks: ["LL-08"]),
    FaultFacts(
      .undeclaredTimesTaken, "undeclared-times-taken", .protocol,
      "Times that are not claimed are accepted.",
      inFirmware: """
        The check looks at the range of the index and not at the capabilities, and the radio then does \
        what it can.
        """,
      breaks: ["LL-09"]),
    FaultFacts(
      .configReplacedInSeries, "config-replaced-in-series", .protocol,
      "The configuration of a running series is replaced.",
      inFirmware: "The check for a running series looks at procedures, and finds none between two of them.",
      breaks: ["LL-10"]),
    FaultFacts(
      .collisionCodesMixedUp, "collision-codes-mixed-up", .protocol,
      "Two configurations that cross end with the code of procedures of different kinds.",
      inFirmware: "One code is used for every collision.",
      report: """
        Zephyr, pull request 45681: the same collision code was sent whether the procedures were of one \
        kind or of two.
        """,
      breaks: ["LL-11"]),
    FaultFacts(
      .securityVectorsConstant, "security-vectors-constant", .security,
      "The vectors of CS security are the same each time.",
      inFirmware: """
        The random numbers come from a stub of the bring-up, or from a generator that is seeded alike at \
        each start.
        """,
      breaks: ["LL-12", "LL-71"]),
    FaultFacts(
      .startsWithoutCSSecurity, "starts-without-cs-security", .security,
      "Procedures are started without CS security.",
      inFirmware: """
        The check is in the host's command and not in the link layer, where the peer's request arrives.
        """,
      breaks: ["LL-13", "LL-72"]),
    FaultFacts(
      .hostSupportIgnored, "host-support-ignored", .protocol,
      "Requests are carried out though the host does not support Channel Sounding.",
      inFirmware: "The host sets its feature bit, and the controller never reads it.",
      report: """
        Apache NimBLE, pull request 1682: a first version set the host's bit in the controller, where the \
        review says that it is the host's to set.
        """,
      breaks: ["LL-15"]),
    FaultFacts(
      .answerNamesEarlierEvent, "answer-names-earlier-event", .protocol,
      "LL_CS_RSP names an earlier connection event than was asked for.",
      inFirmware: "The answer is filled from the own schedule, without the maximum of both.",
      breaks: ["LL-16"]),
    FaultFacts(
      .wrongRejectCode, "wrong-reject-code", .protocol,
      "A start with wrong values is refused with 0x20 instead of 0x1E.",
      inFirmware: "One code is returned from all checks of the module.",
      breaks: ["LL-17"]),
    FaultFacts(
      .offsetUnchecked, "offset-unchecked", .protocol,
      "LL_CS_IND with an offset outside the offered window is accepted.",
      inFirmware: "The indication comes from the central, and is taken as it is.",
      breaks: ["LL-18"]),
    FaultFacts(
      .csIndInThePastAccepted, "cs-ind-in-the-past-accepted", .timing,
      "LL_CS_IND for an event that has passed is accepted, and no procedure follows.",
      inFirmware: "The start is armed for a counter that will only come again after 65536 events.",
      breaks: ["LL-19"]),
    FaultFacts(
      .waitsForEver, "waits-for-ever", .protocol,
      "The peer's LL_CS_IND is waited for without end.",
      inFirmware: "The response timer is started for own requests alone.",
      report: "Zephyr, issue 42197: no disconnection though the peer never answered a control procedure.",
      breaks: ["LL-20"]),
    FaultFacts(
      .terminateNotAnswered, "terminate-not-answered", .protocol,
      "LL_CS_TERMINATE_REQ is carried out and not answered.",
      inFirmware: """
        The PDU was an indication before the specification was adopted, and its answer is missing.
        """,
      breaks: ["LL-21"]),
    FaultFacts(
      .endNotToldToPeer, "end-not-told-to-peer", .protocol,
      "The peer is not notified when the host ends a series.",
      inFirmware: "The scheduler stops at once, and the control procedure that should follow is not started.",
      breaks: ["LL-22"], blocks: ["LL-21"]),
    FaultFacts(
      .endOfNothingAnswered, "end-of-nothing-answered", .protocol,
      "LL_CS_TERMINATE_REQ is answered though no series runs.",
      inFirmware: "The answer is sent before the series is looked for.",
      breaks: ["LL-23"]),
    FaultFacts(
      .channelMapUpdateIgnoredInSeries, "channel-map-update-ignored-in-series", .protocol,
      "A channel map that comes during a series has no effect on it.",
      inFirmware: "The filtered map is computed at the start of the series and kept until its end.",
      breaks: ["CS-A21", "LL-24"]),
    FaultFacts(
      .classificationNotTold, "classification-not-told", .protocol,
      "The host's channel classification is not reported to the peer.",
      inFirmware: "The command stores the map, and nobody builds LL_CS_CHANNEL_MAP_IND from it.",
      breaks: ["LL-25"]),
    FaultFacts(
      .tooFewChannelsStarted, "too-few-channels-started", .protocol,
      "A start with fewer than 15 channels is accepted.",
      inFirmware: "The channels are counted in the configuration, before both classifications are taken off.",
      breaks: ["LL-26"]),
    FaultFacts(
      .unknownOpcodeSilence, "unknown-opcode-silence", .protocol,
      "Control PDUs with unknown opcodes get no answer.",
      inFirmware: "The default of the switch over opcodes is empty.",
      report: """
        bluetoe, issue 126: invalid PDUs, of a wrong length or with an unknown opcode, are simply ignored.
        """,
      breaks: ["LL-27"]),
    FaultFacts(
      .dropsLinkOnUnknownPDU, "drops-link-on-unknown-pdu", .protocol,
      "A control PDU with an unknown opcode ends the link.",
      inFirmware: "An assertion that every opcode is known was left in the build.",
      breaks: ["LL-27"]),
    FaultFacts(
      .shortPDUTaken, "short-pdu-taken", .protocol,
      "A control PDU that is an octet short is taken as if it were whole.",
      inFirmware: "The structure is laid over the receive buffer without a look at the length.",
      report: "Zephyr, pull request 42213: until then the length of received control PDUs was not checked.",
      breaks: ["LL-28"]),
    FaultFacts(
      .versionToldAgain, "version-told-again", .protocol,
      "Every LL_VERSION_IND is answered.",
      inFirmware: "Nothing remembers that the version was sent.",
      report: "rubble, issue 49: LL_VERSION_IND was answered each time, which can go on without end.",
      breaks: ["LL-29"]),
    FaultFacts(
      .supervisionTimeoutIgnored, "supervision-timeout-ignored", .timing,
      "The link outlives its supervision timeout.",
      inFirmware: "The timer is restarted by each CS subevent, whether anything was heard in it or not.",
      breaks: ["LL-31", "LL-71", "LL-72"]),
    FaultFacts(
      .connectionUpdateInSeries, "connection-update-in-series", .protocol,
      "A central changes the connection interval while procedures run.",
      inFirmware: "The scheduler of Channel Sounding is not asked before the update is sent.",
      breaks: ["LL-32"]),
    FaultFacts(
      .seriesLostOnPHYUpdate, "series-lost-on-phy-update", .protocol,
      "No procedure begins after a PHY update.",
      inFirmware: "The update reserves the air anew, and the reservation of the series is not made again.",
      breaks: ["LL-33"]),
    FaultFacts(
      .drbgNotRenewedBySecurityRestart, "drbg-not-renewed-by-security-restart", .security,
      "CS security that is started again leaves the old DRBG in use.",
      inFirmware: "The vectors are exchanged and reported, and the generator is made at its first use only.",
      breaks: ["LL-34"]),
    FaultFacts(
      .procedureCountInOctet, "procedure-count-in-octet", .protocol,
      "Only the lower octet of Procedure_Count is kept.",
      inFirmware: "The field was one octet wide in a draft.",
      breaks: ["LL-35"]),
    FaultFacts(
      .endlessSeriesEnds, "endless-series-ends", .protocol,
      "A series without end ends after 64 procedures.",
      inFirmware: "A count of 0 is replaced by the room in a ring of results.",
      breaks: ["CS-A12", "LL-36", "LL-60"]),
    FaultFacts(
      .procedureCounterOffByOne, "procedure-counter-off-by-one", .reporting,
      "Procedures are reported under the number of the next one.",
      inFirmware: "The counter is raised when a procedure begins and read when it is reported.",
      breaks: ["CS-A07", "CS-A20", "CS-A25", "LL-37", "LL-71", "LL-72", "LL-74"]),
    FaultFacts(
      .keepsOnlyOneSubevent, "keeps-only-one-subevent", .timing,
      "Only the first subevent of a connection event is taken part in.",
      inFirmware: "The samples have one subevent an event, and the timer for the next was never armed.",
      report: """
        Zephyr, pull request 79499: the distance estimate of the samples assumes one subevent a procedure.
        """,
      breaks: ["CS-A16", "LL-38"], blocks: ["LL-51", "LL-52", "CS-A23"]),
    FaultFacts(
      .subModeOmitted, "sub-mode-omitted", .protocol,
      "Sub-mode steps are accepted and never inserted.",
      inFirmware: "The configuration stores the sub mode, and the step generator knows the main mode alone.",
      breaks: ["LL-39"], blocks: ["LL-51"]),
    FaultFacts(
      .claimed2MSyncRefused, "claimed-2m-sync-refused", .protocol,
      "A configuration with CS_SYNC on LE 2M is refused though claimed.",
      inFirmware: """
        The capability comes from the chip's data sheet and the check from what the firmware can do.
        """,
      breaks: ["LL-40"]),
    FaultFacts(
      .phyUpdateStartedByAccessory, "phy-update-started-by-accessory", .protocol,
      "The accessory starts a PHY update as soon as it is connected.",
      inFirmware: "A sample's helper asks for LE 2M on connection, while the phone does the same.",
      report: """
        Zephyr, issues 9608 and 13396: phones lost the link to peripherals that start a PHY update on \
        connection.
        """,
      breaks: ["LL-42"]),
  ]
}
