/// What the functions of `PortableMath` take: one number, or several side by side, which give the same bits as each of
/// them alone.
public protocol PortableReal {
  /// The bits of the numbers.
  associatedtype Bits: PortableBits

  /// Each number is `value`.
  init(all value: Double)
  /// The numbers whose IEEE 754 encodings are `bits`.
  init(bits: Bits)
  /// Their IEEE 754 encodings.
  var bits: Bits { get }

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  func squareRoot() -> Self
}

/// The encodings of a `PortableReal`: 64 bits, or as many side by side.
public protocol PortableBits {
  /// Each word is `value`.
  init(all value: UInt64)

  static func & (a: Self, b: Self) -> Self
  static func | (a: Self, b: Self) -> Self
  static func ^ (a: Self, b: Self) -> Self
  static func &+ (a: Self, b: Self) -> Self
  static func &- (a: Self, b: Self) -> Self
  static func &<< (a: Self, b: Self) -> Self
  static func &>> (a: Self, b: Self) -> Self
}

/// Numbers that are worked on at once, as many as make the most of a processor with registers of two.
public typealias RealLanes = SIMD4<Double>

extension PortableReal {
  /// a + b z + c z^2 + d z^3, where `z2` is z^2.
  @inlinable @inline(__always)
  static func cubic(_ z: Self, _ z2: Self, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Self {
    let low = Self(all: a) + z * Self(all: b)
    let high = Self(all: c) + z * Self(all: d)
    return low + z2 * high
  }
}

extension Double: PortableReal {
  @inlinable @inline(__always)
  public init(all value: Double) { self = value }

  @inlinable @inline(__always)
  public init(bits: UInt64) { self.init(bitPattern: bits) }

  @inlinable @inline(__always)
  public var bits: UInt64 { bitPattern }
}

extension UInt64: PortableBits {
  @inlinable @inline(__always)
  public init(all value: UInt64) { self = value }
}

extension SIMD4: PortableReal where Scalar == Double {
  @inlinable @inline(__always)
  public init(all value: Double) { self.init(repeating: value) }

  @inlinable @inline(__always)
  public init(bits: SIMD4<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

  @inlinable @inline(__always)
  public var bits: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }
}

extension SIMD4: PortableBits where Scalar == UInt64 {
  @inlinable @inline(__always)
  public init(all value: UInt64) { self.init(repeating: value) }
}
