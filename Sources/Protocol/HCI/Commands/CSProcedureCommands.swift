public import ChannelSounding
public import CoreTypes
public import Wire

/// Starts the security of Channel Sounding; the central alone may. [Vol 4, Part E, 7.8.133]
public struct LECSSecurityEnableCommand: ConnectionCommand {
  public static let opcode = Opcode.leCSSecurityEnable

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Says what the controller may do in Channel Sounding on a connection. [Vol 4, Part E, 7.8.134]
public struct LECSSetDefaultSettingsCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSSetDefaultSettings

  public var connectionHandle: ConnectionHandle = 0
  /// The roles that the device may take.
  public var roleEnable: CSCapabilities.Roles = []
  public var csSyncAntennaSelection = CSSyncAntennaSelection.noRecommendation
  /// In dBm, -127 to 20.
  public var maxTXPower: TransmitPowerLevel = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Role_Enable", &roleEnable)
    try visitor.u8("CS_SYNC_Antenna_Selection", &csSyncAntennaSelection)
    try visitor.i8("Max_TX_Power", &maxTXPower)
  }
}

/// Removes a configuration. [Vol 4, Part E, 7.8.138]
public struct LECSRemoveConfigCommand: HCICommand {
  public static let opcode = Opcode.leCSRemoveConfig

  public var connectionHandle: ConnectionHandle = 0
  public var configID: ConfigID = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
  }
}

/// Says which Channel Sounding channels are good. [Vol 4, Part E, 7.8.139]
public struct LECSSetChannelClassificationCommand: HCICompletedCommand {
  public static let opcode = Opcode.leCSSetChannelClassification

  /// A bit for each channel that may be used.
  public var channelClassification = CSChannelMap.allowed

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.channelMap("Channel_Classification", &channelClassification)
  }
}

/// Says how the procedures of a configuration shall run. [Vol 4, Part E, 7.8.140]
public struct LECSSetProcedureParametersCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSSetProcedureParameters

  public var connectionHandle: ConnectionHandle = 0
  public var parameters = CSProcedureParameters()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try parameters.fields(&visitor)
  }
}

/// Starts or stops the procedures of a configuration. [Vol 4, Part E, 7.8.141]
public struct LECSProcedureEnableCommand: HCICommand {
  public static let opcode = Opcode.leCSProcedureEnable

  public var connectionHandle: ConnectionHandle = 0
  public var configID: ConfigID = 0
  public var enable = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("Enable", &enable)
  }
}

/// Ends the Channel Sounding test. [Vol 4, Part E, 7.8.143]
public struct LECSTestEndCommand: ParameterlessCommand {
  public static let opcode = Opcode.leCSTestEnd

  public init() {}
}

/// Runs Channel Sounding without a connection, as fixed as the tester wants it. [Vol 4, Part E, 7.8.142]
public struct LECSTestCommand: HCICompletedCommand {
  public static let opcode = Opcode.leCSTest

  /// The fields of a configuration that the command has, legal or not; `overrideParametersData` has the channels,
  /// their selection and the number of main-mode steps.
  public var configuration = CSConfiguration()
  public var csSyncAntennaSelection = CSSyncAntennaSelection.noRecommendation
  public var subeventLen = SubeventLen.shortest
  /// From one subevent of a CS event to the next.
  public var subeventInterval = SubeventInterval.oneSubevent
  /// 0 for as many as fit.
  public var maxNumSubevents: UInt8 = 0
  public var transmitPowerLevel = TransmitPowerLevel.unknown
  public var tSWTime: TSW = 0
  public var toneAntennaConfigSelection: AntennaConfiguration = 0
  /// Of the initiator's packets.
  public var snrControlInitiator = OutputSNR.uncontrolled
  /// Of the reflector's packets.
  public var snrControlReflector = OutputSNR.uncontrolled
  /// The nonce of the generator that both sides use.
  public var drbgNonce: UInt16 = 0
  /// Which parts `overrideParametersData` fixes, and so its layout.
  public var overrideConfig: UInt16 = 0
  /// At most 255 octets.
  public var overrideParametersData: [UInt8] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try configuration.modeFields(&visitor)
    try configuration.stepFields(&visitor)
    try visitor.u8("CS_SYNC_Antenna_Selection", &csSyncAntennaSelection)
    try visitor.u24("Subevent_Len", &subeventLen)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u8("Max_Num_Subevents", &maxNumSubevents)
    try visitor.i8("Transmit_Power_Level", &transmitPowerLevel)
    try configuration.timeFields(&visitor)
    try visitor.u8("T_SW_Time", &tSWTime)
    try visitor.u8("Tone_Antenna_Config_Selection", &toneAntennaConfigSelection)
    try visitor.u8("CS_Enhancements_1", &configuration.enhancements)
    try visitor.u8("SNR_Control_Initiator", &snrControlInitiator)
    try visitor.u8("SNR_Control_Reflector", &snrControlReflector)
    try visitor.u16("DRBG_Nonce", &drbgNonce)
    try visitor.u8("Channel_Map_Repetition", &configuration.channelMapRepetition)
    try visitor.u16("Override_Config", &overrideConfig)
    try visitor.lengthPrefixed(
      "Override_Parameters_Length", "Override_Parameters_Data", &overrideParametersData)
  }
}
