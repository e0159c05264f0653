public import CoreTypes
public import Wire

/// A connection began, or could not. [Vol 4, Part E, 7.7.65.1]
public struct LEConnectionCompleteEvent: HCIEvent {
  public static let code = EventCode.leConnectionComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var role = LinkRoleNumber.central
  public var peerAddress = DeviceAddress()
  public var parameters = ConnectionParameters()
  /// For a peripheral only.
  public var centralClockAccuracy: SleepClockAccuracy = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try peerFields(&visitor)
    try timingFields(&visitor)
  }

  /// The fields before the private addresses, which only some events have.
  fileprivate mutating func peerFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Role", &role)
    try visitor.address("Peer_Address_Type", "Peer_Address", &peerAddress)
  }

  /// The fields after the private addresses.
  fileprivate mutating func timingFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try parameters.fields(&visitor)
    try visitor.u8("Central_Clock_Accuracy", &centralClockAccuracy)
  }
}

/// A connection has other timing. [Vol 4, Part E, 7.7.65.3]
public struct LEConnectionUpdateCompleteEvent: HCIEvent {
  public static let code = EventCode.leConnectionUpdateComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var parameters = ConnectionParameters()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try parameters.fields(&visitor)
  }
}

/// A connection began, with the private addresses in use. [Vol 4, Part E, 7.7.65.10]
public struct LEEnhancedConnectionCompleteEvent: HCIEvent {
  public static let code = EventCode.leEnhancedConnectionComplete

  /// All but the private addresses.
  public var connection = LEConnectionCompleteEvent()
  public var localResolvablePrivateAddress: BDADDR = 0
  public var peerResolvablePrivateAddress: BDADDR = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try connection.peerFields(&visitor)
    try visitor.address("Local_Resolvable_Private_Address", &localResolvablePrivateAddress)
    try visitor.address("Peer_Resolvable_Private_Address", &peerResolvablePrivateAddress)
    try connection.timingFields(&visitor)
  }
}

/// The same, with the periodic advertising that the connection came of. [Vol 4, Part E, 7.7.65.10]
public struct LEEnhancedConnectionCompleteV2Event: HCIEvent {
  public static let code = EventCode.leEnhancedConnectionCompleteV2

  /// What the first version says.
  public var enhanced = LEEnhancedConnectionCompleteEvent()
  /// The periodic advertising set of this device; 0xFF without one.
  public var advertisingHandle: AdvertisingHandle = 0xFF
  /// The periodic advertising of the peer; 0xFFFF without one.
  public var syncHandle: UInt16 = 0xFFFF

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try enhanced.fields(&visitor)
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.u16("Sync_Handle", &syncHandle)
  }
}

/// The peer asks for other timing. [Vol 4, Part E, 7.7.65.6]
public struct LERemoteConnectionParameterRequestEvent: HCIEvent {
  public static let code = EventCode.leRemoteConnectionParameterRequest

  public var connectionHandle: ConnectionHandle = 0
  public var parameters = ConnectionParameterRange()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try parameters.remoteFields(&visitor)
  }
}

/// The central asks for the key of the connection. [Vol 4, Part E, 7.7.65.5]
public struct LELongTermKeyRequestEvent: HCIEvent {
  public static let code = EventCode.leLongTermKeyRequest

  public var connectionHandle: ConnectionHandle = 0
  public var keyName = LongTermKeyName.secureConnections

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try keyName.fields(&visitor)
  }
}

extension HCIEventValue {
  /// How a connection began or failed to, whichever of the three events tells it; nil for other events.
  public var connectionComplete: LEConnectionCompleteEvent? {
    switch self {
    case .leConnectionComplete(let event): event
    default: enhancedConnectionComplete?.connection
    }
  }

  /// What either version of LE Enhanced Connection Complete says; nil for other events.
  public var enhancedConnectionComplete: LEEnhancedConnectionCompleteEvent? {
    switch self {
    case .leEnhancedConnectionComplete(let event): event
    case .leEnhancedConnectionCompleteV2(let event): event.enhanced
    default: nil
    }
  }
}
