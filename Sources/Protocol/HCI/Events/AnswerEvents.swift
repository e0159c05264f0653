public import CoreTypes
public import Wire

/// A command is done. [Vol 4, Part E, 7.7.14]
public struct CommandCompleteEvent: HCIEvent {
  public static let code = EventCode.commandComplete

  /// How many commands the host may send now.
  public var numHCICommandPackets: UInt8 = 1
  /// The command that is done.
  public var commandOpcode = Opcode(rawValue: 0)
  /// What the command returns, as octets; `HCICompletedCommand.returned(in:)` reads them.
  public var returnParameters: [UInt8] = []

  /// No command is done; the host may send one.
  public init() {}

  /// The status that nearly all return parameters start with; nil if there are none.
  public var status: ErrorCode? { returnParameters.first.map(ErrorCode.init(rawValue:)) }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Num_HCI_Command_Packets", &numHCICommandPackets)
    try visitor.opcode("Command_Opcode", &commandOpcode)
    try visitor.rest("Return_Parameters", &returnParameters)
  }
}

/// A command has begun, or was refused. [Vol 4, Part E, 7.7.15]
public struct CommandStatusEvent: HCIEvent {
  public static let code = EventCode.commandStatus

  /// Success if the command has begun, else why not.
  public var status = ErrorCode.success
  /// How many commands the host may send now.
  public var numHCICommandPackets: UInt8 = 1
  public var commandOpcode = Opcode(rawValue: 0)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.u8("Num_HCI_Command_Packets", &numHCICommandPackets)
    try visitor.opcode("Command_Opcode", &commandOpcode)
  }
}

/// The controller has sent data and has room again. [Vol 4, Part E, 7.7.19]
public struct NumberOfCompletedPacketsEvent: HCIEvent {
  /// What one connection has sent.
  public struct Completed: HCIParameters {
    /// The connection, 0x000 to 0xEFF.
    public var connectionHandle: UInt16 = 0
    /// The number of ACL packets since the last event.
    public var numCompletedPackets: UInt16 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.handle(&connectionHandle)
      try visitor.u16("Num_Completed_Packets", &numCompletedPackets)
    }
  }

  public static let code = EventCode.numberOfCompletedPackets

  /// One entry a connection, at most 63.
  public var connections: [Completed] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.counted("Num_Handles", &connections)
  }
}
