public import ChannelSounding
public import CoreTypes
public import Wire

/// LL_CS_REQ [Vol 6, Part B, 2.4.2.47]
public struct CSReq: PDU {
  /// The offer. Config_ID has 6 bits, the offsets and Subevent_Len 24, Preferred_Peer_Ant and the SNRs 4; wider values
  /// trap when written.
  public var offer = ScheduleOffer.unset
  /// The 2 reserved bits above Config_ID.
  public var rfuConfigID: UInt8 = 0
  /// The 4 reserved bits above Preferred_Peer_Ant.
  public var rfuPreferredPeerAnt: UInt8 = 0

  /// The least offsets, no SNR control, and zeros.
  public init() {}

  /// Makes the PDU that offers `offer`.
  public init(_ offer: ScheduleOffer) { self.offer = offer }

  /// The offer as the receiver holds it: the upper half of the octet PHY is reserved.
  var received: ScheduleOffer {
    var result = offer
    result.schedule.phy.rawValue &= 0xF
    return result
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try offer.schedule.startFields(&visitor, rfu: &rfuConfigID)
    try offer.offsetFields(&visitor)
    try visitor.u16("Max_Procedure_Len", &offer.schedule.maxProcedureLen)
    try offer.schedule.eventFields(&visitor)
    try visitor.u16("Procedure_Interval", &offer.schedule.procedureInterval)
    try visitor.u16("Procedure_Count", &offer.schedule.procedureCount)
    try visitor.u8("ACI", &offer.schedule.aci)
    try visitor.bits(4, "Preferred_Peer_Ant", &offer.schedule.preferredPeerAntenna)
    try visitor.bits(4, "RFU", &rfuPreferredPeerAnt)
    try offer.schedule.powerFields(&visitor)
    try offer.schedule.txSNRInitiator.linkLayerField("TX_SNR_I", &visitor)
    try offer.schedule.txSNRReflector.linkLayerField("TX_SNR_R", &visitor)
  }
}

/// LL_CS_RSP [Vol 6, Part B, 2.4.2.48]
public struct CSRsp: PDU {
  /// The offer; fields that only LL_CS_REQ has are unset.
  public var offer = ScheduleOffer.unset
  /// The 2 reserved bits above Config_ID.
  public var rfuConfigID: UInt8 = 0
  /// The reserved octet at the end.
  public var rfu: UInt8 = 0

  public init() {}

  /// Makes the PDU that answers with `offer`.
  public init(_ offer: ScheduleOffer) {
    self.offer = offer
    self.offer.schedule.complete(from: .unset)
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try offer.schedule.startFields(&visitor, rfu: &rfuConfigID)
    try offer.offsetFields(&visitor)
    try offer.schedule.eventFields(&visitor)
    try visitor.u8("ACI", &offer.schedule.aci)
    try offer.schedule.powerFields(&visitor)
    try visitor.u8("RFU", &rfu)
  }
}

/// LL_CS_IND [Vol 6, Part B, 2.4.2.49]
public struct CSInd: PDU {
  /// The schedule; fields that only LL_CS_REQ has are unset.
  public var schedule = CSSchedule.unset
  /// The 2 reserved bits above Config_ID.
  public var rfuConfigID: UInt8 = 0
  /// The reserved octet at the end.
  public var rfu: UInt8 = 0

  public init() {}

  /// Makes the PDU that settles `schedule`.
  public init(_ schedule: CSSchedule) {
    self.schedule = schedule
    self.schedule.complete(from: .unset)
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try schedule.startFields(&visitor, rfu: &rfuConfigID)
    try visitor.u24("Offset", &schedule.offset)
    try schedule.eventFields(&visitor)
    try visitor.u8("ACI", &schedule.aci)
    try schedule.powerFields(&visitor)
    try visitor.u8("RFU", &rfu)
  }
}

extension ScheduleOffer {
  /// The least offsets, no SNR control, and zeros.
  fileprivate static let unset = ScheduleOffer(schedule: .unset, offsetMax: 500)

  fileprivate mutating func offsetFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u24("Offset_Min", &schedule.offset)
    try visitor.u24("Offset_Max", &offsetMax)
  }
}

extension CSSchedule {
  /// The least offset, no SNR control, and zeros.
  fileprivate static let unset = {
    var schedule = CSSchedule()
    (schedule.maxProcedureLen, schedule.procedureInterval, schedule.eventInterval) = (0, 0, 0)
    (schedule.subeventsPerEvent, schedule.subeventLen) = (0, 0)
    (schedule.preferredPeerAntenna, schedule.phy) = (0, 0)
    return schedule
  }()

  /// Takes the fields of `request` that only LL_CS_REQ has.
  public mutating func complete(from request: CSSchedule) {
    maxProcedureLen = request.maxProcedureLen
    procedureInterval = request.procedureInterval
    procedureCount = request.procedureCount
    preferredPeerAntenna = request.preferredPeerAntenna
    txSNRInitiator = request.txSNRInitiator
    txSNRReflector = request.txSNRReflector
  }

  fileprivate mutating func startFields(
    _ visitor: inout some FieldVisitor, rfu: inout UInt8
  ) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfu)
    try visitor.u16("connEventCount", &connEventCount)
  }

  fileprivate mutating func eventFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Event_Interval", &eventInterval)
    try visitor.u8("Subevents_Per_Event", &subeventsPerEvent)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u24("Subevent_Len", &subeventLen)
  }

  fileprivate mutating func powerFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("PHY", &phy)
    try visitor.i8("Pwr_Delta", &powerDelta)
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
  /// Why it ends.
  public var errorCode: ErrorCode = 0

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
