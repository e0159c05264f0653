public import CoreTypes
public import Wire

/// The H4 packet indicator of an HCI packet. [Vol 4, Part A, 2]
public enum HCIPacketIndicator: UInt8, Sendable, CaseIterable {
  case command = 1
  case acl = 2
  /// Synchronous data.
  case sco = 3
  case event = 4
  /// Isochronous data.
  case iso = 5
}

/// A packet between host and controller. [Vol 4, Part E, 5.4]
public enum HCIPacket: Hashable, Sendable {
  /// A command to the controller.
  case command(CommandPacket)
  /// Data of a connection.
  case acl(ACLPacket)
  /// Synchronous data, which this product only passes on.
  case sco(SCOPacket)
  /// An event to the host.
  case event(EventPacket)
  /// Isochronous data, which this product only passes on.
  case iso(ISOPacket)

  /// What goes before the packet on a UART. [Vol 4, Part A, 2]
  public var indicator: HCIPacketIndicator {
    switch self {
    case .command: .command
    case .acl: .acl
    case .sco: .sco
    case .event: .event
    case .iso: .iso
    }
  }

  /// The packet on a UART: its type, then its octets. [Vol 4, Part A, 2]
  public var h4Encoded: [UInt8] {
    let body =
      switch self {
      case .command(let packet): packet.encoded()
      case .acl(let packet): packet.encoded()
      case .sco(let packet): packet.encoded()
      case .event(let packet): packet.encoded()
      case .iso(let packet): packet.encoded()
      }
    return [indicator.rawValue] + body
  }

  /// Reads one packet that takes all of `octets`, its type first.
  public init(h4 octets: [UInt8]) throws(WireError) {
    var reader = Reader(octets)
    try self.init(h4: &reader)
    guard reader.remaining.isEmpty else { throw .trailing(octets: reader.remaining.count) }
  }

  init(h4 reader: inout Reader) throws(WireError) {
    var type: UInt8 = 0
    try reader.u8("packet type", &type)
    switch HCIPacketIndicator(rawValue: type) {
    case .command: self = .command(try Self.body(&reader))
    case .acl: self = .acl(try Self.body(&reader))
    case .sco: self = .sco(try Self.body(&reader))
    case .event: self = .event(try Self.body(&reader))
    case .iso: self = .iso(try Self.body(&reader))
    case nil: throw .invalid(field: "packet type", value: UInt64(type))
    }
  }

  private static func body<Body: PDU>(_ reader: inout Reader) throws(WireError) -> Body {
    var body = Body()
    try body.fields(&reader)
    return body
  }
}

/// A command with its parameters still as octets. [Vol 4, Part E, 5.4.1]
public struct CommandPacket: PDU {
  /// The number of the command; unknown ones are kept.
  public var opcode = Opcode(rawValue: 0)
  /// At most 255 octets.
  public var parameters: [UInt8] = []

  public init() {}

  public init(opcode: Opcode, parameters: [UInt8]) {
    self.opcode = opcode
    self.parameters = parameters
  }

  /// Visits the header and the parameters.
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Opcode", &opcode)
    try visitor.lengthPrefixed("Parameter_Total_Length", "Parameters", &parameters)
  }
}

/// An event with its parameters still as octets. [Vol 4, Part E, 5.4.4]
public struct EventPacket: PDU {
  /// The event code, without the subevent; unknown ones are kept.
  public var code: UInt8 = 0
  /// At most 255 octets; those of an LE meta event start with Subevent_Code.
  public var parameters: [UInt8] = []

  public init() {}

  public init(code: UInt8, parameters: [UInt8]) {
    self.code = code
    self.parameters = parameters
  }

  /// The event code, with the subevent where there is one.
  public var eventCode: EventCode {
    EventCode(code: code, subevent: code == EventCode.leMeta ? parameters.first : nil)
  }

  /// Visits the header and the parameters.
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Event_Code", &code)
    try visitor.lengthPrefixed("Parameter_Total_Length", "Event_Parameters", &parameters)
  }
}

/// A fragment of an L2CAP PDU on a connection. [Vol 4, Part E, 5.4.2]
public struct ACLPacket: PDU {
  /// The connection, 12 bits.
  public var handle: ConnectionHandle = 0
  public var packetBoundary = PacketBoundary.firstNonFlushable
  /// 0 point to point; LE has no other.
  public var broadcast: UInt8 = 0
  /// At most 65535 octets.
  public var data: [UInt8] = []

  public init() {}

  /// Makes a fragment; of a handle of 16 bits, as events have it, the reserved four are left out.
  public init(handle: ConnectionHandle, packetBoundary: PacketBoundary, broadcast: UInt8 = 0, data: [UInt8]) {
    self.handle = handle.withoutReservedBits
    self.packetBoundary = packetBoundary
    self.broadcast = broadcast
    self.data = data
  }

  /// Visits the header and the data.
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.bits(12, "Connection_Handle", &handle)
    try visitor.bits(2, "PB_Flag", &packetBoundary)
    try visitor.bits(2, "BC_Flag", &broadcast)
    try visitor.lengthPrefixed("Data_Total_Length", "Data", &data, width: 16)
  }
}

/// Synchronous data of BR/EDR, kept as it is. [Vol 4, Part E, 5.4.3]
public struct SCOPacket: PDU {
  /// Connection handle, packet status and a reserved bit.
  public var handleAndFlags: UInt16 = 0
  /// At most 255 octets.
  public var data: [UInt8] = []

  public init() {}

  /// Visits the header and the data.
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Connection_Handle and flags", &handleAndFlags)
    try visitor.lengthPrefixed("Data_Total_Length", "Data", &data)
  }
}

/// Isochronous data of LE, kept as it is. [Vol 4, Part E, 5.4.5]
public struct ISOPacket: PDU {
  /// Connection handle, boundary flag, time stamp flag and a reserved bit.
  public var handleAndFlags: UInt16 = 0
  /// The two bits above the length.
  public var reserved: UInt8 = 0
  /// At most 16383 octets.
  public var data: [UInt8] = []

  public init() {}

  /// Visits the header and the data.
  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    var length = UInt16(data.count)
    try visitor.u16("Connection_Handle and flags", &handleAndFlags)
    try visitor.bits(14, "Data_Total_Length", &length)
    try visitor.bits(2, "Reserved", &reserved)
    try visitor.octets(Int(length), "Data", &data)
  }
}
