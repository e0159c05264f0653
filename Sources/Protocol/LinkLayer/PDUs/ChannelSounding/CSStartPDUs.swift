public import ChannelSounding
internal import CoreTypes
public import Wire

/// LL_CS_REQ [Vol 6, Part B, 2.4.2.47]
public struct CSReq: PDU {
  /// The configuration; 6 bits.
  public var configID: ConfigID = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0
  /// The connEventCounter whose anchor point the first CS event hangs on.
  public var connEventCount: UInt16 = 0
  /// From that anchor point in microseconds, 500 to 3 999 999; 24 bits.
  public var offsetMin: UInt32 = 500
  /// From that anchor point in microseconds, less than the connection interval; 24 bits.
  public var offsetMax: UInt32 = 500
  /// In units of 0.625 ms, 1 to 65535.
  public var maxProcedureLen: UInt16 = 0
  /// Connection intervals between CS events, at least 1.
  public var eventInterval: UInt16 = 0
  /// 1 to 32.
  public var subeventsPerEvent: UInt8 = 0
  /// In units of 0.625 ms; 0 for one subevent.
  public var subeventInterval: UInt16 = 0
  /// In microseconds, 1250 to 4 000 000; 24 bits.
  public var subeventLen: UInt32 = 0
  /// Connection intervals between procedures.
  public var procedureInterval: UInt16 = 0
  /// 0 for until terminated.
  public var procedureCount: UInt16 = 0
  /// The antennas of both sides.
  public var aci: AntennaConfiguration = 0
  /// A bit for each antenna of the peer, in its order; 4 bits.
  public var preferredPeerAnt: UInt8 = 0
  /// The 4 reserved bits above.
  public var rfuPreferredPeerAnt: UInt8 = 0
  /// 1 LE 1M, 2 LE 2M: the PHY that `pwrDelta` refers to.
  public var phy: UInt8 = 0
  /// In dB.
  public var pwrDelta: Int8 = 0
  /// 0 to 4 for 18 to 30 dB, 0xF for none; 4 bits.
  public var txSNRI: UInt8 = 0xF
  /// 0 to 4 for 18 to 30 dB, 0xF for none; 4 bits.
  public var txSNRR: UInt8 = 0xF

  /// The least offsets, no SNR control, and zeros.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
    try visitor.u16("connEventCount", &connEventCount)
    try visitor.u24("Offset_Min", &offsetMin)
    try visitor.u24("Offset_Max", &offsetMax)
    try visitor.u16("Max_Procedure_Len", &maxProcedureLen)
    try visitor.u16("Event_Interval", &eventInterval)
    try visitor.u8("Subevents_Per_Event", &subeventsPerEvent)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u24("Subevent_Len", &subeventLen)
    try visitor.u16("Procedure_Interval", &procedureInterval)
    try visitor.u16("Procedure_Count", &procedureCount)
    try visitor.u8("ACI", &aci)
    try visitor.bits(4, "Preferred_Peer_Ant", &preferredPeerAnt)
    try visitor.bits(4, "RFU", &rfuPreferredPeerAnt)
    try visitor.u8("PHY", &phy)
    try visitor.i8("Pwr_Delta", &pwrDelta)
    try visitor.bits(4, "TX_SNR_I", &txSNRI)
    try visitor.bits(4, "TX_SNR_R", &txSNRR)
  }
}

/// LL_CS_RSP [Vol 6, Part B, 2.4.2.48]
public struct CSRsp: PDU {
  /// The configuration; 6 bits.
  public var configID: ConfigID = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0
  /// The connEventCounter whose anchor point the first CS event hangs on.
  public var connEventCount: UInt16 = 0
  /// From that anchor point in microseconds; 24 bits.
  public var offsetMin: UInt32 = 500
  /// From that anchor point in microseconds; 24 bits.
  public var offsetMax: UInt32 = 500
  /// Connection intervals between CS events, at least 1.
  public var eventInterval: UInt16 = 0
  /// 1 to 32.
  public var subeventsPerEvent: UInt8 = 0
  /// In units of 0.625 ms; 0 for one subevent.
  public var subeventInterval: UInt16 = 0
  /// In microseconds; 24 bits.
  public var subeventLen: UInt32 = 0
  /// The antennas of both sides.
  public var aci: AntennaConfiguration = 0
  /// 1 LE 1M, 2 LE 2M: the PHY that `pwrDelta` refers to.
  public var phy: UInt8 = 0
  /// In dB.
  public var pwrDelta: Int8 = 0
  /// The reserved octet at the end.
  public var rfu: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
    try visitor.u16("connEventCount", &connEventCount)
    try visitor.u24("Offset_Min", &offsetMin)
    try visitor.u24("Offset_Max", &offsetMax)
    try visitor.u16("Event_Interval", &eventInterval)
    try visitor.u8("Subevents_Per_Event", &subeventsPerEvent)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u24("Subevent_Len", &subeventLen)
    try visitor.u8("ACI", &aci)
    try visitor.u8("PHY", &phy)
    try visitor.i8("Pwr_Delta", &pwrDelta)
    try visitor.u8("RFU", &rfu)
  }
}

/// LL_CS_IND [Vol 6, Part B, 2.4.2.49]
public struct CSInd: PDU {
  /// The configuration; 6 bits.
  public var configID: ConfigID = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0
  /// The connEventCounter whose anchor point the first CS event hangs on.
  public var connEventCount: UInt16 = 0
  /// From that anchor point in microseconds; 24 bits.
  public var offset: UInt32 = 500
  /// Connection intervals between CS events, at least 1.
  public var eventInterval: UInt16 = 0
  /// 1 to 32.
  public var subeventsPerEvent: UInt8 = 0
  /// In units of 0.625 ms; 0 for one subevent.
  public var subeventInterval: UInt16 = 0
  /// In microseconds; 24 bits.
  public var subeventLen: UInt32 = 0
  /// The antennas of both sides.
  public var aci: AntennaConfiguration = 0
  /// 1 LE 1M, 2 LE 2M: the PHY that `pwrDelta` refers to.
  public var phy: UInt8 = 0
  /// In dB.
  public var pwrDelta: Int8 = 0
  /// The reserved octet at the end.
  public var rfu: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
    try visitor.u16("connEventCount", &connEventCount)
    try visitor.u24("Offset", &offset)
    try visitor.u16("Event_Interval", &eventInterval)
    try visitor.u8("Subevents_Per_Event", &subeventsPerEvent)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u24("Subevent_Len", &subeventLen)
    try visitor.u8("ACI", &aci)
    try visitor.u8("PHY", &phy)
    try visitor.i8("Pwr_Delta", &pwrDelta)
    try visitor.u8("RFU", &rfu)
  }
}

/// LL_CS_TERMINATE_REQ [Vol 6, Part B, 2.4.2.50]
public struct CSTerminateReq: PDU {
  /// The configuration; 6 bits.
  public var configID: ConfigID = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0
  /// The number of the procedure that ends.
  public var procCount: UInt16 = 0
  /// Why it ends; see `ErrorCode`.
  public var errorCode: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
    try visitor.u16("ProcCount", &procCount)
    try visitor.u8("ErrorCode", &errorCode)
  }
}

/// LL_CS_TERMINATE_RSP [Vol 6, Part B, 2.4.2.50]
public typealias CSTerminateRsp = CSTerminateReq
