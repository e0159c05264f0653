import CoreTypes
import LinkLayer
import Testing
import Wire

@testable import Dissection

@Suite("Link layer PDUs in words")
struct ControlTests {
  @Test("control PDUs have their purpose, what they refuse or select, and the units of their fields")
  func control() throws { try PacketCase.check(Self.control) }

  @Test("control PDUs of Channel Sounding say capabilities and configurations, as the receiver has them")
  func sounding() throws { try PacketCase.check(Self.soundingControl) }

  @Test("unknown opcodes, lengths that a PDU cannot have, reserved values and cut PDUs are reported as that")
  func bad() throws { try PacketCase.check(Self.controlBad) }

  @Test("a data PDU has its kind of payload")
  func data() throws { try PacketCase.check(Self.link) }

  @Test("codes of a power are told from powers, in control PDUs alone")
  func powers() {
    func note(_ packet: some PDU) -> String? {
      FrameExplanation.Layer("packet", packet).fields.first { $0.name == "TxPower" }?.note
    }
    for (power, text) in [(126, "not managed"), (127, "not available"), (20, "dBm")]
      as [(TransmitPowerLevel, String)]
    {
      var (request, response, change) = (PowerControlReq(), PowerControlRsp(), PowerChangeInd())
      (request.txPower, response.txPower, change.txPower) = (power, power, power)
      #expect([note(request), note(response), note(change)] == [text, text, text])
    }
    var advertisement = AdvExtInd()
    advertisement.txPower = 126
    #expect(note(advertisement) == "dBm")
  }

  @Test("times have their unit")
  func times() {
    func notes(_ packet: some PDU) -> [String?] {
      FrameExplanation.Layer("packet", packet).fields.prefix(3).map(\.note)
    }
    var (report, request, response) = (ChannelReportingInd(), FrameSpaceReq(), FrameSpaceRsp())
    (report.minSpacing, report.maxDelay) = (5, 150)
    (request.fsMax, response.fs) = (10_000, 150)
    #expect(notes(report) == [nil, "1000 ms", "30000 ms"])
    #expect(notes(request).prefix(2) == ["us", "us"] && notes(response)[0] == "us")
  }

  @Test("a packet of an isochronous stream is none of a data channel")
  func isochronous() throws {
    try PacketCase.check([
      PacketCase(
        "CIS 0100", "connected isochronous PDU",
        ["A packet of a connected isochronous stream, which this tool does not decode."]),
      PacketCase(
        "BIS 030112", "broadcast isochronous PDU",
        ["A packet of a broadcast isochronous stream, which this tool does not decode."]),
    ])
  }

  @Test("each known control PDU has a purpose of one or two plain sentences")
  func purposes() throws {
    for opcode in ControlOpcode.known {
      let purpose = try #require(opcode.purpose)
      #expect(purpose.hasSuffix(".") && purpose.split(separator: " ").count <= 25, "\(purpose)")
    }
  }

  // Layouts: Core, Vol 6, Part B, 2.4.2. Those of Channel Sounding are in Tests/Fixtures/vectors-ll.json.
  private static let control: [PacketCase] = [
    PacketCase(
      "C3 000205000C00010048003412", "LL_CONNECTION_UPDATE_IND",
      ["The central changes the interval, latency and timeout of the connection at an Instant."],
      fields: [
        "WinSize = 2 (2.5 ms)", "WinOffset = 5 (6.25 ms)", "Interval = 12 (15 ms)", "Timeout = 72 (720 ms)",
      ]),
    PacketCase(
      "C3 0213", "LL_TERMINATE_IND",
      ["The device ends the connection.", "The reason is 0x13 Remote User Terminated Connection."],
      fields: ["ErrorCode = 19 (0x13 Remote User Terminated Connection)"]),
    PacketCase("P3 02FF", "LL_TERMINATE_IND", ["The device ends the connection.", "The reason is 0xFF."]),
    PacketCase(
      "C3 0730", "LL_UNKNOWN_RSP",
      ["The device does not support the received PDU.", "It does not support LL_CS_CONFIG_REQ."],
      fields: ["UnknownType = 48 (0x30)"]),
    PacketCase(
      "P3 07FE", "LL_UNKNOWN_RSP",
      ["The device does not support the received PDU.", "It does not support LL opcode 0xFE."]),
    PacketCase(
      "C3 0D06", "LL_REJECT_IND", ["The device refuses a request.", "The reason is 0x06 PIN or Key Missing."]),
    PacketCase(
      "P3 113020", "LL_REJECT_EXT_IND",
      [
        "The device refuses a request, and names the refused PDU.",
        "It refuses LL_CS_CONFIG_REQ: 0x20 Unsupported LL Parameter Value.",
      ], fields: ["RejectOpcode = 48 (0x30)", "ErrorCode = 32 (0x20 Unsupported LL Parameter Value)"]),
    PacketCase(
      "C3 0C0D34127856", "LL_VERSION_IND",
      [
        "The device sends its Bluetooth version and the company of its controller. Each device sends this PDU once."
      ], fields: ["Version = 13 (Bluetooth 5.4)", "Company_Identifier = 4660 (0x1234)"]),
    PacketCase(
      "P3 0C0E59000100", "LL_VERSION_IND",
      [
        "The device sends its Bluetooth version and the company of its controller. Each device sends this PDU once."
      ], fields: ["Version = 14 (Bluetooth 6.0)", "Company_Identifier = 89 (0x59, Nordic Semiconductor)"]),
    PacketCase(
      "C3 080000000000400100", "LL_FEATURE_REQ",
      ["The central sends its features, and requests the features of the peripheral."],
      fields: ["FeatureSet = 351843720888320 (channelSounding, channelSoundingToneQualityIndication)"]),
    PacketCase(
      "C3 083159000000C00180", "LL_FEATURE_REQ",
      ["The central sends its features, and requests the features of the peripheral."],
      fields: [
        "FeatureSet = 9223864618064042289 (leEncryption, lePing, dataPacketLengthExtension, le2MPHY, extendedAdvertising, channelSelectionAlgorithm2, channelSounding, channelSoundingHostSupport, channelSoundingToneQualityIndication, extendedFeatureSet)"
      ]),
    PacketCase(
      "P3 090000000000000000", "LL_FEATURE_RSP",
      ["The device sends its features, without those that the peer does not have."],
      fields: ["FeatureSet = 0 (none)"]),
    PacketCase("C3 160203", "LL_PHY_REQ", ["The device sends its preferred PHYs."]),
    PacketCase(
      "C3 14FB0048081B004808", "LL_LENGTH_REQ",
      ["The device sends its maximum packet lengths, and requests those of the peer."],
      fields: ["MaxRxOctets = 251", "MaxRxTime = 2120 (us)", "MaxTxTime = 2120 (us)"]),
    PacketCase(
      "C3 2301FA05", "LL_POWER_CONTROL_REQ", ["The device requests a change of the peer's transmit power."],
      fields: ["Delta = -6 (dB)", "TxPower = 5 (dBm)"]),
    PacketCase("C3 12", "LL_PING_REQ", ["The device requests a packet with a valid MIC from the peer."]),
  ]

  private static let soundingControl: [PacketCase] = [
    PacketCase(
      "C3 2E0107010101000000000111030301000A010001000100010002", "LL_CS_CAPABILITIES_REQ",
      [
        "The device sends its Channel Sounding capabilities, and requests those of the peer.",
        "Capabilities: T_FCS 15, 150 us; T_IP1 10, 145 us; T_IP2 10, 145 us; T_PM 10, 40 us; T_SW 10 us; 1 antenna; up to 1 antenna path; initiator, reflector, mode-3.",
      ], fields: ["T_SW = 10 (us)", "T_FCS_Capability = 1 (15, 150 us)"]),
    PacketCase(
      "P3 2F00001E001E0000000002110A010000007C007E00E001030000", "LL_CS_CAPABILITIES_RSP",
      [
        "The device sends its Channel Sounding capabilities.",
        "Capabilities: T_FCS 60, 80, 100, 120, 150 us; T_IP1 30, 40, 50, 60, 80, 145 us; T_IP2 20, 30, 40, 50, 60, 80, 145 us; T_PM 10, 20, 40 us; T_SW 0 us; 1 antenna; up to 1 antenna path; reflector, no FAE.",
      ],
      fields: [
        "T_IP1_Capability = 124 (30, 40, 50, 60, 80, 145 us)",
        "T_IP2_Capability = 126 (20, 30, 40, 50, 60, 80, 145 us)", "T_PM_Capability = 3 (10, 20, 40 us)",
      ]),
    PacketCase(
      "C3 3080FCFF7FFCFFFFFFFFFF1F0102FF00000003020000020707070201", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Action for configuration 0 is 2, which is reserved; expected 0 (remove) or 1 (create).",
      ], fields: ["Action = 2"]),
    PacketCase(
      "C3 3042FCFF7FFCFFFFFFFFFF1F0101FF00000003010001020000000000", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 2, as the receiver of the request has it: reflector, mode-1, 3 mode-0 steps, 72 channels, T_FCS 15 us, T_IP1 10 us, T_IP2 10 us, T_PM 10 us.",
      ], fields: ["T_IP1 = 0 (10 us)", "T_FCS = 0 (15 us)"]),
    PacketCase(
      "C3 3040FCFF7FFCFFFFFFFFFF1F0102FF00000003010000020201050001", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 0, as the receiver of the request has it: reflector, mode-2, 3 mode-0 steps, 72 channels, T_FCS 60 us, T_IP1 30 us, T_IP2 20 us, T_PM 10 us, inline PCT.",
      ], fields: ["T_IP2 = 1 (20 us)", "T_PM = 0 (10 us)"]),
    PacketCase(
      "C3 3040FCFF7FFCFFFFFFFFFF1F0102FF00000003020000020707070201", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 0, as the receiver of the request has it: reflector, mode-2, 3 mode-0 steps, 72 channels, T_FCS 100 us, T_IP1 145 us, T_IP2 145 us, T_PM 40 us, inline PCT.",
      ]),
    PacketCase(
      "C3 3001FCFF7FFCFFFFFFFFFF1F0102FF00000003010000020201050001", "LL_CS_CONFIG_REQ",
      ["The device creates, changes or removes a CS configuration.", "It removes configuration 1."]),
    PacketCase(
      "C3 30410400000000000000000001020102050001011000020700090200", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 1, as the receiver of the request has it: initiator, mode-2, sub-mode 1, 1 mode-0 step, 1 channel, T_FCS 150 us, T_IP1 145 us, T_IP2 10 us, T_PM 40 us.",
      ]),
    PacketCase("P3 3102", "LL_CS_CONFIG_RSP", ["The device accepts the CS configuration."]),
    PacketCase(
      "C3 32023412F40100A00F00D0070100010000C409003200020000010100FF", "LL_CS_REQ",
      ["The device requests CS procedures, and proposes their start."],
      fields: [
        "Max_Procedure_Len = 2000 (1250 ms)", "Subevent_Interval = 0 (0 ms)", "Subevent_Len = 2500 (us)",
        "Pwr_Delta = 0 (dB)",
      ]),
    PacketCase(
      "P3 33023412F40100A00F000100010000C4090000010000", "LL_CS_RSP",
      ["The device accepts the CS procedures, with the values that it supports."]),
    PacketCase(
      "C3 34023412F401000100010000C4090000010000", "LL_CS_IND",
      ["The central sets the start of the CS procedures."]),
    PacketCase(
      "C3 393B0BCAE086517F3E0D84738643F168789674A664", "LL_CS_SEC_REQ",
      ["The central starts CS security, and sends its part of the DRBG seed."]),
    PacketCase(
      "P3 2DE9DFFD0B8AC20BE1C177F49F44ED8298DFDE80C9", "LL_CS_SEC_RSP",
      ["The peripheral sends its part of the DRBG seed; both devices now have the same seed."]),
    PacketCase(
      "C3 3502000016", "LL_CS_TERMINATE_REQ", ["The device ends the CS procedures of a configuration."],
      fields: ["ErrorCode = 22 (0x16 Connection Terminated by Local Host)"]),
    PacketCase("P3 3A02000016", "LL_CS_TERMINATE_RSP", ["The device accepts the end of the CS procedures."]),
    PacketCase("C3 36", "LL_CS_FAE_REQ", ["The device requests the FAE table of the reflector."]),
    PacketCase(
      "C3 38FCFF7FFCFFFFFFFFFF1F3412", "LL_CS_CHANNEL_MAP_IND",
      ["The device sets a new channel map for Channel Sounding at an Instant."]),
  ]

  private static let controlBad: [PacketCase] = [
    PacketCase(
      "C3 0013", "LL_CONNECTION_UPDATE_IND",
      [
        "The central changes the interval, latency and timeout of the connection at an Instant.",
        "Its parameters are not those of this PDU.",
      ]),
    PacketCase(
      "C3 1400", "LL_LENGTH_REQ",
      [
        "The device sends its maximum packet lengths, and requests those of the peer.",
        "Its parameters are not those of this PDU.",
      ]),
    PacketCase("C3 FF0102", "LL opcode 0xFF", ["Unknown opcode."]),
    PacketCase("C3 40", "LL opcode 0x40", ["Unknown opcode."]),
    PacketCase(
      "C3 34", "LL_CS_IND",
      ["The central sets the start of the CS procedures.", "Its parameters are not those of this PDU."]),
    PacketCase(
      "C3 2F00", "LL_CS_CAPABILITIES_RSP",
      ["The device sends its Channel Sounding capabilities.", "Its parameters are not those of this PDU."]),
    PacketCase(
      "C3 1200000000", "LL_PING_REQ",
      [
        "The device requests a packet with a valid MIC from the peer.",
        "Its parameters are not those of this PDU.",
      ]),
    PacketCase(
      "C3 3040FCFF7FFCFFFFFFFFFF1F0102FF00000003010000020909090901", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 0 has invalid times or an invalid role.",
      ]),
    PacketCase(
      "C3 3040FCFF7FFCFFFFFFFFFF1F0102FF00000003012000000201050001", "LL_CS_CONFIG_REQ",
      [
        "The device creates, changes or removes a CS configuration.",
        "Configuration 0 has invalid times or an invalid role.",
      ]),
    PacketCase(
      "C 03041200", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Payload: 32 bits needed, 16 there."]),
    PacketCase(
      "C 03", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Length: 8 bits needed, 0 there."]),
    PacketCase(
      "C 030212", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Payload: 16 bits needed, 8 there."]),
    PacketCase(
      "C 03FF", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Payload: 2040 bits needed, 0 there."]),
  ]

  private static let link: [PacketCase] = [
    PacketCase(
      "C 0100", "empty PDU",
      ["It carries no data; it keeps the connection alive and acknowledges the previous packet."],
      fields: ["LLID = 1 (continuation, or empty)"]),
    PacketCase(
      "P 0900", "empty PDU",
      ["It carries no data; it keeps the connection alive and acknowledges the previous packet."],
      fields: ["LLID = 1 (continuation, or empty)"]),
    PacketCase(
      "C3 12", "LL_PING_REQ", ["The device requests a packet with a valid MIC from the peer."],
      fields: ["LLID = 3 (control PDU)"]),
    PacketCase(
      "C 0207030004000A0300", "ATT_READ_REQ",
      ["The client reads a value.", "It is the attribute at handle 0x3."],
      fields: ["LLID = 2 (start or all of a frame)"]),
    PacketCase(
      "P 0001AA", "data PDU", ["LLID is 0, which is reserved; expected 1 to 3."],
      fields: ["LLID = 0 (reserved)"]),
    PacketCase("P 0000", "data PDU", ["LLID is 0, which is reserved; expected 1 to 3."]),
    PacketCase(
      "C 210301050000", "L2CAP fragment",
      ["It belongs to no valid frame: 3 octets continue a frame that never started."], fields: ["CTEInfo = 1"]
    ),
  ]
}
