/// A note, warning or error that Wireshark puts on frames of our captures, and why it may.
struct WiresharkMark: Sendable {
  /// Whose doing a mark is.
  enum Reason: Sendable {
    /// The mark is right: a case sends, provokes or omits something on purpose.
    case deliberate(String)
    /// The frame is right: this version of Wireshark does not know it, or is wrong about it.
    case wireshark(String)
  }

  /// The versions of Wireshark that mark the frames.
  let versions: [WiresharkGate.Version]
  /// Wireshark's words.
  let message: String
  /// What the packet column of the frames holds, one of these; empty for whatever it holds.
  let packets: [String]
  /// The requirement sets whose captures have the mark; empty for every set.
  let sets: [String]
  /// What the ids of the cases begin with whose frames are marked; empty for any case.
  let cases: [String]
  let reason: Reason

  init(
    _ versions: [WiresharkGate.Version], _ message: String, _ packets: [String], sets: [String] = [],
    cases: [String] = [], _ reason: Reason
  ) {
    self.versions = versions
    self.message = message
    self.packets = packets
    self.sets = sets
    self.cases = cases
    self.reason = reason
  }

  /// Whether captures of `set` are to have the mark in that version.
  func isDue(in set: String, _ version: WiresharkGate.Version) -> Bool {
    versions.contains(version) && (sets.isEmpty || sets.contains(set))
  }

  /// Whether `mark`, on a frame of that case, is one of these.
  func explains(_ mark: WiresharkGate.Mark, in testCase: String) -> Bool {
    message == mark.message && (cases.isEmpty || cases.contains { testCase.hasPrefix($0) })
      && (packets.isEmpty || packets.contains { mark.packet.contains($0) })
  }
}

extension WiresharkMark {
  /// Every mark of every version that the list is about.
  static let all: [WiresharkMark] =
    unknownHCI + wrongHCI + controlPDUs + controlProcedures + attributes + notes

  private static let every = WiresharkGate.Version.listed
  private static let before46 = every.filter { !$0.decodesChannelSounding }
  private static let from46 = every.filter(\.decodesChannelSounding)

  private static let malformed = "Malformed Packet (Exception occurred)"
  private static let outOfSequence = "Incorrect control procedure packet sequencing or direction"
  private static let overlapping = "Initiating a new control procedure before the previous was complete"

  private static let core = ["core-6-3-hci", "core-6-3-ll", "core-6-3-rfphy"]
  /// The sets in which procedures of Channel Sounding are rejected.
  private static let rejecting = ["apple-ios27-cs", "core-6-3-hci", "core-6-3-ll"]
  /// The sets in whose captures somebody advertises data of a manufacturer.
  private static let advertising = [
    "android16-ranging-cs", "apple-adg-ble", "apple-ask", "apple-ios27-cs", "core-6-3-ll", "core-6-3-rfphy",
    "ras-rap-1-0",
  ]

  private static let unknownHCI = [
    WiresharkMark(
      before46, "Unknown command", ["Unknown 0x208", "Unknown 0x209", "Unknown 0x20a"],
      .wireshark("HCI commands of Channel Sounding, and others of Core 6, are unknown")),
    WiresharkMark(
      from46, "Unknown command", ["Unknown 0x20a5"], sets: core,
      .wireshark("LE CS Read Local Supported Capabilities [v2] is unknown")),
    WiresharkMark(
      from46, "Unknown command", ["Unknown 0x20a4", "Unknown 0x20a6"], sets: ["core-6-3-hci"],
      .wireshark(
        "LE Set Event Mask [v2] and LE CS Write Cached Remote Supported Capabilities [v2] are unknown")
    ),
    WiresharkMark(
      from46, "Unknown command", ["Command Complete (LE Set Host Feature [v2])"], sets: ["core-6-3-hci"],
      .wireshark("the command is known, its answer is not")),
    WiresharkMark(
      every, "Unknown command", ["Command Complete (Unknown 0x1010)"], sets: ["core-6-3-hci"],
      .wireshark("Read Local Supported Commands [v2] is unknown")),
  ]

  private static let wrongHCI = [
    WiresharkMark(
      from46, "Unexpected command parameter", ["LE CS Write Cached Remote Supported Capabilities"],
      sets: ["core-6-3-hci"], .wireshark("all 30 octets are decoded, and the command is marked all the same")),
    WiresharkMark(
      from46, malformed, ["LE CS Test"], sets: ["core-6-3-rfphy"],
      .wireshark("CS_SYNC_User_Payload is expected with any payload pattern")),
    WiresharkMark(
      from46, malformed, ["LE CS Subevent Result"], sets: ["core-6-3-rfphy"],
      cases: ["CS/ACC/BV-12", "CS/ACC/BV-13"],
      .wireshark("the RTT type is taken from LE CS Config Complete, which LE CS Test does not have")),
    WiresharkMark(
      from46, malformed,
      ["LE CS Set Default Settings", "LE CS Create Config", "LE CS Set Procedure Parameters"],
      sets: ["core-6-3-hci"], cases: ["HCI/CMD/BI-01"], .deliberate("commands that are too short")),
  ]

  private static let controlPDUs = [
    WiresharkMark(
      before46, "Unknown data", ["Control Opcode: Unknown"],
      .wireshark("control PDUs of Channel Sounding are unknown")),
    WiresharkMark(
      from46, "Unknown data", ["Control Opcode: Unknown"], sets: ["core-6-3-ll"], cases: ["CS/LLNK/BI-01"],
      .deliberate("control PDUs that do not exist")),
    WiresharkMark(
      from46, malformed, ["LL_CS_CONFIG_REQ", "LL_CS_REQ", "LL_CS_TERMINATE_REQ", "LL_CS_SEC_REQ"],
      sets: ["core-6-3-ll"], cases: ["CS/LLNK/BI-02"], .deliberate("control PDUs that are too short")),
    WiresharkMark(
      every, outOfSequence, ["LL_UNKNOWN_RSP"], sets: ["core-6-3-ll"],
      cases: ["CS/LLNK/BI-01", "CS/LLNK/BI-02", "CS/LLNK/BI-04"],
      .deliberate("answers to control PDUs that do not exist or have a wrong length")),
    WiresharkMark(
      every, overlapping, ["LL_VERSION_IND"], sets: ["core-6-3-ll"], cases: ["CS/LLNK/BV-01"],
      .deliberate("LL_VERSION_IND three times")),
    WiresharkMark(
      from46, outOfSequence, ["LL_CS_CAPABILITIES_RSP", "LL_CS_CONFIG_RSP", "LL_CS_TERMINATE_RSP"],
      sets: ["core-6-3-ll"], cases: ["CS/LLNK/BI-03"], .deliberate("answers without a request")),
  ]

  private static let controlProcedures = [
    WiresharkMark(
      every, outOfSequence,
      ["2e", "30", "32", "33", "34", "35", "36", "39"].map { "LL_REJECT_EXT_IND of 0x\($0)" },
      sets: rejecting,
      .wireshark("procedures of Channel Sounding are not among those that can be rejected")),
    WiresharkMark(
      from46, overlapping, [WiresharkGate.Mark.afterRejection], sets: rejecting,
      .wireshark("a rejected procedure of Channel Sounding is taken to go on")),
    WiresharkMark(
      from46, outOfSequence, [WiresharkGate.Mark.afterRejection], sets: ["core-6-3-ll"],
      .wireshark("a rejected procedure of Channel Sounding is taken to go on")),
    WiresharkMark(
      before46, outOfSequence, ["LL_UNKNOWN_RSP"], sets: ["core-6-3-ll"], cases: ["CS/LLFLD/BV-02"],
      .wireshark("LL_FEATURE_EXT_REQ, to which it is the answer, is unknown")),
  ]

  private static let attributes = [
    WiresharkMark(
      every, "Packet size exceed current ATT_MTU",
      ["Read By Type Response", "Read Response", "Read Blob Response"], sets: ["apple-adg-ble"],
      cases: [
        "CS/GAT/BI-07", "CS/GAT/BI-08", "CS/GAT/BI-09", "CS/GAT/BI-10", "CS/GAT/BV-12", "CS/GAT/BV-13",
      ],
      .wireshark("the illegal ATT_MTU of CS/GAT/BI-07 is taken for valid, on later links too")),
    WiresharkMark(
      every, malformed, ["Read Blob Response"], sets: ["apple-adg-ble"],
      cases: ["CS/GAT/BI-04", "CS/ADV/BV-11"],
      .wireshark("a Read Blob Response at the end of a value has no octets of it")),
    WiresharkMark(
      every, malformed, ["Read Request", "Find Information Request"], sets: ["apple-adg-ble"],
      cases: ["CS/GAT/BI-05"], .deliberate("requests that are cut short")),
    WiresharkMark(
      every, malformed, ["Write Request"], sets: ["apple-adg-ble"], cases: ["CS/GAT/BI-06"],
      .deliberate("one octet is written to a characteristic declaration")),
    WiresharkMark(
      every, "Invalid usage of this characteristic with this opcode", ["Write Request"],
      sets: ["apple-adg-ble"], cases: ["CS/GAT/BI-06"],
      .deliberate("a characteristic declaration is written")),
    WiresharkMark(
      every, malformed, ["Pairing Request"], sets: ["apple-adg-ble"], cases: ["CS/SMP/BI-08"],
      .deliberate("a Pairing Request that is cut short")),
  ]

  private static let notes = [
    WiresharkMark(
      every, "Undecoded", ["ADV_IND", "LE Set Advertising Data", "LE Advertising Report"], sets: advertising,
      .wireshark("data of a manufacturer in advertising have no dissector")),
    WiresharkMark(
      every, "Reached ATT_MTU. Attribute value may be longer.", ["Read Blob Response"],
      sets: ["apple-adg-ble"], cases: ["CS/GAT/BV-12"],
      .wireshark("a part of a long value fills the response")),
    WiresharkMark(
      every, "Retransmission", [], sets: ["apple-ios27-cs"], cases: ["CS/LOSS/"],
      .deliberate("packets are lost")),
    WiresharkMark(
      every, "Retransmission", [], sets: ["core-6-3-ll"], cases: ["CS/LLLOSS/"],
      .deliberate("packets are lost")),
    WiresharkMark(
      every, "Retransmission", [], sets: ["android16-ranging-cs", "apple-ios27-cs"],
      cases: ["CS/SEC/BV-02"], .deliberate("the accessory loses its power")),
    WiresharkMark(
      every, "Retransmission", [], sets: ["core-6-3-ll"], cases: ["CS/LLLONG/BV-01", "CS/LLAIR/BV-23"],
      .deliberate("the capture leaves connection events out")),
    WiresharkMark(
      every, "Not acknowledged", [], sets: ["apple-ios27-cs"], cases: ["CS/LOSS/"],
      .deliberate("packets are lost")),
    WiresharkMark(
      every, "Not acknowledged", [], sets: ["core-6-3-ll"],
      cases: ["CS/LLLOSS/", "CS/LLLONG/BV-01", "CS/LLAIR/BV-23"],
      .deliberate("packets are lost, or the capture leaves connection events out")),
  ]
}
