/// A CS_SYNC packet as it is sent: preamble, access address, trailer, sequence. [Vol 6, Part H, 2.1]
public struct CSSyncPacket: Hashable, Sendable {
  /// 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var phy: UInt8
  /// The least significant bit is sent first.
  public var accessAddress: UInt32
  /// Nil in mode-0 and for RTT of the access address alone.
  public var sequence: CSSyncSequence?

  /// Makes a packet.
  public init(phy: UInt8, accessAddress: UInt32, sequence: CSSyncSequence? = nil) {
    self.phy = phy
    self.accessAddress = accessAddress
    self.sequence = sequence
  }

  /// The bits of the air in order, each 0 or 1.
  ///
  /// Interpretation: the preamble's first bit equals the first bit of the access address, as in other LE
  /// packets, and the trailer goes on alternating after the address's last bit.
  public var bits: [UInt8] {
    let firstBit = UInt8(accessAddress & 1)
    let lastBit = UInt8(accessAddress >> 31)
    var bits = (0..<(phy == 1 ? 8 : 16)).map { firstBit ^ UInt8($0 & 1) }
    bits += (0..<32).map { UInt8(truncatingIfNeeded: accessAddress >> UInt32($0)) & 1 }
    bits += (1...4).map { lastBit ^ UInt8($0 & 1) }
    if let sequence {
      bits += (0..<UInt128(sequence.bitCount)).map { UInt8(truncatingIfNeeded: sequence.bits >> $0) & 1 }
    }
    return bits
  }

  /// T_SY in microseconds.
  public var durationMicroseconds: Int { phy == 1 ? bits.count : bits.count / 2 }
}
