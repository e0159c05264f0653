public import CoreTypes
public import Wire

/// A command of the LE signalling channel; a frame there holds exactly one. [Vol 3, Part A, 4]
public struct SignallingCommand: PDU {
  /// The kind of command.
  public var code: UInt8 = 0
  /// Joins a response to its request; never 0.
  public var identifier: UInt8 = 0
  /// The octets that the code gives a meaning.
  public private(set) var data: [UInt8] = []

  public init() {}

  /// Makes a command with a known payload.
  public init<Payload: SignallingPayload>(identifier: UInt8, _ payload: Payload) {
    code = Payload.code
    self.identifier = identifier
    data = payload.encoded()
  }

  /// Visits the code, the identifier, the length and the data.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    var length = UInt16(data.count)
    try visitor.u8("Code", &code)
    try visitor.u8("Identifier", &identifier)
    try visitor.u16("Data Length", &length)
    try visitor.octets(Int(length), "Data", &data)
  }
}

/// The data of a signalling command.
public protocol SignallingPayload: PDU {
  /// The code of the command.
  static var code: UInt8 { get }
}

/// L2CAP_COMMAND_REJECT_RSP. [Vol 3, Part A, 4.1]
public struct CommandReject: SignallingPayload {
  /// 0x01
  public static let code: UInt8 = 0x01
  /// The reason for a command about a channel that does not exist.
  public static let invalidCID: UInt16 = 0x0002
  /// 0x0000 not understood, 0x0001 too long, 0x0002 invalid channel.
  public var reason: UInt16 = 0
  /// What the reason adds.
  public var data: [UInt8] = []

  public init() {}

  /// Rejects a command about a channel that does not exist, with its end at the sender of this rejection and
  /// its end at the receiver; 0 for an end that the command does not name.
  public init(invalidChannelAtSender sender: ChannelID, atReceiver receiver: ChannelID) {
    reason = Self.invalidCID
    data = sender.rawValue.octets + receiver.rawValue.octets
  }

  /// The channel that does not exist, by its end at the sender of this rejection and its end at the receiver;
  /// nil with another reason, or if `data` does not have both.
  public var invalidChannel: (atSender: ChannelID, atReceiver: ChannelID)? {
    guard reason == Self.invalidCID, data.count == 4 else { return nil }
    return (ChannelID(rawValue: data.handle(at: 0)), ChannelID(rawValue: data.handle(at: 2)))
  }

  /// Visits the reason and its data.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Reason", &reason)
    try visitor.rest("Reason Data", &data)
  }
}

/// L2CAP_CONNECTION_PARAMETER_UPDATE_REQ, sent by the peripheral only. [Vol 3, Part A, 4.20]
public struct ConnectionParameterUpdateRequest: SignallingPayload {
  /// 0x12
  public static let code: UInt8 = 0x12
  /// The connection parameters that the peer requests.
  public var parameters = ConnectionParameterRange(intervalMin: 6, intervalMax: 6, timeout: 10)

  /// The smallest values of each field.
  public init() {}

  public init(_ parameters: ConnectionParameterRange) { self.parameters = parameters }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Interval Min", &parameters.intervalMin)
    try visitor.u16("Interval Max", &parameters.intervalMax)
    try visitor.u16("Latency", &parameters.latency)
    try visitor.u16("Timeout", &parameters.timeout)
  }
}

/// L2CAP_CONNECTION_PARAMETER_UPDATE_RSP, sent by the central. [Vol 3, Part A, 4.21]
public struct ConnectionParameterUpdateResponse: SignallingPayload {
  /// 0x13
  public static let code: UInt8 = 0x13
  /// 0x0000 accepted, 0x0001 rejected.
  public var result: UInt16 = 0

  public init() {}

  /// Accepts or rejects.
  public init(isAccepted: Bool) { result = isAccepted ? 0 : 1 }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Result", &result)
  }
}
