extension FaultFacts {
  static let hciCommandFacts: [FaultFacts] = [
    FaultFacts(
      .v2CapabilitiesDiffer, "v2-capabilities-differ", .reporting,
      "Version [v2] of the local capabilities has another number of steps for round trips.",
      inFirmware: "The two versions are filled from two tables, and one was edited.",
      breaks: ["HCI-01"]),
    FaultFacts(
      .hostFeatureNotShown, "host-feature-not-shown", .reporting,
      "A feature that the host set is missing among the local features.",
      inFirmware: """
        The features are a constant of the build; the host's bits are kept elsewhere and only sent over the \
        link.
        """,
      breaks: ["HCI-02"]),
    FaultFacts(
      .commandNotAnnounced, "command-not-announced", .reporting,
      "LE CS Set Channel Classification works and is not among the supported commands.",
      inFirmware: "The table of bits is written by hand, apart from the table of handlers.",
      breaks: ["HCI-03"]),
    FaultFacts(
      .commandOfAllLacking, "command-of-all-lacking", .protocol,
      "LE Read Filter Accept List Size is answered as unknown.",
      inFirmware: "The build leaves out the filter accept list, which the product does not use.",
      breaks: ["HCI-38"]),
    FaultFacts(
      .announcedUnknown, "announced-unknown", .protocol,
      "LE Write Suggested Default Data Length is announced, and answered as unknown.",
      inFirmware: "The handler was left out of the build, its bit was not.",
      breaks: ["HCI-03"]),
    FaultFacts(
      .commandOfFeatureLacking, "command-of-feature-lacking", .protocol,
      "LE Read Maximum Data Length is answered as unknown, though longer data PDUs are claimed.",
      inFirmware: "The host of the vendor never asks, since it knows its controller.",
      breaks: ["HCI-38"]),
    FaultFacts(
      .scanningGoesOn, "scanning-goes-on", .protocol,
      "The end of scanning is answered, and scanning goes on.",
      inFirmware:
        "The command clears a flag that the scheduler reads once, when the first window is planned.",
      breaks: ["HCI-40"]),
    FaultFacts(
      .advertisingGoesOn, "advertising-goes-on", .protocol,
      "The end of advertising is answered, and advertising goes on.",
      inFirmware: "The set is marked as disabled, and the event that is planned plans the next.",
      breaks: ["HCI-40"]),
    FaultFacts(
      .featuresKeptFromPeripheral, "features-kept-from-peripheral", .protocol,
      "As the peripheral, the host may not read the peer's features, though that is claimed.",
      inFirmware: "The command dates from version 4.0, in which the central alone could ask.",
      breaks: ["HCI-39"]),
    FaultFacts(
      .flowControlChangedOnLink, "flow-control-changed-on-link", .protocol,
      "The flow control of data to the host is changed on a link.",
      inFirmware: "The command sets a flag; what was sent before is counted by nobody.",
      breaks: ["HCI-41"]),
    FaultFacts(
      .advertisingCommandsMixed, "advertising-commands-mixed", .protocol,
      "After legacy commands for advertising extended ones are carried out too, and the other way round.",
      inFirmware: "Legacy commands are mapped to set 0 of the extended ones, and nobody keeps account.",
      breaks: ["HCI-40"], shownIn: "everything"),
    FaultFacts(
      .resolvingListChangedInUse, "resolving-list-changed-in-use", .protocol,
      "The resolving list is changed while it is in use.",
      inFirmware: "The state is asked for by the commands of the filter accept list alone.",
      breaks: ["HCI-40"], shownIn: "everything"),
    FaultFacts(
      .hostFeatureSetOnLink, "host-feature-set-on-link", .protocol,
      "The host may change its features while there is a link.",
      inFirmware: """
        The command sets a bit and looks at nothing else; links that exist go on with the old features.
        """,
      breaks: ["HCI-33"]),
    FaultFacts(
      .hostSupportNotAsked, "host-support-not-asked", .protocol,
      "The host can use Channel Sounding without having said that it supports it.",
      inFirmware: "The check is made for requests of the peer alone.",
      breaks: ["HCI-33"]),
    FaultFacts(
      .unknownHandleWrongCode, "unknown-handle-wrong-code", .protocol,
      "Commands for a handle that never was are refused with 0x0C.",
      inFirmware: "The lookup returns no context, and every command without one is refused in the same way.",
      breaks: ["HCI-06"]),
    FaultFacts(
      .oldHandleWrongCode, "old-handle-wrong-code", .protocol,
      "Commands for a link that is gone are refused with 0x0C.",
      inFirmware: "The context of the link stays in its array, and only its state says that it is over.",
      breaks: ["HCI-34"]),
    FaultFacts(
      .refusalsInCommandStatus, "refusals-in-command-status", .protocol,
      "Refusals come as Command Status, also where Command Complete is due.",
      inFirmware: "Parameters are checked by the dispatcher, which knows one way to say no.",
      breaks: ["HCI-31"]),
    FaultFacts(
      .shortCommandTaken, "short-command-taken", .protocol,
      "A command that is an octet short is carried out.",
      inFirmware: "The structure is laid over the receive buffer, which is cleared after each command.",
      breaks: ["HCI-35"]),
    FaultFacts(
      .featuresWantedFirst, "features-wanted-first", .protocol,
      "The peer's capabilities cannot be read before its features were.",
      inFirmware: "The check for the peer's support looks at a cache that only a feature exchange fills.",
      breaks: ["HCI-09"]),
    FaultFacts(
      .csSecurityInTheClear, "cs-security-in-the-clear", .security,
      "CS security is started on a link that is not encrypted.",
      inFirmware: "The controller leaves the check to its host, or to the peer.",
      breaks: ["HCI-10"]),
    FaultFacts(
      .peripheralSecurityWrongCode, "peripheral-security-wrong-code", .protocol,
      "CS security by the peripheral is refused with 0x1F.",
      inFirmware: "The command ends in the default of a switch over roles.",
      breaks: ["HCI-06"]),
    FaultFacts(
      .impossibleCacheTaken, "impossible-cache-taken", .protocol,
      "Capabilities that no device can have are taken from the host.",
      inFirmware: "The octets are copied into the cache as they come.",
      breaks: ["HCI-12"]),
    FaultFacts(
      .lateCacheTaken, "late-cache-taken", .protocol,
      "Capabilities of the host replace those that came over the air.",
      inFirmware: "The cache has no mark of where its content is from.",
      breaks: ["HCI-13"]),
    FaultFacts(
      .cacheForgotten, "cache-forgotten", .protocol,
      "Capabilities from the host are accepted and not used.",
      inFirmware:
        "The command is answered with success and keeps nothing: the exchange over the air works without it.",
      breaks: ["HCI-13"]),
    FaultFacts(
      .missingTableWrongCode, "missing-table-wrong-code", .protocol,
      "A table of frequency errors that the peer does not have is refused with 0x0C.",
      inFirmware: "One code is used for everything that the peer does not support.",
      breaks: ["HCI-14"]),
    FaultFacts(
      .anyPowerTaken, "any-power-taken", .protocol,
      "Any Max_TX_Power is accepted.",
      inFirmware: "The value is clamped where it is used, and never checked.",
      breaks: ["HCI-15"]),
    FaultFacts(
      .disabledRoleTaken, "disabled-role-taken", .protocol,
      "Roles are taken that the host has not enabled.",
      inFirmware: "The setting is stored and never read; the capabilities decide.",
      breaks: ["HCI-16"]),
    FaultFacts(
      .usedRoleDisabled, "used-role-disabled", .protocol,
      "A role can be disabled while a configuration uses it.",
      inFirmware: "The setting does not know of the configurations.",
      breaks: ["HCI-16"]),
    FaultFacts(
      .anyContextTaken, "any-context-taken", .protocol,
      "A reserved Create_Context stands for both sides.",
      inFirmware: "The octet is tested for being zero.",
      breaks: ["HCI-17"]),
    FaultFacts(
      .localConfigShared, "local-config-shared", .protocol,
      "A configuration for this side alone is created on the peer too.",
      inFirmware: "Create_Context is not looked at, for no host of the time used it.",
      breaks: ["HCI-11", "HCI-19"]),
    FaultFacts(
      .earlyConfigAccepted, "early-config-accepted", .protocol,
      "A configuration is accepted before the peer's capabilities are known, and nothing follows.",
      inFirmware: "The request is queued behind an exchange that nobody starts.",
      breaks: ["HCI-18"]),
    FaultFacts(
      .fewChannelsLeftToPeer, "few-channels-left-to-peer", .protocol,
      "A configuration with fewer than 15 channels goes to the peer.",
      inFirmware: "The channels are checked when a request arrives, and not when it is sent.",
      breaks: ["HCI-06"]),
    FaultFacts(
      .hastyClassificationTaken, "hasty-classification-taken", .timing,
      "Channel classifications are accepted within a second of each other.",
      inFirmware: "The limit is kept over the air alone, where the later map waits.",
      breaks: ["HCI-21"]),
    FaultFacts(
      .sparseClassificationTaken, "sparse-classification-taken", .protocol,
      "A channel classification with 14 channels is accepted.",
      inFirmware: "The channels are counted once the map is combined with the configuration's.",
      breaks: ["HCI-21"]),
    FaultFacts(
      .anyParametersTaken, "any-parameters-taken", .protocol,
      "Procedure parameters out of their ranges are accepted.",
      inFirmware: "The values are checked when procedures start, where they end in another error.",
      breaks: ["HCI-22"]),
    FaultFacts(
      .limitsWrongCode, "limits-wrong-code", .protocol,
      "Procedure parameters beyond the capabilities are refused with 0x12.",
      inFirmware: "Ranges and capabilities are one check with one code.",
      breaks: ["HCI-22"]),
    FaultFacts(
      .parametersChangedInSeries, "parameters-changed-in-series", .protocol,
      "Procedure parameters can be changed in a series.",
      inFirmware: """
        The parameters are a copy that the running series does not use, so nobody saw the need to refuse.
        """,
      breaks: ["HCI-23"]),
    FaultFacts(
      .missingConfigWrongCode, "missing-config-wrong-code", .protocol,
      "Procedures without a configuration are refused with 0x0C.",
      inFirmware: "A configuration that is not there is treated as one in the wrong state.",
      breaks: ["HCI-06"]),
    FaultFacts(
      .endOfNothingTaken, "end-of-nothing-taken", .protocol,
      "The end of a series is accepted though none runs.",
      inFirmware: "The command is passed to the link layer, which asks the peer.",
      breaks: ["HCI-24"]),
    FaultFacts(
      .anyEnableTaken, "any-enable-taken", .protocol,
      "A reserved Enable starts procedures.",
      inFirmware: "The octet is tested for being zero.",
      breaks: ["HCI-24"]),
    FaultFacts(
      .fewChannelsWrongCode, "few-channels-wrong-code", .protocol,
      "Procedures on too few channels are refused with 0x0C.",
      inFirmware: "The code for it is newer than the check.",
      breaks: ["HCI-37"]),
    FaultFacts(
      .testEndWithoutTest, "test-end-without-test", .protocol,
      "The end of a test is accepted though none runs.",
      inFirmware: "The command stops the radio, whatever it does.",
      breaks: ["HCI-36"]),
  ]
}
