public import CoreTypes
public import Wire

/// Gives the controller a name. [Vol 4, Part E, 7.3.11]
public struct WriteLocalNameCommand: HCICompletedCommand {
  public static let opcode = Opcode.writeLocalName

  /// UTF-8, ended by a 0 where it is shorter.
  public var localName = [UInt8](repeating: 0, count: 248)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(248, "Local_Name", &localName)
  }
}

/// Asks for the name that the host gave. [Vol 4, Part E, 7.3.12]
public struct ReadLocalNameCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// UTF-8, ended by a 0 where it is shorter.
    public var localName = [UInt8](repeating: 0, count: 248)

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.octets(248, "Local_Name", &localName)
    }
  }

  public static let opcode = Opcode.readLocalName

  public init() {}
}

/// Asks how strong the packets of a connection are sent. [Vol 4, Part E, 7.3.35]
public struct ReadTransmitPowerLevelCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var connectionHandle: ConnectionHandle = 0
    /// In dBm.
    public var txPowerLevel: TransmitPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.handle(&connectionHandle)
      try visitor.i8("TX_Power_Level", &txPowerLevel)
    }
  }

  public static let opcode = Opcode.readTransmitPowerLevel

  public var connectionHandle: ConnectionHandle = 0
  /// 0 the level now, 1 the highest.
  public var type: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Type", &type)
  }
}

/// Asks for one page of the LMP features. [Vol 4, Part E, 7.4.4]
public struct ReadLocalExtendedFeaturesCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// The page that follows.
    public var pageNumber: UInt8 = 0
    /// The highest page that holds a bit.
    public var maxPageNumber: UInt8 = 0
    public var extendedLMPFeatures: UInt64 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("Page_Number", &pageNumber)
      try visitor.u8("Max_Page_Number", &maxPageNumber)
      try visitor.u64("Extended_LMP_Features", &extendedLMPFeatures)
    }
  }

  public static let opcode = Opcode.readLocalExtendedFeatures

  /// 0 for the page that HCI_Read_Local_Supported_Features gives.
  public var pageNumber: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Page_Number", &pageNumber)
  }
}

/// Asks which commands the controller knows, those of 6.3 too. [Vol 4, Part E, 7.4.2]
public struct ReadLocalSupportedCommandsV2Command: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// 251 octets, one bit a command.
    public var supportedCommands = [UInt8](repeating: 0, count: 251)

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.octets(251, "Supported_Commands", &supportedCommands)
    }
  }

  public static let opcode = Opcode.readLocalSupportedCommandsV2

  public init() {}
}

/// Asks whether the host supports LE, as it said. [Vol 4, Part E, 7.3.78]
public struct ReadLEHostSupportCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var leSupportedHost = EnableState.disabled
    /// 0.
    public var unused: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("LE_Supported_Host", &leSupportedHost)
      try visitor.u8("Unused", &unused)
    }
  }

  public static let opcode = Opcode.readLEHostSupport

  public init() {}
}
