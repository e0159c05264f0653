extension FaultFacts {
  static let advertisingFacts: [FaultFacts] = [
    FaultFacts(
      .serviceUUIDNotAdvertised, "service-uuid-not-advertised", .advertising,
      "No service UUID is advertised.",
      inFirmware: """
        The UUID stands in the scan response, or was left out because the accessory serves no \
        Ranging Service.
        """,
      report: """
        nRF Connect SDK, pull request 30019: a reflector without the Ranging Service advertises its \
        UUID, since some devices would not connect without it.
        """,
      breaks: ["ASK-04", "CS-A09", "RAS-15"], blocks: ["ASK-06"]),
    FaultFacts(
      .serviceUUIDDroppedWhenBonded, "service-uuid-dropped-when-bonded", .advertising,
      "The service UUID is no longer advertised once there is a bond.",
      inFirmware: "The firmware has one set of advertising data for pairing and another for known peers.",
      breaks: ["ASK-06", "CS-A09"]),
    FaultFacts(
      .scansWhileAdvertising, "scans-while-advertising", .advertising,
      "The accessory scans for other devices while it advertises.",
      inFirmware: """
        The firmware was made for a gateway or a mesh node, and the central role was left in the build; it asks \
        every advertiser in reach for its scan response.
        """,
      breaks: ["ADG-01"]),
    FaultFacts(
      .advertisesOnTwoChannels, "advertises-on-two-channels", .advertising,
      "The accessory advertises on channels 37 and 38 alone.",
      inFirmware: "The channel map was narrowed to save power, or to keep clear of a Wi-Fi channel.",
      breaks: ["ADG-02"]),
    FaultFacts(
      .directedWhenBonded, "directed-when-bonded", .advertising,
      "When a bonded phone leaves, the accessory sends ADV_DIRECT_IND to it for 1.28 s.",
      inFirmware: """
        The stack's example reconnects that way. Phones hide behind private addresses, so that the identity it \
        calls is heard by nobody.
        """,
      breaks: ["ADG-03"]),
    FaultFacts(
      .flagsMissing, "flags-missing", .advertising,
      "The advertising data has no Flags.",
      inFirmware: "The data was set as raw octets, and the stack adds Flags to data of its own making alone.",
      breaks: ["ADG-04"]),
    FaultFacts(
      .txPowerMissing, "tx-power-missing", .advertising,
      "The advertising data has no TX Power Level.",
      inFirmware: "The stack offers it as an option, and the 31 octets were taken by a long name.",
      breaks: ["ADG-04"]),
    FaultFacts(
      .malformedADStructure, "malformed-ad-structure", .advertising,
      "The last AD structure claims one octet more than the data has.",
      inFirmware: "The length was counted by hand and not changed with the name; phones drop the structure.",
      report:
        "ESP-AT, issue 69: raw advertising data that is no AD structure makes the device invisible to phones.",
      breaks: ["ADG-04"]),
    FaultFacts(
      .scanResponseAddressReversed, "scan-response-address-reversed", .advertising,
      "SCAN_RSP has the advertiser's address with its octets in reverse.",
      inFirmware: "The address is kept most significant octet first, and one of the PDUs copies it as it is.",
      breaks: ["ADG-04"]),
    FaultFacts(
      .fastAdvertisingTooShort, "fast-advertising-too-short", .advertising,
      "The accessory advertises every 20 ms for 10 s, then slowly.",
      inFirmware:
        "The time of the fast phase is the stack's default, in units of 10 ms, and was read as more.",
      breaks: ["ADG-05"]),
    FaultFacts(
      .advIntervalOffList, "adv-interval-off-list", .advertising,
      "After the fast phase the accessory advertises every 1000 ms, which phones that scan now and then miss.",
      inFirmware:
        "One second is a round number; the listed values were chosen to meet the phone's scan windows.",
      breaks: ["ADG-06"]),
    FaultFacts(
      .silentAfterFastPhase, "silent-after-fast-phase", .advertising,
      "After the fast phase the accessory no longer advertises.",
      inFirmware:
        "Advertising is stopped to change its interval, and the new start is refused, which nobody looks at.",
      breaks: ["ADG-06"]),
    FaultFacts(
      .silentAfterScanResponse, "silent-after-scan-response", .advertising,
      "After it has answered a scan request the accessory no longer advertises.",
      inFirmware:
        "The radio's interrupt after the answer is handled as that of a link, which never comes about.",
      breaks: ["ADG-04"]),
    FaultFacts(
      .noAdvertisingAfterLinkLoss, "no-advertising-after-link-loss", .advertising,
      "After a supervision timeout the accessory does not advertise again.",
      inFirmware: """
        Advertising is started again where the phone ends the link; a phone that goes out of range leaves another \
        reason, or the connection object is not free yet.
        """,
      report: "Zephyr, pull request 84574: samples that were not connectable again after a disconnection.",
      breaks: ["ADG-22"]),
    FaultFacts(
      .channelSelection2NotOffered, "channel-selection-2-not-offered", .advertising,
      "Advertising has ChSel 0, though Channel Selection Algorithm #2 is claimed.",
      inFirmware: "The header's bits are written for each PDU type, and this one was reserved before 5.0.",
      breaks: ["LL-77"]),
  ]
}
