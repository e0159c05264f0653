public import Wire

/// Asks for a new key pair of the curve P-256; an event gives its public key. [Vol 4, Part E, 7.8.36]
public struct LEReadLocalP256PublicKeyCommand: ParameterlessCommand {
  /// HCI_LE_Read_Local_P-256_Public_Key
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
  /// HCI_LE_Generate_DHKey [v2]
  public static let opcode = Opcode.leGenerateDHKeyV2

  /// Least significant octet first.
  public var keyX = [UInt8](repeating: 0, count: 32)
  /// Least significant octet first.
  public var keyY = [UInt8](repeating: 0, count: 32)
  /// 0 the generated private key, 1 the debug private key.
  public var keyType: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.octets(32, "Key_X_Coordinate", &keyX)
    try visitor.octets(32, "Key_Y_Coordinate", &keyY)
    try visitor.u8("Key_Type", &keyType)
  }
}
