extension Fault {
  /// Faults of pairing, the bond and encryption.
  static let securityFaults: [Fault] = [
    .bondForgotten, .pairingRefused, .encryptionNotRequired,
  ]

  /// The long term key is lost at a power cycle.
  public static let bondForgotten = Fault(
    "bond-forgotten", .security,
    "The long term key is lost at a power cycle.",
    inFirmware: """
      Keys are kept in memory alone, or the settings are wiped at boot; every reconnection \
      then fails with PIN or Key Missing (0x06).
      """,
    report: """
      zephyrproject-rtos/zephyr, pull request 70092: a sample does not load its stored keys after Bluetooth was started \
      again.
      """,
    breaks: ["AND-03", "CS-A08"]
  ) { $0.security.hasPersistentKeys = false }

  /// Pairing is answered with Pairing Failed, so nothing that needs encryption can run.
  public static let pairingRefused = Fault(
    "pairing-refused", .security,
    "Pairing is answered with Pairing Failed, so nothing that needs encryption can run.",
    inFirmware: "The build is not bondable, or the only bond it has room for is taken.",
    breaks: ["CS-A08"],
    blocks: ["CS-A03", "CS-A04", "CS-A05", "CS-A06", "CS-A07", "CS-A09", "CS-A11", "CS-A12", "CS-A13"])

  /// Channel Sounding requests are carried out on a link without encryption.
  public static let encryptionNotRequired = Fault(
    "encryption-not-required", .security,
    "Channel Sounding requests are carried out on a link without encryption.",
    inFirmware: """
      The check for encryption is made by the host's stack when it starts a procedure, not by \
      the controller when it is asked for one.
      """,
    breaks: ["CS-A08"])
}
