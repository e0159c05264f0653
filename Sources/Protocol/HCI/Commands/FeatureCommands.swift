public import CoreTypes
public import Wire

/// Says which LE meta events the host wants. [Vol 4, Part E, 7.8.1]
public struct LESetEventMaskCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetEventMask

  public var leEventMask = LEEventMask.initial

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u64("LE_Event_Mask", &leEventMask)
  }
}

/// Asks for the data buffers of LE. [Vol 4, Part E, 7.8.2]
public struct LEReadBufferSizeCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In octets; 0 if LE shares the buffers of BR/EDR.
    public var leACLDataPacketLength: UInt16 = 0
    /// The number of buffers.
    public var totalNumLEACLDataPackets: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u16("LE_ACL_Data_Packet_Length", &leACLDataPacketLength)
      try visitor.u8("Total_Num_LE_ACL_Data_Packets", &totalNumLEACLDataPackets)
    }
  }

  public static let opcode = Opcode.leReadBufferSize

  public init() {}
}

/// Asks for the data buffers of LE, isochronous ones too. [Vol 4, Part E, 7.8.2]
public struct LEReadBufferSizeV2Command: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In octets; 0 if LE shares the buffers of BR/EDR.
    public var leACLDataPacketLength: UInt16 = 0
    /// The number of buffers.
    public var totalNumLEACLDataPackets: UInt8 = 0
    /// In octets.
    public var isoDataPacketLength: UInt16 = 0
    /// The number of buffers.
    public var totalNumISODataPackets: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u16("LE_ACL_Data_Packet_Length", &leACLDataPacketLength)
      try visitor.u8("Total_Num_LE_ACL_Data_Packets", &totalNumLEACLDataPackets)
      try visitor.u16("ISO_Data_Packet_Length", &isoDataPacketLength)
      try visitor.u8("Total_Num_ISO_Data_Packets", &totalNumISODataPackets)
    }
  }

  public static let opcode = Opcode.leReadBufferSizeV2

  public init() {}
}

/// Asks for page 0 of the LE features. [Vol 4, Part E, 7.8.3]
public struct LEReadLocalSupportedFeaturesCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var leFeatures: FeaturePage0 = []

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u64("LE_Features", &leFeatures)
    }
  }

  public static let opcode = Opcode.leReadLocalSupportedFeatures

  public init() {}
}

/// Asks for page 0 of the peer's LE features. [Vol 4, Part E, 7.8.21]
public struct LEReadRemoteFeaturesCommand: ConnectionCommand {
  public static let opcode = Opcode.leReadRemoteFeatures

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Asks which states the controller combines. [Vol 4, Part E, 7.8.27]
public struct LEReadSupportedStatesCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// One bit a state or combination.
    public var leStates: UInt64 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u64("LE_States", &leStates)
    }
  }

  public static let opcode = Opcode.leReadSupportedStates

  public init() {}
}

/// Sets a feature bit that the host controls. [Vol 4, Part E, 7.8.115]
public struct LESetHostFeatureCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetHostFeature

  /// As `FeatureSet.Feature` numbers it.
  public var bitNumber: UInt8 = 0
  public var bitValue = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Bit_Number", &bitNumber)
    try visitor.u8("Bit_Value", &bitValue)
  }
}

/// Asks for all pages of the LE features. [Vol 4, Part E, 7.8.128]
public struct LEReadAllLocalSupportedFeaturesCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// The highest page that holds a bit, 0 to 10.
    public var maxPage: UInt8 = 0
    /// 248 octets: 8 of page 0, then 24 a page.
    public var leFeatures = [UInt8](repeating: 0, count: 248)

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("Max_Page", &maxPage)
      try visitor.octets(248, "LE_Features", &leFeatures)
    }
  }

  public static let opcode = Opcode.leReadAllLocalSupportedFeatures

  public init() {}
}

/// Asks for more pages of the peer's LE features. [Vol 4, Part E, 7.8.129]
public struct LEReadAllRemoteFeaturesCommand: HCICommand {
  public static let opcode = Opcode.leReadAllRemoteFeatures

  public var connectionHandle: ConnectionHandle = 0
  /// The highest page to ask for, 0 to 10.
  public var pagesRequested: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Pages_Requested", &pagesRequested)
  }
}
