public import ChannelSounding
public import Wire

/// Makes or changes a configuration. [Vol 4, Part E, 7.8.137]
public struct LECSCreateConfigCommand: HCICommand {
  public static let opcode = Opcode.leCSCreateConfig

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 to 3.
  public var configID: UInt8 = 0
  /// 0 on this side only, 1 on both sides.
  public var createContext: UInt8 = 1
  /// The parameters from Main_Mode_Type on.
  public var block = CSConfigurationBlock()

  public init() {}

  /// Asks for `configuration` on both sides; the controllers settle its times.
  public init(connectionHandle: UInt16, configuration: CSConfiguration) {
    self.connectionHandle = connectionHandle
    configID = configuration.id
    block = CSConfigurationBlock(configuration)
  }

  /// What the host asks for, with the mandatory times.
  ///
  /// - Throws: `WireError.invalid` if Role has no meaning.
  public func configuration() throws(WireError) -> CSConfiguration {
    try block.configuration(id: configID)
  }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("Create_Context", &createContext)
    try block.fields(&visitor)
  }
}
