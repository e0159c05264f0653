public import CoreTypes

/// The functions of LE Secure Connections pairing and of private addresses. [Vol 3, Part H, 2.2]
///
/// Values of 128 bits are numbers, and coordinates are 32 octets, the most significant first; the Security
/// Manager sends both the other way round.
public enum PairingFunctions {
  private static let f5Salt: UInt128 = 0x6C88_8391_AAF5_A538_6037_0BDB_5A60_83BE
  private static let f5KeyID: [UInt8] = [0x62, 0x74, 0x6C, 0x65]

  /// The confirm value. [Vol 3, Part H, 2.2.6]
  public static func f4(u: [UInt8], v: [UInt8], x: UInt128, z: UInt8) -> UInt128 {
    AESCMAC.tag(key: x, message: u + v + [z])
  }

  /// MacKey and LTK from the Diffie-Hellman key. [Vol 3, Part H, 2.2.7]
  public static func f5(
    dhKey: [UInt8], n1: UInt128, n2: UInt128, a1: DeviceAddress, a2: DeviceAddress
  ) -> (macKey: UInt128, longTermKey: UInt128) {
    let key = AESCMAC.tag(key: f5Salt, message: dhKey)
    let body =
      f5KeyID + n1.mostSignificantFirst + n2.mostSignificantFirst + octets(of: a1) + octets(of: a2)
      + [0x01, 0x00]
    return (AESCMAC.tag(key: key, message: [0] + body), AESCMAC.tag(key: key, message: [1] + body))
  }

  /// The DHKey check value. [Vol 3, Part H, 2.2.8]
  /// - Parameter ioCapabilities: AuthReq, OOB flag and IO capability, AuthReq in bits 16 to 23.
  public static func f6(
    macKey: UInt128, n1: UInt128, n2: UInt128, r: UInt128, ioCapabilities: UInt32, a1: DeviceAddress,
    a2: DeviceAddress
  ) -> UInt128 {
    let capabilities = [16, 8, 0].map { UInt8(truncatingIfNeeded: ioCapabilities >> UInt32($0)) }
    let message =
      n1.mostSignificantFirst + n2.mostSignificantFirst + r.mostSignificantFirst + capabilities
      + octets(of: a1) + octets(of: a2)
    return AESCMAC.tag(key: macKey, message: message)
  }

  /// The number both users compare: its last six decimal digits are shown. [Vol 3, Part H, 2.2.9]
  public static func g2(u: [UInt8], v: [UInt8], x: UInt128, y: UInt128) -> UInt32 {
    UInt32(truncatingIfNeeded: AESCMAC.tag(key: x, message: u + v + y.mostSignificantFirst))
  }

  /// The 24-bit hash of a resolvable private address. [Vol 3, Part H, 2.2.2]
  /// - Parameter prand: The random part, 24 bits.
  public static func ah(identityResolvingKey: UInt128, prand: UInt32) -> UInt32 {
    let block = UInt128(prand & 0xFF_FFFF)
    return UInt32(truncatingIfNeeded: AES128(key: identityResolvingKey).encrypt(block)) & 0xFF_FFFF
  }

  private static func octets(of address: DeviceAddress) -> [UInt8] {
    [address.kind.rawValue] + address.octets.reversed()
  }
}
