public import CoreTypes
public import Wire

/// Says which events the host wants. [Vol 4, Part E, 7.3.1]
public struct SetEventMaskCommand: HCICompletedCommand {
  public static let opcode = Opcode.setEventMask

  public var eventMask = EventMask.initial

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u64("Event_Mask", &eventMask)
  }
}

/// Takes the controller back to its start. [Vol 4, Part E, 7.3.2]
public struct ResetCommand: HCICompletedCommand, ParameterlessCommand {
  public static let opcode = Opcode.reset

  public init() {}
}

/// Says which of the later events the host wants. [Vol 4, Part E, 7.3.69]
public struct SetEventMaskPage2Command: HCICompletedCommand {
  public static let opcode = Opcode.setEventMaskPage2

  public var eventMaskPage2 = EventMaskPage2.none

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u64("Event_Mask_Page_2", &eventMaskPage2)
  }
}

/// Says that the host uses LE. [Vol 4, Part E, 7.3.79]
public struct WriteLEHostSupportCommand: HCICompletedCommand {
  public static let opcode = Opcode.writeLEHostSupport

  public var leSupportedHost = EnableState.disabled
  /// Ignored by the controller.
  public var unused: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("LE_Supported_Host", &leSupportedHost)
    try visitor.u8("Unused", &unused)
  }
}

/// Asks which version the controller is. [Vol 4, Part E, 7.4.1]
public struct ReadLocalVersionInformationCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var hciVersion: CoreVersion = 0
    /// The maker's own number.
    public var hciSubversion: UInt16 = 0
    public var lmpVersion: CoreVersion = 0
    /// The maker.
    public var companyIdentifier: CompanyIdentifier = 0
    /// The maker's own number.
    public var lmpSubversion: UInt16 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("HCI_Version", &hciVersion)
      try visitor.u16("HCI_Subversion", &hciSubversion)
      try visitor.u8("LMP_Version", &lmpVersion)
      try visitor.u16("Company_Identifier", &companyIdentifier)
      try visitor.u16("LMP_Subversion", &lmpSubversion)
    }
  }

  public static let opcode = Opcode.readLocalVersionInformation

  public init() {}
}

/// Asks which commands the controller knows. [Vol 4, Part E, 7.4.2]
public struct ReadLocalSupportedCommandsCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// 64 octets, one bit a command.
    public var supportedCommands = [UInt8](repeating: 0, count: 64)

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.octets(64, "Supported_Commands", &supportedCommands)
    }
  }

  public static let opcode = Opcode.readLocalSupportedCommands

  public init() {}
}

/// Asks which LMP features the controller has. [Vol 4, Part E, 7.4.3]
public struct ReadLocalSupportedFeaturesCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// Bit 37 no BR/EDR, bit 38 LE.
    public var lmpFeatures: UInt64 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u64("LMP_Features", &lmpFeatures)
    }
  }

  public static let opcode = Opcode.readLocalSupportedFeatures

  public init() {}
}

/// Asks for the data buffers that BR/EDR and, without its own, LE use. [Vol 4, Part E, 7.4.5]
public struct ReadBufferSizeCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In octets.
    public var aclDataPacketLength: UInt16 = 0
    /// In octets.
    public var synchronousDataPacketLength: UInt8 = 0
    /// The number of buffers.
    public var totalNumACLDataPackets: UInt16 = 0
    /// The number of buffers.
    public var totalNumSynchronousDataPackets: UInt16 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u16("ACL_Data_Packet_Length", &aclDataPacketLength)
      try visitor.u8("Synchronous_Data_Packet_Length", &synchronousDataPacketLength)
      try visitor.u16("Total_Num_ACL_Data_Packets", &totalNumACLDataPackets)
      try visitor.u16("Total_Num_Synchronous_Data_Packets", &totalNumSynchronousDataPackets)
    }
  }

  public static let opcode = Opcode.readBufferSize

  public init() {}
}

/// Asks for the public address. [Vol 4, Part E, 7.4.6]
public struct ReadBDADDRCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var bdAddr: BDADDR = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.address("BD_ADDR", &bdAddr)
    }
  }

  public static let opcode = Opcode.readBDADDR

  public init() {}
}

/// Says which LE meta events the host wants, those of later versions too. [Vol 4, Part E, 7.8.1]
public struct LESetEventMaskV2Command: HCICompletedCommand {
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
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In dBm.
    public var minTXPower: TransmitPowerLevel = 0
    /// In dBm.
    public var maxTXPower: TransmitPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.i8("Min_TX_Power", &minTXPower)
      try visitor.i8("Max_TX_Power", &maxTXPower)
    }
  }

  public static let opcode = Opcode.leReadTransmitPower

  public init() {}
}

/// Sets a feature bit that the host controls, of any page. [Vol 4, Part E, 7.8.115]
public struct LESetHostFeatureV2Command: HCICompletedCommand {
  public static let opcode = Opcode.leSetHostFeatureV2

  /// As `FeatureSet.Feature` numbers it.
  public var bitNumber: UInt16 = 0
  public var bitValue = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Bit_Number", &bitNumber)
    try visitor.u8("Bit_Value", &bitValue)
  }
}
