/// The CRC of a packet, in the three octets that follow the PDU on the air. [Vol 6, Part B, 3.1.1]
///
/// The generator is x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1.
///
/// - Parameters:
///   - octets: The PDU from its header on, before whitening.
///   - initial: 24 bits: 0x555555 on advertising channels, CRCInit of CONNECT_IND on a connection.
public func crc24(_ octets: some Sequence<UInt8>, initial: UInt32) -> [UInt8] {
  precondition(initial >> 24 == 0, "a CRC starts from 24 bits")
  // The register is mirrored, since both the PDU and the high end of the CRC go first.
  var register = reversed24(initial)
  for octet in octets {
    register ^= UInt32(octet)
    for _ in 0..<8 {
      register = register & 1 == 1 ? register >> 1 ^ mirroredGenerator : register >> 1
    }
  }
  return (0..<3).map { UInt8(truncatingIfNeeded: register >> UInt32(8 * $0)) }
}

/// The initial value of the CRC on advertising channels. [Vol 6, Part B, 3.1.1]
public let advertisingCRCInit: UInt32 = 0x555555

private let mirroredGenerator = reversed24(1 << 10 | 1 << 9 | 1 << 6 | 1 << 4 | 1 << 3 | 1 << 1 | 1)

/// The low 24 bits of `value` in the opposite order.
private func reversed24(_ value: UInt32) -> UInt32 {
  (0..<24).reduce(0) { $0 | (value >> UInt32($1) & 1) << UInt32(23 - $1) }
}
