internal import CryptoToolbox

/// Where the markers of one sounding sequence stand.
struct MarkerPositions: Equatable {
  var first: UInt8
  /// Of 96 bits only, and not always.
  var second: UInt8?

  init(first: UInt8, second: UInt8? = nil) {
    self.first = first
    self.second = second
  }

  /// The positions that a test fixes; nil if there is none.
  init?(_ fixed: [UInt8], bitCount: Int) {
    guard let first = fixed.first else { return nil }
    self.init(first: first, second: bitCount == 96 ? fixed.dropFirst().first : nil)
  }
}

extension CSDRBG {
  /// The sequences of both CS_SYNC packets of a step, for an RTT type that has one. [Vol 6, Part H, 2.2]
  /// - Parameter overrides: What a test fixes instead of drawing it.
  mutating func sequences(
    _ type: RTTType, remainder: Interpretations.SequenceRemainder, overrides: CSTestOverrides? = nil
  ) -> (initiator: CSSyncSequence, reflector: CSSyncSequence) {
    if type.isSounding { return soundingSequences(bitCount: type.sequenceBits, overrides) }
    if let payload = overrides?.payload {
      let fixed = CSSyncSequence(bits: payload.bits(type.sequenceBits), bitCount: UInt8(type.sequenceBits))
      return (fixed, fixed)
    }
    let initiator = randomSequence(bitCount: type.sequenceBits, remainder: remainder)
    let reflector = randomSequence(bitCount: type.sequenceBits, remainder: remainder)
    return (
      CSSyncSequence(bits: initiator, bitCount: UInt8(type.sequenceBits)),
      CSSyncSequence(bits: reflector, bitCount: UInt8(type.sequenceBits))
    )
  }

  private mutating func soundingSequences(
    bitCount: Int, _ overrides: CSTestOverrides?
  ) -> (initiator: CSSyncSequence, reflector: CSSyncSequence) {
    let fixed = overrides?.markers.flatMap { MarkerPositions($0, bitCount: bitCount) }
    let initiator = fixed ?? markerPositions(bitCount: bitCount)
    let reflector = fixed ?? markerPositions(bitCount: bitCount)
    return (
      soundingSequence(bitCount: bitCount, markers: initiator, overrides),
      soundingSequence(bitCount: bitCount, markers: reflector, overrides)
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
  private mutating func soundingSequence(
    bitCount: Int, markers: MarkerPositions, _ overrides: CSTestOverrides?
  ) -> CSSyncSequence {
    let alternating: UInt128 = 0xAAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA
    var sequence = CSSyncSequence(bits: alternating >> UInt128(128 - bitCount), bitCount: UInt8(bitCount))
    sequence.setMarker(at: markers.first, signal: overrides?.signal(ofMarker: 0) ?? markerSignal())
    if let second = markers.second {
      sequence.setMarker(at: second, signal: overrides?.signal(ofMarker: 1) ?? markerSignal())
    }
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
