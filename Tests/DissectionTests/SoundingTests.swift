import Capture
import ChannelSounding
import CoreTypes
import HCI
import Notation
import Testing

@testable import Dissection

@Suite("Channel Sounding in words")
struct SoundingTests {
  @Test("events of Channel Sounding say capabilities, configurations and schedules, or why they failed")
  func events() throws { try PacketCase.check(Self.soundingEvents) }

  @Test("results say how many steps there are, how far the procedure is and why it was aborted")
  func results() throws { try PacketCase.check(Self.soundings) }

  @Test("capabilities name what is supported, and no more")
  func capabilities() {
    var capabilities = CSCapabilities()
    (capabilities.numAntennas, capabilities.maxAntennaPaths, capabilities.modes) = (2, 4, [.mode3])
    capabilities.subfeatures = [.inlinePCT, .channelSelection3c, .noFAE]
    capabilities.roles = [.initiator]
    #expect(
      CapabilityText.text(capabilities).hasSuffix(
        "2 antennas; up to 4 antenna paths; initiator, mode-3, inline PCT, channel selection #3c, no FAE"))
    (capabilities.subfeatures, capabilities.roles, capabilities.modes) = ([], [], [])
    #expect(CapabilityText.text(capabilities).hasSuffix("2 antennas; up to 4 antenna paths"))
  }

  @Test("of a log, a configuration says role, modes and mode-0 steps alone")
  func log() {
    var configuration = CSConfiguration()
    (configuration.role, configuration.mainMode, configuration.mode0Steps) = (.reflector, 2, 1)
    #expect(CapabilityText.text(configuration, isLog: true) == "reflector, mode-2, 1 mode-0 step")
  }

  private static let soundingEvents: [PacketCase] = [
    PacketCase(
      "< 043E202C0001000400000101030000000000000000000212007C007E00E00103000000",
      "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete",
      [
        "The Channel Sounding capabilities of the peer were received.",
        "Capabilities: T_FCS 60, 80, 100, 120, 150 us; T_IP1 30, 40, 50, 60, 80, 145 us; T_IP2 20, 30, 40, 50, 60, 80, 145 us; T_PM 10, 20, 40 us; T_SW 0 us; 1 antenna; up to 1 antenna path; initiator, reflector, inline PCT, no FAE.",
      ], fields: ["T_FCS_Times_Supported = 480 (60, 80, 100, 120, 150 us)", "T_SW_Time_Supported = 0 (us)"]),
    PacketCase(
      "< 043E26380001000400000101030000000000000000000212007C007E00E001030000007E000A000000",
      "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete [v2]",
      [
        "The Channel Sounding capabilities of the peer were received, with inline PCT.",
        "Capabilities: T_FCS 60, 80, 100, 120, 150 us; T_IP1 30, 40, 50, 60, 80, 145 us; T_IP2 20, 30, 40, 50, 60, 80, 145 us; T_PM 10, 20, 40 us; T_SW 0 us; 1 antenna; up to 1 antenna path; initiator, reflector, inline PCT, no FAE.",
      ],
      fields: [
        "T_IP2_IPT_Times_Supported = 126 (20, 30, 40, 50, 60, 80, 145 us)",
        "T_SW_IPT_Time_Supported = 10 (us)",
      ]),
    PacketCase(
      "< 043E202C1A010000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete", ["It failed: 0x1A Unsupported Remote Feature."]
    ),
    PacketCase(
      "< 043E26381A010000000000000000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete [v2]",
      ["It failed: 0x1A Unsupported Remote Feature."]),
    PacketCase(
      "< 043E4C2D000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_CS_Read_Remote_FAE_Table_Complete", ["The FAE table of the peer was received."]),
    PacketCase(
      "< 043E4C2D110100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_CS_Read_Remote_FAE_Table_Complete", ["It failed: 0x11 Unsupported Feature or Parameter Value."]),
    PacketCase(
      "< 043E042E000100", "HCI_LE_CS_Security_Enable_Complete",
      ["CS security has started; procedures require it."]),
    PacketCase(
      "< 043E042E060100", "HCI_LE_CS_Security_Enable_Complete", ["It failed: 0x06 PIN or Key Missing."]),
    PacketCase(
      "< 043E222F000100030102FF0205000100000104000000000000000000010000000014919628",
      "HCI_LE_CS_Config_Complete",
      [
        "A CS configuration was created, changed or removed.",
        "Configuration 3: initiator, mode-2, 1 mode-0 step, 1 channel, T_FCS 150 us, T_IP1 20 us, T_IP2 145 us, T_PM 40 us.",
      ],
      fields: [
        "T_IP1_Time = 20 (us)", "T_IP2_Time = 145 (us)", "T_FCS_Time = 150 (us)", "T_PM_Time = 40 (us)",
      ]),
    PacketCase(
      "< 043E222F0001000101020102050003010001FCFF7FFCFFFFFFFFFF1F01000000011E146428",
      "HCI_LE_CS_Config_Complete",
      [
        "A CS configuration was created, changed or removed.",
        "Configuration 1: reflector, mode-2, sub-mode 1, 3 mode-0 steps, 72 channels, T_FCS 100 us, T_IP1 30 us, T_IP2 20 us, T_PM 40 us, inline PCT.",
      ]),
    PacketCase(
      "< 043E222F000100030002FF0205000100000104000000000000000000010000000014919628",
      "HCI_LE_CS_Config_Complete",
      ["A CS configuration was created, changed or removed.", "Configuration 3 was removed."]),
    PacketCase(
      "< 043E222F1F0100020000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_CS_Config_Complete", ["It failed: 0x1F Unspecified Error."],
      fields: ["Status = 31 (0x1F Unspecified Error)"]),
    PacketCase(
      "< 043E222F000100000102FF020500030100015455555455555555550501000003000A0A0A0A",
      "HCI_LE_CS_Config_Complete",
      [
        "A CS configuration was created, changed or removed.",
        "Configuration 0 is invalid: T_FCS_Time has the value 10, which has no meaning.",
      ]),
    PacketCase(
      "< 043E163000010000010000E20400010A000A000A0001006400", "HCI_LE_CS_Procedure_Enable_Complete",
      [
        "The procedures of a configuration have been started or stopped.",
        "The procedures of configuration 0 begin: one every 10 connection events, 1 in all, 1 subevent of 1250 us per event.",
      ],
      fields: [
        "Subevent_Len = 1250 (us)", "Subevent_Interval = 10 (6.25 ms)", "Max_Procedure_Len = 100 (62.5 ms)",
      ]),
    PacketCase(
      "< 043E1630000100010100F68813000408000100010000000C00", "HCI_LE_CS_Procedure_Enable_Complete",
      [
        "The procedures of a configuration have been started or stopped.",
        "The procedures of configuration 1 begin: one every connection event, until they are stopped, 4 subevents of 5000 us per event.",
      ], fields: ["Selected_TX_Power = -10 (dBm)"]),
    PacketCase(
      "< 043E16300001000100007F0000000000000000000000000000", "HCI_LE_CS_Procedure_Enable_Complete",
      [
        "The procedures of a configuration have been started or stopped.",
        "The procedures of configuration 1 have ended.",
      ], fields: ["Selected_TX_Power = 127 (not available)"]),
    PacketCase(
      "< 043E16300C0100010000000000000000000000000000000000", "HCI_LE_CS_Procedure_Enable_Complete",
      ["It failed: 0x0C Command Disallowed."]),
    PacketCase("< 043E023300", "HCI_LE_CS_Test_End_Complete", ["The test of Channel Sounding has ended."]),
    PacketCase("< 043E02330C", "HCI_LE_CS_Test_End_Complete", ["It failed: 0x0C Command Disallowed."]),
  ]

  private static let soundings: [PacketCase] = [
    PacketCase(
      "< 043E18310100000700050000C0E2010000010100020500C401D4FE", "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 1 step over 1 antenna path, reference power -30 dBm.",
        "The subevent is complete, the procedure not yet complete.",
      ], fields: ["Frequency_Compensation = 49152 (not available)", "Reference_Power_Level = -30 (dBm)"]),
    PacketCase(
      "< 043E163101000007000500D4FE7F010000010100020321C402", "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 1 step over 1 antenna path, reference power not available.",
        "The initiator compensated a frequency offset of -3.00 ppm against the reflector.",
        "The subevent is complete, the procedure not yet complete.",
      ],
      fields: ["Frequency_Compensation = 65236 (-3.00 ppm)", "Reference_Power_Level = 127 (not available)"]),
    PacketCase(
      "< 043E24310100000700050000C0E20F0F32010200020500C401D4FE020A09000010000000000012",
      "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 2 steps over 1 antenna path, reference power -30 dBm.",
        "The subevent is aborted, the procedure aborted.", "Procedure abort reason: fewer than 15 channels.",
        "Subevent abort reason: scheduling conflict.",
      ]),
    PacketCase(
      "< 043E10310100000700050000C0E20000000000", "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 0 steps over 0 antenna paths, reference power -30 dBm.",
        "The subevent is complete, the procedure complete.",
      ]),
    PacketCase(
      "< 043E10310100000700050000C0E20207000100", "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 0 steps over 1 antenna path, reference power -30 dBm.",
        "The subevent is in an invalid state, 7, the procedure in an invalid state, 2.",
      ]),
    PacketCase(
      "< 043E10310100000700050000C0E2010F300100", "HCI_LE_CS_Subevent_Result",
      [
        "The results of this device in a CS subevent.",
        "Procedure 5 of configuration 0: 0 steps over 1 antenna path, reference power -30 dBm.",
        "The subevent is aborted, the procedure not yet complete.",
        "Subevent abort reason: scheduling conflict.",
      ]),
    PacketCase(
      "< 043E19320100000000000201020A0D03FF07000000088001FFFF0F23", "HCI_LE_CS_Subevent_Result_Continue",
      [
        "More results of this device in a CS subevent.", "1 more step.",
        "The subevent is complete, the procedure complete.",
      ]),
    PacketCase(
      "< 043E09320100000101000100", "HCI_LE_CS_Subevent_Result_Continue",
      [
        "More results of this device in a CS subevent.", "0 more steps.",
        "The subevent is not yet complete, the procedure not yet complete.",
      ]),
    PacketCase(
      "< 043E0F320100000F0001010100020321C402", "HCI_LE_CS_Subevent_Result_Continue",
      [
        "More results of this device in a CS subevent.", "1 more step.",
        "The subevent is complete, the procedure aborted.",
        "Procedure abort reason: procedure aborted by request.",
      ]),
  ]
}

@Suite("Steps of a result, field by field")
struct StepLayerTests {
  private static func steps(_ results: [String]) throws -> [[String]] {
    let reader = try RecordingReader(octets: Recording(results).octets)
    var conversation = Conversation()
    var found: [[String]] = []
    while let frame = try reader.next() {
      let reading = conversation.read(frame, reader.octets, subevent: nil)
      conversation.remember(reading, frame.number)
      let layers = reading.parts.flatMap(\.layers).dropFirst()
      found.append(layers.flatMap { [$0.name] + $0.fields.map(\.text) })
    }
    return found
  }

  /// One result of connection 1 with these steps.
  private static func result(_ steps: String, paths: String = "01") -> String {
    let octets = 16 + steps.count / 2
    let length = String(octets, radix: 16)
    return "< 043E\(octets < 16 ? "0" : "")\(length)310100000700050000C0E2010000\(paths)01\(steps)"
  }

  private static let mode0 = "00020500C401D4FE"
  private static let ofMode0 = [
    "step 1: mode-0 on channel 2, 2404 MHz", "Packet_Quality = 0 (access address found)",
    "Packet_RSSI = -60 (dBm)", "Packet_Antenna = 1", "Measured_Freq_Offset = -300 (-3.00 ppm)",
  ]
  private static let ofReflector = [
    "step 1: mode-0 on channel 2, 2404 MHz", "Packet_Quality = 33 (access address found, 2 bit errors)",
    "Packet_RSSI = -60 (dBm)", "Packet_Antenna = 2",
  ]

  // Layouts: Core, Vol 4, Part E, 7.7.65.44.
  @Test("mode-0 has the offset that the initiator measured, and none of a reflector")
  func mode0() throws {
    #expect(
      try Self.steps([
        Self.result(Self.mode0), Self.result("00020321C402"), Self.result("000205027F0100C0"),
        Self.result("00020501C40100C0"),
      ])
        == [
          Self.ofMode0, Self.ofReflector,
          [
            "step 1: mode-0 on channel 2, 2404 MHz", "Packet_Quality = 2 (access address not found)",
            "Packet_RSSI = 127 (not available)", "Packet_Antenna = 1",
          ],
          [
            "step 1: mode-0 on channel 2, 2404 MHz",
            "Packet_Quality = 1 (access address found, with bit errors)", "Packet_RSSI = -60 (dBm)",
            "Packet_Antenna = 1",
          ],
        ])
  }

  @Test("mode-1 has the time, by the role of the device that reports")
  func mode1() throws {
    #expect(
      try Self.steps([
        Self.result(Self.mode0 + "010B061100C4640002" + "010C0623FF7F008001"),
        Self.result("00020321C402" + "010B060006B09CFF01"),
      ]) == [
        Self.ofMode0 + [
          "step 2: mode-1 on channel 11, 2413 MHz", "Packet_Quality = 17 (access address found, 1 bit error)",
          "Packet_RSSI = -60 (dBm)", "Packet_Antenna = 2", "Packet_NADM = 0",
          "ToA_ToD_Initiator = 100 (in 0.5 ns)", "step 3: mode-1 on channel 12, 2414 MHz",
          "Packet_Quality = 35 (reserved)", "Packet_RSSI = 127 (not available)",
          "Packet_Antenna = 1", "Packet_NADM = 255 (unknown)", "ToA_ToD_Initiator = -32768 (not available)",
        ],
        Self.ofReflector + [
          "step 2: mode-1 on channel 11, 2413 MHz", "Packet_Quality = 0 (access address found)",
          "Packet_RSSI = -80 (dBm)", "Packet_Antenna = 1", "Packet_NADM = 6",
          "ToD_ToA_Reflector = -100 (in 0.5 ns)",
        ],
      ])
  }

  @Test("modes 2 and 3 have a tone for each antenna path and the extension slot, with angle and quality")
  func tones() throws {
    #expect(
      try Self.steps([
        Self.result(Self.mode0 + "020A0D03FF07000000088001FFFF0F23", paths: "02"),
        Self.result(Self.mode0 + "020A0905000000020000000F"),
        Self.result("00020321C402" + "030A0F0006B09CFF0102FF070F0000088003"),
      ]) == [
        Self.ofMode0 + [
          "step 2: mode-2 on channel 10, 2412 MHz", "Antenna_Permutation_Index = 3",
          "Tone_PCT 1 = 2047 + 0i (0 degrees, high quality)",
          "Tone_PCT 2 = -2048 - 2048i (-135 degrees, medium quality)",
          "Tone_PCT extension slot = -1 + 255i (90 degrees, quality not available)",
        ],
        Self.ofMode0 + [
          "step 2: mode-2 on channel 10, 2412 MHz", "Antenna_Permutation_Index = 5",
          "Tone_PCT 1 = 0 + 0i (low quality)", "Tone_PCT extension slot = 0 + 0i (reserved quality)",
        ],
        Self.ofReflector + [
          "step 2: mode-3 on channel 10, 2412 MHz", "Packet_Quality = 0 (access address found)",
          "Packet_RSSI = -80 (dBm)", "Packet_Antenna = 1", "Packet_NADM = 6",
          "ToD_ToA_Reflector = -100 (in 0.5 ns)", "Antenna_Permutation_Index = 2",
          "Tone_PCT 1 = 2047 + 240i (7 degrees, high quality)",
          "Tone_PCT extension slot = -2048 - 2048i (-135 degrees, quality not available)",
        ],
      ])
  }

  @Test(
    "steps without data and of unknown modes are listed, and what cannot be read ends the list with its reason"
  )
  func bad() throws {
    #expect(
      try Self.steps([
        Self.result("000200" + "050A02AABB" + "050A00"), Self.result("000204AABBCCDD"), Self.result("020A09"),
        Self.result(Self.mode0 + "00"), Self.result("020A050000000000"),
      ]) == [
        [
          "step 1: mode-0 on channel 2, 2404 MHz", "step 2: mode-5 on channel 10, 2412 MHz",
          "Step_Data = aabb", "step 3: mode-5 on channel 10, 2412 MHz",
        ],
        ["step 1 cannot be read: Step_Data_Length has the value 4, which has no meaning"],
        ["step 1 cannot be read: the packet ends inside Antenna_Permutation_Index: 8 bits needed, 0 there"],
        Self.ofMode0 + ["step 2 cannot be read: the packet ends inside Step_Channel: 8 bits needed, 0 there"],
        ["step 1 cannot be read: Step_Data_Length has the value 5, which has no meaning"],
      ])
  }

  @Test("without a configuration, the lengths of the steps tell who reports and whether packets have a PCT")
  func implied() throws {
    let pct = "FF070000" + "FFFFFFFF"
    let found = try Self.steps([
      Self.result(Self.mode0 + "010B0E0006B09CFF01" + pct),
      Self.result("00020321C402" + "030A170006B09CFF01" + pct + "02FF070F0000088003"),
      Self.result(Self.mode0 + "030A0F0006B09CFF0102FF070F0000088003"),
    ])
    let times = found.map { $0.filter { $0.hasPrefix("ToA_") || $0.hasPrefix("ToD_") } }
    #expect(
      times == [
        ["ToA_ToD_Initiator = -100 (in 0.5 ns)"], ["ToD_ToA_Reflector = -100 (in 0.5 ns)"],
        ["ToA_ToD_Initiator = -100 (in 0.5 ns)"],
      ])
    #expect(found.map { $0.count { $0.hasPrefix("Packet_PCT1") } } == [1, 1, 0])
    #expect(!found.joined().contains { $0.contains("cannot be read") })
  }

  @Test("32 ones stand for no PCT of a packet, while 24 ones are -1 in both parts")
  func packetPCT() throws {
    let found = try Self.steps([Self.result("010B0E0006B09CFF01" + "FFFFFFFF" + "FFFFFF00")])
    let read = found.flatMap { $0.filter { $0.hasPrefix("Packet_PCT") } }
    #expect(read == ["Packet_PCT2 = -1 - 1i (-135 degrees)"])
  }

  /// A configuration of the reflector with a sounding sequence, as its controller reports it.
  private static func configuration(
    status: ErrorCode = .success, action: CSConfigAction = .create
  ) -> String {
    var configuration = CSConfiguration()
    (configuration.role, configuration.rttType, configuration.mainMode) = (.reflector, .sounding32, 1)
    var event = LECSConfigCompleteEvent(connectionHandle: 1, configuration: configuration)
    (event.status, event.action) = (status, action)
    return "< " + event.packet.h4Encoded.hex()
  }

  @Test(
    "the configuration of a connection says who reports and whether packets have a PCT, until it is removed")
  func configured() throws {
    let step = Self.result("010B0E0006B09CFF01" + "FF070000" + "FFFFFFFF")
    let read = [
      "step 1: mode-1 on channel 11, 2413 MHz", "Packet_Quality = 0 (access address found)",
      "Packet_RSSI = -80 (dBm)", "Packet_Antenna = 1", "Packet_NADM = 6",
      "ToD_ToA_Reflector = -100 (in 0.5 ns)", "Packet_PCT1 = 2047 + 0i (0 degrees)",
    ]
    let implied = read.map { $0.replacing("ToD_ToA_Reflector", with: "ToA_ToD_Initiator") }
    let found = try Self.steps([
      step, Self.configuration(), step, Self.configuration(status: .commandDisallowed), step,
      Self.configuration(action: .remove), step, Self.configuration(), step, "< 04050400010013", step,
    ])
    #expect([0, 2, 4, 6, 8, 10].map { found[$0] } == [implied, read, read, implied, read, implied])
  }
}
