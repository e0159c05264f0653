public import ChannelSounding
public import CoreTypes
public import Wire

/// The peer told what it can do in Channel Sounding. [Vol 4, Part E, 7.7.65.39]
public struct LECSReadRemoteSupportedCapabilitiesCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSReadRemoteSupportedCapabilitiesComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// The block without the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
  }
}

/// The peer told what it can do in Channel Sounding, inline PCT included. [Vol 4, Part E, 7.7.65.39]
public struct LECSReadRemoteSupportedCapabilitiesCompleteV2Event: HCIEvent {
  /// HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete [v2]
  public static let code = EventCode.leCSReadRemoteSupportedCapabilitiesCompleteV2

  /// Success, or why it failed.
  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// The block with the tail of version [v2].
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
    try capabilities.tailFields(&visitor)
  }
}

/// The peer told its frequency actuation errors. [Vol 4, Part E, 7.7.65.40]
public struct LECSReadRemoteFAETableCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSReadRemoteFAETableComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// One value for each of the 72 channels in ascending order.
  public var remoteFAETable = [Int8](repeating: 0, count: 72)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.faeTable(&remoteFAETable)
  }
}

/// The security of Channel Sounding is on, or failed. [Vol 4, Part E, 7.7.65.41]
public struct LECSSecurityEnableCompleteEvent: HCIEvent, ConnectionOutcome {
  public static let code = EventCode.leCSSecurityEnableComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// The Channel Sounding test is over. [Vol 4, Part E, 7.7.65.46]
public struct LECSTestEndCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSTestEndComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
  }
}
