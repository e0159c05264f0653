public import CoreTypes
internal import CryptoToolbox
public import Wire

/// Pairing Request and Pairing Response. [Vol 3, Part H, 3.5.1 and 3.5.2]
public struct PairingFeatures: PDU {
  /// IO Capability, 0 to 4.
  public var ioCapability: UInt8 = IOCapability.noInputNoOutput.rawValue
  /// 1 if the sender holds data that came another way.
  public var oobDataFlag: UInt8 = 0
  /// AuthReq.
  public var authenticationRequirements: AuthenticationRequirements = []
  /// Maximum Encryption Key Size, 7 to 16 octets.
  public var maximumKeySize: UInt8 = 16
  /// The keys that the initiator sends.
  public var initiatorKeys: KeyDistribution = []
  /// The keys that the responder sends.
  public var responderKeys: KeyDistribution = []

  /// No capability, no requirement, no keys.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("IO Capability", &ioCapability)
    try visitor.u8("OOB Data Flag", &oobDataFlag)
    try visitor.u8("AuthReq", &authenticationRequirements.rawValue)
    try visitor.u8("Maximum Encryption Key Size", &maximumKeySize)
    try visitor.u8("Initiator Key Distribution", &initiatorKeys.rawValue)
    try visitor.u8("Responder Key Distribution", &responderKeys.rawValue)
  }

  /// Whether a peer with a display and a keyboard has to ask its user, though it asks for no protection itself.
  /// [Vol 3, Part H, 2.3.5.1, table 2.8]
  public var asksUser: Bool {
    authenticationRequirements.contains(.mitm) && ioCapability != IOCapability.noInputNoOutput.rawValue
  }

  /// AuthReq, OOB flag and IO capability as f6 takes them. [Vol 3, Part H, 2.2.8]
  var forCheck: UInt32 {
    UInt32(authenticationRequirements.rawValue) << 16 | UInt32(oobDataFlag) << 8 | UInt32(ioCapability)
  }
}

/// A PDU that is one number of 128 bits: confirm, random, check value or key.
public struct SMPValue: PDU {
  /// The number; the least significant octet goes first on the air.
  public var value: UInt128 = 0

  public init() {}

  public init(_ value: UInt128) { self.value = value }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets("Value", &value)
  }
}

/// Pairing Failed. [Vol 3, Part H, 3.5.5]
public struct SMPPairingFailed: PDU {
  public var reason = PairingFailure.unspecifiedReason

  public init() {}

  public init(_ reason: PairingFailure) { self.reason = reason }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Reason", &reason.rawValue)
  }
}

/// Pairing Public Key: 64 octets. [Vol 3, Part H, 3.5.6]
public struct SMPPublicKey: PDU {
  /// 32 octets, least significant first.
  public var x = [UInt8](repeating: 0, count: 32)
  /// 32 octets, least significant first.
  public var y = [UInt8](repeating: 0, count: 32)

  /// The point 0, 0, which is on no curve of ours.
  public init() {}

  init(_ key: P256PublicKey) {
    x = key.x.reversed()
    y = key.y.reversed()
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(32, "Public Key X", &x)
    try visitor.octets(32, "Public Key Y", &y)
  }

  var point: P256PublicKey { P256PublicKey(x: x.reversed(), y: y.reversed()) }
}

/// Security Request. [Vol 3, Part H, 3.6.7]
public struct SMPSecurityRequest: PDU {
  /// AuthReq.
  public var authenticationRequirements: AuthenticationRequirements = []

  public init() {}

  /// Asks for what the bits say.
  public init(_ requirements: AuthenticationRequirements) { authenticationRequirements = requirements }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("AuthReq", &authenticationRequirements.rawValue)
  }
}

/// Keypress Notification. [Vol 3, Part H, 3.5.8]
public struct SMPKeypress: PDU {
  /// 0 started, 1 digit entered, 2 digit erased, 3 cleared, 4 completed.
  public var notificationType: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Notification Type", &notificationType)
  }
}

/// Central Identification, of legacy pairing only. [Vol 3, Part H, 3.6.3]
public struct SMPCentralIdentification: PDU {
  /// EDIV and Rand.
  public var keyName = LongTermKeyName()

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("EDIV", &keyName.encryptedDiversifier)
    try visitor.u64("Rand", &keyName.random)
  }
}

/// Identity Address Information. [Vol 3, Part H, 3.6.5]
public struct SMPIdentityAddress: PDU {
  /// Public or static random.
  public var address = DeviceAddress()

  public init() {}

  public init(_ address: DeviceAddress) { self.address = address }

  /// Visits the type and the address.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.address("AddrType", "BD_ADDR", &address)
  }
}

/// A PDU with a code we have no layout for.
public struct SMPUnknown: PDU {
  public var code: UInt8 = 0
  /// What follows it.
  public var data: [UInt8] = []

  public init() {}

  /// Keeps a code and what follows it.
  public init(code: UInt8, data: [UInt8]) {
    self.code = code
    self.data = data
  }

  /// Visits the data; the code stands before every payload.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.rest("Data", &data)
  }
}
