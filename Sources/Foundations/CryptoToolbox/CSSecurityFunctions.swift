/// The functions the DRBG of Channel Sounding is built from. [Vol 6, Part E, 3.1]
///
/// It is CTR_DRBG of NIST SP 800-90A with the derivation function, AES-128 and a counter of eight bits.
public enum CSSecurityFunctions {
  /// The derivation key 00 01 02 ... 0F.
  private static let f8Key: UInt128 = 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F

  /// The CBC-MAC of whole blocks from a zero start.
  public static func f7(key: UInt128, blocks: some Sequence<UInt128>) -> UInt128 {
    let cipher = AES128(key: key)
    return blocks.reduce(0) { cipher.encrypt($0 ^ $1) }
  }

  /// The seed material of 256 bits, the more significant half first.
  /// - Parameters: The vectors of both devices together, of 128, 64 and 128 bits.
  public static func f8(iv: UInt128, nonce: UInt64, pv: UInt128) -> (UInt128, UInt128) {
    let inputLength: UInt128 = 40
    let outputLength: UInt128 = 32
    let message: [UInt128] = [
      inputLength << 96 | outputLength << 64 | iv >> 64,
      iv << 64 | UInt128(nonce),
      pv,
      0x80 << 120,
    ]
    let cipher = AES128(key: f7(key: f8Key, blocks: [0] + message))
    let first = cipher.encrypt(f7(key: f8Key, blocks: [1 << 96] + message))
    return (first, cipher.encrypt(first))
  }

  /// The update of key and V.
  /// - Parameter carries: Whether the counter in the last octet of V carries into the octets before it.
  public static func f9(
    seed: (UInt128, UInt128), key: UInt128, v: UInt128, carries: Bool = false
  ) -> (key: UInt128, v: UInt128) {
    let cipher = AES128(key: key)
    let first = incremented(v, carries: carries)
    let second = incremented(first, carries: carries)
    return (cipher.encrypt(first) ^ seed.0, cipher.encrypt(second) ^ seed.1)
  }

  /// The first key and V.
  public static func h9(iv: UInt128, nonce: UInt64, pv: UInt128) -> (key: UInt128, v: UInt128) {
    f9(seed: f8(iv: iv, nonce: nonce, pv: pv), key: 0, v: 0)
  }

  /// Interpretation: the counter wraps within its octet; other sources carry through all 128 bits.
  private static func incremented(_ v: UInt128, carries: Bool) -> UInt128 {
    carries ? v &+ 1 : v & ~0xFF | (v &+ 1) & 0xFF
  }
}
