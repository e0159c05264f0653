public import CoreTypes

/// The front end of a receiver, worked out: a x + b x* + d, and the phase of the gain.
///
/// With g the gain and p the phase of the Q branch, a = (1 + g exp(-jp)) / 2 and b = (1 - g exp(jp)) / 2: the I
/// branch is right, and the Q branch reads g (cos p Q - sin p I).
public struct FrontEnd: Sendable {
  @usableFromInline let imFromRe: Double
  @usableFromInline let imFromIm: Double
  @usableFromInline let constant: Double
  @usableFromInline let agcStepsPerNeper: Double
  @usableFromInline let agcTurns: Double

  /// The dB against a tone below which a constant beside it counts as none.
  private static let noDCOffset = -100.0

  /// The front end of a radio in which a tone of mean strength has the size `amplitude` in PCT units.
  public init(_ radio: RadioParameters, amplitude: Double) {
    let gain = PortableMath.amplitudeRatio(decibels: radio.iqGainDecibels)
    let (sin, cos) = PortableMath.sinCos(radians: radio.iqPhaseDegrees.radians)
    (imFromRe, imFromIm) = (-gain * sin, gain * cos)
    let offset = radio.dcOffsetDecibelsCarrier
    let ratio = offset > Self.noDCOffset ? PortableMath.amplitudeRatio(decibels: offset) : 0
    constant = amplitude * ratio / 2.0.squareRoot()
    let step = radio.agcStepDecibels
    agcStepsPerNeper = step > 0 ? PortableMath.decibels(powerRatio: PortableMath.exp(1)) / step : 0
    agcTurns = radio.agcStepDegrees.radians / (2 * .pi)
  }

  /// Tones behind the front end.
  @inlinable @inline(__always)
  public func passed(re: RealLanes, im: RealLanes) -> (re: RealLanes, im: RealLanes) {
    (re + constant, re * imFromRe + im * imFromIm + constant)
  }

  /// The phases in turns of the gain that tones of `power`, against a mean one, are given.
  @inlinable @inline(__always)
  public func gainTurns(power: RealLanes) -> RealLanes {
    let none = RealLanes(all: 0)
    guard agcStepsPerNeper > 0 else { return none }
    let steps = PortableMath.rounded(PortableMath.log(power) * agcStepsPerNeper)
    return none.replacing(with: steps * agcTurns, where: power .> 0)
  }
}

/// Turns measured tones into phase correction terms of at most 12 + 12 bits: rounds and clips.
/// [Vol 6, Part H, 4.6]
public struct PCTQuantiser: Hashable, Sendable {
  @usableFromInline let lowest: Double
  @usableFromInline let highest: Double
  @usableFromInline let perStep: Double
  @usableFromInline let step: Double

  /// Makes a quantiser of `bits` bits for each part, 2 to 12; the value's scale does not depend on it.
  public init(bits: Int) {
    precondition((2...12).contains(bits), "a PCT part has 2 to 12 bits")
    step = Double(1 << (12 - bits))
    perStep = 1 / step
    lowest = -Double(1 << (bits - 1))
    highest = Double(1 << (bits - 1)) - 1
  }

  /// The nearest values of one part, whole numbers of -2048 to 2047.
  @inlinable @inline(__always)
  public func part(_ values: RealLanes) -> RealLanes {
    let scaled = values * perStep
    let clipped = scaled.replacing(with: lowest, where: scaled .< lowest)
      .replacing(with: highest, where: scaled .> highest)
    return PortableMath.rounded(clipped) * step
  }

  /// The 24 bits of phase correction terms: I in bits 0 to 11, Q in bits 12 to 23.
  @inlinable @inline(__always)
  public static func packed(i: RealLanes, q: RealLanes) -> SIMD4<UInt32> {
    // The low bits of a number so large are those of the whole number that was added.
    let large = RealLanes(all: 0x1.8p52)
    let low = SIMD4<UInt64>(all: 0xFFF)
    let term = (i + large).bits & low | ((q + large).bits & low) &<< SIMD4<UInt64>(all: 12)
    return SIMD4<UInt32>(truncatingIfNeeded: term)
  }
}
