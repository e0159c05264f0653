internal import CryptoToolbox

extension PairingSecrets {
  /// Draws a private key and a nonce.
  public init(using generator: inout some RandomNumberGenerator) {
    func octets(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 56) }
    }
    while true {
      guard let keyPair = P256KeyPair(privateKey: octets(32)) else { continue }
      self.init(keyPair: keyPair, nonce: UInt128(mostSignificantFirst: octets(16)))
      return
    }
  }
}
