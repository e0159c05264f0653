extension FaultFacts {
  static let gattFacts: [FaultFacts] = [
    FaultFacts(
      .discoveryNeedsEncryption, "discovery-needs-encryption", .gatt,
      "Services and characteristics are refused until the link is encrypted.",
      inFirmware: "The permission was set for the whole server in place of the values that need it.",
      breaks: ["ADG-17"], blocks: ["CS-A10", "ADG-25"]),
    FaultFacts(
      .mtuAnswers23, "mtu-answers-23", .gatt,
      "The accessory answers every ATT_MTU with 23 octets.",
      inFirmware: "The buffers have their default size; every value then takes many packets.",
      breaks: ["ADG-19"]),
    FaultFacts(
      .serviceChangedSpurious, "service-changed-spurious", .gatt,
      "Service Changed is indicated on every encrypted link though nothing has changed.",
      inFirmware:
        "The stack cannot tell whether its services are those of before, and says so at every start.",
      report: "Zephyr, issue 23485: the indication goes to bonded phones at each reboot, needed or not.",
      breaks: ["ADG-20"]),
    FaultFacts(
      .serviceChangedNeedless, "service-changed-needless", .gatt,
      "Service Changed is there in an accessory whose services never change.",
      inFirmware: "The stack adds the characteristic by default, and it was never removed.",
      breaks: ["ADG-20"], shownIn: "nordic-nrf54l15-ipt"),
    FaultFacts(
      .queuedWriteAcrossServices, "queued-write-across-services", .gatt,
      "As client of the phone the accessory queues writes of two services at once.",
      inFirmware: "All pending writes go through one queue of the firmware, in the order they came.",
      breaks: ["ADG-23"]),
    FaultFacts(
      .unknownATTOpcodeIgnored, "unknown-att-opcode-ignored", .gatt,
      "A request that the server does not know gets no answer, so that the phone waits 30 s and ends the link.",
      inFirmware: "The switch over opcodes has no default.",
      report: "Zephyr, pull request 6: unknown requests got no error and made ATT time out.",
      breaks: ["ADG-22"]),
    FaultFacts(
      .mtuRequestIgnored, "mtu-request-ignored", .gatt,
      "The phone's offer of an ATT_MTU gets no answer, so that it waits 30 s and ends the link.",
      inFirmware: "The request is passed to the application, which has to answer it and does not know.",
      breaks: ["ADG-19", "ADG-22", "CS-A14"], blocks: ["ADG-25", "ADG-29", "CS-A10", "CS-A17"]),
    FaultFacts(
      .prepareWriteCrash, "prepare-write-crash", .gatt,
      "The firmware resets when a write is queued.",
      inFirmware: "The queue has no buffer, since nobody wrote more than an MTU in the laboratory.",
      report: """
        ESP-IDF, issue 418: a long write crashes a server that does not handle the event; Arduino arc32 core, \
        issue 456: so does a value of 64 octets.
        """,
      breaks: ["ADG-22"]),
    FaultFacts(
      .errorNamesNoHandle, "error-names-no-handle", .gatt,
      "An Error Response names handle 0 in place of the attribute that was asked for.",
      inFirmware: "One function makes all Error Responses, and does not get the handle.",
      breaks: ["ADG-22"]),
    FaultFacts(
      .endOfValueRefused, "end-of-value-refused", .gatt,
      "Read Blob from the end of a value is refused in place of an empty answer.",
      inFirmware: "The offset is compared with the length as if an octet had to be left.",
      breaks: ["ADG-22"]),
  ]

  static let identityFacts: [FaultFacts] = [
    FaultFacts(
      .nameCutWithinCharacter, "name-cut-within-character", .advertising,
      "The advertised name ends within a character.",
      inFirmware: "The name is cut by octets where the data is full, and its characters have several.",
      breaks: ["ADG-26"]),
    FaultFacts(
      .completeNameDiffers, "complete-name-differs", .advertising,
      "The complete name that is advertised is not the Device Name.",
      inFirmware:
        "The advertising data is a constant of the build; the attribute has the name of the sample.",
      breaks: ["ADG-26"]),
    FaultFacts(
      .advertisingDelayMissing, "advertising-delay-missing", .advertising,
      "Advertising events are not delayed by chance.",
      inFirmware:
        "A timer that repeats drives advertising, so that two accessories can stay in step for ever.",
      breaks: ["ADG-27"]),
    FaultFacts(
      .pairingSecretsRepeated, "pairing-secrets-repeated", .security,
      "Every pairing uses the same key pair and nonce.",
      inFirmware: "They are drawn when the stack starts, and once more only after a restart.",
      breaks: ["ADG-28"]),
    FaultFacts(
      .identityNotSent, "identity-not-sent", .security,
      "The identity is not sent though pairing agreed on it.",
      inFirmware:
        "The Pairing Response echoes the keys that were asked for, and privacy is not in the build.",
      breaks: ["ADG-22", "ADG-28", "LNK-12"],
      blocks: [
        "ADG-03", "ADG-14", "ADG-16", "ADG-17", "ADG-18", "ADG-20", "ADG-21", "ADG-23", "ADG-24", "ADG-25",
        "LNK-01", "LNK-03", "ADG-29",
      ]),
    FaultFacts(
      .identitySentTwice, "identity-sent-twice", .security,
      "The keys of the identity are sent twice.",
      inFirmware: "They go out with encryption, and again when the phone's own keys have come.",
      breaks: ["ADG-28", "CS-A18"]),
    FaultFacts(
      .identityAddressReversed, "identity-address-reversed", .security,
      "Identity Address Information has the octets of the address in reverse.",
      inFirmware: "The settings keep the address as it is printed, and nobody turns it round for the air.",
      breaks: ["ADG-28"]),
  ]
}
