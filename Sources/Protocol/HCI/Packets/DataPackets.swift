public import Wire

/// A fragment of an L2CAP PDU on a connection. [Vol 4, Part E, 5.4.2]
public struct ACLPacket: PDU {
  /// The connection, 12 bits.
  public var handle: UInt16 = 0
  /// 0 first fragment from the host, 1 continuation, 2 first fragment from the controller.
  public var packetBoundary: UInt8 = 0
  /// 0 point to point; LE has no other.
  public var broadcast: UInt8 = 0
  /// At most 65535 octets.
  public var data: [UInt8] = []

  public init() {}

  /// Makes a fragment; of a handle of 16 bits, as events have it, the reserved four are left out.
  public init(handle: UInt16, packetBoundary: UInt8, broadcast: UInt8 = 0, data: [UInt8]) {
    self.handle = handle & 0xFFF
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
