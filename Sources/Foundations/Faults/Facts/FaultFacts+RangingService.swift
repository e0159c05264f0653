extension FaultFacts {
  static let rangingDataFacts: [FaultFacts] = [
    FaultFacts(
      .rangingServiceMissing, "ranging-service-missing", .gatt,
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
        "RAS-11", "RAS-12", "RAS-13", "RAS-14", "RAS-16", "RAS-17",
      ], shownIn: "everything"),
    FaultFacts(
      .rangingServiceTwice, "ranging-service-twice", .gatt,
      "The Ranging Service is there twice.",
      inFirmware: "The stack registers the service at boot and the application does it once more.",
      breaks: ["RAS-01"], shownIn: "everything"),
    FaultFacts(
      .rasUnencryptedAccess, "ras-unencrypted-access", .gatt,
      "The characteristics of the Ranging Service can be read and configured without encryption.",
      inFirmware: """
        The attribute table was taken from a sample whose permissions are those of a service without \
        secrets.
        """,
      breaks: ["RAS-02"], shownIn: "everything"),
    FaultFacts(
      .rasDataIndicatedWhenBothBits, "ras-data-indicated-when-both-bits", .gatt,
      "Ranging data is indicated to a client that enabled notifications and indications.",
      inFirmware: """
        One function sends all values of the service and prefers indications, which is right for the \
        counters alone.
        """,
      breaks: ["RAS-06"], shownIn: "everything"),
    FaultFacts(
      .rasSegmentsOutOfOrder, "ras-segments-out-of-order", .gatt,
      "The second and the third segment of ranging data are sent in the wrong order.",
      inFirmware: "A segment that found no buffer is queued again behind the next.",
      report: """
        open-vela, frameworks_bluetooth, pull request 488: the list of segments moves on before the send \
        succeeds, so that a failed send upsets their order.
        """,
      breaks: ["AND-06", "RAS-06", "RAS-07", "RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasLastSegmentFlagMissing, "ras-last-segment-flag-missing", .gatt,
      "The last segment of ranging data is not marked as the last.",
      inFirmware: "The mark is set when the buffer is empty, which is seen only after the segment was sent.",
      breaks: ["AND-06", "RAS-06", "RAS-07", "RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasCounterNotAdvanced, "ras-counter-not-advanced", .reporting,
      "Every ranging has the counter of the first.",
      inFirmware: "The counter is set when procedures are enabled and not when one of them ends.",
      report: """
        nRF Connect SDK, pull request 22939: buffers went by the procedure counter of 16 bits where the \
        ranging counter has 12, so that the two parted after 4096 procedures.
        """,
      breaks: ["AND-06", "RAS-04", "RAS-06", "RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasPathMaskWrong, "ras-path-mask-wrong", .reporting,
      "The ranging header says that all four antenna paths are reported, or one if four are.",
      inFirmware: """
        The field is filled with the number of antenna paths, or with all ones, in place of the mask of \
        those that are reported.
        """,
      report: """
        open-vela, frameworks_bluetooth, pull request 521: the count of HCI stood where the Ranging \
        Service has a mask.
        """,
      breaks: ["AND-06", "RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasStartEventMissing, "ras-start-event-missing", .reporting,
      "The Start ACL Connection Event of each subevent is 0 in the ranging data.",
      inFirmware: "The header is cleared, and only the fields that a distance needs are filled.",
      breaks: ["RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasTruncatedAtDefaultMTU, "ras-truncated-at-default-mtu", .gatt,
      "Segments are made for an ATT_MTU of 247, and a link with a smaller one cuts them.",
      inFirmware: "The length of a segment is a constant of the build.",
      breaks: ["RAS-08"], shownIn: "everything"),
    FaultFacts(
      .rasFilterIgnored, "ras-filter-ignored", .reporting,
      "A filter is accepted and every field is sent.",
      inFirmware: "The filter is kept where another module fills the steps.",
      report: """
        open-vela, frameworks_bluetooth, pull request 521: the bits of the filter were counted from the \
        wrong end, so that filters did not take away what they should.
        """,
      breaks: ["RAS-11"], shownIn: "everything"),
    FaultFacts(
      .attMTUSmall, "att-mtu-small", .gatt,
      "The accessory takes an ATT_MTU of 64 octets at most.",
      inFirmware: "The buffers of the stack have the size of the sample that they come from.",
      breaks: ["AND-02"], shownIn: "everything"),
  ]

  static let rangingControlFacts: [FaultFacts] = [
    FaultFacts(
      .rasControlPointWrongCode, "ras-control-point-wrong-code", .gatt,
      "The RAS Control Point calls an opcode that it does not know an invalid parameter.",
      inFirmware: """
        The length of the parameters is looked up by the opcode, and an opcode without an entry has none \
        that fits.
        """,
      breaks: ["RAS-03"], shownIn: "everything"),
    FaultFacts(
      .rasReadyNotifiedWhenBothBits, "ras-ready-notified-when-both-bits", .gatt,
      "Ranging Data Ready is notified to a client that enabled notifications and indications.",
      inFirmware: "Notifications go first for every characteristic, which is right for ranging data alone.",
      report: """
        nRF Connect SDK, pull request 20825: the server of the Ranging Service preferred notifications \
        everywhere.
        """,
      breaks: ["RAS-04"], shownIn: "everything"),
    FaultFacts(
      .rasOverwritingNotReported, "ras-overwriting-not-reported", .gatt,
      "Nothing tells the client that data was overwritten.",
      inFirmware: """
        The buffer is reused when it is needed, and the characteristic is there for the database alone.
        """,
      breaks: ["RAS-05"], shownIn: "everything"),
    FaultFacts(
      .rasAckIgnored, "ras-ack-ignored", .gatt,
      "Ranging data is kept after it was acknowledged.",
      inFirmware: "The acknowledgement stops the timer and leaves the buffer to be overwritten.",
      breaks: ["RAS-17"], shownIn: "everything"),
    FaultFacts(
      .rasAckUnanswered, "ras-ack-unanswered", .gatt,
      "The acknowledgement of ranging data gets no answer.",
      inFirmware: "The acknowledgement frees the buffer and returns before the code that answers commands.",
      breaks: ["RAS-07"], shownIn: "everything"),
    FaultFacts(
      .rasLostSegmentsFromStart, "ras-lost-segments-from-start", .gatt,
      "Lost segments are sent again from the first of all.",
      inFirmware: "The indices of the command are checked and then the transfer is simply repeated.",
      breaks: ["RAS-09"], shownIn: "everything"),
    FaultFacts(
      .rasAbortIgnored, "ras-abort-ignored", .gatt,
      "An aborted transfer goes on to its end.",
      inFirmware: "All segments are in the queue of the stack before the command is read.",
      breaks: ["RAS-10"], shownIn: "everything"),
    FaultFacts(
      .rasUnknownCounterWrongCode, "ras-unknown-counter-wrong-code", .gatt,
      "A counter for which there is no data is called an invalid parameter.",
      inFirmware: "One check covers everything that is wrong with a command.",
      breaks: ["RAS-12"], shownIn: "everything"),
    FaultFacts(
      .rasExclusiveCCCDMissing, "ras-exclusive-cccd-missing", .gatt,
      "Real-time and On-demand Ranging Data can be enabled together.",
      inFirmware: "The stack stores configurations by itself and asks nobody.",
      breaks: ["RAS-13"], shownIn: "everything"),
    FaultFacts(
      .rasOldDataAfterReconnect, "ras-old-data-after-reconnect", .gatt,
      "Ranging data of one connection is sent on the next.",
      inFirmware: "Buffers belong to the service and not to the connection.",
      breaks: ["RAS-14"], shownIn: "everything"),
    FaultFacts(
      .rasAuthenticatedControl, "ras-authenticated-control", .gatt,
      "The RAS Control Point wants an authenticated key, which a pairing without a display cannot give.",
      inFirmware: "The permissions were copied from a service of a product with a passkey.",
      breaks: ["AND-09", "RAS-16"],
      blocks: [
        "RAS-03", "RAS-04", "RAS-05", "RAS-07", "RAS-08", "RAS-09", "RAS-10", "RAS-11", "RAS-12", "RAS-14",
        "RAS-17",
      ], shownIn: "everything"),
  ]
}
