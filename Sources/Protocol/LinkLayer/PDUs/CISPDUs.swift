public import CoreTypes
public import Wire

/// LL_CIS_REQ [Vol 6, Part B, 2.4.2.29]
public struct CISReq: PDU {
  /// The group, 0 to 0xEF.
  public var cigID: UInt8 = 0
  /// The stream, 0 to 0xEF.
  public var cisID: UInt8 = 0
  /// The PHY from central to peripheral.
  public var phyCToP: PHYSet = []
  /// The PHY from peripheral to central.
  public var phyPToC: PHYSet = []
  /// The longest SDU from central to peripheral in octets, 12 bits.
  public var maxSDUCToP: UInt16 = 0
  /// The 2 reserved bits above `maxSDUCToP`.
  public var rfuFraming: UInt8 = 0
  /// 1 for unsegmented framing (6.0).
  ///
  /// Interpretation: the bit next below Framed; the alternative is another of the three bits that were
  /// reserved.
  public var framingMode: UInt8 = 0
  /// 1 for framed SDUs.
  public var framed: UInt8 = 0
  /// The longest SDU from peripheral to central in octets, 12 bits.
  public var maxSDUPToC: UInt16 = 0
  /// The 4 reserved bits above `maxSDUPToC`.
  public var rfuMaxSDUPToC: UInt8 = 0
  /// Between SDUs from central to peripheral in microseconds, 20 bits.
  public var sduIntervalCToP: UInt32 = 0
  /// The 4 reserved bits above `sduIntervalCToP`.
  public var rfuSDUIntervalCToP: UInt8 = 0
  /// Between SDUs from peripheral to central in microseconds, 20 bits.
  public var sduIntervalPToC: UInt32 = 0
  /// The 4 reserved bits above `sduIntervalPToC`.
  public var rfuSDUIntervalPToC: UInt8 = 0
  /// The longest payload from central to peripheral in octets, 0 to 251.
  public var maxPDUCToP: UInt16 = 0
  /// The longest payload from peripheral to central in octets, 0 to 251.
  public var maxPDUPToC: UInt16 = 0
  /// Subevents in an ISO interval, 1 to 31.
  public var nse: UInt8 = 0
  /// Between subevents in microseconds.
  public var subInterval: UInt32 = 0
  /// Burst number from central to peripheral, 0 to 15.
  public var bnCToP: UInt8 = 0
  /// Burst number from peripheral to central, 0 to 15.
  public var bnPToC: UInt8 = 0
  /// Flush timeout from central to peripheral in ISO intervals, 1 to 255.
  public var ftCToP: UInt8 = 0
  /// Flush timeout from peripheral to central in ISO intervals, 1 to 255.
  public var ftPToC: UInt8 = 0
  /// The ISO interval in units of 1.25 ms, 4 to 3200.
  public var isoInterval: UInt16 = 0
  /// From the reference anchor point, in microseconds, at least 500.
  public var cisOffsetMin: UInt32 = 0
  /// From the reference anchor point, in microseconds.
  public var cisOffsetMax: UInt32 = 0
  /// The connEventCounter of the reference anchor point.
  public var connEventCount: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("CIG_ID", &cigID)
    try visitor.u8("CIS_ID", &cisID)
    try visitor.u8("PHY_C_To_P", &phyCToP)
    try visitor.u8("PHY_P_To_C", &phyPToC)
    try visitor.bits(12, "Max_SDU_C_To_P", &maxSDUCToP)
    try visitor.bits(2, "RFU", &rfuFraming)
    try visitor.bits(1, "Framing_Mode", &framingMode)
    try visitor.bits(1, "Framed", &framed)
    try visitor.bits(12, "Max_SDU_P_To_C", &maxSDUPToC)
    try visitor.bits(4, "RFU", &rfuMaxSDUPToC)
    try visitor.bits(20, "SDU_Interval_C_To_P", &sduIntervalCToP)
    try visitor.bits(4, "RFU", &rfuSDUIntervalCToP)
    try visitor.bits(20, "SDU_Interval_P_To_C", &sduIntervalPToC)
    try visitor.bits(4, "RFU", &rfuSDUIntervalPToC)
    try visitor.u16("Max_PDU_C_To_P", &maxPDUCToP)
    try visitor.u16("Max_PDU_P_To_C", &maxPDUPToC)
    try visitor.u8("NSE", &nse)
    try visitor.u24("Sub_Interval", &subInterval)
    try visitor.bits(4, "BN_C_To_P", &bnCToP)
    try visitor.bits(4, "BN_P_To_C", &bnPToC)
    try visitor.u8("FT_C_To_P", &ftCToP)
    try visitor.u8("FT_P_To_C", &ftPToC)
    try visitor.u16("ISO_Interval", &isoInterval)
    try visitor.u24("CIS_Offset_Min", &cisOffsetMin)
    try visitor.u24("CIS_Offset_Max", &cisOffsetMax)
    try visitor.u16("connEventCount", &connEventCount)
  }
}

/// LL_CIS_RSP [Vol 6, Part B, 2.4.2.30]
public struct CISRsp: PDU {
  /// From the reference anchor point, in microseconds, at least 500.
  public var cisOffsetMin: UInt32 = 0
  /// From the reference anchor point, in microseconds.
  public var cisOffsetMax: UInt32 = 0
  /// The connEventCounter of the reference anchor point.
  public var connEventCount: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u24("CIS_Offset_Min", &cisOffsetMin)
    try visitor.u24("CIS_Offset_Max", &cisOffsetMax)
    try visitor.u16("connEventCount", &connEventCount)
  }
}

/// LL_CIS_IND [Vol 6, Part B, 2.4.2.31]
public struct CISInd: PDU {
  /// The access address of the stream.
  public var accessAddress: AccessAddress = 0
  /// From the reference anchor point, in microseconds, at least 500.
  public var cisOffset: UInt32 = 0
  /// From this group's first anchor point to the synchronisation point, in microseconds.
  public var cigSyncDelay: UInt32 = 0
  /// From this stream's anchor point to the synchronisation point, in microseconds.
  public var cisSyncDelay: UInt32 = 0
  /// The connEventCounter of the reference anchor point.
  public var connEventCount: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u32("AA", &accessAddress)
    try visitor.u24("CIS_Offset", &cisOffset)
    try visitor.u24("CIG_Sync_Delay", &cigSyncDelay)
    try visitor.u24("CIS_Sync_Delay", &cisSyncDelay)
    try visitor.u16("connEventCount", &connEventCount)
  }
}

/// LL_CIS_TERMINATE_IND [Vol 6, Part B, 2.4.2.32]
public struct CISTerminateInd: PDU {
  /// The group, 0 to 0xEF.
  public var cigID: UInt8 = 0
  /// The stream, 0 to 0xEF.
  public var cisID: UInt8 = 0
  /// Why the stream ends.
  public var errorCode: ErrorCode = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("CIG_ID", &cigID)
    try visitor.u8("CIS_ID", &cisID)
    try visitor.u8("ErrorCode", &errorCode)
  }
}
