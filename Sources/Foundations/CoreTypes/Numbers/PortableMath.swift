/// The transcendental functions of the simulation, made of `+ - * /`, square root and bit operations alone.
///
/// IEEE 754 fixes the result of each of those to the last bit, and no machine's mathematics library does that
/// for `sin` or `log`. So one seed gives the same bytes everywhere. Errors are below 1e-14 of the result.
public enum PortableMath {
  /// Adding and subtracting it rounds a number below 2^51 in size to a whole one, ties to even.
  @inlinable static var roundingShift: Double { 0x1.8p52 }
  @inlinable static var ln2High: Double { 0x1.62e42fee00000p-1 }
  @inlinable static var ln2Low: Double { 0x1.a39ef35793c76p-33 }

  /// The nearest whole number, ties to even, of a number below 2^51 in size.
  @inlinable @inline(__always)
  public static func rounded<Real: PortableReal>(_ x: Real) -> Real {
    let shift = Real(all: roundingShift)
    return (x + shift) - shift
  }

  /// Sine and cosine of an angle of -pi/4 to pi/4, and the quarter turns to add to it.
  @inlinable @inline(__always)
  static func rotated<Real: PortableReal>(_ x: Real, quarters: Real.Bits) -> (sin: Real, cos: Real) {
    let z = x * x
    let z2 = z * z
    let z4 = z2 * z2
    let sinLow = Real.cubic(z, z2, 1, -1.0 / 6, 1.0 / 120, -1.0 / 5_040)
    let sinHigh = Real.cubic(
      z, z2, 1.0 / 362_880, -1.0 / 39_916_800, 1.0 / 6_227_020_800, -1.0 / 1_307_674_368_000)
    let cosLow = Real.cubic(z, z2, 1, -0.5, 1.0 / 24, -1.0 / 720)
    let cosMiddle = Real.cubic(
      z, z2, 1.0 / 40_320, -1.0 / 3_628_800, 1.0 / 479_001_600, -1.0 / 87_178_291_200)
    let cosHigh = cosMiddle + z4 * Real(all: 1.0 / 20_922_789_888_000)
    let sin = (sinLow + z4 * sinHigh) * x
    let cos = cosLow + z4 * cosHigh
    // An odd quarter turn exchanges the two. Angles are chance, so that a branch here would be guessed wrong.
    let (one, two, toSign) = (Real.Bits(all: 1), Real.Bits(all: 2), Real.Bits(all: 62))
    let exchange = (sin.bits ^ cos.bits) & (Real.Bits(all: 0) &- (quarters & one))
    let sinSign = (quarters & two) &<< toSign
    let cosSign = ((quarters &+ one) & two) &<< toSign
    return (Real(bits: sin.bits ^ exchange ^ sinSign), Real(bits: cos.bits ^ exchange ^ cosSign))
  }

  /// Sine and cosine of an angle in turns, below 2^50 in size; the reduction is exact.
  @inlinable @inline(__always)
  public static func sinCos<Real: PortableReal>(turns: Real) -> (sin: Real, cos: Real) {
    let shift = Real(all: roundingShift)
    let shifted = turns * Real(all: 4) + shift
    let rest = turns - (shifted - shift) * Real(all: 0.25)
    return rotated(rest * Real(all: 0x1.921fb54442d18p+2), quarters: shifted.bits)
  }

  /// Sine and cosine of an angle in radians, below 1e6 in size.
  @inlinable @inline(__always)
  public static func sinCos(radians: Double) -> (sin: Double, cos: Double) {
    let shifted = radians * 0x1.45f306dc9c883p-1 + roundingShift
    let quarters = shifted - roundingShift
    let rest =
      ((radians - quarters * 0x1.921fb54400000p+0) - quarters * 0x1.0b4611a600000p-34)
      - quarters * 0x1.3198a2e037073p-69
    return rotated(rest, quarters: shifted.bitPattern)
  }

  /// The angle of the point (`x`, `y`) in radians, above -pi and at most pi; 0 for the origin.
  @inlinable
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    let absX = x.magnitude
    let absY = y.magnitude
    let isSteep = absY > absX
    let longer = isSteep ? absY : absX
    guard longer > 0 else { return 0 }
    let ratio = (isSteep ? absX : absY) / longer
    // Each half-angle step atan t = 2 atan(t / (1 + sqrt(1 + t^2))) at least halves the argument.
    let half = ratio / (1 + (1 + ratio * ratio).squareRoot())
    let quarter = half / (1 + (1 + half * half).squareRoot())
    let t = quarter / (1 + (1 + quarter * quarter).squareRoot())
    let z = t * t
    let low = (1 - z * (1.0 / 3)) + (z * z) * (0.2 - z * (1.0 / 7))
    let high = (1.0 / 9 - z * (1.0 / 11)) + (z * z) * (1.0 / 13 - z * (1.0 / 15))
    var angle = 8 * t * (low + (z * z) * (z * z) * high)
    if isSteep { angle = 0x1.921fb54442d18p+0 - angle }
    if x < 0 { angle = 0x1.921fb54442d18p+1 - angle }
    return y < 0 ? -angle : angle
  }

  /// The natural logarithm of a positive, normal number.
  @inlinable @inline(__always)
  public static func log<Real: PortableReal>(_ x: Real) -> Real {
    // The offset makes the mantissa lie between sqrt(1/2) and sqrt(2).
    let least = Real.Bits(all: 0x3FE6_A09E_667F_3BCD)
    let offset = x.bits &+ (Real.Bits(all: 0x3FF0_0000_0000_0000) &- least)
    let mantissa = Real(bits: (offset & Real.Bits(all: 0x000F_FFFF_FFFF_FFFF)) &+ least)
    // The biased exponent as the low bits of a number of 2^52 and more is that number's unit.
    let exponent = (offset &>> Real.Bits(all: 52)) | Real.Bits(all: 0x4330_0000_0000_0000)
    let twos = Real(bits: exponent) - Real(all: 0x1p52 + 1_023)
    let (one, two) = (Real(all: 1), Real(all: 2))
    let s = (mantissa - one) / (mantissa + one)
    let z = s * s
    let z2 = z * z
    let z4 = z2 * z2
    let low = Real.cubic(z, z2, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9)
    let high = Real.cubic(z, z2, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17)
    let tail = Real(all: 1.0 / 19) + z * Real(all: 1.0 / 21)
    let rest = low + z4 * (high + z4 * tail)
    let series = two * s + two * s * z * rest
    return twos * Real(all: ln2High) + (series + twos * Real(all: ln2Low))
  }

  /// Two independent draws of the normal distribution with variance 1, by the method of Box and Muller, from two even
  /// draws of 0 up to, but not including, 1.
  @inlinable @inline(__always)
  public static func normalPair<Real: PortableReal>(_ first: Real, _ second: Real) -> (Real, Real) {
    let radius = (Real(all: -2) * log(Real(all: 1) - first)).squareRoot()
    let (sin, cos) = sinCos(turns: second)
    return (radius * cos, radius * sin)
  }

  /// e to a number of -ln2/2 to ln2/2, times 2 to the power `twos`.
  @inlinable @inline(__always)
  static func scaledExp(_ r: Double, twos: Double) -> Double {
    let r2 = r * r
    let r4 = r2 * r2
    let low = (1 + r) + r2 * (0.5 + r * (1.0 / 6))
    let middle = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5_040))
    let high = (1.0 / 40_320 + r * (1.0 / 362_880)) + r2 * (1.0 / 3_628_800 + r * (1.0 / 39_916_800))
    let tail = 1.0 / 479_001_600 + r * (1.0 / 6_227_020_800)
    let value = low + r4 * (middle + r4 * (high + r4 * tail))
    let exponent = Int64(twos)
    let first = exponent / 2
    let second = exponent - first
    return value * Double(bitPattern: UInt64(bitPattern: (first + 1_023) << 52))
      * Double(bitPattern: UInt64(bitPattern: (second + 1_023) << 52))
  }

  /// e to the power `x`; infinity from 709.8, 0 below -745, and no number of what is none.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    if x > 709.8 { return .infinity }
    guard x >= -745 else { return x.isNaN ? x : 0 }
    let twos = rounded(x * 0x1.71547652b82fep+0)
    return scaledExp((x - twos * ln2High) - twos * ln2Low, twos: twos)
  }

  /// 10 to the power `x`; infinity from 308.3, 0 below -323, and no number of what is none.
  @inlinable
  public static func pow10(_ x: Double) -> Double {
    if x > 308.3 { return .infinity }
    guard x >= -323 else { return x.isNaN ? x : 0 }
    let twos = rounded(x * 0x1.a934f0979a371p+1)
    let rest = (x - twos * 0x1.3441350800000p-2) - twos * 0x1.f79fef311f12bp-34
    return scaledExp(rest * 0x1.26bb1bbb55516p+1, twos: twos)
  }

  /// The ratio of powers that `decibels` stands for.
  @inlinable
  public static func powerRatio(decibels: Double) -> Double { pow10(decibels / 10) }

  /// The ratio of amplitudes that `decibels` stands for.
  @inlinable
  public static func amplitudeRatio(decibels: Double) -> Double { pow10(decibels / 20) }

  /// A positive ratio of powers in decibels.
  @inlinable
  public static func decibels(powerRatio: Double) -> Double { log(powerRatio) * (10 * 0x1.bcb7b1526e50ep-2) }
}
