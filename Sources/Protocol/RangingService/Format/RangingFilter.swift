/// Which fields of a step the client wants, for each mode. A server starts with all of them. [RAS 1.0, 3.3.2.4]
public struct RangingFilter: Hashable, Sendable {
  /// Every field.
  public static let everything = RangingFilter()

  /// Fourteen bits for each mode, 0 to 3; a field is reported if its bit is set.
  private(set) var masks: [UInt16] = [0x3FFF, 0x3FFF, 0x3FFF, 0x3FFF]

  public init() {}

  /// Takes the parameter of Set Filter: two bits of mode, then fourteen bits of fields.
  public mutating func set(_ configuration: UInt16) {
    masks[Int(configuration & 3)] = configuration >> 2
  }

  /// The fourteen bits of a mode, 0 to 3.
  public subscript(mode: UInt8) -> UInt16 { masks[Int(mode & 3)] }

  /// The antenna paths whose tones are reported, bit 0 the first, out of the first `count`.
  ///
  /// Interpretation: mode-2 and mode-3 each have bits for the paths and the header has one mask for both, which
  /// is taken to be that of mode-2 where mode-3 wants all paths, else that of mode-3.
  public func antennaPaths(of count: Int) -> UInt8 {
    let mode2 = UInt8(truncatingIfNeeded: masks[2] >> 3 & 0xF)
    let mode3 = UInt8(truncatingIfNeeded: masks[3] >> 10 & 0xF)
    return (mode3 == 0xF ? mode2 : mode3) & UInt8((1 << count) - 1)
  }
}
