public import Wire

/// The payload of ADV_IND: connectable and scannable undirected advertising. [Vol 6, Part B, 2.3.1.1]
public struct AdvInd: PDU {
  /// The advertiser's address, 6 octets, least significant first.
  public var advA = [UInt8](repeating: 0, count: 6)
  /// AdvData, or ScanRspData in a SCAN_RSP, 0 to 31 octets.
  public var advData: [UInt8] = []

  public init() {}

  /// Makes a payload of its address and data.
  public init(advA: [UInt8], advData: [UInt8]) {
    self.advA = advA
    self.advData = advData
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(6, "AdvA", &advA)
    try visitor.rest("AdvData", &advData)
  }
}

/// The payload of ADV_NONCONN_IND. [Vol 6, Part B, 2.3.1.3]
public typealias AdvNonconnInd = AdvInd
/// The payload of ADV_SCAN_IND. [Vol 6, Part B, 2.3.1.4]
public typealias AdvScanInd = AdvInd
/// The payload of SCAN_RSP. [Vol 6, Part B, 2.3.2.2]
public typealias ScanRsp = AdvInd

/// The payload of ADV_DIRECT_IND. [Vol 6, Part B, 2.3.1.2]
public struct AdvDirectInd: PDU {
  /// The advertiser's address, 6 octets, least significant first.
  public var advA = [UInt8](repeating: 0, count: 6)
  /// The address of the device that is meant, 6 octets, least significant first.
  public var targetA = [UInt8](repeating: 0, count: 6)

  /// From address zero to address zero.
  public init() {}

  /// Makes a payload of its addresses.
  public init(advA: [UInt8], targetA: [UInt8]) {
    self.advA = advA
    self.targetA = targetA
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(6, "AdvA", &advA)
    try visitor.octets(6, "TargetA", &targetA)
  }
}

/// The payload of SCAN_REQ. [Vol 6, Part B, 2.3.2.1]
public struct ScanReq: PDU {
  /// The scanner's address, 6 octets, least significant first.
  public var scanA = [UInt8](repeating: 0, count: 6)
  /// The advertiser's address, 6 octets, least significant first.
  public var advA = [UInt8](repeating: 0, count: 6)

  /// From address zero to address zero.
  public init() {}

  /// Makes a payload of its addresses.
  public init(scanA: [UInt8], advA: [UInt8]) {
    self.scanA = scanA
    self.advA = advA
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(6, "ScanA", &scanA)
    try visitor.octets(6, "AdvA", &advA)
  }
}
