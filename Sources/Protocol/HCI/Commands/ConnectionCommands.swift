public import CoreTypes
public import Wire

/// Ends a connection. [Vol 4, Part E, 7.1.6]
public struct DisconnectCommand: HCICommand {
  public static let opcode = Opcode.disconnect

  public var connectionHandle: ConnectionHandle = 0
  /// The reason that the peer gets.
  public var reason = ErrorCode.remoteUserTerminatedConnection

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Reason", &reason)
  }
}

/// Asks which version the peer is. [Vol 4, Part E, 7.1.23]
public struct ReadRemoteVersionInformationCommand: ConnectionCommand {
  public static let opcode = Opcode.readRemoteVersionInformation

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Asks how strong the peer is heard. [Vol 4, Part E, 7.5.4]
public struct ReadRSSICommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var handle: ConnectionHandle = 0
    public var rssi: ReceivedPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u16("Handle", &handle)
      try visitor.i8("RSSI", &rssi)
    }
  }

  public static let opcode = Opcode.readRSSI

  public var handle: ConnectionHandle = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Handle", &handle)
  }
}

/// Starts to look for an advertiser and connects. [Vol 4, Part E, 7.8.12]
public struct LECreateConnectionCommand: HCICommand {
  public static let opcode = Opcode.leCreateConnection

  public var leScanInterval: ScanTime = 0x60
  public var leScanWindow: ScanTime = 0x60
  public var initiatorFilterPolicy = InitiatorFilterPolicy.peerAddress
  public var peerAddress = DeviceAddress()
  public var ownAddressType = OwnAddressType.public
  public var parameters = ConnectionParameterRange()
  public var ceLengths = ConnectionEventLengths()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("LE_Scan_Interval", &leScanInterval)
    try visitor.u16("LE_Scan_Window", &leScanWindow)
    try visitor.u8("Initiator_Filter_Policy", &initiatorFilterPolicy)
    try visitor.address("Peer_Address_Type", "Peer_Address", &peerAddress)
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try parameters.connectionFields(&visitor)
    try ceLengths.fields(&visitor)
  }
}

/// Stops looking for an advertiser. [Vol 4, Part E, 7.8.13]
public struct LECreateConnectionCancelCommand: HCICompletedCommand, ParameterlessCommand {
  public static let opcode = Opcode.leCreateConnectionCancel

  public init() {}
}

/// Asks for other timing of a connection. [Vol 4, Part E, 7.8.18]
public struct LEConnectionUpdateCommand: HCICommand {
  public static let opcode = Opcode.leConnectionUpdate

  public var connectionHandle: ConnectionHandle = 0
  public var parameters = ConnectionParameterRange()
  public var ceLengths = ConnectionEventLengths()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try parameters.connectionFields(&visitor)
    try ceLengths.fields(&visitor)
  }
}

/// Says which data channels are bad. [Vol 4, Part E, 7.8.19]
public struct LESetHostChannelClassificationCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetHostChannelClassification

  /// 40 bits.
  public var channelMap = DataChannelMap.all

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.bits(40, "Channel_Map", &channelMap)
  }
}

/// Asks for the data channels in use. [Vol 4, Part E, 7.8.20]
public struct LEReadChannelMapCommand: HCICompletedCommand, ConnectionCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var connectionHandle: ConnectionHandle = 0
    /// 40 bits.
    public var channelMap: DataChannelMap = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.handle(&connectionHandle)
      try visitor.bits(40, "Channel_Map", &channelMap)
    }
  }

  public static let opcode = Opcode.leReadChannelMap

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Grants what the peer asked for. [Vol 4, Part E, 7.8.31]
public struct LERemoteConnectionParameterRequestReplyCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leRemoteConnectionParameterRequestReply

  public var connectionHandle: ConnectionHandle = 0
  public var parameters = ConnectionParameterRange()
  public var ceLengths = ConnectionEventLengths()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try parameters.remoteFields(&visitor)
    try ceLengths.fields(&visitor)
  }
}

/// Refuses what the peer asked for. [Vol 4, Part E, 7.8.32]
public struct LERemoteConnectionParameterRequestNegativeReplyCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leRemoteConnectionParameterRequestNegativeReply

  public var connectionHandle: ConnectionHandle = 0
  /// The reason that the peer gets.
  public var reason = ErrorCode.unacceptableConnectionParameters

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Reason", &reason)
  }
}
