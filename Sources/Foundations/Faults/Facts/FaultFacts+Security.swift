extension FaultFacts {
  static let securityFacts: [FaultFacts] = [
    FaultFacts(
      .bondForgotten, "bond-forgotten", .security,
      "The long term key is lost at a power cycle.",
      inFirmware: """
        Keys are kept in memory alone, or the settings are wiped at boot; every reconnection \
        then fails with PIN or Key Missing (0x06).
        """,
      report: """
        zephyrproject-rtos/zephyr, pull request 70092: a sample does not load its stored keys after Bluetooth was started \
        again.
        """,
      breaks: ["AND-03", "CS-A08"]),
    FaultFacts(
      .bondLostWithLink, "bond-lost-with-link", .security,
      "The long term key is lost when a link ends with a supervision timeout.",
      inFirmware: """
        The handler of a lost link frees the whole record of the peer, its bond included; that of an orderly \
        disconnection does not.
        """,
      breaks: ["CS-A08", "CS-A17"]),
    FaultFacts(
      .pairingRefused, "pairing-refused", .security,
      "Pairing is answered with Pairing Failed, so nothing that needs encryption can run.",
      inFirmware: "The build is not bondable, or the only bond it has room for is taken.",
      breaks: ["CS-A08"],
      blocks: [
        "CS-A03", "CS-A04", "CS-A05", "CS-A06", "CS-A07", "CS-A09", "CS-A11", "CS-A12", "CS-A13", "CS-A16",
        "CS-A17", "CS-A18", "CS-A20", "CS-A21", "CS-A22", "CS-A23", "CS-A25", "CS-A26", "CS-A27",
      ]),
    FaultFacts(
      .encryptionNotRequired, "encryption-not-required", .security,
      "Channel Sounding requests are carried out on a link without encryption.",
      inFirmware: """
        The check for encryption is made by the host's stack when it starts a procedure, not by \
        the controller when it is asked for one.
        """,
      breaks: ["CS-A08", "LL-14", "LL-72"]),
    FaultFacts(
      .securityRequestAtConnect, "security-request-at-connect", .security,
      "The accessory sends a Security Request as soon as there is a link.",
      inFirmware: """
        The connection callback raises the security level. The phone shows its pairing dialogue to whoever \
        connected, and a bonded phone may already be encrypting.
        """,
      report: """
        ZMK, pull request 2093: the early request was removed for Apple's guidelines; esphome-ancs, issue 15: \
        it collides with the phone's own encryption.
        """,
      breaks: ["ADG-18"]),
    FaultFacts(
      .forgetsPhoneAddress, "forgets-phone-address", .security,
      "The accessory keeps the phone's key but not what resolves its address, and takes it for a stranger.",
      inFirmware: """
        The identity is not stored with the bond, or the resolving list is not filled again at boot; every \
        quarter of an hour the phone has another address.
        """,
      report: "Apache Mynewt, pull request 593: identities were stored and never restored after a reboot.",
      breaks: ["ADG-16", "AND-03", "CS-A08", "CS-A17"]),
    FaultFacts(
      .stuckAfterFailedPairing, "stuck-after-failed-pairing", .security,
      "After a pairing that failed every other is refused until the power is cycled.",
      inFirmware:
        "The state of the pairing that failed is not cleared, so that the next one begins in its middle.",
      report: "BTstack, issue 505: all pairings after the first fail until the board is switched off.",
      breaks: ["ADG-22", "LNK-12"]),
    FaultFacts(
      .pairingTimeoutMissing, "pairing-timeout-missing", .security,
      "A pairing in which the phone falls silent never ends on that link.",
      inFirmware:
        "The Security Manager Timer was left out, since the phone's timer ends the pairing in the laboratory.",
      breaks: ["ADG-22"]),
    FaultFacts(
      .doesNotBond, "does-not-bond", .security,
      "The accessory pairs, and does not ask to keep the key.",
      inFirmware: "Bonding is an option of the build apart from pairing, and was not set.",
      breaks: ["ASK-05", "CS-A08", "CS-A17"]),
    FaultFacts(
      .asksForConfirmation, "asks-for-confirmation", .security,
      "The accessory asks for MITM protection and claims a display, so that a phone asks its user to compare numbers.",
      inFirmware: "The security settings of a sample with a display were kept on a board that has none.",
      breaks: ["ASK-05"]),
  ]
}
