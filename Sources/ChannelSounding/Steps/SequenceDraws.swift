internal import CryptoToolbox

/// Where the markers of one sounding sequence stand.
struct MarkerPositions: Equatable {
  var first: UInt8
  /// Of 96 bits only, and not always.
  var second: UInt8?
}

extension CSDRBG {
  /// The sequences of both CS_SYNC packets of a step, for an RTT type that has one. [Vol 6, Part H, 2.2]
  mutating func sequences(
    _ type: RTTType, remainder: Interpretations.SequenceRemainder
  ) -> (initiator: CSSyncSequence, reflector: CSSyncSequence) {
    if type.isSounding { return soundingSequences(bitCount: type.sequenceBits) }
    let initiator = randomSequence(bitCount: type.sequenceBits, remainder: remainder)
    let reflector = randomSequence(bitCount: type.sequenceBits, remainder: remainder)
    return (
      CSSyncSequence(bits: initiator, bitCount: UInt8(type.sequenceBits)),
      CSSyncSequence(bits: reflector, bitCount: UInt8(type.sequenceBits))
    )
  }

  private mutating func soundingSequences(
    bitCount: Int
  ) -> (initiator: CSSyncSequence, reflector: CSSyncSequence) {
    let initiator = markerPositions(bitCount: bitCount)
    let reflector = markerPositions(bitCount: bitCount)
    return (
      soundingSequence(bitCount: bitCount, markers: initiator),
      soundingSequence(bitCount: bitCount, markers: reflector)
    )
  }

  /// The marker positions of one packet.
  mutating func markerPositions(bitCount: Int) -> MarkerPositions {
    guard bitCount == 96 else { return MarkerPositions(first: UInt8(hr1(29, for: .markerPosition))) }
    let first = UInt8(hr1(64, for: .markerPosition))
    let second = 67 + hr1(75, for: .markerPosition)
    return MarkerPositions(first: first, second: second > 92 ? nil : UInt8(second))
  }

  /// Interpretation: the alternating bits begin with 0, whatever the trailer ends with.
  private mutating func soundingSequence(bitCount: Int, markers: MarkerPositions) -> CSSyncSequence {
    let alternating: UInt128 = 0xAAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA
    var sequence = CSSyncSequence(bits: alternating >> UInt128(128 - bitCount), bitCount: UInt8(bitCount))
    sequence.setMarker(at: markers.first, signal: markerSignal())
    if let second = markers.second { sequence.setMarker(at: second, signal: markerSignal()) }
    return sequence
  }

  /// The signal of one marker.
  mutating func markerSignal() -> Bool { bits(1, for: .markerSignal) == 1 }

  /// The bits of one packet as a number, the first bit drawn the most significant one; the least significant
  /// one is sent first.
  ///
  /// Interpretation: of 96 bits the 32 that a block leaves are dropped; another source joins them to the next.
  mutating func randomSequence(bitCount: Int, remainder: Interpretations.SequenceRemainder) -> UInt128 {
    guard bitCount == 96, remainder == .concatenate else { return bits(bitCount, for: .randomSequence) }
    return (0..<3).reduce(0) { number, _ in number << 32 | bits(32, for: .randomSequence) }
  }
}
