/// Turns a measured tone into a phase correction term of at most 12 + 12 bits: rounds and clips.
/// [Vol 6, Part H, 4.6]
public struct PCTQuantiser: Hashable, Sendable {
  @usableFromInline let lowest: Double
  @usableFromInline let highest: Double
  @usableFromInline let perStep: Double
  @usableFromInline let shift: Int32

  /// Makes a quantiser of `bits` bits for each part, 2 to 12; the value's scale does not depend on it.
  public init(bits: Int) {
    precondition((2...12).contains(bits), "a PCT part has 2 to 12 bits")
    shift = Int32(12 - bits)
    perStep = 1 / Double(1 << (12 - bits))
    lowest = -Double(1 << (bits - 1))
    highest = Double(1 << (bits - 1)) - 1
  }

  /// The nearest value of one part, -2048 to 2047.
  @inlinable @inline(__always)
  public func part(_ value: Double) -> Int32 {
    let scaled = value * perStep
    let clipped = scaled < lowest ? lowest : (scaled > highest ? highest : scaled)
    // The low bits of the shifted number are the rounded number itself.
    return Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern) << shift
  }

  /// The 24 bits of a phase correction term: I in bits 0 to 11, Q in bits 12 to 23.
  @inlinable @inline(__always)
  public static func packed(i: Int32, q: Int32) -> UInt32 {
    UInt32(bitPattern: i) & 0xFFF | (UInt32(bitPattern: q) & 0xFFF) << 12
  }
}
