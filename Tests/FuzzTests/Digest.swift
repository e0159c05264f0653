/// A number that stands for octets, by which an input chooses what is done with it.
enum Digest {
  /// FNV-1a, mixed once more, so that all bits depend on all octets.
  static func of(_ octets: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    return hash &* 0x9E37_79B9_7F4A_7C15
  }
}
