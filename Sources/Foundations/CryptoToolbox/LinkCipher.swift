public import CoreTypes

/// The encryption of data physical channel PDUs on an LE link: AES-CCM with a 4-octet MIC. [Vol 6, Part E, 2]
public struct LinkCipher: Sendable {
  /// The MIC in octets.
  public static let micLength = 4
  /// NESN, SN and MD change when a PDU is sent again, so they are not authenticated. [Vol 6, Part E, 2.2]
  private static let authenticatedHeaderBits: UInt8 = 0xE3

  private let cipher: AES128
  private let iv: UInt64

  /// Makes the cipher of a link.
  /// - Parameters:
  ///   - sessionKey: SK.
  ///   - iv: IV_P in the more significant half, IV_C in the less significant one.
  public init(sessionKey: UInt128, iv: UInt64) {
    cipher = AES128(key: sessionKey)
    self.iv = iv
  }

  /// SK from the long term key and both halves of the diversifier. [Vol 6, Part B, 5.1.3.1]
  public static func sessionKey(
    longTermKey: LongTermKey, skdCentral: UInt64, skdPeripheral: UInt64
  ) -> UInt128 {
    AES128(key: longTermKey.rawValue).encrypt(UInt128(skdPeripheral) << 64 | UInt128(skdCentral))
  }

  /// IV from both halves. [Vol 6, Part B, 5.1.3.1]
  public static func initializationVector(ivCentral: UInt32, ivPeripheral: UInt32) -> UInt64 {
    UInt64(ivPeripheral) << 32 | UInt64(ivCentral)
  }

  /// The payload encrypted, and the MIC after it.
  /// - Parameters:
  ///   - headerOctet: The first octet of the PDU header.
  ///   - payload: 1 to 251 octets.
  ///   - counter: The packet counter of this direction, 39 bits.
  ///   - fromCentral: The direction.
  public func encrypt(
    headerOctet: UInt8, payload: [UInt8], counter: UInt64, fromCentral: Bool
  ) -> [UInt8] {
    let nonce = nonce(counter: counter, fromCentral: fromCentral)
    let mic = mic(headerOctet: headerOctet, payload: payload[...], nonce: nonce)
    var output = payload
    applyKeyStream(to: &output, nonce: nonce)
    output.append(contentsOf: mic.mostSignificantFirst.prefix(Self.micLength))
    return output
  }

  /// The payload decrypted, or nil where the MIC is wrong.
  ///
  /// The parameters are those of `encrypt`; `payload` carries the MIC at its end.
  public func decrypt(
    headerOctet: UInt8, payload: [UInt8], counter: UInt64, fromCentral: Bool
  ) -> [UInt8]? {
    guard payload.count >= Self.micLength else { return nil }
    let nonce = nonce(counter: counter, fromCentral: fromCentral)
    var output = Array(payload.dropLast(Self.micLength))
    applyKeyStream(to: &output, nonce: nonce)
    let mic = mic(headerOctet: headerOctet, payload: output[...], nonce: nonce)
    let isAuthentic = payload.suffix(Self.micLength)
      .elementsEqual(mic.mostSignificantFirst.prefix(Self.micLength))
    return isAuthentic ? output : nil
  }

  /// The 13 octets of the nonce, the first the most significant of the number. [Vol 6, Part E, 2.1]
  private func nonce(counter: UInt64, fromCentral: Bool) -> UInt128 {
    let counterOctets = (counter & (1 << 39 - 1) | (fromCentral ? 1 << 39 : 0)).byteSwapped >> 24
    return UInt128(counterOctets) << 64 | UInt128(iv.byteSwapped)
  }

  /// The authentication field, encrypted; its first four octets are the MIC.
  private func mic(headerOctet: UInt8, payload: ArraySlice<UInt8>, nonce: UInt128) -> UInt128 {
    let authenticated = UInt128(headerOctet & Self.authenticatedHeaderBits)
    var tag = cipher.encrypt(0x49 << 120 | nonce << 16 | UInt128(payload.count))
    tag = cipher.encrypt(tag ^ (1 << 112 | authenticated << 104))
    for start in stride(from: 0, to: payload.count, by: 16) {
      let chunk = payload.dropFirst(start).prefix(16)
      tag = cipher.encrypt(tag ^ UInt128(mostSignificantFirst: chunk) << UInt128(8 * (16 - chunk.count)))
    }
    return tag ^ keyStream(block: 0, nonce: nonce)
  }

  private func applyKeyStream(to octets: inout [UInt8], nonce: UInt128) {
    for start in stride(from: 0, to: octets.count, by: 16) {
      let stream = keyStream(block: start / 16 + 1, nonce: nonce).mostSignificantFirst
      for index in start..<min(start + 16, octets.count) { octets[index] ^= stream[index - start] }
    }
  }

  private func keyStream(block: Int, nonce: UInt128) -> UInt128 {
    cipher.encrypt(0x01 << 120 | nonce << 16 | UInt128(block))
  }
}
