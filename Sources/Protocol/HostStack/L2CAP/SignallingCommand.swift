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
  /// 0x0000 not understood, 0x0001 too long, 0x0002 invalid channel.
  public var reason: UInt16 = 0
  /// What the reason adds.
  public var data: [UInt8] = []

  public init() {}

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
  /// The shortest interval, 6 to 3200 units of 1.25 ms.
  public var intervalMin: UInt16 = 6
  /// The longest interval, 6 to 3200 units of 1.25 ms.
  public var intervalMax: UInt16 = 6
  /// The connection events that may be skipped, 0 to 499.
  public var latency: UInt16 = 0
  /// The supervision timeout, 10 to 3200 units of 10 ms.
  public var timeout: UInt16 = 10

  /// The smallest values of each field.
  public init() {}

  /// Makes a request from units of 1.25 ms, events and units of 10 ms.
  public init(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16) {
    self.intervalMin = intervalMin
    self.intervalMax = intervalMax
    self.latency = latency
    self.timeout = timeout
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Interval Min", &intervalMin)
    try visitor.u16("Interval Max", &intervalMax)
    try visitor.u16("Latency", &latency)
    try visitor.u16("Timeout", &timeout)
  }

  /// Whether every field is in its range and the timeout outlasts two skipped spans.
  public var isValid: Bool {
    guard (6...3200).contains(intervalMin), (6...3200).contains(intervalMax), intervalMax >= intervalMin,
      latency <= 499, (10...3200).contains(timeout)
    else { return false }
    return Int(timeout) * 4 > (1 + Int(latency)) * Int(intervalMax)
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
