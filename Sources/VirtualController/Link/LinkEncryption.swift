internal import CryptoToolbox
internal import LinkLayer

/// One direction of an encrypted link: its cipher and the number of packets it has seen. [Vol 6, Part E, 2]
struct LinkDirectionCipher {
  private let cipher: LinkCipher
  private let isFromCentral: Bool
  private var counter: UInt64 = 0

  init(_ keys: LinkKeys, isFromCentral: Bool) {
    cipher = LinkCipher(
      sessionKey: UInt128(mostSignificantFirst: keys.sessionKey),
      iv: UInt64(truncatingIfNeeded: UInt128(leastSignificantFirst: keys.iv)))
    self.isFromCentral = isFromCentral
  }

  /// Ciphertext and MIC of the next packet.
  mutating func seal(_ payload: [UInt8], header: UInt8) -> [UInt8] {
    defer { counter += 1 }
    return cipher.encrypt(
      headerOctet: header, payload: payload, counter: counter, fromCentral: isFromCentral)
  }

  /// The plaintext of the next packet; nil if its MIC is wrong.
  mutating func open(_ octets: [UInt8], header: UInt8) -> [UInt8]? {
    defer { counter += 1 }
    return cipher.decrypt(
      headerOctet: header, payload: octets, counter: counter, fromCentral: isFromCentral)
  }
}
