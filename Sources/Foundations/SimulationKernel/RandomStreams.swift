/// The independent streams of chance of one run, each named by its purpose.
///
/// A stream depends on the seed and its own name alone, so a new draw in one place shifts no other.
public struct RandomStreams: Sendable {
  /// The seed of the run.
  public let seed: UInt64

  /// Makes the streams of `seed`.
  public init(seed: UInt64) { self.seed = seed }

  /// The stream called `name`, at its start.
  public func stream(_ name: String) -> RandomStream {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for octet in name.utf8 { hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
    return RandomStream(seed: seed ^ RandomStream.mixed(hash))
  }
}

/// A xoshiro256** generator: the same draws on every machine.
public struct RandomStream: RandomNumberGenerator, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  /// Makes a stream from a 64-bit seed, spread over the state by splitmix64.
  public init(seed: UInt64) {
    let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
    s0 = Self.mixed(seed &+ increment)
    s1 = Self.mixed(seed &+ increment &* 2)
    s2 = Self.mixed(seed &+ increment &* 3)
    s3 = Self.mixed(seed &+ increment &* 4)
  }

  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// The next 64 bits.
  @inlinable @inline(__always)
  public mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// A number from 0 up to, but not including, 1, with 53 bits.
  @inlinable @inline(__always)
  public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// `count` octets.
  public mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
  }
}
