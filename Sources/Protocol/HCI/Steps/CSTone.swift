public import ChannelSounding
internal import CoreTypes
internal import Wire

/// The phase correction term of one tone slot, with its quality. [Vol 4, Part E, 7.7.65.44]
public struct CSTone: Hashable, Sendable {
  /// A reflector with inline PCT reports a Q of 0.
  public var pct: PhaseCorrectionTerm = 0
  /// 4 bits.
  public var quality = ToneQualityIndicator.high
  /// 0 not the tone extension slot; there, 1 no tone is expected and 2 one is.
  public var extensionSlot: UInt8 = 0

  /// A tone of high quality and no amplitude.
  public init() {}

  /// Makes a tone; `i` and `q` are -2048 to 2047.
  public init(i: Int16, q: Int16, quality: ToneQualityIndicator = .high, extensionSlot: UInt8 = 0) {
    pct = PhaseCorrectionTerm(i: i, q: q)
    self.quality = quality
    self.extensionSlot = extensionSlot
  }

  init(word: UInt32) {
    pct = PhaseCorrectionTerm(rawValue: word & 0xFF_FFFF)
    quality = ToneQualityIndicator(rawValue: UInt8(word >> 24 & 0xF))
    extensionSlot = UInt8(word >> 28)
  }

  var word: UInt32 {
    pct.rawValue & 0xFF_FFFF | UInt32(quality.rawValue & 0xF) << 24 | UInt32(extensionSlot & 0xF) << 28
  }
}

/// The tones of one step: one for each antenna path in the order of the antenna permutation, then the
/// extension slot. They are held in place, so that a step needs no memory of its own.
public struct CSTones: RandomAccessCollection, Hashable, Sendable {
  /// The most tones of a step: four antenna paths and the extension slot.
  public static let maximumCount = 5

  private var words = SIMD8<UInt32>()
  /// The number of tones, 0 to 5.
  public private(set) var count = 0

  public init() {}

  /// Holds at most five tones.
  public init(_ tones: some Sequence<CSTone>) {
    for tone in tones { append(tone) }
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of tones.
  public var endIndex: Int { count }

  /// The tone at a position.
  public subscript(position: Int) -> CSTone {
    get {
      precondition(position < count, "there is no tone \(position)")
      return CSTone(word: words[position])
    }
    set {
      precondition(position < count, "there is no tone \(position)")
      words[position] = newValue.word
    }
  }

  /// Appends a tone.
  public mutating func append(_ tone: CSTone) {
    precondition(count < Self.maximumCount, "a step has at most five tones")
    words[count] = tone.word
    count += 1
  }

  /// Visits `wanted` tones; those that are not there yet are read.
  mutating func fields(count wanted: Int, _ visitor: inout some FieldVisitor) throws(WireError) {
    for position in 0..<wanted {
      var pct = words[position] & 0xFF_FFFF
      var quality = UInt8(words[position] >> 24)
      try visitor.u24("Tone_PCT", &pct)
      try visitor.u8("Tone_Quality_Indicator", &quality)
      words[position] = pct | UInt32(quality) << 24
    }
    count = wanted
  }
}
