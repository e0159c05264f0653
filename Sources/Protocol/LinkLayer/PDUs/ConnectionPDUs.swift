public import CoreTypes
public import Wire

/// LL_CONNECTION_UPDATE_IND [Vol 6, Part B, 2.4.2.1]
public struct ConnectionUpdateInd: PDU {
  public var winSize: TransmitWindowSize = 1
  public var winOffset: TransmitWindowOffset = 0
  public var parameters = ConnectionParameters()
  /// The connEventCounter at which the parameters apply.
  public var instant: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("WinSize", &winSize)
    try visitor.u16("WinOffset", &winOffset)
    try parameters.fields(&visitor)
    try visitor.u16("Instant", &instant)
  }
}

/// LL_CHANNEL_MAP_IND [Vol 6, Part B, 2.4.2.2]
public struct ChannelMapInd: PDU {
  /// ChM, bit n for data channel n, 37 bits.
  public var channelMap: DataChannelMap = 0
  /// The 3 reserved bits above the map.
  public var rfuChannelMap: UInt8 = 0
  /// The connEventCounter at which the map applies.
  public var instant: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(37, "ChM", &channelMap)
    try visitor.bits(3, "RFU", &rfuChannelMap)
    try visitor.u16("Instant", &instant)
  }
}

/// LL_CONNECTION_PARAM_REQ [Vol 6, Part B, 2.4.2.16]
public struct ConnectionParamReq: PDU {
  public var parameters = ConnectionParameterRange()
  /// A divisor the interval should have, in units of 1.25 ms; 0 for none.
  public var preferredPeriodicity: UInt8 = 0
  /// The connEventCounter that the offsets count from.
  public var referenceConnEventCount: ConnEventCounter = 0
  /// Offset0 in units of 1.25 ms; 0xFFFF is no offset, as in those that follow.
  public var offset0: UInt16 = 0xFFFF
  /// Offset1
  public var offset1: UInt16 = 0xFFFF
  /// Offset2
  public var offset2: UInt16 = 0xFFFF
  /// Offset3
  public var offset3: UInt16 = 0xFFFF
  /// Offset4
  public var offset4: UInt16 = 0xFFFF
  /// Offset5
  public var offset5: UInt16 = 0xFFFF

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Interval_Min", &parameters.intervalMin)
    try visitor.u16("Interval_Max", &parameters.intervalMax)
    try visitor.u16("Latency", &parameters.latency)
    try visitor.u16("Timeout", &parameters.timeout)
    try visitor.u8("PreferredPeriodicity", &preferredPeriodicity)
    try visitor.u16("ReferenceConnEventCount", &referenceConnEventCount)
    try visitor.u16("Offset0", &offset0)
    try visitor.u16("Offset1", &offset1)
    try visitor.u16("Offset2", &offset2)
    try visitor.u16("Offset3", &offset3)
    try visitor.u16("Offset4", &offset4)
    try visitor.u16("Offset5", &offset5)
  }
}

/// LL_CONNECTION_PARAM_RSP [Vol 6, Part B, 2.4.2.17]
public typealias ConnectionParamRsp = ConnectionParamReq

/// LL_LENGTH_REQ [Vol 6, Part B, 2.4.2.21]
public struct LengthReq: PDU {
  /// The longest data PDUs of the sender.
  public var lengths = DataLengths()

  public init() {}

  public init(_ lengths: DataLengths) { self.lengths = lengths }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.dataLength("MaxRxOctets", "MaxRxTime", &lengths.rx)
    try visitor.dataLength("MaxTxOctets", "MaxTxTime", &lengths.tx)
  }
}

/// LL_LENGTH_RSP [Vol 6, Part B, 2.4.2.21]
public typealias LengthRsp = LengthReq

/// LL_CLOCK_ACCURACY_REQ [Vol 6, Part B, 2.4.2.28]
public struct ClockAccuracyReq: PDU {
  /// The sender's sleep clock.
  public var sca: SleepClockAccuracy = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("SCA", &sca)
  }
}

/// LL_CLOCK_ACCURACY_RSP [Vol 6, Part B, 2.4.2.28]
public typealias ClockAccuracyRsp = ClockAccuracyReq

/// LL_SUBRATE_REQ [Vol 6, Part B, 2.4.2.36]
public struct SubrateReq: PDU {
  /// The smallest subrate factor, 1 to 500.
  public var subrateFactorMin: UInt16 = 1
  /// The largest subrate factor, 1 to 500.
  public var subrateFactorMax: UInt16 = 1
  /// The largest peripheral latency in subrated events, 0 to 499.
  public var maxLatency: UInt16 = 0
  /// Events kept in use after one with data, 0 to 499.
  public var continuationNumber: UInt16 = 0
  /// connSupervisionTimeout.
  public var timeout: SupervisionTimeout = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("SubrateFactorMin", &subrateFactorMin)
    try visitor.u16("SubrateFactorMax", &subrateFactorMax)
    try visitor.u16("Max_Latency", &maxLatency)
    try visitor.u16("ContinuationNumber", &continuationNumber)
    try visitor.u16("Timeout", &timeout)
  }
}

/// LL_SUBRATE_IND [Vol 6, Part B, 2.4.2.37]
public struct SubrateInd: PDU {
  /// The subrate factor, 1 to 500.
  public var subrateFactor: UInt16 = 1
  /// The connEventCounter of the first subrated event.
  public var subrateBaseEvent: ConnEventCounter = 0
  /// The peripheral latency in subrated events, 0 to 499.
  public var latency: UInt16 = 0
  /// Events kept in use after one with data, 0 to 499.
  public var continuationNumber: UInt16 = 0
  /// connSupervisionTimeout.
  public var timeout: SupervisionTimeout = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("SubrateFactor", &subrateFactor)
    try visitor.u16("SubrateBaseEvent", &subrateBaseEvent)
    try visitor.u16("Latency", &latency)
    try visitor.u16("ContinuationNumber", &continuationNumber)
    try visitor.u16("Timeout", &timeout)
  }
}

/// LL_FRAME_SPACE_REQ [Vol 6, Part B, 2.4.2.54]
public struct FrameSpaceReq: PDU {
  public var fsMin: FrameSpace = 0
  public var fsMax: FrameSpace = 0
  public var phys: PHYSet = []
  /// Which spaces are meant.
  public var spacingTypes: SpacingTypes = []

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("FS_Min", &fsMin)
    try visitor.u16("FS_Max", &fsMax)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}

/// LL_FRAME_SPACE_RSP [Vol 6, Part B, 2.4.2.55]
public struct FrameSpaceRsp: PDU {
  public var fs: FrameSpace = 0
  public var phys: PHYSet = []
  /// Which spaces change.
  public var spacingTypes: SpacingTypes = []

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("FS", &fs)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}
