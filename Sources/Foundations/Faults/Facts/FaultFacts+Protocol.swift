extension FaultFacts {
  static let protocolFacts: [FaultFacts] = [
    FaultFacts(
      .enhancementFeatureMissing, "enhancement-feature-missing", .protocol,
      "Feature bit 75 is not reported, though inline PCT works.",
      inFirmware: """
        A controller that can do inline PCT is built with a feature page of Core 6.0, or the \
        extended feature exchange is left out, so that no page beyond the first is ever sent.
        """,
      breaks: ["CS-A01", "LL-30"]),
    FaultFacts(
      .hostSupportNotReported, "host-support-not-reported", .protocol,
      "Feature bit 47 is not reported, though everything else works.",
      inFirmware: """
        The host does not send LE Set Host Feature for Channel Sounding, or sends it after the \
        connection is up, when the features have been exchanged.
        """,
      breaks: ["CS-A02", "LL-30"]),
    FaultFacts(
      .inlinePCTNotClaimed, "inline-pct-not-claimed", .protocol,
      "The capabilities do not claim inline PCT.",
      inFirmware: """
        The controller is a version too old, or answers with the first version of the \
        capabilities, which has no room for inline PCT.
        """,
      breaks: ["CS-A03"], blocks: ["CS-A27"], needsInlinePCT: true
    ),
    FaultFacts(
      .inlinePCTConfigRefused, "inline-pct-config-refused", .protocol,
      "A configuration with the inline PCT bit is refused.",
      inFirmware: "The check of LL_CS_CONFIG_REQ takes the enhancement octet for reserved and wants zero.",
      breaks: ["CS-A03"], needsInlinePCT: true),
    FaultFacts(
      .reflectorRoleNotDeclared, "reflector-role-not-declared", .protocol,
      "The capabilities lack the reflector role, though it works.",
      inFirmware: """
        The build has the initiator alone switched on, or the two bits of the roles are taken \
        for each other.
        """,
      breaks: ["CS-A04"], blocks: ["CS-A27"]),
    FaultFacts(
      .mode0OneStepRefused, "mode0-one-step-refused", .protocol,
      "A configuration with one mode-0 step is refused.",
      inFirmware: """
        The firmware was tried with the three mode-0 steps of every sample, and its check of the \
        range begins at two.
        """,
      breaks: ["CS-A05", "LL-39"], blocks: ["LL-60"]),
    FaultFacts(
      .tFCS100NotDeclared, "tfcs-100-not-declared", .protocol,
      "Of the optional T_FCS values only 120 us is declared.",
      inFirmware: """
        The synthesiser was characterised for 120 us, or the mask of the build is the one of an \
        earlier chip.
        """,
      breaks: ["CS-A07"], blocks: ["CS-A27"]),
    FaultFacts(
      .tFCS100Refused, "tfcs-100-refused", .protocol,
      "T_FCS of 100 us is declared, and a configuration with it is refused.",
      inFirmware: """
        The mask that is reported and the list that the check of LL_CS_CONFIG_REQ uses are kept in \
        two places.
        """,
      breaks: ["CS-A07", "LL-41"]),
    FaultFacts(
      .inlinePCTRefusedAt100, "inline-pct-refused-at-100", .protocol,
      "Inline PCT is refused with a T_FCS of 100 us, though either works alone.",
      inFirmware: """
        The receiver needs longer than 100 us to make the phase ready for the answer, and the \
        firmware knows it.
        """,
      breaks: ["CS-A07"], needsInlinePCT: true),
    FaultFacts(
      .stopsAfterFiveProcedures, "stops-after-five-procedures", .protocol,
      "An endless series stops after five procedures.",
      inFirmware: "Result buffers are not given back, and the scheduler drops the series when it finds none.",
      breaks: ["CS-A12", "CS-A21", "CS-A22"]),
    FaultFacts(
      .restartRefused, "restart-refused", .protocol,
      "A start after a termination is refused.",
      inFirmware: """
        The state of the series is cleared when the last procedure is reported, not when the \
        series is terminated.
        """,
      breaks: ["AND-05", "CS-A12"]),
    FaultFacts(
      .fewerChannelsRefused, "fewer-channels-refused", .protocol,
      "A configuration that leaves out any of the 72 channels is refused.",
      inFirmware: "The check of the channel map compares it with the one that the firmware was tested with.",
      breaks: ["AND-04", "CS-A21"], blocks: ["AND-06", "AND-08"]),
    FaultFacts(
      .linkLostOnPause, "link-lost-on-pause", .protocol,
      "The connection is dropped when ranging pauses.",
      inFirmware: "The application takes two seconds without a result for a lost peer and disconnects.",
      breaks: ["CS-A13"]),
    FaultFacts(
      .rateChangeRefused, "rate-change-refused", .protocol,
      "A start with a longer procedure interval is refused.",
      inFirmware: """
        The schedule of the first series stays reserved, and one that does not fit into it is \
        refused.
        """,
      breaks: ["CS-A13", "CS-A23"]),
    FaultFacts(
      .stopsAfter45Procedures, "stops-after-45-procedures", .protocol,
      "A series stops after 45 procedures.",
      inFirmware: "A slow leak of result buffers: short tests pass, a walk through a house does not.",
      breaks: ["CS-A12", "RF-09"]),
  ]
}
