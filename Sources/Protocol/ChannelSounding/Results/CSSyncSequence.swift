/// The sounding or random sequence of one CS_SYNC packet. [Vol 6, Part H, 2.2]
public struct CSSyncSequence: Hashable, Sendable {
  private static let noMarker: UInt8 = 0xFF

  /// The bits; bit 0 is sent first.
  public private(set) var bits: UInt128
  /// 32, 64, 96 or 128.
  public let bitCount: UInt8
  private var firstMarker = Self.noMarker
  private var secondMarker = Self.noMarker

  /// Makes a random sequence, or a sounding sequence before its markers are set.
  public init(bits: UInt128, bitCount: UInt8) {
    self.bits = bits
    self.bitCount = bitCount
  }

  /// Overwrites four bits with a marker.
  /// - Parameters:
  ///   - position: The first of them, counted from the first bit sent.
  ///   - signal: False for 1100 and true for 0011, in the order of the air.
  public mutating func setMarker(at position: UInt8, signal: Bool) {
    let pattern: UInt128 = signal ? 0b1100 : 0b0011
    bits = bits & ~(0b1111 << UInt128(position)) | pattern << UInt128(position)
    if firstMarker == Self.noMarker { firstMarker = position } else { secondMarker = position }
  }

  /// The bits that nobody can foresee: those of the markers of a sounding sequence, all of a random one.
  public var unforeseeableBits: UInt128 {
    if firstMarker == Self.noMarker { return bitCount == 128 ? .max : (1 << UInt128(bitCount)) - 1 }
    let first: UInt128 = 0b1111 << UInt128(firstMarker)
    return secondMarker == Self.noMarker ? first : first | 0b1111 << UInt128(secondMarker)
  }

  /// The octets in the order of the air, least significant bit first.
  var octets: [UInt8] {
    stride(from: 0, to: UInt128(bitCount), by: 8).map { UInt8(truncatingIfNeeded: bits >> $0) }
  }

  /// The first bit of each marker of a sounding sequence; empty for a random one.
  var markerPositions: [UInt8] { [firstMarker, secondMarker].filter { $0 != Self.noMarker } }
}
