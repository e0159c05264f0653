public import CoreTypes
public import Wire

/// Asks for the own power on a PHY of a connection. [Vol 4, Part E, 7.8.117]
public struct LEEnhancedReadTransmitPowerLevelCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var connectionHandle: ConnectionHandle = 0
    public var phy = PowerControlPHY.le1M
    /// In dBm, -127 to 20.
    public var currentTXPowerLevel: TransmitPowerLevel = 0
    /// In dBm, -127 to 20.
    public var maxTXPowerLevel: TransmitPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.handle(&connectionHandle)
      try visitor.u8("PHY", &phy)
      try visitor.i8("Current_TX_Power_Level", &currentTXPowerLevel)
      try visitor.i8("Max_TX_Power_Level", &maxTXPowerLevel)
    }
  }

  public static let opcode = Opcode.leEnhancedReadTransmitPowerLevel

  public var connectionHandle: ConnectionHandle = 0
  public var phy = PowerControlPHY.le1M

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("PHY", &phy)
  }
}

/// Asks for the peer's power on a PHY of a connection, which HCI_LE_Transmit_Power_Reporting gives.
/// [Vol 4, Part E, 7.8.118]
public struct LEReadRemoteTransmitPowerLevelCommand: HCICommand {
  public static let opcode = Opcode.leReadRemoteTransmitPowerLevel

  public var connectionHandle: ConnectionHandle = 0
  public var phy = PowerControlPHY.le1M

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("PHY", &phy)
  }
}

/// Switches the reports of changed powers of a connection on or off. [Vol 4, Part E, 7.8.121]
public struct LESetTransmitPowerReportingEnableCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leSetTransmitPowerReportingEnable

  public var connectionHandle: ConnectionHandle = 0
  /// For the own power.
  public var localEnable = EnableState.disabled
  /// For the peer's power.
  public var remoteEnable = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Local_Enable", &localEnable)
    try visitor.u8("Remote_Enable", &remoteEnable)
  }
}

/// Asks what the path between radio and antenna adds to powers. [Vol 4, Part E, 7.8.75]
public struct LEReadRFPathCompensationCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In 0.1 dB, -1280 to 1280.
    public var rfTXPathCompensationValue: RFPathCompensation = 0
    /// In 0.1 dB, -1280 to 1280.
    public var rfRXPathCompensationValue: RFPathCompensation = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.i16("RF_TX_Path_Compensation_Value", &rfTXPathCompensationValue)
      try visitor.i16("RF_RX_Path_Compensation_Value", &rfRXPathCompensationValue)
    }
  }

  public static let opcode = Opcode.leReadRFPathCompensation

  public init() {}
}

/// Says what the path between radio and antenna adds to powers. [Vol 4, Part E, 7.8.76]
public struct LEWriteRFPathCompensationCommand: HCICompletedCommand {
  public static let opcode = Opcode.leWriteRFPathCompensation

  /// In 0.1 dB, -1280 to 1280.
  public var rfTXPathCompensationValue: RFPathCompensation = 0
  /// In 0.1 dB, -1280 to 1280.
  public var rfRXPathCompensationValue: RFPathCompensation = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.i16("RF_TX_Path_Compensation_Value", &rfTXPathCompensationValue)
    try visitor.i16("RF_RX_Path_Compensation_Value", &rfRXPathCompensationValue)
  }
}
