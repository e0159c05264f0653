public import ChannelSounding
public import CoreTypes
public import Wire

/// Starts the security of Channel Sounding; the central alone may. [Vol 4, Part E, 7.8.133]
public struct LECSSecurityEnableCommand: ConnectionCommand {
  public static let opcode = Opcode.leCSSecurityEnable

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0

  public init() {}
}

/// Says what the controller may do in Channel Sounding on a connection. [Vol 4, Part E, 7.8.134]
public struct LECSSetDefaultSettingsCommand: HCICompletedCommand {
  /// Status and connection.
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSSetDefaultSettings

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// Bit 0 initiator, bit 1 reflector.
  public var roleEnable: UInt8 = 0
  /// 1 to 4, 0xFE in turn, 0xFF no recommendation.
  public var csSyncAntennaSelection: UInt8 = 0xFF
  /// In dBm, -127 to 20.
  public var maxTXPower: Int8 = 0

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

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 to 3.
  public var configID: UInt8 = 0

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
  /// Status and connection.
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSSetProcedureParameters

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// The parameters after Connection_Handle.
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

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 to 3.
  public var configID: UInt8 = 0
  /// 0 or 1.
  public var enable: UInt8 = 0

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
