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

  /// The tone behind the front end.
  @inlinable @inline(__always)
  public func passed(re: Double, im: Double) -> (re: Double, im: Double) {
    (re + constant, re * imFromRe + im * imFromIm + constant)
  }

  /// The phase in turns of the gain that a tone of `power`, against a mean one, is given.
  @inlinable @inline(__always)
  public func gainTurns(power: Double) -> Double {
    guard agcStepsPerNeper > 0, power > 0 else { return 0 }
    return PortableMath.rounded(PortableMath.log(power) * agcStepsPerNeper) * agcTurns
  }
}

/// Turns a measured tone into a phase correction term of at most 12 + 12 bits: rounds and clips.
/// [Vol 6, Part H, 4.6]
public struct PCTQuantiser: Hashable, Sendable {
  @usableFromInline let lowest: Double
  @usableFromInline let highest: Double
  @usableFromInline let perStep: Double
  @usableFromInline let shift: Int32

  /// Makes a quantiser of `bits` bits for each part, 2 to 12; the value's scale does not depend on it.
  public init(bits: Int) {
    precondition((2...12).contains(bits), "a PCT part has 2 to 12 bits")
    shift = Int32(12 - bits)
    perStep = 1 / Double(1 << (12 - bits))
    lowest = -Double(1 << (bits - 1))
    highest = Double(1 << (bits - 1)) - 1
  }

  /// The nearest value of one part, -2048 to 2047.
  @inlinable @inline(__always)
  public func part(_ value: Double) -> Int32 {
    let scaled = value * perStep
    let clipped = scaled < lowest ? lowest : (scaled > highest ? highest : scaled)
    // The low bits of the shifted number are the rounded number itself.
    return Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern) << shift
  }

  /// The 24 bits of a phase correction term: I in bits 0 to 11, Q in bits 12 to 23.
  @inlinable @inline(__always)
  public static func packed(i: Int32, q: Int32) -> UInt32 {
    UInt32(bitPattern: i) & 0xFFF | (UInt32(bitPattern: q) & 0xFFF) << 12
  }
}
