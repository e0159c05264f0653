public import CoreTypes
public import Wire

/// Asks for longer packets on a connection. [Vol 4, Part E, 7.8.33]
public struct LESetDataLengthCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leSetDataLength

  public var connectionHandle: ConnectionHandle = 0
  /// TX_Octets and TX_Time.
  public var tx = DataLength()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.dataLength("TX_Octets", "TX_Time", &tx)
  }
}

/// Asks for the packet length of new connections. [Vol 4, Part E, 7.8.34]
public struct LEReadSuggestedDefaultDataLengthCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var suggestedMaxTx = DataLength()

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.suggested(&suggestedMaxTx)
    }
  }

  public static let opcode = Opcode.leReadSuggestedDefaultDataLength

  public init() {}
}

/// Sets the packet length of new connections. [Vol 4, Part E, 7.8.35]
public struct LEWriteSuggestedDefaultDataLengthCommand: HCICompletedCommand {
  public static let opcode = Opcode.leWriteSuggestedDefaultDataLength

  public var suggestedMaxTx = DataLength()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.suggested(&suggestedMaxTx)
  }
}

extension FieldVisitor {
  fileprivate mutating func suggested(_ length: inout DataLength) throws(WireError) {
    try dataLength("Suggested_Max_TX_Octets", "Suggested_Max_TX_Time", &length)
  }
}

/// Asks for the longest packets the controller can do. [Vol 4, Part E, 7.8.46]
public struct LEReadMaximumDataLengthCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var supportedMax = DataLengths()

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.dataLength("Supported_Max_TX_Octets", "Supported_Max_TX_Time", &supportedMax.tx)
      try visitor.dataLength("Supported_Max_RX_Octets", "Supported_Max_RX_Time", &supportedMax.rx)
    }
  }

  public static let opcode = Opcode.leReadMaximumDataLength

  public init() {}
}

/// Asks for the PHYs of a connection. [Vol 4, Part E, 7.8.47]
public struct LEReadPHYCommand: HCICompletedCommand, ConnectionCommand {
  public struct Return: HCIReturn {
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

  public static let opcode = Opcode.leReadPHY

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// A command with which a host prefers PHYs.
public protocol PHYPreferringCommand: HCICommand {
  /// The directions without a preference.
  var allPHYs: UnpreferredPHYs { get }
  /// What the host wants to send on.
  var txPHYs: PHYSet { get }
  /// What the host wants to receive on.
  var rxPHYs: PHYSet { get }
}

extension PHYPreferringCommand {
  /// What the host prefers to send on; nil without a preference.
  public var preferredTX: PHYSet? { allPHYs.contains(.anyTX) ? nil : txPHYs }
  /// What the host prefers to receive on; nil without a preference.
  public var preferredRX: PHYSet? { allPHYs.contains(.anyRX) ? nil : rxPHYs }
}

/// Says which PHYs new connections may use. [Vol 4, Part E, 7.8.48]
public struct LESetDefaultPHYCommand: HCICompletedCommand, PHYPreferringCommand {
  public static let opcode = Opcode.leSetDefaultPHY

  public var allPHYs: UnpreferredPHYs = []
  public var txPHYs = PHYSet.le1M
  public var rxPHYs = PHYSet.le1M

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("All_PHYs", &allPHYs)
    try visitor.u8("TX_PHYs", &txPHYs)
    try visitor.u8("RX_PHYs", &rxPHYs)
  }
}

/// Asks for other PHYs on a connection. [Vol 4, Part E, 7.8.49]
public struct LESetPHYCommand: PHYPreferringCommand {
  public static let opcode = Opcode.leSetPHY

  public var connectionHandle: ConnectionHandle = 0
  public var allPHYs: UnpreferredPHYs = []
  public var txPHYs = PHYSet.le1M
  public var rxPHYs = PHYSet.le1M
  /// 0 no wish, 1 S=2, 2 S=8 on LE Coded.
  public var phyOptions: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("All_PHYs", &allPHYs)
    try visitor.u8("TX_PHYs", &txPHYs)
    try visitor.u8("RX_PHYs", &rxPHYs)
    try visitor.u16("PHY_Options", &phyOptions)
  }
}

/// Asks for other frame spaces on a connection. [Vol 4, Part E, 7.8.151]
public struct LEFrameSpaceUpdateCommand: HCICommand {
  public static let opcode = Opcode.leFrameSpaceUpdate

  public var connectionHandle: ConnectionHandle = 0
  public var frameSpaceMin: FrameSpace = 0
  public var frameSpaceMax: FrameSpace = 0
  public var phys: PHYSet = []
  public var spacingTypes: SpacingTypes = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u16("Frame_Space_Min", &frameSpaceMin)
    try visitor.u16("Frame_Space_Max", &frameSpaceMax)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}
