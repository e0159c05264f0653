public import CoreTypes
public import Wire

/// A connection began, or could not. [Vol 4, Part E, 7.7.65.1]
public struct LEConnectionCompleteEvent: HCIEvent {
  public static let code = EventCode.leConnectionComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 central, 1 peripheral.
  public var role: UInt8 = 0
  /// 0 public, 1 random, 2 and 3 identity addresses.
  public var peerAddressType: UInt8 = 0
  /// Six octets, least significant first.
  public var peerAddress = [UInt8](repeating: 0, count: 6)
  /// In units of 1.25 ms.
  public var connectionInterval: UInt16 = 0
  /// In connection events.
  public var peripheralLatency: UInt16 = 0
  /// In units of 10 ms.
  public var supervisionTimeout: UInt16 = 0
  /// 0 to 7 for 500, 250, 150, 100, 75, 50, 30, 20 ppm; for a peripheral only.
  public var centralClockAccuracy: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Role", &role)
    try visitor.u8("Peer_Address_Type", &peerAddressType)
    try visitor.octets(6, "Peer_Address", &peerAddress)
    try visitor.u16("Connection_Interval", &connectionInterval)
    try visitor.u16("Peripheral_Latency", &peripheralLatency)
    try visitor.u16("Supervision_Timeout", &supervisionTimeout)
    try visitor.u8("Central_Clock_Accuracy", &centralClockAccuracy)
  }
}

/// A connection has other timing. [Vol 4, Part E, 7.7.65.3]
public struct LEConnectionUpdateCompleteEvent: HCIEvent {
  public static let code = EventCode.leConnectionUpdateComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// In units of 1.25 ms.
  public var connectionInterval: UInt16 = 0
  /// In connection events.
  public var peripheralLatency: UInt16 = 0
  /// In units of 10 ms.
  public var supervisionTimeout: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u16("Connection_Interval", &connectionInterval)
    try visitor.u16("Peripheral_Latency", &peripheralLatency)
    try visitor.u16("Supervision_Timeout", &supervisionTimeout)
  }
}

/// A connection began, with the private addresses in use. [Vol 4, Part E, 7.7.65.10]
public struct LEEnhancedConnectionCompleteEvent: HCIEvent {
  public static let code = EventCode.leEnhancedConnectionComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 central, 1 peripheral.
  public var role: UInt8 = 0
  /// 0 public, 1 random, 2 and 3 identity addresses.
  public var peerAddressType: UInt8 = 0
  /// Six octets, least significant first.
  public var peerAddress = [UInt8](repeating: 0, count: 6)
  /// Six octets, least significant first.
  public var localResolvablePrivateAddress = [UInt8](repeating: 0, count: 6)
  /// Six octets, least significant first.
  public var peerResolvablePrivateAddress = [UInt8](repeating: 0, count: 6)
  /// In units of 1.25 ms.
  public var connectionInterval: UInt16 = 0
  /// In connection events.
  public var peripheralLatency: UInt16 = 0
  /// In units of 10 ms.
  public var supervisionTimeout: UInt16 = 0
  /// 0 to 7 for 500, 250, 150, 100, 75, 50, 30, 20 ppm; for a peripheral only.
  public var centralClockAccuracy: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Role", &role)
    try visitor.u8("Peer_Address_Type", &peerAddressType)
    try visitor.octets(6, "Peer_Address", &peerAddress)
    try visitor.octets(6, "Local_Resolvable_Private_Address", &localResolvablePrivateAddress)
    try visitor.octets(6, "Peer_Resolvable_Private_Address", &peerResolvablePrivateAddress)
    try visitor.u16("Connection_Interval", &connectionInterval)
    try visitor.u16("Peripheral_Latency", &peripheralLatency)
    try visitor.u16("Supervision_Timeout", &supervisionTimeout)
    try visitor.u8("Central_Clock_Accuracy", &centralClockAccuracy)
  }
}

/// The peer asks for other timing. [Vol 4, Part E, 7.7.65.6]
public struct LERemoteConnectionParameterRequestEvent: HCIEvent {
  public static let code = EventCode.leRemoteConnectionParameterRequest

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// In units of 1.25 ms.
  public var intervalMin: UInt16 = 0
  /// In units of 1.25 ms.
  public var intervalMax: UInt16 = 0
  /// In connection events.
  public var maxLatency: UInt16 = 0
  /// In units of 10 ms.
  public var timeout: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u16("Interval_Min", &intervalMin)
    try visitor.u16("Interval_Max", &intervalMax)
    try visitor.u16("Max_Latency", &maxLatency)
    try visitor.u16("Timeout", &timeout)
  }
}

/// The central asks for the key of the connection. [Vol 4, Part E, 7.7.65.5]
public struct LELongTermKeyRequestEvent: HCIEvent {
  public static let code = EventCode.leLongTermKeyRequest

  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 for a key of LE Secure Connections.
  public var randomNumber: UInt64 = 0
  /// 0 for a key of LE Secure Connections.
  public var encryptedDiversifier: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u64("Random_Number", &randomNumber)
    try visitor.u16("Encrypted_Diversifier", &encryptedDiversifier)
  }
}

extension LEConnectionCompleteEvent {
  /// What `event` says, without the private addresses.
  public init(_ event: LEEnhancedConnectionCompleteEvent) {
    (status, connectionHandle, role) = (event.status, event.connectionHandle, event.role)
    (peerAddressType, peerAddress) = (event.peerAddressType, event.peerAddress)
    connectionInterval = event.connectionInterval
    peripheralLatency = event.peripheralLatency
    supervisionTimeout = event.supervisionTimeout
    centralClockAccuracy = event.centralClockAccuracy
  }
}

extension HCIEventValue {
  /// How a connection began or failed to, whichever of the two events tells it; nil for other events.
  public var connectionComplete: LEConnectionCompleteEvent? {
    switch self {
    case .leConnectionComplete(let event): event
    case .leEnhancedConnectionComplete(let event): LEConnectionCompleteEvent(event)
    default: nil
    }
  }
}
