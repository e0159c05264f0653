import ChannelSounding
import CoreTypes
import HCI
import Testing
import Wire

@testable import Dissection

@Suite("HCI packets in words")
struct HCITests {
  @Test("commands have their purpose and the units of their parameters")
  func commands() throws { try PacketCase.check(Self.commands) }

  @Test("commands that are cut, too long, unknown or a vendor's own are reported as that")
  func badCommands() throws { try PacketCase.check(Self.commandsBad) }

  @Test("events have their purpose, what changed, or why it failed and nothing else")
  func events() throws { try PacketCase.check(Self.events) }

  @Test("answers name their command, whether it succeeded, and what it returns")
  func answers() throws { try PacketCase.check(Self.answers) }

  @Test("codes mean what the host requests, and a power is not available in reports alone")
  func codes() {
    func notes(_ packet: some PDU, _ name: String) -> [String?] {
      FrameExplanation.Layer("packet", packet).fields.filter { $0.name == name }.map(\.note)
    }
    for (power, note) in [(0x7F, "maximum power"), (0x7E, "minimum power"), (20, "dBm")]
      as [(TransmitPowerLevel, String)]
    {
      #expect(notes(LECSTestCommand { $0.transmitPowerLevel = power }, "Transmit_Power_Level") == [note])
    }
    #expect(notes(LESetResolvablePrivateAddressTimeoutCommand(), "RPA_Timeout") == ["s"])
    for (delta, note) in [(-128, "no recommendation"), (-127, "dB")] as [(PowerChange, String)] {
      let command = LECSSetProcedureParametersCommand { $0.parameters.txPowerDelta = delta }
      #expect(notes(command, "Tx_Power_Delta") == [note])
    }
    for (power, note) in [(0x7F, "the host has no preference"), (20, "dBm")] as [(TransmitPowerLevel, String)]
    {
      let command = LESetExtendedAdvertisingParametersCommand { $0.advertisingTXPower = power }
      #expect(notes(command, "Advertising_TX_Power") == [note])
    }
    #expect(notes(LECSSetDefaultSettingsCommand { $0.maxTXPower = 0x7F }, "Max_TX_Power") == ["dBm"])
    #expect(
      notes(LECSProcedureEnableCompleteEvent { $0.selectedTXPower = 0x7F }, "Selected_TX_Power")
        == ["not available"])
    for (interval, note) in [(0, "no periodic advertising"), (80, "100 ms")]
      as [(PeriodicAdvertisingInterval, String)]
    {
      var report = LEExtendedAdvertisingReportEvent.Report()
      report.periodicAdvertisingInterval = interval
      #expect(notes(report, "Periodic_Advertising_Interval") == [note])
    }
  }

  @Test("events that are cut or unknown are reported as that")
  func badEvents() throws { try PacketCase.check(Self.eventsBad) }

  @Test(
    "each purpose is one plain sentence, and no two commands or events share one but versions of the same")
  func purposes() {
    let commands = CommandTable.types.map { ("\($0.opcode)", CommandWords.purpose(of: $0.opcode)) }
    let events = EventCode.known.map { ("\($0)", EventWords.purpose(of: $0)) }
    for (name, purpose) in commands + events {
      #expect(purpose.hasSuffix(".") && purpose.split(separator: " ").count <= 25, "\(name): \(purpose)")
      #expect(!purpose.contains("does not decode"), "\(name)")
    }
    for (_, same) in Dictionary(grouping: commands + events, by: \.1) where same.count > 1 {
      #expect(Self.versions.contains(Set(same.map(\.0))), "\(same)")
    }
  }

  /// Commands and events that do the same in an older and a newer way.
  private static let versions: [Set<String>] = [
    ["HCI_Read_Local_Supported_Commands", "HCI_Read_Local_Supported_Commands [v2]"],
    ["HCI_LE_Set_Event_Mask", "HCI_LE_Set_Event_Mask [v2]"],
    ["HCI_LE_Read_Buffer_Size", "HCI_LE_Read_Buffer_Size [v2]"],
    ["HCI_LE_Create_Connection", "HCI_LE_Extended_Create_Connection"],
    ["HCI_LE_Set_Scan_Enable", "HCI_LE_Set_Extended_Scan_Enable"],
    ["HCI_LE_Generate_DHKey", "HCI_LE_Generate_DHKey [v2]"],
    ["HCI_LE_Set_Host_Feature", "HCI_LE_Set_Host_Feature [v2]"],
    [
      "HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities",
      "HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities [v2]",
    ],
    ["HCI_Encryption_Change", "HCI_Encryption_Change [v2]"],
    [
      "HCI_LE_Connection_Complete", "HCI_LE_Enhanced_Connection_Complete",
      "HCI_LE_Enhanced_Connection_Complete [v2]",
    ],
    ["HCI_LE_Advertising_Report", "HCI_LE_Extended_Advertising_Report"],
  ]

  // Layouts: Core, Vol 4, Part E, 7. Most octets are in Tests/Fixtures/vectors-hci.json.
  private static let commands: [PacketCase] = [
    PacketCase(
      "> 01060403400013", "HCI_Disconnect", ["The host ends a connection."],
      fields: ["Connection_Handle = 64 (0x40)", "Reason = 19 (0x13 Remote User Terminated Connection)"]),
    PacketCase(
      "> 01030C00", "HCI_Reset", ["The host resets the controller: all connections and settings are lost."]),
    PacketCase(
      "> 010B200701100010000000", "HCI_LE_Set_Scan_Parameters", ["The host sets the scan parameters."],
      fields: ["LE_Scan_Interval = 16 (10 ms)", "LE_Scan_Window = 16 (10 ms)"]),
    PacketCase(
      "> 010D2019600060000001F6F4F3F2F1F0010C0018000000480000000000", "HCI_LE_Create_Connection",
      ["The host requests a connection."],
      fields: [
        "LE_Scan_Interval = 96 (60 ms)", "Peer_Address = f6f4f3f2f1f0 (F0:F1:F2:F3:F4:F6)",
        "Connection_Interval_Min = 12 (15 ms)", "Connection_Interval_Max = 24 (30 ms)",
        "Supervision_Timeout = 72 (720 ms)",
      ]),
    PacketCase(
      "> 0106200F400640060001000000000000000700", "HCI_LE_Set_Advertising_Parameters",
      ["The host sets the advertising parameters."], fields: ["Advertising_Interval_Min = 1600 (1000 ms)"]),
    PacketCase(
      "> 0136201900130040060040060007010000000000000000F60100010000",
      "HCI_LE_Set_Extended_Advertising_Parameters", ["The host sets the parameters of an advertising set."],
      fields: ["Primary_Advertising_Interval_Min = 1600 (1000 ms)", "Advertising_TX_Power = -10 (dBm)"]),
    PacketCase(
      "> 0135200700F6F4F3F2F1F0", "HCI_LE_Set_Advertising_Set_Random_Address",
      ["The host sets the random address of an advertising set."],
      fields: ["Random_Address = f6f4f3f2f1f0 (F0:F1:F2:F3:F4:F6)"]),
    PacketCase(
      "> 018D2005010003FFF6", "HCI_LE_CS_Set_Default_Settings",
      ["The host enables CS roles, and sets the CS_SYNC antenna and the maximum transmit power."],
      fields: ["Max_TX_Power = -10 (dBm)"]),
    PacketCase(
      "> 019320170102030405060708090A0B0C0D0E0F1011121314151617", "HCI_LE_CS_Set_Procedure_Parameters",
      ["The host sets the procedure parameters: lengths, intervals and antennas."],
      fields: [
        "Connection_Handle = 513 (0x201)", "Max_Procedure_Len = 1284 (802.5 ms)",
        "Min_Subevent_Len = 920844 (us)", "Tx_Power_Delta = 20 (dB)",
      ]),
    PacketCase(
      "> 0190201C0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C", "HCI_LE_CS_Create_Config",
      ["The host creates a CS configuration."], fields: ["Main_Mode_Type = 5", "Role = 11"]),
    PacketCase("> 01912003010203", "HCI_LE_CS_Remove_Config", ["The host removes a CS configuration."]),
    PacketCase(
      "> 018C20020102", "HCI_LE_CS_Security_Enable", ["The host starts CS security on a connection."]),
    PacketCase(
      "> 0194200401020304", "HCI_LE_CS_Procedure_Enable",
      ["The host starts or stops the procedures of a configuration."]),
    PacketCase(
      "> 017C0C040100B80B", "HCI_Write_Authenticated_Payload_Timeout",
      ["The host sets how long a connection may go without a valid MIC."],
      fields: ["Authenticated_Payload_Timeout = 3000 (30000 ms)"]),
    PacketCase("> 01962000", "HCI_LE_CS_Test_End", ["The host ends the test of Channel Sounding."]),
  ]

  private static let commandsBad: [PacketCase] = [
    PacketCase("> 0101FC020102", "opcode 0xfc01", ["A vendor-specific command."]),
    PacketCase(
      "> 01010405338B9E0800", "HCI_Inquiry", ["A command whose parameters this tool does not decode."]),
    PacketCase("> 01FF3F00", "opcode 0x3fff", ["A command whose parameters this tool does not decode."]),
    PacketCase(
      "> 0106040140", "HCI_Disconnect",
      [
        "The host ends a connection.",
        "Its parameters cannot be read: the packet ends inside Connection_Handle: 16 bits needed, 8 there.",
      ]),
    PacketCase(
      "> 0106040440001300", "HCI_Disconnect",
      ["The host ends a connection.", "Its parameters cannot be read: 1 octets follow the last field."]),
    PacketCase(
      "> 010604034000", "HCI command that cannot be read",
      ["Its octets are invalid: the packet ends inside Parameters: 24 bits needed, 16 there."]),
    PacketCase(
      "> 01", "HCI command that cannot be read",
      ["Its octets are invalid: the packet ends inside Opcode: 16 bits needed, 0 there."]),
    PacketCase(
      "> 010604", "HCI command that cannot be read",
      ["Its octets are invalid: the packet ends inside Parameter_Total_Length: 8 bits needed, 0 there."]),
  ]

  private static let events: [PacketCase] = [
    PacketCase(
      "< 0457020100", "HCI_Authenticated_Payload_Timeout_Expired",
      ["No packet with a valid MIC came on a connection for its authenticated payload timeout."],
      fields: ["Connection_Handle = 1 (0x1)"]),
    PacketCase(
      "< 043E0A35000100029600010300", "HCI_LE_Frame_Space_Update_Complete",
      ["A frame space update has completed, with or without a change."],
      fields: ["Initiator = 2", "Frame_Space = 150 (us)", "Spacing_Types = 3"]),
    PacketCase(
      "< 043E092100010002010A037F", "HCI_LE_Transmit_Power_Reporting",
      ["A transmit power of a connection has changed, or that of the peer was read."],
      fields: [
        "Status = 0 (success)", "Reason = 2 (the peer's power was read)", "TX_Power_Level = 10 (dBm)",
        "Delta = 127 (not available)",
      ]),
    PacketCase(
      "< 043E13010001000001F6F4F3F2F1F00C000000480000", "HCI_LE_Connection_Complete",
      ["A connection was created."],
      fields: [
        "Status = 0 (success)", "Peer_Address = f6f4f3f2f1f0 (F0:F1:F2:F3:F4:F6)",
        "Connection_Interval = 12 (15 ms)", "Supervision_Timeout = 72 (720 ms)",
      ]),
    PacketCase(
      "< 043E13013E0000000000000000000000000000000000", "HCI_LE_Connection_Complete",
      ["It failed: 0x3E Connection Failed to be Established."],
      fields: ["Status = 62 (0x3E Connection Failed to be Established)"]),
    PacketCase(
      "< 043E1F0A3E0000000000000000000000000000000000000000000000000000000000",
      "HCI_LE_Enhanced_Connection_Complete", ["It failed: 0x3E Connection Failed to be Established."],
      fields: ["Status = 62 (0x3E Connection Failed to be Established)"]),
    PacketCase(
      "< 043E22290040000001F6F4F3F2F1F00000000000000000000000000C000000480000FF3412",
      "HCI_LE_Enhanced_Connection_Complete [v2]", ["A connection was created."],
      fields: ["Connection_Interval = 12 (15 ms)", "Advertising_Handle = 255", "Sync_Handle = 4660"]),
    PacketCase(
      "< 043E22293E0000000000000000000000000000000000000000000000000000000000FFFFFF",
      "HCI_LE_Enhanced_Connection_Complete [v2]", ["It failed: 0x3E Connection Failed to be Established."]),
    PacketCase(
      "< 04050400010013", "HCI_Disconnection_Complete",
      ["A connection has ended.", "The reason is 0x13 Remote User Terminated Connection."],
      fields: ["Reason = 19 (0x13 Remote User Terminated Connection)"]),
    PacketCase(
      "< 0405040C010000", "HCI_Disconnection_Complete", ["It failed: 0x0C Command Disallowed."],
      fields: ["Status = 12 (0x0C Command Disallowed)"]),
    PacketCase(
      "< 04080400010001", "HCI_Encryption_Change",
      ["The encryption of a connection has changed.", "Encryption is on."]),
    PacketCase(
      "< 04080400010000", "HCI_Encryption_Change",
      ["The encryption of a connection has changed.", "Encryption is off."]),
    PacketCase("< 04080406010000", "HCI_Encryption_Change", ["It failed: 0x06 PIN or Key Missing."]),
    PacketCase(
      "< 0459050001000110", "HCI_Encryption_Change [v2]",
      ["The encryption of a connection has changed.", "Encryption is on."]),
    PacketCase(
      "< 0459053D01000000", "HCI_Encryption_Change [v2]",
      ["It failed: 0x3D Connection Terminated due to MIC Failure."]),
    PacketCase("< 043003000100", "HCI_Encryption_Key_Refresh_Complete", ["A connection has a new key."]),
    PacketCase(
      "< 043003060100", "HCI_Encryption_Key_Refresh_Complete", ["It failed: 0x06 PIN or Key Missing."]),
    PacketCase(
      "< 040C080001000D59003412", "HCI_Read_Remote_Version_Information_Complete",
      ["The version of the peer's controller was received.", "The peer has Bluetooth 5.4."],
      fields: ["Version = 13 (Bluetooth 5.4)", "Company_Identifier = 89 (0x59, Nordic Semiconductor)"]),
    PacketCase(
      "< 040C081A01000000000000", "HCI_Read_Remote_Version_Information_Complete",
      ["It failed: 0x1A Unsupported Remote Feature."]),
    PacketCase(
      "< 043E0A030001000C0000004800", "HCI_LE_Connection_Update_Complete",
      ["A connection has a new interval, latency and timeout."],
      fields: ["Connection_Interval = 12 (15 ms)", "Supervision_Timeout = 72 (720 ms)"]),
    PacketCase(
      "< 043E0A033B01000C0000004800", "HCI_LE_Connection_Update_Complete",
      ["It failed: 0x3B Unacceptable Connection Parameters."]),
    PacketCase(
      "< 043E060C0001000202", "HCI_LE_PHY_Update_Complete",
      ["A PHY update has completed, with or without a change."]),
    PacketCase(
      "< 043E060C1A01000101", "HCI_LE_PHY_Update_Complete", ["It failed: 0x1A Unsupported Remote Feature."]),
    PacketCase(
      "< 043E0C040001003159000000C00180", "HCI_LE_Read_Remote_Features_Complete",
      ["The LE features of the peer were received."],
      fields: [
        "LE_Features = 9223864618064042289 (leEncryption, lePing, dataPacketLengthExtension, le2MPHY, extendedAdvertising, channelSelectionAlgorithm2, channelSounding, channelSoundingHostSupport, channelSoundingToneQualityIndication, extendedFeatureSet)"
      ]),
    PacketCase(
      "< 043E0C041A01000000000000000000", "HCI_LE_Read_Remote_Features_Complete",
      ["It failed: 0x1A Unsupported Remote Feature."], fields: ["LE_Features = 0 (none)"]),
    PacketCase(
      "< 043E06123C00000000", "HCI_LE_Advertising_Set_Terminated",
      ["An advertising set has stopped, after its duration or its events, or for a connection."],
      fields: ["Status = 60 (0x3C Advertising Timeout)"]),
    PacketCase(
      "< 043E0B070100FB004808FB004808", "HCI_LE_Data_Length_Change",
      ["The maximum packet lengths of a connection have changed."],
      fields: ["Max_TX_Time = 2120 (us)", "Max_RX_Time = 2120 (us)"]),
    PacketCase(
      "< 0413050101000100", "HCI_Number_Of_Completed_Packets",
      ["The controller has sent data of the host and has free buffers."]),
    PacketCase("< 0410012A", "HCI_Hardware_Error", ["The controller reports a hardware error."]),
    PacketCase(
      "< 041A0101", "HCI_Data_Buffer_Overflow",
      ["The host sent more data than the controller has buffers for."]),
  ]

  private static let answers: [PacketCase] = [
    PacketCase(
      "< 040E0401030C00", "HCI_Command_Complete of HCI_Reset", ["A command has completed.", "It succeeded."],
      fields: ["Command_Opcode = 3075 (HCI_Reset)"]),
    PacketCase(
      "< 040E0401030C0C", "HCI_Command_Complete of HCI_Reset",
      ["A command has completed.", "It failed: 0x0C Command Disallowed."]),
    PacketCase(
      "< 040E03010000", "HCI_Command_Complete",
      ["A command has completed.", "It answers no command; the host may send more commands."]),
    PacketCase(
      "< 040E03000000", "HCI_Command_Complete",
      ["A command has completed.", "It answers no command; the host may send none now."]),
    PacketCase(
      "< 040F0400010000", "HCI_Command_Status",
      ["A command has begun, or was refused.", "It answers no command; the host may send more commands."]),
    PacketCase(
      "< 040F0400000000", "HCI_Command_Status",
      ["A command has begun, or was refused.", "It answers no command; the host may send none now."]),
    PacketCase("< 040E0301030C", "HCI_Command_Complete of HCI_Reset", ["A command has completed."]),
    PacketCase(
      "< 040E0A01091000060504030201", "HCI_Command_Complete of HCI_Read_BD_ADDR",
      ["A command has completed.", "It succeeded."], fields: ["BD_ADDR = 060504030201 (01:02:03:04:05:06)"]),
    PacketCase(
      "< 040E0401091000", "HCI_Command_Complete of HCI_Read_BD_ADDR",
      ["A command has completed.", "It succeeded."]),
    PacketCase(
      "< 040E0501030C0000", "HCI_Command_Complete of HCI_Reset",
      ["A command has completed.", "It succeeded."]),
    PacketCase(
      "< 040E0401010400", "HCI_Command_Complete of HCI_Inquiry",
      ["A command has completed.", "It succeeded."]),
    PacketCase(
      "< 040E20018920000400000101030000000000000000000212007C007E00E00103000000",
      "HCI_Command_Complete of HCI_LE_CS_Read_Local_Supported_Capabilities",
      ["A command has completed.", "It succeeded."],
      fields: ["T_FCS_Times_Supported = 480 (60, 80, 100, 120, 150 us)"]),
    PacketCase(
      "< 040F0400010604", "HCI_Command_Status of HCI_Disconnect",
      ["A command has begun, or was refused.", "The controller has begun; an event reports the end."],
      fields: ["Command_Opcode = 1030 (HCI_Disconnect)"]),
    PacketCase(
      "< 040F0402010604", "HCI_Command_Status of HCI_Disconnect",
      ["A command has begun, or was refused.", "The controller refuses: 0x02 Unknown Connection Identifier."]),
    PacketCase(
      "< 040F04000101FC", "HCI_Command_Status of opcode 0xfc01",
      ["A command has begun, or was refused.", "The controller has begun; an event reports the end."]),
  ]

  private static let eventsBad: [PacketCase] = [
    PacketCase(
      "< 04050100", "HCI_Disconnection_Complete",
      [
        "A connection has ended.",
        "Its parameters cannot be read: the packet ends inside Connection_Handle: 16 bits needed, 0 there.",
      ]),
    PacketCase(
      "< 040F020001", "HCI_Command_Status",
      [
        "A command has begun, or was refused.",
        "Its parameters cannot be read: the packet ends inside Command_Opcode: 16 bits needed, 0 there.",
      ]),
    PacketCase(
      "< 043E022F00", "HCI_LE_CS_Config_Complete",
      [
        "A CS configuration was created, changed or removed.",
        "Its parameters cannot be read: the packet ends inside Connection_Handle: 16 bits needed, 0 there.",
      ]),
    PacketCase("< 043E00", "event 0x3e", ["An event whose parameters this tool does not decode."]),
    PacketCase("< 04020100", "HCI_Inquiry_Result", ["An event whose parameters this tool does not decode."]),
    PacketCase("< 04FF020102", "event 0xff", ["A vendor-specific event."]),
    PacketCase(
      "< 043E026000", "event 0x3e subevent 0x60", ["An event whose parameters this tool does not decode."]),
    PacketCase(
      "< 04", "HCI event that cannot be read",
      ["Its octets are invalid: the packet ends inside Event_Code: 8 bits needed, 0 there."]),
    PacketCase(
      "< 0405", "HCI event that cannot be read",
      ["Its octets are invalid: the packet ends inside Parameter_Total_Length: 8 bits needed, 0 there."]),
    PacketCase(
      "< 040504000100", "HCI event that cannot be read",
      ["Its octets are invalid: the packet ends inside Event_Parameters: 32 bits needed, 24 there."]),
    PacketCase(
      "< 04050500010013", "HCI event that cannot be read",
      ["Its octets are invalid: the packet ends inside Event_Parameters: 40 bits needed, 32 there."]),
    PacketCase(
      "< 0700", "6 octets",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "< 02010002000000", "L2CAP fragment", ["The first part of an L2CAP frame, 2 octets; more follow."]),
  ]
}
