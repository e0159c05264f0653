extension Fault {
  /// Faults of what every link agrees on, whether there is Channel Sounding on it or not.
  static let linkControlFaults: [Fault] = [
    .phyNotNamed, .hopLeftOut, .receiveLengthNotReported, .channelMapUsedAtOnce, .versionIndNotAnswered,
    .ownStartRefused,
  ]

  /// LL_PHY_RSP names no PHY to transmit on.
  public static let phyNotNamed = Fault(
    "phy-not-named", .protocol,
    "LL_PHY_RSP names no PHY to transmit on.",
    inFirmware: "No preference of the host is kept as 0, and goes out so.",
    breaks: ["LL-77"])

  /// As a central, the accessory connects with a hop of 0.
  public static let hopLeftOut = Fault(
    "hop-left-out", .protocol,
    "As a central, the accessory connects with a hop of 0.",
    inFirmware: "Channel selection algorithm #2 needs no hop, and with #1 nobody tried.",
    breaks: ["LL-77"])

  /// The length that may be received is reported as 27 octets, whatever was agreed.
  public static let receiveLengthNotReported = Fault(
    "receive-length-not-reported", .reporting,
    "The length that may be received is reported as 27 octets, whatever was agreed.",
    inFirmware: "One direction of the event is filled in, and the other left from the connection.",
    breaks: ["LL-78"])

  /// A data channel map is used from where it was received, not from its Instant.
  public static let channelMapUsedAtOnce = Fault(
    "channel-map-used-at-once", .protocol,
    "A data channel map is used from where it was received, not from its Instant.",
    inFirmware: "The PDU is written into the link's state by the handler, which forgets to wait.",
    breaks: ["LL-79"])

  /// LL_VERSION_IND is not answered.
  public static let versionIndNotAnswered = Fault(
    "version-ind-not-answered", .protocol,
    "LL_VERSION_IND is not answered.",
    inFirmware: "The flag that the version was sent is set when the link begins.",
    breaks: ["ADG-29", "AND-09", "ASK-09", "CS-A26", "LL-29", "LL-71", "LL-73", "RAS-16"],
    blocks: ["CS-A01", "CS-A17"])

  /// As a reflector, the accessory refuses its own host the start of procedures.
  public static let ownStartRefused = Fault(
    "own-start-refused", .protocol,
    "As a reflector, the accessory refuses its own host the start of procedures.",
    inFirmware: "The start belongs to the module of the initiator, which the product leaves out.",
    breaks: ["HCI-37", "LL-80"], blocks: ["LL-16", "LL-18", "LL-22", "LL-25", "LL-32", "LL-43"])
}
