public import CoreTypes
public import Wire

/// Says which LE meta events the host wants, those of later versions too. [Vol 4, Part E, 7.8.1]
public struct LESetEventMaskV2Command: HCICompletedCommand {
  /// HCI_LE_Set_Event_Mask [v2]
  public static let opcode = Opcode.leSetEventMaskV2

  /// Bit n of the 255 octets for subevent n + 1.
  public var leEventMask = [UInt8](repeating: 0, count: 255)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(255, "LE_Event_Mask", &leEventMask)
  }
}

/// Asks between which levels the controller can send. [Vol 4, Part E, 7.8.74]
public struct LEReadTransmitPowerCommand: HCICompletedCommand, ParameterlessCommand {
  /// What the controller returns.
  public typealias Return = LEReadTransmitPowerReturn
  public static let opcode = Opcode.leReadTransmitPower

  public init() {}
}

/// The return parameters of HCI_LE_Read_Transmit_Power. [Vol 4, Part E, 7.8.74]
public struct LEReadTransmitPowerReturn: HCIReturn {
  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// In dBm.
  public var minTXPower: Int8 = 0
  /// In dBm.
  public var maxTXPower: Int8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.i8("Min_TX_Power", &minTXPower)
    try visitor.i8("Max_TX_Power", &maxTXPower)
  }
}

/// Sets a feature bit that the host controls, of any page. [Vol 4, Part E, 7.8.115]
public struct LESetHostFeatureV2Command: HCICompletedCommand {
  /// HCI_LE_Set_Host_Feature [v2]
  public static let opcode = Opcode.leSetHostFeatureV2

  /// As `FeatureSet.Feature` numbers it.
  public var bitNumber: UInt16 = 0
  /// 0 or 1.
  public var bitValue: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Bit_Number", &bitNumber)
    try visitor.u8("Bit_Value", &bitValue)
  }
}
