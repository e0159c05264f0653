public import ChannelSounding
public import CoreTypes
public import Wire

/// Asks what the controller can do in Channel Sounding. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// Without its tail, which only [v2] carries.
    public var capabilities = CSCapabilities()

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try capabilities.blockFields(&visitor)
    }
  }

  public static let opcode = Opcode.leCSReadLocalSupportedCapabilities

  public init() {}
}

/// Asks what the controller can do in Channel Sounding, inline PCT included. [Vol 4, Part E, 7.8.130]
public struct LECSReadLocalSupportedCapabilitiesV2Command: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var capabilities = CSCapabilities()

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try capabilities.blockFields(&visitor)
      try capabilities.tail.fields(&visitor)
    }
  }

  public static let opcode = Opcode.leCSReadLocalSupportedCapabilitiesV2

  public init() {}
}

/// Asks what the peer can do in Channel Sounding. [Vol 4, Part E, 7.8.131]
public struct LECSReadRemoteSupportedCapabilitiesCommand: ConnectionCommand {
  public static let opcode = Opcode.leCSReadRemoteSupportedCapabilities

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Gives what the peer said on an earlier connection. [Vol 4, Part E, 7.8.132]
public struct LECSWriteCachedRemoteSupportedCapabilitiesCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSWriteCachedRemoteSupportedCapabilities

  public var connectionHandle: ConnectionHandle = 0
  /// Without its tail, which only [v2] carries.
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
  }
}

/// Gives what the peer said on an earlier connection, inline PCT included. [Vol 4, Part E, 7.8.132]
public struct LECSWriteCachedRemoteSupportedCapabilitiesV2Command: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSWriteCachedRemoteSupportedCapabilitiesV2

  public var connectionHandle: ConnectionHandle = 0
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
    try capabilities.tail.fields(&visitor)
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
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leCSWriteCachedRemoteFAETable

  public var connectionHandle: ConnectionHandle = 0
  public var remoteFAETable = FAETable()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try remoteFAETable.field("Remote_FAE_Table", &visitor)
  }
}

/// Makes or changes a configuration. [Vol 4, Part E, 7.8.137]
public struct LECSCreateConfigCommand: HCICommand {
  public static let opcode = Opcode.leCSCreateConfig

  public var connectionHandle: ConnectionHandle = 0
  public var createContext = CreateContext.localAndRemote
  /// The parameters that were sent, legal or not; its times are the mandatory ones.
  public var block = CSConfiguration()

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
