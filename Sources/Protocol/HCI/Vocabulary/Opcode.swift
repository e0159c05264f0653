public import CoreTypes
internal import Notation

/// The number of a command: group in the high 6 bits, command in the low 10. [Vol 4, Part E, 5.4.1]
///
/// The members are the one place where a command has its number, its name and its bit of Supported_Commands.
public struct Opcode: FieldValue {
  public let rawValue: UInt16
  private let ownName: String?
  private let ownBit: Int?

  /// Wraps any number; unknown ones are kept.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
    ownName = nil
    ownBit = nil
  }

  private init(_ rawValue: UInt16, _ name: String, bit: (octet: Int, bit: Int)? = nil) {
    self.rawValue = rawValue
    ownName = name
    ownBit = bit.map { $0.octet * 8 + $0.bit }
  }

  /// The specification's name; nil if the number is not one of those below.
  public var name: String? { ownName ?? CommandTable.type(of: self)?.opcode.ownName }

  /// The bit of Supported_Commands that announces the command, counted from bit 0 of octet 0; nil if it has
  /// none. [Vol 4, Part E, 6.27]
  ///
  /// Interpretation: the two commands that Core 6.3 extends have the free bits 49.0 and 49.1, and the second one
  /// for cached capabilities has 49.3; no public source shows them.
  public var supportedCommandsBit: Int? { ownBit ?? CommandTable.type(of: self)?.opcode.ownBit }

  /// The specification's name, also of a command of which nothing else is known; the number where there is none.
  public var description: String {
    name ?? NamesAlone.commands[rawValue].map { "HCI_" + $0 } ?? "opcode " + rawValue.hex(1, .lower)
  }

  /// Whether the number is one of a vendor's own. [Vol 4, Part E, 5.4.1]
  public var isVendorSpecific: Bool { rawValue >> 10 == 0x3F }

  public static func == (a: Opcode, b: Opcode) -> Bool { a.rawValue == b.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Opcode {
  /// [Vol 4, Part E, 7.1.6]
  public static let disconnect = Opcode(0x0406, "HCI_Disconnect", bit: (0, 5))
  /// [Vol 4, Part E, 7.1.23]
  public static let readRemoteVersionInformation = Opcode(
    0x041D, "HCI_Read_Remote_Version_Information", bit: (2, 7))
  /// [Vol 4, Part E, 7.3.1]
  public static let setEventMask = Opcode(0x0C01, "HCI_Set_Event_Mask", bit: (5, 6))
  /// [Vol 4, Part E, 7.3.2]
  public static let reset = Opcode(0x0C03, "HCI_Reset", bit: (5, 7))
  /// [Vol 4, Part E, 7.3.11]
  public static let writeLocalName = Opcode(0x0C13, "HCI_Write_Local_Name", bit: (7, 0))
  /// [Vol 4, Part E, 7.3.12]
  public static let readLocalName = Opcode(0x0C14, "HCI_Read_Local_Name", bit: (7, 1))
  /// [Vol 4, Part E, 7.3.35]
  public static let readTransmitPowerLevel = Opcode(0x0C2D, "HCI_Read_Transmit_Power_Level", bit: (10, 2))
  /// [Vol 4, Part E, 7.3.38]
  public static let setControllerToHostFlowControl = Opcode(
    0x0C31, "HCI_Set_Controller_To_Host_Flow_Control", bit: (10, 5))
  /// [Vol 4, Part E, 7.3.39]
  public static let hostBufferSize = Opcode(0x0C33, "HCI_Host_Buffer_Size", bit: (10, 6))
  /// [Vol 4, Part E, 7.3.40]
  public static let hostNumberOfCompletedPackets = Opcode(
    0x0C35, "HCI_Host_Number_Of_Completed_Packets", bit: (10, 7))
  /// [Vol 4, Part E, 7.3.69]
  public static let setEventMaskPage2 = Opcode(0x0C63, "HCI_Set_Event_Mask_Page_2", bit: (22, 2))
  /// [Vol 4, Part E, 7.3.78]
  public static let readLEHostSupport = Opcode(0x0C6C, "HCI_Read_LE_Host_Support", bit: (24, 5))
  /// [Vol 4, Part E, 7.3.79]
  public static let writeLEHostSupport = Opcode(0x0C6D, "HCI_Write_LE_Host_Support", bit: (24, 6))
  /// [Vol 4, Part E, 7.3.93]
  public static let readAuthenticatedPayloadTimeout = Opcode(
    0x0C7B, "HCI_Read_Authenticated_Payload_Timeout", bit: (32, 4))
  /// [Vol 4, Part E, 7.3.94]
  public static let writeAuthenticatedPayloadTimeout = Opcode(
    0x0C7C, "HCI_Write_Authenticated_Payload_Timeout", bit: (32, 5))
  /// [Vol 4, Part E, 7.4.1]
  public static let readLocalVersionInformation = Opcode(
    0x1001, "HCI_Read_Local_Version_Information", bit: (14, 3))
  /// [Vol 4, Part E, 7.4.2]
  public static let readLocalSupportedCommands = Opcode(0x1002, "HCI_Read_Local_Supported_Commands")
  /// [Vol 4, Part E, 7.4.3]
  public static let readLocalSupportedFeatures = Opcode(
    0x1003, "HCI_Read_Local_Supported_Features", bit: (14, 5))
  /// [Vol 4, Part E, 7.4.4]
  public static let readLocalExtendedFeatures = Opcode(
    0x1004, "HCI_Read_Local_Extended_Features", bit: (14, 6))
  /// [Vol 4, Part E, 7.4.5]
  public static let readBufferSize = Opcode(0x1005, "HCI_Read_Buffer_Size", bit: (14, 7))
  /// [Vol 4, Part E, 7.4.6]
  public static let readBDADDR = Opcode(0x1009, "HCI_Read_BD_ADDR", bit: (15, 1))
  /// [Vol 4, Part E, 7.4.2]
  public static let readLocalSupportedCommandsV2 = Opcode(
    0x1010, "HCI_Read_Local_Supported_Commands [v2]", bit: (49, 0))
  /// [Vol 4, Part E, 7.5.4]
  public static let readRSSI = Opcode(0x1405, "HCI_Read_RSSI", bit: (15, 5))
  /// [Vol 4, Part E, 7.8.1]
  public static let leSetEventMask = Opcode(0x2001, "HCI_LE_Set_Event_Mask", bit: (25, 0))
  /// [Vol 4, Part E, 7.8.2]
  public static let leReadBufferSize = Opcode(0x2002, "HCI_LE_Read_Buffer_Size", bit: (25, 1))
  /// [Vol 4, Part E, 7.8.3]
  public static let leReadLocalSupportedFeatures = Opcode(
    0x2003, "HCI_LE_Read_Local_Supported_Features", bit: (25, 2))
  /// [Vol 4, Part E, 7.8.4]
  public static let leSetRandomAddress = Opcode(0x2005, "HCI_LE_Set_Random_Address", bit: (25, 4))
  /// [Vol 4, Part E, 7.8.5]
  public static let leSetAdvertisingParameters = Opcode(
    0x2006, "HCI_LE_Set_Advertising_Parameters", bit: (25, 5))
  /// [Vol 4, Part E, 7.8.6]
  public static let leReadAdvertisingPhysicalChannelTXPower = Opcode(
    0x2007, "HCI_LE_Read_Advertising_Physical_Channel_TX_Power", bit: (25, 6))
  /// [Vol 4, Part E, 7.8.7]
  public static let leSetAdvertisingData = Opcode(0x2008, "HCI_LE_Set_Advertising_Data", bit: (25, 7))
  /// [Vol 4, Part E, 7.8.8]
  public static let leSetScanResponseData = Opcode(0x2009, "HCI_LE_Set_Scan_Response_Data", bit: (26, 0))
  /// [Vol 4, Part E, 7.8.9]
  public static let leSetAdvertisingEnable = Opcode(0x200A, "HCI_LE_Set_Advertising_Enable", bit: (26, 1))
  /// [Vol 4, Part E, 7.8.10]
  public static let leSetScanParameters = Opcode(0x200B, "HCI_LE_Set_Scan_Parameters", bit: (26, 2))
  /// [Vol 4, Part E, 7.8.11]
  public static let leSetScanEnable = Opcode(0x200C, "HCI_LE_Set_Scan_Enable", bit: (26, 3))
  /// [Vol 4, Part E, 7.8.12]
  public static let leCreateConnection = Opcode(0x200D, "HCI_LE_Create_Connection", bit: (26, 4))
  /// [Vol 4, Part E, 7.8.13]
  public static let leCreateConnectionCancel = Opcode(0x200E, "HCI_LE_Create_Connection_Cancel", bit: (26, 5))
  /// [Vol 4, Part E, 7.8.14]
  public static let leReadFilterAcceptListSize = Opcode(
    0x200F, "HCI_LE_Read_Filter_Accept_List_Size", bit: (26, 6))
  /// [Vol 4, Part E, 7.8.15]
  public static let leClearFilterAcceptList = Opcode(0x2010, "HCI_LE_Clear_Filter_Accept_List", bit: (26, 7))
  /// [Vol 4, Part E, 7.8.16]
  public static let leAddDeviceToFilterAcceptList = Opcode(
    0x2011, "HCI_LE_Add_Device_To_Filter_Accept_List", bit: (27, 0))
  /// [Vol 4, Part E, 7.8.17]
  public static let leRemoveDeviceFromFilterAcceptList = Opcode(
    0x2012, "HCI_LE_Remove_Device_From_Filter_Accept_List", bit: (27, 1))
  /// [Vol 4, Part E, 7.8.18]
  public static let leConnectionUpdate = Opcode(0x2013, "HCI_LE_Connection_Update", bit: (27, 2))
  /// [Vol 4, Part E, 7.8.19]
  public static let leSetHostChannelClassification = Opcode(
    0x2014, "HCI_LE_Set_Host_Channel_Classification", bit: (27, 3))
  /// [Vol 4, Part E, 7.8.20]
  public static let leReadChannelMap = Opcode(0x2015, "HCI_LE_Read_Channel_Map", bit: (27, 4))
  /// [Vol 4, Part E, 7.8.21]
  public static let leReadRemoteFeatures = Opcode(0x2016, "HCI_LE_Read_Remote_Features", bit: (27, 5))
  /// [Vol 4, Part E, 7.8.22]
  public static let leEncrypt = Opcode(0x2017, "HCI_LE_Encrypt", bit: (27, 6))
  /// [Vol 4, Part E, 7.8.23]
  public static let leRand = Opcode(0x2018, "HCI_LE_Rand", bit: (27, 7))
  /// [Vol 4, Part E, 7.8.24]
  public static let leEnableEncryption = Opcode(0x2019, "HCI_LE_Enable_Encryption", bit: (28, 0))
  /// [Vol 4, Part E, 7.8.25]
  public static let leLongTermKeyRequestReply = Opcode(
    0x201A, "HCI_LE_Long_Term_Key_Request_Reply", bit: (28, 1))
  /// [Vol 4, Part E, 7.8.26]
  public static let leLongTermKeyRequestNegativeReply = Opcode(
    0x201B, "HCI_LE_Long_Term_Key_Request_Negative_Reply", bit: (28, 2))
  /// [Vol 4, Part E, 7.8.27]
  public static let leReadSupportedStates = Opcode(0x201C, "HCI_LE_Read_Supported_States", bit: (28, 3))
  /// [Vol 4, Part E, 7.8.31]
  public static let leRemoteConnectionParameterRequestReply = Opcode(
    0x2020, "HCI_LE_Remote_Connection_Parameter_Request_Reply", bit: (33, 4))
  /// [Vol 4, Part E, 7.8.32]
  public static let leRemoteConnectionParameterRequestNegativeReply = Opcode(
    0x2021, "HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply", bit: (33, 5))
  /// [Vol 4, Part E, 7.8.33]
  public static let leSetDataLength = Opcode(0x2022, "HCI_LE_Set_Data_Length", bit: (33, 6))
  /// [Vol 4, Part E, 7.8.34]
  public static let leReadSuggestedDefaultDataLength = Opcode(
    0x2023, "HCI_LE_Read_Suggested_Default_Data_Length", bit: (33, 7))
  /// [Vol 4, Part E, 7.8.35]
  public static let leWriteSuggestedDefaultDataLength = Opcode(
    0x2024, "HCI_LE_Write_Suggested_Default_Data_Length", bit: (34, 0))
  /// [Vol 4, Part E, 7.8.36]
  public static let leReadLocalP256PublicKey = Opcode(
    0x2025, "HCI_LE_Read_Local_P-256_Public_Key", bit: (34, 1))
  /// [Vol 4, Part E, 7.8.37]
  public static let leGenerateDHKey = Opcode(0x2026, "HCI_LE_Generate_DHKey", bit: (34, 2))
  /// [Vol 4, Part E, 7.8.38]
  public static let leAddDeviceToResolvingList = Opcode(
    0x2027, "HCI_LE_Add_Device_To_Resolving_List", bit: (34, 3))
  /// [Vol 4, Part E, 7.8.39]
  public static let leRemoveDeviceFromResolvingList = Opcode(
    0x2028, "HCI_LE_Remove_Device_From_Resolving_List", bit: (34, 4))
  /// [Vol 4, Part E, 7.8.40]
  public static let leClearResolvingList = Opcode(0x2029, "HCI_LE_Clear_Resolving_List", bit: (34, 5))
  /// [Vol 4, Part E, 7.8.41]
  public static let leReadResolvingListSize = Opcode(0x202A, "HCI_LE_Read_Resolving_List_Size", bit: (34, 6))
  /// [Vol 4, Part E, 7.8.42]
  public static let leReadPeerResolvableAddress = Opcode(
    0x202B, "HCI_LE_Read_Peer_Resolvable_Address", bit: (34, 7))
  /// [Vol 4, Part E, 7.8.43]
  public static let leReadLocalResolvableAddress = Opcode(
    0x202C, "HCI_LE_Read_Local_Resolvable_Address", bit: (35, 0))
  /// [Vol 4, Part E, 7.8.44]
  public static let leSetAddressResolutionEnable = Opcode(
    0x202D, "HCI_LE_Set_Address_Resolution_Enable", bit: (35, 1))
  /// [Vol 4, Part E, 7.8.45]
  public static let leSetResolvablePrivateAddressTimeout = Opcode(
    0x202E, "HCI_LE_Set_Resolvable_Private_Address_Timeout", bit: (35, 2))
  /// [Vol 4, Part E, 7.8.46]
  public static let leReadMaximumDataLength = Opcode(0x202F, "HCI_LE_Read_Maximum_Data_Length", bit: (35, 3))
  /// [Vol 4, Part E, 7.8.47]
  public static let leReadPHY = Opcode(0x2030, "HCI_LE_Read_PHY", bit: (35, 4))
  /// [Vol 4, Part E, 7.8.48]
  public static let leSetDefaultPHY = Opcode(0x2031, "HCI_LE_Set_Default_PHY", bit: (35, 5))
  /// [Vol 4, Part E, 7.8.49]
  public static let leSetPHY = Opcode(0x2032, "HCI_LE_Set_PHY", bit: (35, 6))
  /// [Vol 4, Part E, 7.8.52]
  public static let leSetAdvertisingSetRandomAddress = Opcode(
    0x2035, "HCI_LE_Set_Advertising_Set_Random_Address", bit: (36, 1))
  /// [Vol 4, Part E, 7.8.53]
  public static let leSetExtendedAdvertisingParameters = Opcode(
    0x2036, "HCI_LE_Set_Extended_Advertising_Parameters", bit: (36, 2))
  /// [Vol 4, Part E, 7.8.54]
  public static let leSetExtendedAdvertisingData = Opcode(
    0x2037, "HCI_LE_Set_Extended_Advertising_Data", bit: (36, 3))
  /// [Vol 4, Part E, 7.8.55]
  public static let leSetExtendedScanResponseData = Opcode(
    0x2038, "HCI_LE_Set_Extended_Scan_Response_Data", bit: (36, 4))
  /// [Vol 4, Part E, 7.8.56]
  public static let leSetExtendedAdvertisingEnable = Opcode(
    0x2039, "HCI_LE_Set_Extended_Advertising_Enable", bit: (36, 5))
  /// [Vol 4, Part E, 7.8.57]
  public static let leReadMaximumAdvertisingDataLength = Opcode(
    0x203A, "HCI_LE_Read_Maximum_Advertising_Data_Length", bit: (36, 6))
  /// [Vol 4, Part E, 7.8.58]
  public static let leReadNumberOfSupportedAdvertisingSets = Opcode(
    0x203B, "HCI_LE_Read_Number_Of_Supported_Advertising_Sets", bit: (36, 7))
  /// [Vol 4, Part E, 7.8.59]
  public static let leRemoveAdvertisingSet = Opcode(0x203C, "HCI_LE_Remove_Advertising_Set", bit: (37, 0))
  /// [Vol 4, Part E, 7.8.60]
  public static let leClearAdvertisingSets = Opcode(0x203D, "HCI_LE_Clear_Advertising_Sets", bit: (37, 1))
  /// [Vol 4, Part E, 7.8.64]
  public static let leSetExtendedScanParameters = Opcode(
    0x2041, "HCI_LE_Set_Extended_Scan_Parameters", bit: (37, 5))
  /// [Vol 4, Part E, 7.8.65]
  public static let leSetExtendedScanEnable = Opcode(0x2042, "HCI_LE_Set_Extended_Scan_Enable", bit: (37, 6))
  /// [Vol 4, Part E, 7.8.66]
  public static let leExtendedCreateConnection = Opcode(
    0x2043, "HCI_LE_Extended_Create_Connection", bit: (37, 7))
  /// [Vol 4, Part E, 7.8.74]
  public static let leReadTransmitPower = Opcode(0x204B, "HCI_LE_Read_Transmit_Power", bit: (38, 7))
  /// [Vol 4, Part E, 7.8.75]
  public static let leReadRFPathCompensation = Opcode(
    0x204C, "HCI_LE_Read_RF_Path_Compensation", bit: (39, 0))
  /// [Vol 4, Part E, 7.8.76]
  public static let leWriteRFPathCompensation = Opcode(
    0x204D, "HCI_LE_Write_RF_Path_Compensation", bit: (39, 1))
  /// [Vol 4, Part E, 7.8.77]
  public static let leSetPrivacyMode = Opcode(0x204E, "HCI_LE_Set_Privacy_Mode", bit: (39, 2))
  /// [Vol 4, Part E, 7.8.37]
  public static let leGenerateDHKeyV2 = Opcode(0x205E, "HCI_LE_Generate_DHKey [v2]", bit: (41, 2))
  /// [Vol 4, Part E, 7.8.2]
  public static let leReadBufferSizeV2 = Opcode(0x2060, "HCI_LE_Read_Buffer_Size [v2]", bit: (41, 5))
  /// [Vol 4, Part E, 7.8.115]
  public static let leSetHostFeature = Opcode(0x2074, "HCI_LE_Set_Host_Feature", bit: (44, 1))
  /// [Vol 4, Part E, 7.8.117]
  public static let leEnhancedReadTransmitPowerLevel = Opcode(
    0x2076, "HCI_LE_Enhanced_Read_Transmit_Power_Level", bit: (44, 3))
  /// [Vol 4, Part E, 7.8.118]
  public static let leReadRemoteTransmitPowerLevel = Opcode(
    0x2077, "HCI_LE_Read_Remote_Transmit_Power_Level", bit: (44, 4))
  /// [Vol 4, Part E, 7.8.121]
  public static let leSetTransmitPowerReportingEnable = Opcode(
    0x207A, "HCI_LE_Set_Transmit_Power_Reporting_Enable", bit: (44, 7))
  /// [Vol 4, Part E, 7.8.128]
  public static let leReadAllLocalSupportedFeatures = Opcode(
    0x2087, "HCI_LE_Read_All_Local_Supported_Features", bit: (47, 2))
  /// [Vol 4, Part E, 7.8.129]
  public static let leReadAllRemoteFeatures = Opcode(0x2088, "HCI_LE_Read_All_Remote_Features", bit: (47, 3))
  /// [Vol 4, Part E, 7.8.130]
  public static let leCSReadLocalSupportedCapabilities = Opcode(
    0x2089, "HCI_LE_CS_Read_Local_Supported_Capabilities", bit: (20, 5))
  /// [Vol 4, Part E, 7.8.131]
  public static let leCSReadRemoteSupportedCapabilities = Opcode(
    0x208A, "HCI_LE_CS_Read_Remote_Supported_Capabilities", bit: (20, 6))
  /// [Vol 4, Part E, 7.8.132]
  public static let leCSWriteCachedRemoteSupportedCapabilities = Opcode(
    0x208B, "HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities", bit: (20, 7))
  /// [Vol 4, Part E, 7.8.133]
  public static let leCSSecurityEnable = Opcode(0x208C, "HCI_LE_CS_Security_Enable", bit: (24, 1))
  /// [Vol 4, Part E, 7.8.134]
  public static let leCSSetDefaultSettings = Opcode(0x208D, "HCI_LE_CS_Set_Default_Settings", bit: (24, 7))
  /// [Vol 4, Part E, 7.8.135]
  public static let leCSReadRemoteFAETable = Opcode(0x208E, "HCI_LE_CS_Read_Remote_FAE_Table", bit: (12, 2))
  /// [Vol 4, Part E, 7.8.136]
  public static let leCSWriteCachedRemoteFAETable = Opcode(
    0x208F, "HCI_LE_CS_Write_Cached_Remote_FAE_Table", bit: (12, 3))
  /// [Vol 4, Part E, 7.8.137]
  public static let leCSCreateConfig = Opcode(0x2090, "HCI_LE_CS_Create_Config", bit: (16, 6))
  /// [Vol 4, Part E, 7.8.138]
  public static let leCSRemoveConfig = Opcode(0x2091, "HCI_LE_CS_Remove_Config", bit: (16, 7))
  /// [Vol 4, Part E, 7.8.139]
  public static let leCSSetChannelClassification = Opcode(
    0x2092, "HCI_LE_CS_Set_Channel_Classification", bit: (29, 0))
  /// [Vol 4, Part E, 7.8.140]
  public static let leCSSetProcedureParameters = Opcode(
    0x2093, "HCI_LE_CS_Set_Procedure_Parameters", bit: (29, 1))
  /// [Vol 4, Part E, 7.8.141]
  public static let leCSProcedureEnable = Opcode(0x2094, "HCI_LE_CS_Procedure_Enable", bit: (29, 2))
  /// [Vol 4, Part E, 7.8.142]
  public static let leCSTest = Opcode(0x2095, "HCI_LE_CS_Test", bit: (23, 3))
  /// [Vol 4, Part E, 7.8.143]
  public static let leCSTestEnd = Opcode(0x2096, "HCI_LE_CS_Test_End", bit: (23, 4))
  /// [Vol 4, Part E, 7.8.115]
  public static let leSetHostFeatureV2 = Opcode(0x2097, "HCI_LE_Set_Host_Feature [v2]", bit: (47, 4))
  /// [Vol 4, Part E, 7.8.151]
  public static let leFrameSpaceUpdate = Opcode(0x209D, "HCI_LE_Frame_Space_Update", bit: (48, 1))
  /// [Vol 4, Part E, 7.8.1]
  public static let leSetEventMaskV2 = Opcode(0x20A4, "HCI_LE_Set_Event_Mask [v2]", bit: (49, 1))
  /// [Vol 4, Part E, 7.8.130]
  public static let leCSReadLocalSupportedCapabilitiesV2 = Opcode(
    0x20A5, "HCI_LE_CS_Read_Local_Supported_Capabilities [v2]", bit: (49, 2))
  /// [Vol 4, Part E, 7.8.132]
  public static let leCSWriteCachedRemoteSupportedCapabilitiesV2 = Opcode(
    0x20A6, "HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities [v2]", bit: (49, 3))
}
