internal import CryptoToolbox

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
