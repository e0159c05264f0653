public import CoreTypes
public import Wire

/// The payload of ADV_IND: connectable and scannable undirected advertising. [Vol 6, Part B, 2.3.1.1]
public struct AdvInd: PDU {
  /// The advertiser's address.
  public var advA: BDADDR = 0
  /// AdvData, or ScanRspData in a SCAN_RSP, 0 to 31 octets.
  public var advData: [UInt8] = []

  public init() {}

  /// Makes a payload of its address and data.
  public init(advA: BDADDR, advData: [UInt8]) {
    self.advA = advA
    self.advData = advData
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.address("AdvA", &advA)
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
  /// The advertiser's address.
  public var advA: BDADDR = 0
  /// The address of the device that is meant.
  public var targetA: BDADDR = 0

  /// From address zero to address zero.
  public init() {}

  /// Makes a payload of its addresses.
  public init(advA: BDADDR, targetA: BDADDR) {
    self.advA = advA
    self.targetA = targetA
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.address("AdvA", &advA)
    try visitor.address("TargetA", &targetA)
  }
}

/// The payload of SCAN_REQ. [Vol 6, Part B, 2.3.2.1]
public struct ScanReq: PDU {
  /// The scanner's address.
  public var scanA: BDADDR = 0
  /// The advertiser's address.
  public var advA: BDADDR = 0

  /// From address zero to address zero.
  public init() {}

  /// Makes a payload of its addresses.
  public init(scanA: BDADDR, advA: BDADDR) {
    self.scanA = scanA
    self.advA = advA
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.address("ScanA", &scanA)
    try visitor.address("AdvA", &advA)
  }
}

/// The payload of CONNECT_IND. [Vol 6, Part B, 2.3.3.1]
public struct ConnectInd: PDU {
  /// The initiator's address.
  public var initA: BDADDR = 0
  /// The advertiser's address.
  public var advA: BDADDR = 0
  /// The parameters of the connection.
  public var llData = LLData()

  /// From address zero to address zero.
  public init() {}

  /// Makes a payload of its addresses and parameters.
  public init(initA: BDADDR, advA: BDADDR, llData: LLData) {
    self.initA = initA
    self.advA = advA
    self.llData = llData
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.address("InitA", &initA)
    try visitor.address("AdvA", &advA)
    try llData.fields(&visitor)
  }
}

/// LLData, the parameters of a new connection. [Vol 6, Part B, 2.3.3.1]
public struct LLData: PDU {
  /// The access address of the connection.
  public var accessAddress: AccessAddress = 0
  public var crcInit: CRCInit = 0
  public var winSize: TransmitWindowSize = 1
  public var winOffset: TransmitWindowOffset = 0
  public var parameters = ConnectionParameters()
  /// ChM, bit n for data channel n, 37 bits.
  public var channelMap: DataChannelMap = 0
  /// The 3 reserved bits above the map.
  public var rfuChannelMap: UInt8 = 0
  /// hopIncrement of channel selection algorithm #1, 5 to 16; 5 bits.
  public var hop: UInt8 = 5
  /// The central's sleep clock.
  public var sca: SleepClockAccuracy = 0

  /// The least window and hop, and zeros.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u32("AA", &accessAddress)
    try visitor.u24("CRCInit", &crcInit)
    try visitor.u8("WinSize", &winSize)
    try visitor.u16("WinOffset", &winOffset)
    try parameters.fields(&visitor)
    try visitor.bits(37, "ChM", &channelMap)
    try visitor.bits(3, "RFU", &rfuChannelMap)
    try visitor.bits(5, "Hop", &hop)
    try visitor.bits(3, "SCA", &sca)
  }
}

extension ConnectionParameters {
  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Interval", &interval)
    try visitor.u16("Latency", &latency)
    try visitor.u16("Timeout", &timeout)
  }
}
