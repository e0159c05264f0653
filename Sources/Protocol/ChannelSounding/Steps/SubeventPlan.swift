/// A step as one side derived it from its own DRBG.
public struct PlannedStep: Hashable, Sendable {
  /// Step mode, 0 to 3.
  public var mode: UInt8
  /// Channel index, 2 to 76.
  public var channel: UInt8
  /// Antenna permutation index, 0 to 23; 0 in modes 0 and 1.
  public var permutation: UInt8 = 0
  /// Bit 0: the initiator sends a tone in its extension slot; bit 1: the reflector does.
  public var toneExtension: UInt8 = 0
  /// From the start of the subevent to the start of the step's T_FCS, in microseconds.
  public var start: Int32
  /// Access address of the initiator's CS_SYNC; 0 in mode-2.
  public var initiatorAccessAddress: UInt32 = 0
  /// Access address of the reflector's CS_SYNC; 0 in mode-2.
  public var reflectorAccessAddress: UInt32 = 0
  /// Index of the step's sounding or random sequences in `SubeventPlan.sequences`, or -1.
  public var sequenceIndex: Int16 = -1

  /// A step with no packets and no permutation.
  public init(mode: UInt8, channel: UInt8, start: Int32) {
    self.mode = mode
    self.channel = channel
    self.start = start
  }
}

/// The steps of one subevent as one side derived them.
///
/// Its arrays are reused from subevent to subevent, so planning allocates nothing.
public struct SubeventPlan: Sendable {
  /// CS step counter of the first step, 0 to 255.
  public var firstStep = 0
  public var steps: [PlannedStep] = []
  /// The sequences of modes 1 and 3, initiator and reflector in turn.
  public var sequences: [CSSyncSequence] = []
  /// From the start of the subevent to the end of its last step, in microseconds.
  public var duration: Int32 = 0
  /// Whether the procedure ends with this subevent.
  public var endsProcedure = false
  /// When the initiator begins the long tone of the stable phase test, in microseconds from the start of the
  /// subevent; nil where there is none. [Vol 6, Part A, 3.4]
  public var longToneStart: Int32?

  public init() {}

  /// The number of steps.
  public var count: Int { steps.count }

  /// Puts the long tone of the stable phase test in the place of all steps from `step` on, T_FCS after its start.
  public mutating func replaceSteps(from step: Int, withLongToneAfter tFCS: Int) {
    let begin = (step < count ? steps[step].start : duration) + Int32(tFCS)
    steps.removeSubrange(step...)
    sequences.removeAll(keepingCapacity: true)
    longToneStart = begin
    duration = begin + Int32(StepTiming.longToneMicroseconds)
    endsProcedure = true
  }

  /// Takes all steps out and keeps the memory.
  public mutating func removeAll() {
    firstStep = 0
    steps.removeAll(keepingCapacity: true)
    sequences.removeAll(keepingCapacity: true)
    duration = 0
    endsProcedure = false
    longToneStart = nil
  }
}

/// The sounding or random sequence of one CS_SYNC packet. [Vol 6, Part H, 2.2]
public struct CSSyncSequence: Hashable, Sendable {
  private static let noMarker: UInt8 = 0xFF

  /// The bits; bit 0 is sent first.
  public private(set) var bits: UInt128
  /// 32, 64, 96 or 128.
  public let bitCount: UInt8
  private var firstMarker = Self.noMarker
  private var secondMarker = Self.noMarker

  /// Makes a random sequence, or a sounding sequence before its markers are set.
  public init(bits: UInt128, bitCount: UInt8) {
    self.bits = bits
    self.bitCount = bitCount
  }

  /// Overwrites four bits with a marker.
  /// - Parameters:
  ///   - position: The first of them, counted from the first bit sent.
  ///   - signal: False for 1100 and true for 0011, in the order of the air.
  public mutating func setMarker(at position: UInt8, signal: Bool) {
    let pattern: UInt128 = signal ? 0b1100 : 0b0011
    bits = bits & ~(0b1111 << UInt128(position)) | pattern << UInt128(position)
    if firstMarker == Self.noMarker { firstMarker = position } else { secondMarker = position }
  }

  /// The bits that nobody can foresee: those of the markers of a sounding sequence, all of a random one.
  public var unforeseeableBits: UInt128 {
    if firstMarker == Self.noMarker { return bitCount == 128 ? .max : (1 << UInt128(bitCount)) - 1 }
    let first: UInt128 = 0b1111 << UInt128(firstMarker)
    return secondMarker == Self.noMarker ? first : first | 0b1111 << UInt128(secondMarker)
  }

  /// The octets in the order of the air, least significant bit first.
  var octets: [UInt8] {
    stride(from: 0, to: UInt128(bitCount), by: 8).map { UInt8(truncatingIfNeeded: bits >> $0) }
  }

  /// The first bit of each marker of a sounding sequence; empty for a random one.
  var markerPositions: [UInt8] { [firstMarker, secondMarker].filter { $0 != Self.noMarker } }
}
