internal import Crypto
internal import Notation

/// Names content by its octets, so that a report can say exactly which file it is about.
public enum ContentDigest {
  /// SHA-256 as 64 lower-case hex digits. [FIPS 180-4]
  public static func sha256(_ octets: [UInt8]) -> String {
    SHA256.hash(data: octets).hex()
  }
}
