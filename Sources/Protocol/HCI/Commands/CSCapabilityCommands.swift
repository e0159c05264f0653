public import ChannelSounding
public import CoreTypes
public import Wire

/// Asks what the controller can do in Channel Sounding. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesCommand: HCICompletedCommand, ParameterlessCommand {
  /// What the controller returns.
  public typealias Return = LECSReadLocalSupportedCapabilitiesReturn
  public static let opcode = Opcode.leCSReadLocalSupportedCapabilities

  public init() {}
}

/// The return parameters of HCI_LE_CS_Read_Local_Supported_Capabilities. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesReturn: HCIReturn {
  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The block without the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try capabilities.blockFields(&visitor)
  }
}

/// Asks what the controller can do in Channel Sounding, inline PCT included. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesV2Command: HCICompletedCommand, ParameterlessCommand {
  /// What the controller returns.
  public typealias Return = LECSReadLocalSupportedCapabilitiesV2Return
  /// HCI_LE_CS_Read_Local_Supported_Capabilities [v2]
  public static let opcode = Opcode.leCSReadLocalSupportedCapabilitiesV2

  public init() {}
}

/// The return parameters of HCI_LE_CS_Read_Local_Supported_Capabilities [v2]. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesV2Return: HCIReturn {
  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The block with the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try capabilities.blockFields(&visitor)
    try capabilities.tailFields(&visitor)
  }
}

/// Asks what the peer can do in Channel Sounding. [Vol 4, Part E, 7.8.131]
public struct LECSReadRemoteSupportedCapabilitiesCommand: ConnectionCommand {
  public static let opcode = Opcode.leCSReadRemoteSupportedCapabilities

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Gives what the peer said on an earlier connection. [Vol 4, Part E, 7.8.132]
public struct LECSWriteCachedRemoteSupportedCapabilitiesCommand: HCICompletedCommand {
  /// Status and connection.
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSWriteCachedRemoteSupportedCapabilities

  public var connectionHandle: ConnectionHandle = 0
  /// The block without the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
  }
}

/// Gives what the peer said on an earlier connection, inline PCT included. [Vol 4, Part E, 7.8.132]
public struct LECSWriteCachedRemoteSupportedCapabilitiesV2Command: HCICompletedCommand {
  /// Status and connection.
  public typealias Return = ConnectionReturn
  /// HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities [v2]
  public static let opcode = Opcode.leCSWriteCachedRemoteSupportedCapabilitiesV2

  public var connectionHandle: ConnectionHandle = 0
  /// The block with the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
    try capabilities.tailFields(&visitor)
  }
}

/// Asks for the frequency actuation errors of the peer. [Vol 4, Part E, 7.8.135]
public struct LECSReadRemoteFAETableCommand: ConnectionCommand {
  public static let opcode = Opcode.leCSReadRemoteFAETable

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Gives the peer's frequency actuation errors of an earlier connection. [Vol 4, Part E, 7.8.136]
public struct LECSWriteCachedRemoteFAETableCommand: HCICompletedCommand {
  /// Status and connection.
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSWriteCachedRemoteFAETable

  public var connectionHandle: ConnectionHandle = 0
  /// One value for each of the 72 channels in ascending order.
  public var remoteFAETable = [Int8](repeating: 0, count: 72)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.faeTable(&remoteFAETable)
  }
}

/// Makes or changes a configuration. [Vol 4, Part E, 7.8.137]
public struct LECSCreateConfigCommand: HCICommand {
  public static let opcode = Opcode.leCSCreateConfig

  public var connectionHandle: ConnectionHandle = 0
  /// 0 on this side only, 1 on both sides.
  public var createContext: UInt8 = 1
  /// The parameters that were sent, legal or not; its times are the mandatory ones.
  public var block = CSConfiguration()

  /// The configuration that it is about.
  public var configID: ConfigID {
    get { block.id }
    set { block.id = newValue }
  }

  public init() {}

  /// Asks for `configuration` on both sides; the controllers settle its times.
  public init(connectionHandle: ConnectionHandle, configuration: CSConfiguration) {
    self.connectionHandle = connectionHandle
    block = configuration
    (block.tIP1, block.tIP2, block.tFCS, block.tPM) = (.mandatory, .mandatory, .mandatory, .mandatory)
  }

  /// What the host asks for, with the mandatory times.
  ///
  /// - Throws: `WireError.invalid` if Role has no meaning.
  public func configuration() throws(WireError) -> CSConfiguration {
    try block.checkRole()
    return block
  }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("Create_Context", &createContext)
    try block.blockFields(&visitor)
  }
}
