/// One step of a subevent's result, read where it stands: for loops that take many without a copy of each.
/// [Vol 4, Part E, 7.7.65.44]
public struct StepView {
  /// Step_Mode.
  public let mode: UInt8
  /// Step_Channel, 2 to 76.
  public let channel: UInt8
  /// Octets of Step_Data.
  public let count: Int
  @usableFromInline let octets: [UInt8]
  @usableFromInline let start: Int

  /// The step at an index of `stepOffsets`.
  @inlinable
  public init(_ subevent: SubeventResult, _ step: Int) {
    octets = subevent.stepOctets
    let offset = Int(subevent.stepOffsets[step])
    mode = octets[offset]
    channel = octets[offset + 1]
    count = Int(octets[offset + 2])
    start = offset + 3
  }

  /// An octet of Step_Data.
  @inlinable
  public func octet(_ index: Int) -> UInt8 { octets[start + index] }

  /// The time of arrival and departure of modes 1 and 3, in 0.5 ns; -32768 where not available.
  @inlinable
  public var time: Int16 { Int16(bitPattern: UInt16(octet(3)) | UInt16(octet(4)) << 8) }

  /// The frequency offset of the peer that an initiator measured in mode 0, in 0.01 ppm; nil where not available.
  @inlinable
  public var frequencyOffset: Int? {
    guard mode == 0, count == 5 else { return nil }
    return SubeventResult.frequency(UInt16(octet(3)) | UInt16(octet(4)) << 8)
  }

  /// Where Antenna_Permutation_Index stands in Step_Data, with the tones of `pathCount` antenna paths and the
  /// extension slot behind it; nil if the step has none, or not so many.
  @inlinable
  public func permutationIndex(pathCount: Int) -> Int? {
    let start = count - 1 - 4 * (pathCount + 1)
    guard pathCount > 0 else { return nil }
    return mode == 2 && start == 0 || mode == 3 && start >= 6 ? start : nil
  }

  /// A tone whose PCT stands at an octet of Step_Data: 12 bits of I, 12 bits of Q, and the low nibble of
  /// Tone_Quality_Indicator.
  @inlinable
  public func tone(_ index: Int) -> (i: Int16, q: Int16, quality: UInt8) {
    let first = start + index
    precondition(index >= 0 && first + 4 <= octets.count, "a tone lies behind the steps")
    let word = octets.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: first, as: UInt32.self))
    }
    return (
      Int16(truncatingIfNeeded: word << 4) >> 4, Int16(truncatingIfNeeded: word >> 8) >> 4,
      UInt8(truncatingIfNeeded: word >> 24) & 0xF
    )
  }
}
