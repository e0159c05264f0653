public import CoreTypes
public import Wire

/// The peer reported page 0 of its features. [Vol 4, Part E, 7.7.65.4]
public struct LEReadRemoteFeaturesCompleteEvent: HCIEvent {
  public static let code = EventCode.leReadRemoteFeaturesComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var leFeatures: FeaturePage0 = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u64("LE_Features", &leFeatures)
  }
}

/// A connection has other packet lengths. [Vol 4, Part E, 7.7.65.7]
public struct LEDataLengthChangeEvent: HCIEvent {
  public static let code = EventCode.leDataLengthChange

  public var connectionHandle: ConnectionHandle = 0
  /// What is in use.
  public var max = DataLengths()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.dataLength("Max_TX_Octets", "Max_TX_Time", &max.tx)
    try visitor.dataLength("Max_RX_Octets", "Max_RX_Time", &max.rx)
  }
}

/// A connection has other PHYs. [Vol 4, Part E, 7.7.65.12]
public struct LEPHYUpdateCompleteEvent: HCIEvent {
  public static let code = EventCode.lePHYUpdateComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var txPHY = PHYNumber.le1M
  public var rxPHY = PHYNumber.le1M

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("TX_PHY", &txPHY)
    try visitor.u8("RX_PHY", &rxPHY)
  }
}

/// How a new connection chooses its channels. [Vol 4, Part E, 7.7.65.20]
public struct LEChannelSelectionAlgorithmEvent: HCIEvent {
  public static let code = EventCode.leChannelSelectionAlgorithm

  public var connectionHandle: ConnectionHandle = 0
  public var channelSelectionAlgorithm = ChannelSelectionAlgorithm.algorithm1

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Channel_Selection_Algorithm", &channelSelectionAlgorithm)
  }
}

/// The peer reported more pages of its features. [Vol 4, Part E, 7.7.65.38]
public struct LEReadAllRemoteFeaturesCompleteEvent: HCIEvent {
  public static let code = EventCode.leReadAllRemoteFeaturesComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// The highest page the peer has, 0 to 10.
  public var maxRemotePage: UInt8 = 0
  /// The highest page in `leFeatures`, 0 to 10.
  public var maxValidPage: UInt8 = 0
  /// 248 octets: 8 of page 0, then 24 a page.
  public var leFeatures = [UInt8](repeating: 0, count: 248)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Max_Remote_Page", &maxRemotePage)
    try visitor.u8("Max_Valid_Page", &maxValidPage)
    try visitor.octets(248, "LE_Features", &leFeatures)
  }
}

/// A transmit power of a link changed, or that of the peer was read. [Vol 4, Part E, 7.7.65.33]
public struct LETransmitPowerReportingEvent: HCIEvent {
  public static let code = EventCode.leTransmitPowerReporting

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var reason = TransmitPowerReason.localChanged
  public var phy = PowerControlPHY.le1M
  public var txPowerLevel = TransmitPowerLevel.unknown
  public var txPowerLevelFlag: TransmitPowerFlags = []
  public var delta = PowerChange.unknown

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Reason", &reason)
    try visitor.u8("PHY", &phy)
    try visitor.i8("TX_Power_Level", &txPowerLevel)
    try visitor.u8("TX_Power_Level_Flag", &txPowerLevelFlag)
    try visitor.i8("Delta", &delta)
  }
}

/// A connection has other frame spaces, or did not get them. [Vol 4, Part E, 7.7.65.48]
public struct LEFrameSpaceUpdateCompleteEvent: HCIEvent {
  public static let code = EventCode.leFrameSpaceUpdateComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var initiator = FrameSpaceInitiator.localHost
  public var frameSpace: FrameSpace = 0
  public var phys: PHYSet = []
  /// Which spaces changed.
  public var spacingTypes: SpacingTypes = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Initiator", &initiator)
    try visitor.u16("Frame_Space", &frameSpace)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}

/// A new key pair is made. [Vol 4, Part E, 7.7.65.8]
public struct LEReadLocalP256PublicKeyCompleteEvent: HCIEvent {
  public static let code = EventCode.leReadLocalP256PublicKeyComplete

  public var status = ErrorCode.success
  /// Least significant octet first.
  public var keyX = [UInt8](repeating: 0, count: 32)
  /// Least significant octet first.
  public var keyY = [UInt8](repeating: 0, count: 32)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.octets(32, "Key_X_Coordinate", &keyX)
    try visitor.octets(32, "Key_Y_Coordinate", &keyY)
  }
}

/// The shared key is made. [Vol 4, Part E, 7.7.65.9]
public struct LEGenerateDHKeyCompleteEvent: HCIEvent {
  public static let code = EventCode.leGenerateDHKeyComplete

  public var status = ErrorCode.success
  /// Least significant octet first.
  public var dhKey = [UInt8](repeating: 0, count: 32)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.octets(32, "DH_Key", &dhKey)
  }
}
