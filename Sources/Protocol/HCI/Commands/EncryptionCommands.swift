public import CoreTypes
public import Wire

/// Encrypts one block with AES-128. [Vol 4, Part E, 7.8.22]
public struct LEEncryptCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// 16 octets, least significant first.
    public var encryptedData = [UInt8](repeating: 0, count: 16)

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.octets(16, "Encrypted_Data", &encryptedData)
    }
  }

  public static let opcode = Opcode.leEncrypt

  /// 16 octets, least significant first.
  public var key = [UInt8](repeating: 0, count: 16)
  /// 16 octets, least significant first.
  public var plaintextData = [UInt8](repeating: 0, count: 16)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(16, "Key", &key)
    try visitor.octets(16, "Plaintext_Data", &plaintextData)
  }
}

/// Asks for random bits. [Vol 4, Part E, 7.8.23]
public struct LERandCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// 64 bits.
    public var randomNumber: UInt64 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u64("Random_Number", &randomNumber)
    }
  }

  public static let opcode = Opcode.leRand

  public init() {}
}

/// Starts or refreshes the encryption of a connection. [Vol 4, Part E, 7.8.24]
public struct LEEnableEncryptionCommand: HCICommand {
  public static let opcode = Opcode.leEnableEncryption

  public var connectionHandle: ConnectionHandle = 0
  public var keyName = LongTermKeyName.secureConnections
  public var longTermKey: LongTermKey = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try keyName.fields(&visitor)
    try visitor.octets("Long_Term_Key", &longTermKey)
  }
}

/// Gives the key that the central asked for. [Vol 4, Part E, 7.8.25]
public struct LELongTermKeyRequestReplyCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leLongTermKeyRequestReply

  public var connectionHandle: ConnectionHandle = 0
  public var longTermKey: LongTermKey = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.octets("Long_Term_Key", &longTermKey)
  }
}

/// Says that there is no such key. [Vol 4, Part E, 7.8.26]
public struct LELongTermKeyRequestNegativeReplyCommand: HCICompletedCommand, ConnectionCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.leLongTermKeyRequestNegativeReply

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Asks for a new key pair of the curve P-256; an event gives its public key. [Vol 4, Part E, 7.8.36]
public struct LEReadLocalP256PublicKeyCommand: ParameterlessCommand {
  public static let opcode = Opcode.leReadLocalP256PublicKey

  public init() {}
}

/// Asks for the key that the pair shares with the peer's public key. [Vol 4, Part E, 7.8.37]
public struct LEGenerateDHKeyCommand: HCICommand {
  public static let opcode = Opcode.leGenerateDHKey

  /// Least significant octet first.
  public var keyX = [UInt8](repeating: 0, count: 32)
  /// Least significant octet first.
  public var keyY = [UInt8](repeating: 0, count: 32)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(32, "Key_X_Coordinate", &keyX)
    try visitor.octets(32, "Key_Y_Coordinate", &keyY)
  }
}

/// As HCI_LE_Generate_DHKey, with a choice of the private key. [Vol 4, Part E, 7.8.37]
public struct LEGenerateDHKeyV2Command: HCICommand {
  public static let opcode = Opcode.leGenerateDHKeyV2

  /// Least significant octet first.
  public var keyX = [UInt8](repeating: 0, count: 32)
  /// Least significant octet first.
  public var keyY = [UInt8](repeating: 0, count: 32)
  public var keyType = DHKeyType.generated

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(32, "Key_X_Coordinate", &keyX)
    try visitor.octets(32, "Key_Y_Coordinate", &keyY)
    try visitor.u8("Key_Type", &keyType)
  }
}

/// Asks how long a connection may go without a packet with a valid MIC. [Vol 4, Part E, 7.3.93]
public struct ReadAuthenticatedPayloadTimeoutCommand: HCICompletedCommand, ConnectionCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var connectionHandle: ConnectionHandle = 0
    public var authenticatedPayloadTimeout: AuthenticatedPayloadTimeout = 3_000

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.handle(&connectionHandle)
      try visitor.u16("Authenticated_Payload_Timeout", &authenticatedPayloadTimeout)
    }
  }

  public static let opcode = Opcode.readAuthenticatedPayloadTimeout

  public var connectionHandle: ConnectionHandle = 0

  public init() {}
}

/// Says how long a connection may go without a packet with a valid MIC. [Vol 4, Part E, 7.3.94]
public struct WriteAuthenticatedPayloadTimeoutCommand: HCICompletedCommand {
  public typealias Return = ConnectionReturn
  public static let opcode = Opcode.writeAuthenticatedPayloadTimeout

  public var connectionHandle: ConnectionHandle = 0
  public var authenticatedPayloadTimeout: AuthenticatedPayloadTimeout = 3_000

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u16("Authenticated_Payload_Timeout", &authenticatedPayloadTimeout)
  }
}

extension LongTermKeyName {
  /// Random_Number and Encrypted_Diversifier. [Vol 4, Part E, 7.8.24]
  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u64("Random_Number", &random)
    try visitor.u16("Encrypted_Diversifier", &encryptedDiversifier)
  }
}
