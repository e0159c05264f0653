/// How right a device claims round-trip times of one type to be. [Vol 4, Part E, 7.8.130]
public struct RTTClaim: Hashable, Sendable {
  /// How many steps are needed, above 0.
  public let count: Int
  /// How right the mean time of flight of so many steps is, in nanoseconds: 10 or 150.
  public let nanoseconds: Double
}

extension CSCapabilities {
  /// What is claimed of a type; nil where it is not supported.
  ///
  /// Interpretation: a count for the 2M PHYs stands in place of the other one there; where its class is not declared, the
  /// worse of the two is taken.
  public func rttClaim(_ type: RTTType, on2M: Bool = false) -> RTTClaim? {
    let (count, countOn2M, bit): (UInt8, UInt8, UInt8) =
      switch type {
      case .aaOnly: (rttAAOnlyN, rtt2MAAOnlyN, 0)
      case .sounding32, .sounding96: (rttSoundingN, rtt2MSoundingN, 1)
      case .random32, .random64, .random96, .random128: (rttRandomSequenceN, rtt2MRandomSequenceN, 2)
      }
    let hasOwn = on2M && countOn2M > 0
    let needed = hasOwn ? countOn2M : count
    guard needed > 0 else { return nil }
    let isFine = rttCapability >> (hasOwn ? bit + 3 : bit) & 1 == 1
    return RTTClaim(count: Int(needed), nanoseconds: isFine ? 10 : 150)
  }

  /// Everything that is claimed of round-trip times.
  public var rttClaims: [RTTClaim] {
    [false, true].flatMap { on2M in RTTType.allCases.compactMap { rttClaim($0, on2M: on2M) } }
  }
}
