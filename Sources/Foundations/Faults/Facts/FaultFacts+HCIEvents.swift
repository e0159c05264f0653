extension FaultFacts {
  static let hciEventFacts: [FaultFacts] = [
    FaultFacts(
      .configMaskIgnored, "config-mask-ignored", .reporting,
      "LE CS Config Complete is sent though it is masked.",
      inFirmware: """
        The event is built by the module for Channel Sounding, which does not go through the filter.
        """,
      breaks: ["HCI-07"]),
    FaultFacts(
      .versionMaskIgnored, "version-mask-ignored", .reporting,
      "Remote capabilities are reported in version [v2] to a host that has unmasked [v1] alone.",
      inFirmware: "The version is chosen by what the controller can do.",
      breaks: ["HCI-32"]),
    FaultFacts(
      .remoteCapabilitiesAltered, "remote-capabilities-altered", .reporting,
      "The peer's capabilities lose the longest T_FCS when they are stored.",
      inFirmware: "A bit field of eight bits holds the nine of T_FCS.",
      breaks: ["HCI-04", "LL-01", "LL-41"]),
    FaultFacts(
      .timesAsIndices, "times-as-indices", .reporting,
      "LE CS Config Complete has the indices of times in place of microseconds.",
      inFirmware: "The octets of the PDU are copied into the event.",
      breaks: ["HCI-05"]),
    FaultFacts(
      .roleNotReported, "role-not-reported", .reporting,
      "LE CS Config Complete says initiator, whatever the role.",
      inFirmware: "The role of the one who asked is copied from the request.",
      breaks: ["HCI-19"]),
    FaultFacts(
      .peersExchangeHidden, "peers-exchange-hidden", .reporting,
      "A capabilities exchange of the peer is not reported to the host.",
      inFirmware: "The event belongs to the command, and the host gave none.",
      breaks: ["HCI-30"]),
    FaultFacts(
      .peersSecurityHidden, "peers-security-hidden", .reporting,
      "CS security that the peer starts is not reported to the host.",
      inFirmware: "The event belongs to the command, which only a central may give.",
      breaks: ["HCI-30"]),
    FaultFacts(
      .removalNotReported, "removal-not-reported", .reporting,
      "A removal that the host asked for is not reported.",
      inFirmware: "The event is sent where the peer's request arrives, and nowhere else.",
      breaks: ["HCI-20"]),
    FaultFacts(
      .failedStartNotReported, "failed-start-not-reported", .reporting,
      "A start that the peer refuses is not reported.",
      inFirmware: """
        The refusal ends the procedure of the link layer, and no state of the host's request is left to end.
        """,
      breaks: ["HCI-11"]),
    FaultFacts(
      .endNotReported, "end-not-reported", .reporting,
      "The end of a series is not reported.",
      inFirmware: "The scheduler stops, and the event for state 0 was never written.",
      breaks: ["HCI-25"]),
    FaultFacts(
      .endReportedAsStart, "end-reported-as-start", .reporting,
      "The end of a series is reported with the state of a start.",
      inFirmware: "One function builds the event for both, with the state as a constant.",
      breaks: ["HCI-25"]),
    FaultFacts(
      .subeventsNotReported, "subevents-not-reported", .reporting,
      "The start of a series is reported with no subevents.",
      inFirmware: "The field is filled in when the first event is planned, after the report.",
      breaks: ["HCI-26"]),
    FaultFacts(
      .mode0LeftOut, "mode-0-left-out", .reporting,
      "Results leave out the mode-0 steps.",
      inFirmware: "Mode-0 is used up by the frequency correction, and its steps are not kept.",
      breaks: ["HCI-08"]),
    FaultFacts(
      .noCompensationAsZero, "no-compensation-as-zero", .reporting,
      "A frequency compensation that is not available is reported as 0.",
      inFirmware: "The field is cleared with the rest of the event.",
      breaks: ["HCI-27"]),
    FaultFacts(
      .doneReportedEarly, "done-reported-early", .reporting,
      "The first event of a subevent says already that the procedure is complete.",
      inFirmware: "The status is that of the plan, where the event should have that of the report.",
      breaks: ["HCI-28"]),
    FaultFacts(
      .abortReasonMissing, "abort-reason-missing", .reporting,
      "Aborted subevents come without a reason.",
      inFirmware: "The upper half of the octet is never filled in.",
      breaks: ["HCI-29"]),
    FaultFacts(
      .testEndNotReported, "test-end-not-reported", .reporting,
      "The end of a test is not reported.",
      inFirmware: "Command Status was taken for the answer.",
      breaks: ["HCI-36", "RF-23"],
      blocks: ["RF-03", "RF-04", "RF-05", "RF-06", "RF-07", "RF-08", "RF-10", "RF-11", "RF-20"]),
    FaultFacts(
      .channelSelectionHidden, "channel-selection-hidden", .reporting,
      "LE Channel Selection Algorithm is not sent.",
      inFirmware: "The event came with Bluetooth 5.0, and the module for connections is older.",
      breaks: ["HCI-39"]),
  ]
}
