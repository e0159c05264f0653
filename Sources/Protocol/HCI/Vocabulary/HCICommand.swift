public import CoreTypes
public import Wire

/// What a command, an answer and an event have in common: a list of parameters.
public protocol HCIParameters: PDU {}

extension HCIParameters {
  /// Makes a value and lets `fill` set the parameters that differ from their defaults.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }
}

/// The parameters of one HCI command. [Vol 4, Part E, 7]
///
/// A command that is only this is answered by HCI_Command_Status, and later by an event.
public protocol HCICommand: HCIParameters {
  static var opcode: Opcode { get }
}

extension HCICommand {
  /// The opcode and the parameters.
  public var commandPacket: CommandPacket { CommandPacket(opcode: Self.opcode, parameters: encoded()) }

  /// The command as a host sends it.
  public var packet: HCIPacket { .command(commandPacket) }

  /// Reads the parameters of `packet`.
  ///
  /// - Throws: `WireError.invalid` if `packet` is another command, else as `init(decoding:)` does.
  public init(_ packet: CommandPacket) throws(WireError) {
    guard packet.opcode == Self.opcode else {
      throw .invalid(field: "Opcode", value: UInt64(packet.opcode.rawValue))
    }
    try self.init(decoding: packet.parameters)
  }

  /// The answer that tells the host that the controller has begun, or why it will not.
  public static func commandStatus(_ status: ErrorCode) -> HCIPacket {
    CommandStatusEvent {
      $0.status = status
      $0.commandOpcode = opcode
    }.packet
  }
}

/// A command that HCI_Command_Complete answers. [Vol 4, Part E, 7.7.14]
public protocol HCICompletedCommand: HCICommand {
  /// The return parameters.
  associatedtype Return: HCIReturn = StatusReturn
}

extension HCICompletedCommand {
  /// The answer that carries the return parameters.
  public static func commandComplete(_ value: Return) -> HCIPacket {
    CommandCompleteEvent {
      $0.commandOpcode = opcode
      $0.returnParameters = value.encoded()
    }.packet
  }

  /// Reads the return parameters of the answer to this command.
  ///
  /// - Throws: `WireError.invalid` if `event` answers another command. A controller that refuses a command
  ///   may return the status alone, so look at `event.status` first.
  public static func returned(in event: CommandCompleteEvent) throws(WireError) -> Return {
    guard event.commandOpcode == opcode else {
      throw .invalid(field: "Command_Opcode", value: UInt64(event.commandOpcode.rawValue))
    }
    return try Return(decoding: event.returnParameters)
  }
}

/// A command without parameters.
public protocol ParameterlessCommand: HCICommand {}

extension ParameterlessCommand {
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {}
}

/// A command whose only parameter is a connection.
public protocol ConnectionCommand: HCICommand {
  var connectionHandle: ConnectionHandle { get set }
}

extension ConnectionCommand {
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
  }
}

/// The return parameters of a command. [Vol 4, Part E, 7.7.14]
public protocol HCIReturn: HCIParameters {
  /// Success, or why the command failed.
  var status: ErrorCode { get set }
}

/// The return parameters of the many commands that return no more than a status.
public struct StatusReturn: HCIReturn {
  public var status = ErrorCode.success

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
  }
}

/// The return parameters of the many commands that return a status and the connection.
public struct ConnectionReturn: HCIReturn, ConnectionOutcome {
  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Parameters that are only a status and a connection.
public protocol ConnectionOutcome: HCIParameters {
  /// Success, or why it failed.
  var status: ErrorCode { get set }
  var connectionHandle: ConnectionHandle { get set }
}

extension ConnectionOutcome {
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
  }
}

/// The parameters of one HCI event; those of an LE meta event begin after Subevent_Code. [Vol 4, Part E, 7.7]
public protocol HCIEvent: HCIParameters {
  static var code: EventCode { get }
  /// How many octets of parameters most of these events have; a matter of speed alone.
  static var expectedLength: Int { get }
}

extension HCIEvent {
  /// Those of most events.
  public static var expectedLength: Int { 32 }

  /// The event as a controller sends it.
  public var packet: HCIPacket {
    let code = Self.code
    let parameters = encoded(after: code.subevent, reservingCapacity: Self.expectedLength)
    return .event(EventPacket(code: code.code, parameters: parameters))
  }

  /// Reads the parameters of `packet`.
  ///
  /// - Throws: `WireError.invalid` if `packet` is another event, else as `init(decoding:)` does.
  public init(_ packet: EventPacket) throws(WireError) {
    guard packet.eventCode == Self.code else {
      throw .invalid(field: "Event_Code", value: UInt64(packet.code))
    }
    // Subevent_Code is the first parameter of an LE meta event.
    try self.init(decoding: packet.parameters, from: Self.code.subevent == nil ? 0 : 1)
  }
}
