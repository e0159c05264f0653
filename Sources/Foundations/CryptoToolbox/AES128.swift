internal import Crypto
internal import CryptoExtras
internal import Notation

/// The security function e under one key: AES-128 of a single block. [Vol 3, Part H, 2.2.1]
///
/// Keys and blocks are numbers; the most significant octet is the first octet of FIPS-197.
public struct AES128: Sendable {
  private let key: SymmetricKey

  /// Takes the key; encrypting then allocates nothing.
  public init(key: UInt128) {
    self.key = withUnsafeBytes(of: key.bigEndian) { SymmetricKey(data: $0) }
  }

  /// One block encrypted.
  public func encrypt(_ block: UInt128) -> UInt128 {
    var octets = block.bigEndian
    withUnsafeMutableBytes(of: &octets) { raw in
      var storage = raw.bindMemory(to: UInt8.self)
      do {
        try AES.permute(&storage, key: key)
      } catch {
        preconditionFailure("key and block have 128 bits: \(error)")
      }
    }
    return UInt128(bigEndian: octets)
  }
}

/// The message authentication code AES-CMAC with a 128-bit key. [Vol 3, Part H, 2.2.5]
public enum AESCMAC {
  /// The tag of `message`, whose first octet is the most significant one.
  public static func tag(key: UInt128, message: [UInt8]) -> UInt128 {
    let symmetricKey = withUnsafeBytes(of: key.bigEndian) { SymmetricKey(data: $0) }
    do {
      var code = try AES.CMAC(key: symmetricKey)
      message.withUnsafeBytes { code.update(bufferPointer: $0) }
      return code.finalize().withUnsafeBytes { UInt128(mostSignificantFirst: $0) }
    } catch {
      preconditionFailure("the key has 128 bits: \(error)")
    }
  }
}

extension UInt128 {
  /// The number that up to 16 octets write, the most significant first.
  public init(mostSignificantFirst octets: some Collection<UInt8>) {
    precondition(octets.count <= 16, "128 bits have 16 octets")
    self = octets.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The number that up to 16 octets write, the least significant first, as on the air and in HCI.
  public init(leastSignificantFirst octets: some BidirectionalCollection<UInt8>) {
    self.init(mostSignificantFirst: octets.reversed())
  }

  /// The 16 octets, the most significant first.
  public var mostSignificantFirst: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// The 16 octets, the least significant first, as on the air and in HCI.
  public var leastSignificantFirst: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

/// Names content by its octets, so that a report can say exactly which file it is about.
public enum ContentDigest {
  /// SHA-256 as 64 lower-case hex digits. [FIPS 180-4]
  public static func sha256(_ octets: [UInt8]) -> String {
    SHA256.hash(data: octets).hex()
  }

  /// SHA-256 as 32 octets. [FIPS 180-4]
  public static func octets(of octets: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: octets)) }
}
