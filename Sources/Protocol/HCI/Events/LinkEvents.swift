public import CoreTypes
public import Wire

/// A connection is over. [Vol 4, Part E, 7.7.5]
public struct DisconnectionCompleteEvent: HCIEvent {
  public static let code = EventCode.disconnectionComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  /// Why it ended.
  public var reason = ErrorCode.success

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Reason", &reason)
  }
}

/// Encryption_Enabled: whether a connection is encrypted. [Vol 4, Part E, 7.7.8]
public struct EncryptionState: FieldValue {
  public static let off = EncryptionState(rawValue: 0)
  /// With AES-CCM, on an LE connection.
  public static let on = EncryptionState(rawValue: 1)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether there is encryption of any kind.
  public var isOn: Bool { self != .off }
}

/// Encryption of a connection began or ended. [Vol 4, Part E, 7.7.8]
public struct EncryptionChangeEvent: HCIEvent {
  public static let code = EventCode.encryptionChange

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var encryptionEnabled = EncryptionState.off

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Encryption_Enabled", &encryptionEnabled)
  }
}

/// Encryption of a connection began or ended, with the size of its key. [Vol 4, Part E, 7.7.8]
public struct EncryptionChangeV2Event: HCIEvent {
  public static let code = EventCode.encryptionChangeV2

  /// All but the size of the key.
  public var change = EncryptionChangeEvent()
  /// In octets, 7 to 16; 0 while encryption is off or if its size is not known.
  public var encryptionKeySize: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try change.fields(&visitor)
    try visitor.u8("Encryption_Key_Size", &encryptionKeySize)
  }
}

/// The host sent more data than the controller has buffers for. [Vol 4, Part E, 7.7.26]
public struct DataBufferOverflowEvent: HCIEvent {
  public static let code = EventCode.dataBufferOverflow

  /// 0 synchronous data, 1 ACL data, 2 isochronous data.
  public var linkType: UInt8 = 1

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Link_Type", &linkType)
  }
}

/// The peer reported its version. [Vol 4, Part E, 7.7.12]
public struct ReadRemoteVersionInformationCompleteEvent: HCIEvent {
  public static let code = EventCode.readRemoteVersionInformationComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var version: CoreVersion = 0
  /// The maker.
  public var companyIdentifier: CompanyIdentifier = 0
  /// The maker's own number.
  public var subversion: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Version", &version)
    try visitor.u16("Company_Identifier", &companyIdentifier)
    try visitor.u16("Subversion", &subversion)
  }
}

/// The controller met an error of its own. [Vol 4, Part E, 7.7.16]
public struct HardwareErrorEvent: HCIEvent {
  public static let code = EventCode.hardwareError

  /// The maker's own number.
  public var hardwareCode: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Hardware_Code", &hardwareCode)
  }
}

/// A connection has a new session key. [Vol 4, Part E, 7.7.39]
public struct EncryptionKeyRefreshCompleteEvent: HCIEvent, ConnectionOutcome {
  public static let code = EventCode.encryptionKeyRefreshComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// No packet with a valid MIC came on a connection for its authenticated payload timeout. [Vol 4, Part E, 7.7.75]
public struct AuthenticatedPayloadTimeoutExpiredEvent: HCIEvent {
  public static let code = EventCode.authenticatedPayloadTimeoutExpired

  public var connectionHandle: ConnectionHandle = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
  }
}

extension HCIEventValue {
  /// How the encryption of a connection began, changed or failed to, whichever of three events reports it: pairing anew
  /// on an encrypted connection refreshes the key. Nil for other events.
  public var encryptionOutcome: EncryptionChangeEvent? {
    switch self {
    case .encryptionChange(let event): event
    case .encryptionChangeV2(let event): event.change
    case .encryptionKeyRefreshComplete(let event):
      EncryptionChangeEvent {
        ($0.status, $0.connectionHandle, $0.encryptionEnabled) = (event.status, event.connectionHandle, .on)
      }
    default: nil
    }
  }
}

/// A command is done. [Vol 4, Part E, 7.7.14]
public struct CommandCompleteEvent: HCIEvent {
  public static let code = EventCode.commandComplete

  /// How many commands the host may send now.
  public var numHCICommandPackets: UInt8 = 1
  public var commandOpcode = Opcode(rawValue: 0)
  /// What the command returns, as octets; `HCICompletedCommand.returned(in:)` reads them.
  public var returnParameters: [UInt8] = []

  /// No command is done; the host may send one.
  public init() {}

  /// The status that nearly all return parameters start with; nil if there are none.
  public var status: ErrorCode? { returnParameters.first.map(ErrorCode.init(rawValue:)) }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Num_HCI_Command_Packets", &numHCICommandPackets)
    try visitor.u16("Command_Opcode", &commandOpcode)
    try visitor.rest("Return_Parameters", &returnParameters)
  }
}

/// A command has begun, or was refused. [Vol 4, Part E, 7.7.15]
public struct CommandStatusEvent: HCIEvent {
  public static let code = EventCode.commandStatus

  /// Success if the command has begun, else why not.
  public var status = ErrorCode.success
  /// How many commands the host may send now.
  public var numHCICommandPackets: UInt8 = 1
  public var commandOpcode = Opcode(rawValue: 0)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.u8("Num_HCI_Command_Packets", &numHCICommandPackets)
    try visitor.u16("Command_Opcode", &commandOpcode)
  }
}

/// The controller has sent data and has room again. [Vol 4, Part E, 7.7.19]
public struct NumberOfCompletedPacketsEvent: HCIEvent {
  /// What one connection has sent.
  public struct Completed: HCIParameters {
    public var connectionHandle: ConnectionHandle = 0
    /// The number of ACL packets since the last event.
    public var numCompletedPackets: UInt16 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.handle(&connectionHandle)
      try visitor.u16("Num_Completed_Packets", &numCompletedPackets)
    }
  }

  public static let code = EventCode.numberOfCompletedPackets

  /// One entry a connection, at most 63.
  public var connections: [Completed] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.counted("Num_Handles", &connections)
  }
}
