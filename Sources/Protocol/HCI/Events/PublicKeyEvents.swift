public import CoreTypes
public import Wire

/// A new key pair is made. [Vol 4, Part E, 7.7.65.8]
public struct LEReadLocalP256PublicKeyCompleteEvent: HCIEvent {
  /// HCI_LE_Read_Local_P-256_Public_Key_Complete
  public static let code = EventCode.leReadLocalP256PublicKeyComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// Least significant octet first.
  public var keyX = [UInt8](repeating: 0, count: 32)
  /// Least significant octet first.
  public var keyY = [UInt8](repeating: 0, count: 32)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.octets(32, "Key_X_Coordinate", &keyX)
    try visitor.octets(32, "Key_Y_Coordinate", &keyY)
  }
}

/// The shared key is made. [Vol 4, Part E, 7.7.65.9]
public struct LEGenerateDHKeyCompleteEvent: HCIEvent {
  public static let code = EventCode.leGenerateDHKeyComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// Least significant octet first.
  public var dhKey = [UInt8](repeating: 0, count: 32)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.octets(32, "DH_Key", &dhKey)
  }
}
