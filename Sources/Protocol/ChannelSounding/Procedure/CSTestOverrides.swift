/// What a Channel Sounding test fixes that a procedure would draw from its DRBG. [Vol 4, Part E, 7.8.142]
public struct CSTestOverrides: Hashable, Sendable {
  /// What the random sequences of modes 1 and 3 hold.
  public enum Payload: Hashable, Sendable {
    /// The pseudo-random bits of x^9 + x^5 + 1, or with 15 of x^15 + x^14 + 1.
    case prbs(degree: Int)
    /// Eight bits again and again, the most significant sent first.
    case repeated(UInt8)
    /// The first bit of the sequence is the most significant.
    case user(UInt128)
  }

  /// The four bits of a marker, 0011 or 1100 in the order of the air.
  public enum MarkerSignal: UInt8, Sendable {
    case zerosFirst = 0
    case onesFirst = 1
    /// One after the other.
    case alternating = 2
  }

  /// Tone_Extension that takes 0, 1, 2 and 3 in turn.
  public static let everyExtension: UInt8 = 4
  /// Tone_Antenna_Permutation that takes every permutation in turn.
  public static let everyPermutation: UInt8 = 0xFF

  /// The channels, in this order, each 2 to 76; nil if they are drawn.
  public var channels: [UInt8]?
  /// Bit 0: the initiator sends a tone in its extension slot; bit 1: the reflector; or `everyExtension`.
  public var toneExtension: UInt8?
  /// A permutation index, or `everyPermutation`.
  public var permutation: UInt8?
  /// The access address of the initiator's CS_SYNC.
  public var initiatorAccessAddress: UInt32?
  /// The access address of the reflector's CS_SYNC.
  public var reflectorAccessAddress: UInt32?
  /// Where the first marker of a sounding sequence begins, 0 to 63, and the second, if there is one.
  public var markers: [UInt8]?
  /// What the markers are.
  public var markerSignal: MarkerSignal?
  /// What random sequences hold.
  public var payload: Payload?

  public init() {}

  /// The extension slots of the `index`-th step with tones, counted from 0; nil if they are drawn.
  func toneExtension(ofToneStep index: Int) -> UInt8? {
    toneExtension == Self.everyExtension ? UInt8(index % 4) : toneExtension
  }

  /// The permutation of the `index`-th step with tones, counted from 0; nil if it is drawn.
  func permutation(ofToneStep index: Int, paths: Int) -> UInt8? {
    let count = AntennaPermutation.count(paths: paths)
    return permutation == Self.everyPermutation ? UInt8(index % count) : permutation
  }

  /// Whether the `index`-th marker, counted from 0, is the one sent as 0011; nil if it is drawn.
  func signal(ofMarker index: Int) -> Bool? {
    switch markerSignal {
    case .zerosFirst: true
    case .onesFirst: false
    case .alternating: index.isMultiple(of: 2)
    case nil: nil
    }
  }
}

extension CSTestOverrides.Payload {
  /// The bits of a sequence; bit 0 is sent first.
  func bits(_ count: Int) -> UInt128 {
    var bits: UInt128 = 0
    switch self {
    case .prbs(let degree):
      var register: UInt32 = 1 << UInt32(degree) - 1
      let tap = degree == 9 ? 5 : 14
      for index in 0..<count {
        let out = register >> UInt32(degree - 1) & 1
        bits |= UInt128(out) << UInt128(index)
        register = register << 1 | (out ^ register >> UInt32(tap - 1) & 1)
      }
    case .repeated(let octet):
      for index in 0..<count { bits |= UInt128(octet >> UInt8(7 - index % 8) & 1) << UInt128(index) }
    case .user(let value):
      for index in 0..<count { bits |= (value >> UInt128(127 - index) & 1) << UInt128(index) }
    }
    return bits
  }
}
