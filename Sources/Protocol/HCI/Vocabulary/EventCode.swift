internal import Notation

/// The number of an event, with the subevent of an LE meta event. [Vol 4, Part E, 7.7]
///
/// The members are the one place where an event has its number and its name.
public struct EventCode: Hashable, Sendable, CustomStringConvertible {
  /// The code of every LE meta event.
  public static let leMeta: UInt8 = 0x3E

  /// The event code.
  public let code: UInt8
  /// Subevent_Code of an LE meta event.
  public let subevent: UInt8?
  private let ownName: String?

  /// Wraps any number; unknown ones are kept.
  public init(code: UInt8, subevent: UInt8? = nil) {
    self.code = code
    self.subevent = subevent
    ownName = nil
  }

  private init(_ code: UInt8, _ name: String) {
    self.code = code
    subevent = nil
    ownName = name
  }

  private init(le subevent: UInt8, _ name: String) {
    code = Self.leMeta
    self.subevent = subevent
    ownName = name
  }

  /// The specification's name; nil if the number is not one of those below.
  public var name: String? { ownName ?? Self.known.first { $0 == self }?.ownName }

  /// The specification's name, also of an event of which nothing else is known; the number where there is none.
  public var description: String {
    if let name { return name }
    let number = "event " + code.hex(1, .lower)
    guard let subevent else { return NamesAlone.events[code].map { "HCI_" + $0 } ?? number }
    return NamesAlone.leEvents[subevent].map { "HCI_LE_" + $0 }
      ?? number + " subevent " + subevent.hex(1, .lower)
  }

  /// Whether the code is that of a vendor's own events. [Vol 4, Part E, 5.4.4]
  public var isVendorSpecific: Bool { code == 0xFF }

  /// The bit of the LE event mask that opens an LE meta event; nil for other events. [Vol 4, Part E, 7.8.1]
  public var leEventMaskBit: Int? {
    guard let subevent, subevent > 0 else { return nil }
    return Int(subevent) - 1
  }

  /// The bit of the event mask that opens the event; nil for the answers to commands and data, which have
  /// none. [Vol 4, Part E, 7.3.1]
  public var eventMaskBit: Int? {
    switch self {
    case .commandComplete, .commandStatus, .numberOfCompletedPackets: nil
    default: (1..<64).contains(code) ? Int(code) - 1 : nil
    }
  }

  /// The bit of the second page of the event mask that opens the event; nil for the events of the first page.
  /// [Vol 4, Part E, 7.3.69]
  public var eventMaskPage2Bit: Int? { (0x40..<0x80).contains(code) ? Int(code) - 0x40 : nil }

  public static func == (a: EventCode, b: EventCode) -> Bool {
    a.code == b.code && a.subevent == b.subevent
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(subevent)
  }
}

extension EventCode {
  /// [Vol 4, Part E, 7.7.5]
  public static let disconnectionComplete = EventCode(0x05, "HCI_Disconnection_Complete")
  /// [Vol 4, Part E, 7.7.8]
  public static let encryptionChange = EventCode(0x08, "HCI_Encryption_Change")
  /// [Vol 4, Part E, 7.7.12]
  public static let readRemoteVersionInformationComplete = EventCode(
    0x0C, "HCI_Read_Remote_Version_Information_Complete")
  /// [Vol 4, Part E, 7.7.14]
  public static let commandComplete = EventCode(0x0E, "HCI_Command_Complete")
  /// [Vol 4, Part E, 7.7.15]
  public static let commandStatus = EventCode(0x0F, "HCI_Command_Status")
  /// [Vol 4, Part E, 7.7.16]
  public static let hardwareError = EventCode(0x10, "HCI_Hardware_Error")
  /// [Vol 4, Part E, 7.7.19]
  public static let numberOfCompletedPackets = EventCode(0x13, "HCI_Number_Of_Completed_Packets")
  /// [Vol 4, Part E, 7.7.26]
  public static let dataBufferOverflow = EventCode(0x1A, "HCI_Data_Buffer_Overflow")
  /// [Vol 4, Part E, 7.7.39]
  public static let encryptionKeyRefreshComplete = EventCode(0x30, "HCI_Encryption_Key_Refresh_Complete")
  /// [Vol 4, Part E, 7.7.75]
  public static let authenticatedPayloadTimeoutExpired = EventCode(
    0x57, "HCI_Authenticated_Payload_Timeout_Expired")
  /// [Vol 4, Part E, 7.7.8]
  public static let encryptionChangeV2 = EventCode(0x59, "HCI_Encryption_Change [v2]")
  /// [Vol 4, Part E, 7.7.65.1]
  public static let leConnectionComplete = EventCode(le: 0x01, "HCI_LE_Connection_Complete")
  /// [Vol 4, Part E, 7.7.65.2]
  public static let leAdvertisingReport = EventCode(le: 0x02, "HCI_LE_Advertising_Report")
  /// [Vol 4, Part E, 7.7.65.3]
  public static let leConnectionUpdateComplete = EventCode(le: 0x03, "HCI_LE_Connection_Update_Complete")
  /// [Vol 4, Part E, 7.7.65.4]
  public static let leReadRemoteFeaturesComplete = EventCode(le: 0x04, "HCI_LE_Read_Remote_Features_Complete")
  /// [Vol 4, Part E, 7.7.65.5]
  public static let leLongTermKeyRequest = EventCode(le: 0x05, "HCI_LE_Long_Term_Key_Request")
  /// [Vol 4, Part E, 7.7.65.6]
  public static let leRemoteConnectionParameterRequest = EventCode(
    le: 0x06, "HCI_LE_Remote_Connection_Parameter_Request")
  /// [Vol 4, Part E, 7.7.65.7]
  public static let leDataLengthChange = EventCode(le: 0x07, "HCI_LE_Data_Length_Change")
  /// [Vol 4, Part E, 7.7.65.8]
  public static let leReadLocalP256PublicKeyComplete = EventCode(
    le: 0x08, "HCI_LE_Read_Local_P-256_Public_Key_Complete")
  /// [Vol 4, Part E, 7.7.65.9]
  public static let leGenerateDHKeyComplete = EventCode(le: 0x09, "HCI_LE_Generate_DHKey_Complete")
  /// [Vol 4, Part E, 7.7.65.10]
  public static let leEnhancedConnectionComplete = EventCode(le: 0x0A, "HCI_LE_Enhanced_Connection_Complete")
  /// [Vol 4, Part E, 7.7.65.10]
  public static let leEnhancedConnectionCompleteV2 = EventCode(
    le: 0x29, "HCI_LE_Enhanced_Connection_Complete [v2]")
  /// [Vol 4, Part E, 7.7.65.12]
  public static let lePHYUpdateComplete = EventCode(le: 0x0C, "HCI_LE_PHY_Update_Complete")
  /// [Vol 4, Part E, 7.7.65.13]
  public static let leExtendedAdvertisingReport = EventCode(le: 0x0D, "HCI_LE_Extended_Advertising_Report")
  /// [Vol 4, Part E, 7.7.65.17]
  public static let leScanTimeout = EventCode(le: 0x11, "HCI_LE_Scan_Timeout")
  /// [Vol 4, Part E, 7.7.65.18]
  public static let leAdvertisingSetTerminated = EventCode(le: 0x12, "HCI_LE_Advertising_Set_Terminated")
  /// [Vol 4, Part E, 7.7.65.19]
  public static let leScanRequestReceived = EventCode(le: 0x13, "HCI_LE_Scan_Request_Received")
  /// [Vol 4, Part E, 7.7.65.20]
  public static let leChannelSelectionAlgorithm = EventCode(le: 0x14, "HCI_LE_Channel_Selection_Algorithm")
  /// [Vol 4, Part E, 7.7.65.33]
  public static let leTransmitPowerReporting = EventCode(le: 0x21, "HCI_LE_Transmit_Power_Reporting")
  /// [Vol 4, Part E, 7.7.65.38]
  public static let leReadAllRemoteFeaturesComplete = EventCode(
    le: 0x2B, "HCI_LE_Read_All_Remote_Features_Complete")
  /// [Vol 4, Part E, 7.7.65.39]
  public static let leCSReadRemoteSupportedCapabilitiesComplete = EventCode(
    le: 0x2C, "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete")
  /// [Vol 4, Part E, 7.7.65.40]
  public static let leCSReadRemoteFAETableComplete = EventCode(
    le: 0x2D, "HCI_LE_CS_Read_Remote_FAE_Table_Complete")
  /// [Vol 4, Part E, 7.7.65.41]
  public static let leCSSecurityEnableComplete = EventCode(le: 0x2E, "HCI_LE_CS_Security_Enable_Complete")
  /// [Vol 4, Part E, 7.7.65.42]
  public static let leCSConfigComplete = EventCode(le: 0x2F, "HCI_LE_CS_Config_Complete")
  /// [Vol 4, Part E, 7.7.65.43]
  public static let leCSProcedureEnableComplete = EventCode(le: 0x30, "HCI_LE_CS_Procedure_Enable_Complete")
  /// [Vol 4, Part E, 7.7.65.44]
  public static let leCSSubeventResult = EventCode(le: 0x31, "HCI_LE_CS_Subevent_Result")
  /// [Vol 4, Part E, 7.7.65.45]
  public static let leCSSubeventResultContinue = EventCode(le: 0x32, "HCI_LE_CS_Subevent_Result_Continue")
  /// [Vol 4, Part E, 7.7.65.46]
  public static let leCSTestEndComplete = EventCode(le: 0x33, "HCI_LE_CS_Test_End_Complete")
  /// [Vol 4, Part E, 7.7.65.48]
  public static let leFrameSpaceUpdateComplete = EventCode(le: 0x35, "HCI_LE_Frame_Space_Update_Complete")
  /// [Vol 4, Part E, 7.7.65.39]
  public static let leCSReadRemoteSupportedCapabilitiesCompleteV2 = EventCode(
    le: 0x38, "HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete [v2]")

  /// Every event this module knows.
  public static let known: [EventCode] = [
    .disconnectionComplete,
    .encryptionChange,
    .readRemoteVersionInformationComplete,
    .commandComplete,
    .commandStatus,
    .hardwareError,
    .numberOfCompletedPackets,
    .dataBufferOverflow,
    .encryptionKeyRefreshComplete,
    .authenticatedPayloadTimeoutExpired,
    .encryptionChangeV2,
    .leConnectionComplete,
    .leAdvertisingReport,
    .leConnectionUpdateComplete,
    .leReadRemoteFeaturesComplete,
    .leLongTermKeyRequest,
    .leRemoteConnectionParameterRequest,
    .leDataLengthChange,
    .leReadLocalP256PublicKeyComplete,
    .leGenerateDHKeyComplete,
    .leEnhancedConnectionComplete,
    .leEnhancedConnectionCompleteV2,
    .lePHYUpdateComplete,
    .leExtendedAdvertisingReport,
    .leScanTimeout,
    .leAdvertisingSetTerminated,
    .leScanRequestReceived,
    .leChannelSelectionAlgorithm,
    .leTransmitPowerReporting,
    .leReadAllRemoteFeaturesComplete,
    .leCSReadRemoteSupportedCapabilitiesComplete,
    .leCSReadRemoteFAETableComplete,
    .leCSSecurityEnableComplete,
    .leCSConfigComplete,
    .leCSProcedureEnableComplete,
    .leCSSubeventResult,
    .leCSSubeventResultContinue,
    .leCSTestEndComplete,
    .leFrameSpaceUpdateComplete,
    .leCSReadRemoteSupportedCapabilitiesCompleteV2,
  ]
}
