public import CoreTypes
public import Wire

/// LL_PHY_REQ [Vol 6, Part B, 2.4.2.22]
public struct PHYReq: PDU {
  /// The PHYs the sender prefers to transmit on.
  public var txPHYs: PHYSet = []
  /// The PHYs the sender prefers to receive on.
  public var rxPHYs: PHYSet = []

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("TX_PHYS", &txPHYs)
    try visitor.u8("RX_PHYS", &rxPHYs)
  }
}

/// LL_PHY_RSP [Vol 6, Part B, 2.4.2.22]
public typealias PHYRsp = PHYReq

/// LL_PHY_UPDATE_IND [Vol 6, Part B, 2.4.2.23]
public struct PHYUpdateInd: PDU {
  /// The PHY from central to peripheral; none for no change.
  public var phyCToP: PHYSet = []
  /// The PHY from peripheral to central; none for no change.
  public var phyPToC: PHYSet = []
  /// The connEventCounter at which the change applies; reserved if nothing changes.
  public var instant: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("PHY_C_TO_P", &phyCToP)
    try visitor.u8("PHY_P_TO_C", &phyPToC)
    try visitor.u16("Instant", &instant)
  }
}

/// LL_MIN_USED_CHANNELS_IND [Vol 6, Part B, 2.4.2.24]
public struct MinUsedChannelsInd: PDU {
  /// The PHYs the number is for.
  public var phys: PHYSet = []
  /// The fewest channels the peripheral wants to be used, 2 to 37.
  public var minUsedChannels: UInt8 = 2

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("PHYS", &phys)
    try visitor.u8("MinUsedChannels", &minUsedChannels)
  }
}

/// LL_POWER_CONTROL_REQ [Vol 6, Part B, 2.4.2.33]
public struct PowerControlReq: PDU {
  /// The PHY that is meant.
  public var phy: PowerControlPHYs = []
  /// The change asked of the receiver's power, in dB.
  public var delta: PowerChange = 0
  /// The sender's own power.
  public var txPower: TransmitPowerLevel = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("PHY", &phy)
    try visitor.i8("Delta", &delta)
    try visitor.i8("TxPower", &txPower)
  }
}

/// LL_POWER_CONTROL_RSP [Vol 6, Part B, 2.4.2.34]
public struct PowerControlRsp: PDU {
  /// Whether the sender transmits at its minimum.
  public var isMinimum = false
  /// Whether the sender transmits at its maximum.
  public var isMaximum = false
  /// The 6 reserved bits above.
  public var rfuFlags: UInt8 = 0
  /// The change that was made, in dB.
  public var delta: PowerChange = 0
  /// The sender's power.
  public var txPower: TransmitPowerLevel = 0
  /// The acceptable power reduction in dB; 0xFF not known.
  public var apr: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.flag("Min", &isMinimum)
    try visitor.flag("Max", &isMaximum)
    try visitor.bits(6, "RFU", &rfuFlags)
    try visitor.i8("Delta", &delta)
    try visitor.i8("TxPower", &txPower)
    try visitor.u8("APR", &apr)
  }
}

/// LL_POWER_CHANGE_IND [Vol 6, Part B, 2.4.2.35]
public struct PowerChangeInd: PDU {
  /// The PHYs that are meant.
  public var phy: PowerControlPHYs = []
  /// Whether the sender transmits at its minimum.
  public var isMinimum = false
  /// Whether the sender transmits at its maximum.
  public var isMaximum = false
  /// The 6 reserved bits above.
  public var rfuFlags: UInt8 = 0
  /// The change that was made, in dB.
  public var delta: PowerChange = 0
  /// The sender's power.
  public var txPower: TransmitPowerLevel = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("PHY", &phy)
    try visitor.flag("Min", &isMinimum)
    try visitor.flag("Max", &isMaximum)
    try visitor.bits(6, "RFU", &rfuFlags)
    try visitor.i8("Delta", &delta)
    try visitor.i8("TxPower", &txPower)
  }
}

/// LL_CHANNEL_REPORTING_IND [Vol 6, Part B, 2.4.2.38]
public struct ChannelReportingInd: PDU {
  /// 1 to report, 0 to stop.
  public var enable: UInt8 = 0
  /// The least time between reports.
  public var minSpacing: ChannelReportTime = 0
  /// The longest wait before a report.
  public var maxDelay: ChannelReportTime = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Enable", &enable)
    try visitor.u8("Min_Spacing", &minSpacing)
    try visitor.u8("Max_Delay", &maxDelay)
  }
}

/// LL_CHANNEL_STATUS_IND [Vol 6, Part B, 2.4.2.39]
public struct ChannelStatusInd: PDU {
  /// 10 octets, 2 bits a channel from channel 0 up: 0 unknown, 1 good, 3 bad; the last 6 bits are reserved.
  public var channelClassification = [UInt8](repeating: 0, count: 10)

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(10, "Channel_Classification", &channelClassification)
  }
}
