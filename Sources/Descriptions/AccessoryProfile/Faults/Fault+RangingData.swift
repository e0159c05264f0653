extension Fault {
  /// Faults of the Ranging Service, its format, and how it is reached.
  static let rangingDataFaults: [Fault] = [
    .rangingServiceMissing, .rangingServiceTwice, .rasUnencryptedAccess, .rasDataIndicatedWhenBothBits,
    .rasSegmentsOutOfOrder, .rasLastSegmentFlagMissing, .rasCounterNotAdvanced, .rasPathMaskWrong,
    .rasTruncatedAtDefaultMTU, .rasFilterIgnored, .attMTUSmall,
  ]

  /// The Ranging Service is claimed and not served.
  public static let rangingServiceMissing = Fault(
    "ranging-service-missing", .gatt,
    "The Ranging Service is claimed and not served.",
    inFirmware: """
      The service is configured, and the build for production leaves it out; the UUID in the \
      advertising data comes from somewhere else.
      """,
    report: """
      nRF Connect SDK, pull request 30019: a reflector that advertises the UUID of the Ranging Service \
      and has none.
      """,
    breaks: ["AND-01", "RAS-01"],
    blocks: [
      "AND-06", "AND-09", "RAS-02", "RAS-03", "RAS-04", "RAS-05", "RAS-06", "RAS-07", "RAS-08", "RAS-09",
      "RAS-10",
      "RAS-11", "RAS-12", "RAS-13", "RAS-14", "RAS-16",
    ])

  /// The Ranging Service is there twice.
  public static let rangingServiceTwice = Fault(
    "ranging-service-twice", .gatt,
    "The Ranging Service is there twice.",
    inFirmware: "The stack registers the service at boot and the application does it once more.",
    breaks: ["RAS-01"])

  /// The characteristics of the Ranging Service can be read and configured without encryption.
  public static let rasUnencryptedAccess = Fault(
    "ras-unencrypted-access", .gatt,
    "The characteristics of the Ranging Service can be read and configured without encryption.",
    inFirmware: """
      The attribute table was taken from a sample whose permissions are those of a service without \
      secrets.
      """,
    breaks: ["RAS-02"])

  /// Ranging data is indicated to a client that enabled notifications and indications.
  public static let rasDataIndicatedWhenBothBits = Fault(
    "ras-data-indicated-when-both-bits", .gatt,
    "Ranging data is indicated to a client that enabled notifications and indications.",
    inFirmware: """
      One function sends all values of the service and prefers indications, which is right for the \
      counters alone.
      """,
    breaks: ["RAS-06"])

  /// The second and the third segment of ranging data are sent in the wrong order.
  public static let rasSegmentsOutOfOrder = Fault(
    "ras-segments-out-of-order", .gatt,
    "The second and the third segment of ranging data are sent in the wrong order.",
    inFirmware: "A segment that found no buffer is queued again behind the next.",
    report: """
      open-vela, frameworks_bluetooth, pull request 488: the list of segments moves on before the send \
      succeeds, so that a failed send upsets their order.
      """,
    breaks: ["AND-06", "RAS-06", "RAS-07", "RAS-08"])

  /// The last segment of ranging data is not marked as the last.
  public static let rasLastSegmentFlagMissing = Fault(
    "ras-last-segment-flag-missing", .gatt,
    "The last segment of ranging data is not marked as the last.",
    inFirmware: "The mark is set when the buffer is empty, which is seen only after the segment was sent.",
    breaks: ["AND-06", "RAS-06", "RAS-07", "RAS-08"])

  /// Every ranging has the counter of the first.
  public static let rasCounterNotAdvanced = Fault(
    "ras-counter-not-advanced", .reporting,
    "Every ranging has the counter of the first.",
    inFirmware: "The counter is set when procedures are enabled and not when one of them ends.",
    report: """
      nRF Connect SDK, pull request 22939: buffers went by the procedure counter of 16 bits where the \
      ranging counter has 12, so that the two parted after 4096 procedures.
      """,
    breaks: ["AND-06", "RAS-04", "RAS-06", "RAS-08"])

  /// The ranging header says that all four antenna paths are reported.
  public static let rasPathMaskWrong = Fault(
    "ras-path-mask-wrong", .reporting,
    "The ranging header says that all four antenna paths are reported.",
    inFirmware: """
      The field is filled with the number of antenna paths, or with all ones, in place of the mask of \
      those that are reported.
      """,
    report: """
      open-vela, frameworks_bluetooth, pull request 521: the count of HCI stood where the Ranging \
      Service has a mask.
      """,
    breaks: ["AND-06", "RAS-08"])

  /// Segments are made for an ATT_MTU of 247, and a link with a smaller one cuts them.
  public static let rasTruncatedAtDefaultMTU = Fault(
    "ras-truncated-at-default-mtu", .gatt,
    "Segments are made for an ATT_MTU of 247, and a link with a smaller one cuts them.",
    inFirmware: "The length of a segment is a constant of the build.",
    breaks: ["RAS-08"])

  /// A filter is accepted and every field is sent.
  public static let rasFilterIgnored = Fault(
    "ras-filter-ignored", .reporting,
    "A filter is accepted and every field is sent.",
    inFirmware: "The filter is kept where another module fills the steps.",
    report: """
      open-vela, frameworks_bluetooth, pull request 521: the bits of the filter were counted from the \
      wrong end, so that filters did not take away what they should.
      """,
    breaks: ["RAS-11"])

  /// The accessory takes an ATT_MTU of 64 octets at most.
  public static let attMTUSmall = Fault(
    "att-mtu-small", .gatt,
    "The accessory takes an ATT_MTU of 64 octets at most.",
    inFirmware: "The buffers of the stack have the size of the sample that they come from.",
    breaks: ["AND-02"]
  ) { $0.gatt.maximumMTU = 64 }
}
