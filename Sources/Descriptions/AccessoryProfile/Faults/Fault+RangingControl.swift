extension Fault {
  /// Faults of the control point of the Ranging Service and of what belongs to it.
  static let rangingControlFaults: [Fault] = [
    .rasControlPointWrongCode, .rasReadyNotifiedWhenBothBits, .rasOverwritingNotReported, .rasAckIgnored,
    .rasLostSegmentsFromStart, .rasAbortIgnored, .rasUnknownCounterWrongCode, .rasExclusiveCCCDMissing,
    .rasOldDataAfterReconnect, .rasAuthenticatedControl,
  ]

  /// The RAS Control Point calls an opcode that it does not know an invalid parameter.
  public static let rasControlPointWrongCode = Fault(
    "ras-control-point-wrong-code", .gatt,
    "The RAS Control Point calls an opcode that it does not know an invalid parameter.",
    inFirmware: """
      The length of the parameters is looked up by the opcode, and an opcode without an entry has none \
      that fits.
      """,
    breaks: ["RAS-03"])

  /// Ranging Data Ready is notified to a client that enabled notifications and indications.
  public static let rasReadyNotifiedWhenBothBits = Fault(
    "ras-ready-notified-when-both-bits", .gatt,
    "Ranging Data Ready is notified to a client that enabled notifications and indications.",
    inFirmware: "Notifications go first for every characteristic, which is right for ranging data alone.",
    report: """
      nRF Connect SDK, pull request 20825: the server of the Ranging Service preferred notifications \
      everywhere.
      """,
    breaks: ["RAS-04"])

  /// Nothing tells the client that data was overwritten.
  public static let rasOverwritingNotReported = Fault(
    "ras-overwriting-not-reported", .gatt,
    "Nothing tells the client that data was overwritten.",
    inFirmware: """
      The buffer is reused when it is needed, and the characteristic is there for the database alone.
      """,
    breaks: ["RAS-05"])

  /// Ranging data is kept after it was acknowledged.
  public static let rasAckIgnored = Fault(
    "ras-ack-ignored", .gatt,
    "Ranging data is kept after it was acknowledged.",
    inFirmware: "The acknowledgement stops the timer and leaves the buffer to be overwritten.",
    breaks: ["RAS-07"])

  /// Lost segments are sent again from the first of all.
  public static let rasLostSegmentsFromStart = Fault(
    "ras-lost-segments-from-start", .gatt,
    "Lost segments are sent again from the first of all.",
    inFirmware: "The indices of the command are checked and then the transfer is simply repeated.",
    breaks: ["RAS-09"])

  /// An aborted transfer goes on to its end.
  public static let rasAbortIgnored = Fault(
    "ras-abort-ignored", .gatt,
    "An aborted transfer goes on to its end.",
    inFirmware: "All segments are in the queue of the stack before the command is read.",
    breaks: ["RAS-10"])

  /// A counter for which there is no data is called an invalid parameter.
  public static let rasUnknownCounterWrongCode = Fault(
    "ras-unknown-counter-wrong-code", .gatt,
    "A counter for which there is no data is called an invalid parameter.",
    inFirmware: "One check covers everything that is wrong with a command.",
    breaks: ["RAS-12"])

  /// Real-time and On-demand Ranging Data can be enabled together.
  public static let rasExclusiveCCCDMissing = Fault(
    "ras-exclusive-cccd-missing", .gatt,
    "Real-time and On-demand Ranging Data can be enabled together.",
    inFirmware: "The stack stores configurations by itself and asks nobody.",
    breaks: ["RAS-13"])

  /// Ranging data of one connection is sent on the next.
  public static let rasOldDataAfterReconnect = Fault(
    "ras-old-data-after-reconnect", .gatt,
    "Ranging data of one connection is sent on the next.",
    inFirmware: "Buffers belong to the service and not to the connection.",
    breaks: ["RAS-14"])

  /// The control point wants an authenticated key.
  public static let rasAuthenticatedControl = Fault(
    "ras-authenticated-control", .gatt,
    "The RAS Control Point wants an authenticated key, which a pairing without a display cannot give.",
    inFirmware: "The permissions were copied from a service of a product with a passkey.",
    breaks: ["AND-09", "RAS-16"],
    blocks: [
      "RAS-03", "RAS-04", "RAS-05", "RAS-07", "RAS-08", "RAS-09", "RAS-10", "RAS-11", "RAS-12", "RAS-14",
    ])
}
