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

extension CSDRBG {
  /// The shuffle cr1 of a list, appended to `output`. [Vol 6, Part H, 4.1.2]
  mutating func appendShuffled(
    _ list: some Collection<UInt8>, to output: inout [UInt8], for transaction: CSTransaction
  ) {
    let base = output.count
    output.append(contentsOf: list)
    output.withUnsafeMutableBufferPointer { output in
      for index in base..<output.count {
        let entry = output[index]
        let other = base + hr1(index - base + 1, for: transaction)
        output[index] = output[other]
        output[other] = entry
      }
    }
  }

  /// The main-mode steps before the next sub-mode step. [Vol 6, Part H, 4.2]
  mutating func mainModeSteps(least: Int, most: Int) -> Int {
    least + hr1(most - least + 1, for: .subModeInsertion)
  }

  /// The access addresses of both CS_SYNC packets of a step. [Vol 6, Part H, 2.2.1]
  mutating func accessAddresses() -> (initiator: UInt32, reflector: UInt32) {
    let drawn = bits(128, for: .accessAddress)
    let candidate = { (index: Int) in UInt32(truncatingIfNeeded: drawn >> UInt128(96 - 32 * index)) }
    return (
      Self.betterAccessAddress(candidate(0), candidate(1)),
      Self.betterAccessAddress(candidate(2), candidate(3))
    )
  }

  /// The one whose bits look less like themselves shifted by one to three places; the second on a tie.
  private static func betterAccessAddress(_ first: UInt32, _ second: UInt32) -> UInt32 {
    autocorrelation(first) < autocorrelation(second) ? first : second
  }

  private static func autocorrelation(_ address: UInt32) -> Int {
    var score = 0
    for shift in 1...3 {
      let pairs = 32 - shift
      let differing = ((address ^ address >> UInt32(shift)) & (UInt32.max >> UInt32(shift))).nonzeroBitCount
      score += abs(2 * differing - pairs)
    }
    return score
  }

  /// Which sides send a tone in their extension slot: bit 0 the initiator, bit 1 the reflector.
  /// [Vol 6, Part H, 4.3.3]
  mutating func toneExtension() -> UInt8 {
    let drawn = UInt8(bits(2, for: .toneExtension))
    return drawn >> 1 | (drawn & 1) << 1
  }

  /// The antenna permutation index of a step, for 1 to 4 antenna paths. [Vol 6, Part H, 4.7]
  mutating func antennaPermutation(paths: Int) -> UInt8 {
    UInt8(hr1(AntennaPermutation.count(paths: paths), for: .antennaPermutation))
  }
}

/// The order in which a step measures its antenna paths. [Vol 6, Part H, 4.7.5]
public enum AntennaPermutation {
  /// Four paths by index, counted from 0; fewer paths use the first rows without the higher ones.
  private static let rows: [SIMD4<UInt8>] = [
    [0, 1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [2, 0, 1, 3], [2, 1, 0, 3], [1, 2, 0, 3],
    [0, 1, 3, 2], [1, 0, 3, 2], [0, 3, 1, 2], [3, 0, 1, 2], [3, 1, 0, 2], [1, 3, 0, 2],
    [0, 3, 2, 1], [3, 0, 2, 1], [0, 2, 3, 1], [2, 0, 3, 1], [2, 3, 0, 1], [3, 2, 0, 1],
    [3, 1, 2, 0], [1, 3, 2, 0], [3, 2, 1, 0], [2, 3, 1, 0], [2, 1, 3, 0], [1, 2, 3, 0],
  ]

  /// How many permutations 1 to 4 paths have.
  public static func count(paths: Int) -> Int {
    switch paths {
    case 1: 1
    case 2: 2
    case 3: 6
    case 4: 24
    default: preconditionFailure("there are no \(paths) antenna paths")
    }
  }

  /// The antenna path of a slot, counted from 0; the extension slot after the last repeats its path.
  /// - Parameters:
  ///   - slot: 0 to `paths`.
  ///   - index: The permutation index, below `count(paths:)`.
  ///   - paths: 1 to 4.
  public static func path(slot: Int, index: UInt8, paths: Int) -> Int {
    Int(rows[Int(index)][min(slot, paths - 1)])
  }
}

extension AntennaConfiguration {
  /// The antennas of a path, counted from 0: the reflector's change faster. [Vol 6, Part A, 5.3]
  public func antennas(path: Int) -> (initiator: Int, reflector: Int) {
    (path / reflectorAntennas, path % reflectorAntennas)
  }
}
