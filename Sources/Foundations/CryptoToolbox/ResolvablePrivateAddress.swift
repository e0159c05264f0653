public import CoreTypes

extension DeviceAddress {
  /// A resolvable private address: a hash below a random part, which has bits of both kinds.
  /// [Vol 6, Part B, 1.3.2.2]
  public static func resolvablePrivate(
    identityResolvingKey: UInt128, using generator: inout some RandomNumberGenerator
  ) -> DeviceAddress {
    var part: UInt32 = 0
    while part == 0 || part == 0x3F_FFFF { part = UInt32(generator.next() >> 42) }
    let prand = 0x40_0000 | part
    let hash = PairingFunctions.ah(identityResolvingKey: identityResolvingKey, prand: prand)
    return DeviceAddress(UInt64(prand) << 24 | UInt64(hash), kind: .random)
  }

  /// Whether this is a resolvable private address made with a key; never without one. [Vol 6, Part B, 1.3.2.3]
  public func isResolved(by identityResolvingKey: UInt128?) -> Bool {
    guard let identityResolvingKey, isResolvable else { return false }
    let value = octets.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return PairingFunctions.ah(identityResolvingKey: identityResolvingKey, prand: UInt32(value >> 24))
      == UInt32(value & 0xFF_FFFF)
  }
}
