extension Fault {
  /// Faults that a first link does not show: what is left of one link in the next.
  static let lifeFaults: [Fault] = [
    .linksRunOut, .versionSentOnOneLink, .randomNumbersRepeated, .drbgKeptOverLinks,
    .procedureCounterKeptOverLinks, .eventCounterKeptOverLinks, .encryptionKeptOverLinks,
    .packetCountersKeptOverLinks, .phyKeptOverLinks, .dataLengthKeptOverLinks, .channelMapKeptOverLinks,
    .configurationsKeptOverLinks, .csSecurityKeptOverLinks, .classificationKeptOverLinks,
    .lostLinkNotCleared, .bondLostOnFailedPairing, .mtuKeptOverLinks, .subscriptionsKeptForStrangers,
  ]

  /// There is room for eight links, and none is ever given back.
  public static let linksRunOut = Fault(
    "links-run-out", .protocol,
    "There is room for eight links, and none is ever given back.",
    inFirmware: "The context of a link is taken from a pool when it begins and not returned when it ends.",
    breaks: ["CS-A17", "LL-71"])

  /// LL_VERSION_IND is sent on the first link alone.
  public static let versionSentOnOneLink = Fault(
    "version-sent-on-one-link", .protocol,
    "LL_VERSION_IND is sent on the first link alone.",
    inFirmware: "The flag that LL_VERSION_IND was sent belongs to the device instead of the link.",
    breaks: ["CS-A17", "LL-71"])

  /// Each link draws the random numbers of the first.
  public static let randomNumbersRepeated = Fault(
    "random-numbers-repeated", .security,
    "Each link draws the random numbers of the first.",
    inFirmware: "The generator is seeded anew when a link begins, from a seed that stays.",
    breaks: ["CS-A17", "LL-71"])

  /// CS security on a later link leaves the DRBG of the link before in use.
  public static let drbgKeptOverLinks = Fault(
    "drbg-kept-over-links", .security,
    "CS security on a later link leaves the DRBG of the link before in use.",
    inFirmware: "The generator is made where it is missing, and the end of a link does not take it away.",
    breaks: ["CS-A17", "LL-31", "LL-71", "LL-72"])

  /// Procedures of a later link are counted on from the link before.
  public static let procedureCounterKeptOverLinks = Fault(
    "procedure-counter-kept-over-links", .reporting,
    "Procedures of a later link are counted on from the link before.",
    inFirmware: "CS security resets the counter of the link layer and not the one of the reports.",
    breaks: ["LL-71", "LL-72"])

  /// The counter of connection events goes on from the link before.
  public static let eventCounterKeptOverLinks = Fault(
    "event-counter-kept-over-links", .timing,
    "The counter of connection events goes on from the link before.",
    inFirmware: "The context of a link is reused without being cleared; the first use finds it zero.",
    breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"])

  /// A later link begins with the encryption of the link before.
  public static let encryptionKeptOverLinks = Fault(
    "encryption-kept-over-links", .security,
    "A later link begins with the encryption of the link before.",
    inFirmware: "The bits that switch the cipher on are cleared by the pause procedure alone.",
    breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"])

  /// Packet counters go on from the encryption of the link before.
  public static let packetCountersKeptOverLinks = Fault(
    "packet-counters-kept-over-links", .security,
    "Packet counters go on from the encryption of the link before.",
    inFirmware: "The counters are initialised with the device, and a new session key does not reset them.",
    breaks: ["CS-A08", "CS-A17", "CS-A18", "LL-31", "LL-71", "LL-72"])

  /// A later link begins on the PHY of the link before.
  public static let phyKeptOverLinks = Fault(
    "phy-kept-over-links", .protocol,
    "A later link begins on the PHY of the link before.",
    inFirmware: "The radio keeps the setting that the update made, and the start of a link does not set it.",
    breaks: ["CS-A17", "CS-A18", "LL-72"])

  /// A later link begins with the length of data PDUs of the link before.
  public static let dataLengthKeptOverLinks = Fault(
    "data-length-kept-over-links", .protocol,
    "A later link begins with the length of data PDUs of the link before.",
    inFirmware: "The buffers are cut to the length that was agreed last.",
    breaks: ["LL-72"])

  /// A later link hops over the channel map of the link before.
  public static let channelMapKeptOverLinks = Fault(
    "channel-map-kept-over-links", .protocol,
    "A later link hops over the channel map of the link before.",
    inFirmware:
      "The remapping table is built by the update procedure, and CONNECT_IND only where it is missing.",
    breaks: ["LL-72"])

  /// Configurations of the link before are there on a later link.
  public static let configurationsKeptOverLinks = Fault(
    "configurations-kept-over-links", .protocol,
    "Configurations of the link before are there on a later link.",
    inFirmware: "The table of configurations belongs to the device, and only the host removes from it.",
    breaks: ["LL-72"])

  /// A later link needs no CS security where the link before had it.
  public static let csSecurityKeptOverLinks = Fault(
    "cs-security-kept-over-links", .security,
    "A later link needs no CS security where the link before had it.",
    inFirmware: "The flag is cleared when encryption pauses, which the end of a link never does.",
    breaks: ["LL-72"])

  /// The channels that the peer of the link before found bad are left out on a later link.
  public static let classificationKeptOverLinks = Fault(
    "classification-kept-over-links", .protocol,
    "The channels that the peer of the link before found bad are left out on a later link.",
    inFirmware: "The map of LL_CS_CHANNEL_MAP_IND is stored beside the host's own and cleared with it.",
    breaks: ["LL-72"])

  /// A link that is lost, and not ended, leaves its Channel Sounding to the next.
  public static let lostLinkNotCleared = Fault(
    "lost-link-not-cleared", .security,
    "A link that is lost, and not ended, leaves its Channel Sounding to the next.",
    inFirmware: "The clean-up hangs on LL_TERMINATE_IND; the supervision timer takes another way out.",
    breaks: ["LL-72"])

  /// A failed pairing of any peer deletes the bond.
  public static let bondLostOnFailedPairing = Fault(
    "bond-lost-on-failed-pairing", .security,
    "A failed pairing of any peer deletes the bond.",
    inFirmware: "There is one place for keys, and the pairing that fails clears what it would have filled.",
    breaks: ["ADG-25", "CS-A17"])

  /// A later link begins with the ATT_MTU of the link before.
  public static let mtuKeptOverLinks = Fault(
    "mtu-kept-over-links", .gatt,
    "A later link begins with the ATT_MTU of the link before.",
    inFirmware: "The MTU is a variable of the server, which the exchange alone sets.",
    breaks: ["ADG-25", "CS-A17"])

  /// What a phone without a bond subscribed to stays on for the next.
  public static let subscriptionsKeptForStrangers = Fault(
    "subscriptions-kept-for-strangers", .gatt,
    "What a phone without a bond subscribed to stays on for the next.",
    inFirmware: "The configurations of clients are values of the table of attributes, one for all of them.",
    breaks: ["ADG-25", "CS-A17"])
}
