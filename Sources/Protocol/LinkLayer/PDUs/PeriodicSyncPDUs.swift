public import CoreTypes
public import Wire

/// LL_CTE_REQ [Vol 6, Part B, 2.4.2.25]
public struct CTEReq: PDU {
  /// The shortest constant tone extension in units of 8 us, 2 to 20.
  public var minCTELenReq: UInt8 = 2
  /// The reserved bit between the fields.
  public var rfu: UInt8 = 0
  /// 0 angle of arrival, 1 departure with 1 us slots, 2 departure with 2 us slots.
  public var cteTypeReq: UInt8 = 0

  /// The shortest extension, angle of arrival.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(5, "MinCTELenReq", &minCTELenReq)
    try visitor.bits(1, "RFU", &rfu)
    try visitor.bits(2, "CTETypeReq", &cteTypeReq)
  }
}

/// LL_PERIODIC_SYNC_IND [Vol 6, Part B, 2.4.2.27]
public struct PeriodicSyncInd: PDU {
  /// The host's own number for the advertising.
  public var id: UInt16 = 0
  /// SyncInfo, 18 octets in the order of the air. [Vol 6, Part B, 2.3.4.6]
  public var syncInfo = [UInt8](repeating: 0, count: 18)
  /// The connEventCounter that the offset in SyncInfo counts from.
  public var connEventCount: ConnEventCounter = 0
  /// The paEventCounter of the advertising the sender last received.
  public var lastPaEventCounter: UInt16 = 0
  /// The advertising set.
  public var sid: AdvertisingSID = 0
  /// 0 public, 1 random AdvA.
  public var aType: UInt8 = 0
  /// The sender's sleep clock.
  public var sca: SleepClockAccuracy = 0
  /// The PHY of the advertising: bit 0 LE 1M, bit 1 LE 2M, bit 2 LE Coded.
  public var phy: UInt8 = 0
  /// The advertiser's address.
  public var advA: BDADDR = 0
  /// The connEventCounter when the sender received `lastPaEventCounter`.
  public var syncConnEventCount: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("ID", &id)
    try visitor.octets(18, "SyncInfo", &syncInfo)
    try visitor.u16("connEventCount", &connEventCount)
    try visitor.u16("lastPaEventCounter", &lastPaEventCounter)
    try visitor.bits(4, "SID", &sid)
    try visitor.bits(1, "AType", &aType)
    try visitor.bits(3, "SCA", &sca)
    try visitor.u8("PHY", &phy)
    try visitor.address("AdvA", &advA)
    try visitor.u16("syncConnEventCount", &syncConnEventCount)
  }
}

/// LL_PERIODIC_SYNC_WR_IND [Vol 6, Part B, 2.4.2.40]
public struct PeriodicSyncWRInd: PDU {
  /// The fields it shares with LL_PERIODIC_SYNC_IND.
  public var sync = PeriodicSyncInd()
  /// The access address of responses.
  public var rspAA: AccessAddress = 0
  /// Subevents in a periodic advertising interval, 1 to 128.
  public var numSubevents: UInt8 = 1
  /// From one subevent to the next in units of 1.25 ms, 6 to 255.
  public var subeventInterval: UInt8 = 0
  /// From the start of a subevent to its first response slot in units of 1.25 ms, 1 to 254.
  public var responseSlotDelay: UInt8 = 0
  /// From one response slot to the next in units of 0.125 ms, 2 to 255.
  public var responseSlotSpacing: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try sync.fields(&visitor)
    try visitor.u32("RspAA", &rspAA)
    try visitor.u8("numSubevents", &numSubevents)
    try visitor.u8("subeventInterval", &subeventInterval)
    try visitor.u8("responseSlotDelay", &responseSlotDelay)
    try visitor.u8("responseSlotSpacing", &responseSlotSpacing)
  }
}
