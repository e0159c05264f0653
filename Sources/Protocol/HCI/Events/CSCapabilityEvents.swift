public import ChannelSounding
public import CoreTypes
public import Wire

/// The peer reported what it can do in Channel Sounding. [Vol 4, Part E, 7.7.65.39]
public struct LECSReadRemoteSupportedCapabilitiesCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSReadRemoteSupportedCapabilitiesComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// Without its tail, which only [v2] carries.
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
  }
}

/// The peer reported what it can do in Channel Sounding, inline PCT included. [Vol 4, Part E, 7.7.65.39]
public struct LECSReadRemoteSupportedCapabilitiesCompleteV2Event: HCIEvent {
  public static let code = EventCode.leCSReadRemoteSupportedCapabilitiesCompleteV2

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var capabilities = CSCapabilities()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try capabilities.blockFields(&visitor)
    try capabilities.tail.fields(&visitor)
  }
}

/// The peer reported its frequency actuation errors. [Vol 4, Part E, 7.7.65.40]
public struct LECSReadRemoteFAETableCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSReadRemoteFAETableComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var remoteFAETable = FAETable()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try remoteFAETable.field("Remote_FAE_Table", &visitor)
  }
}

/// The security of Channel Sounding is on, or failed. [Vol 4, Part E, 7.7.65.41]
public struct LECSSecurityEnableCompleteEvent: HCIEvent, ConnectionOutcome {
  public static let code = EventCode.leCSSecurityEnableComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// The Channel Sounding test is over. [Vol 4, Part E, 7.7.65.46]
public struct LECSTestEndCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSTestEndComplete

  public var status = ErrorCode.success

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
  }
}
