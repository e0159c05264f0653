/// The two-way response of one antenna path on the channels that were measured.
public struct ToneResponse: Hashable, Sendable {
  /// What the numbers are, which tells how their amplitude follows the channel.
  public enum Content: String, Hashable, Sendable {
    /// The product of both ends' PCTs: the one-way response squared.
    case product
    /// The initiator's PCT under inline PCT transfer: the phase of both ways, the amplitude of one.
    case inline
  }

  /// What is known of a tone beside its response.
  public struct Circumstance: Hashable, Sendable {
    /// The place of its subevent in the procedure, from 0.
    public var subevent: UInt8
    /// When it was measured, in microseconds from any one instant; given for all tones of a response or for none.
    public var microseconds: Double?
    /// Whether a receiver rated it low.
    public var isDoubtful: Bool

    /// A tone of the first subevent that nobody doubts, by default.
    public init(subevent: UInt8 = 0, microseconds: Double? = nil, isDoubtful: Bool = false) {
      self.subevent = subevent
      self.microseconds = microseconds
      self.isDoubtful = isDoubtful
    }
  }

  /// The channel indices that a response can have.
  public static var channelIndices: Range<UInt8> { 0..<UInt8(LineSearch.slotCount) }

  /// What the responses are.
  public private(set) var content: Content = .product
  /// Channel indices, of `channelIndices`, in any order; a channel may come more than once.
  public private(set) var channel: [UInt8] = []
  /// Real part of each response.
  public private(set) var re: [Double] = []
  /// Imaginary part of each response.
  public private(set) var im: [Double] = []
  /// The subevent of each tone, counted from 0 in the procedure.
  public private(set) var subevent: [UInt8] = []
  /// Whether a receiver rated the tone low.
  public private(set) var isDoubtful: [Bool] = []
  /// When each tone was measured, in microseconds from any one instant; empty if that is not known.
  public private(set) var microseconds: [Double] = []

  /// A response without tones.
  public init(content: Content = .product) { self.content = content }

  /// Makes room for `count` tones with their times.
  public mutating func reserveCapacity(_ count: Int) {
    channel.reserveCapacity(count)
    re.reserveCapacity(count)
    im.reserveCapacity(count)
    subevent.reserveCapacity(count)
    isDoubtful.reserveCapacity(count)
    microseconds.reserveCapacity(count)
  }

  /// Takes flat arrays of equal length, all tones of one subevent; `microseconds` may also be empty.
  public init(
    channel: [UInt8], re: [Double], im: [Double], microseconds: [Double] = [], content: Content = .product
  ) {
    precondition(channel.count == re.count && channel.count == im.count, "one value for each channel")
    precondition(microseconds.isEmpty || microseconds.count == channel.count, "one time for each channel")
    self.channel = channel
    self.re = re
    self.im = im
    self.microseconds = microseconds
    self.content = content
    subevent = [UInt8](repeating: 0, count: channel.count)
    isDoubtful = [Bool](repeating: false, count: channel.count)
  }

  /// The number of tones.
  public var count: Int { channel.count }

  /// The number of different channels.
  public var channelCount: Int {
    var seen: (UInt64, UInt64) = (0, 0)
    for index in channel {
      if index < 64 { seen.0 |= 1 << UInt64(index) } else { seen.1 |= 1 << UInt64(index - 64) }
    }
    return seen.0.nonzeroBitCount + seen.1.nonzeroBitCount
  }

  /// The tones of one subevent.
  public func tones(ofSubevent index: UInt8) -> ToneResponse { filtered { subevent[$0] == index } }

  /// The tones whose places `isIncluded` accepts.
  func filtered(_ isIncluded: (Int) -> Bool) -> ToneResponse {
    var part = ToneResponse(content: content)
    part.reserveCapacity(count)
    for tone in 0..<count where isIncluded(tone) {
      part.append(
        channel: channel[tone], initiatorI: re[tone], initiatorQ: im[tone],
        Circumstance(
          subevent: subevent[tone], microseconds: microseconds.isEmpty ? nil : microseconds[tone],
          isDoubtful: isDoubtful[tone]))
    }
    return part
  }

  /// The response with each tone multiplied by what `factor` has for its channel.
  public func multiplied(by factor: (UInt8) -> (re: Double, im: Double)) -> ToneResponse {
    var result = self
    for tone in 0..<count {
      let (x, y) = factor(channel[tone])
      (result.re[tone], result.im[tone]) = (re[tone] * x - im[tone] * y, re[tone] * y + im[tone] * x)
    }
    return result
  }

  /// Takes all tones out and keeps the memory.
  public mutating func removeAll() {
    channel.removeAll(keepingCapacity: true)
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
    subevent.removeAll(keepingCapacity: true)
    isDoubtful.removeAll(keepingCapacity: true)
    microseconds.removeAll(keepingCapacity: true)
  }

  /// Adds the initiator's PCT of a step with inline PCT, which holds the way there and back.
  public mutating func append(
    channel: UInt8, initiatorI: Double, initiatorQ: Double, _ circumstance: Circumstance = Circumstance()
  ) {
    if let time = circumstance.microseconds { microseconds.append(time) }
    self.channel.append(channel)
    re.append(initiatorI)
    im.append(initiatorQ)
    subevent.append(circumstance.subevent)
    isDoubtful.append(circumstance.isDoubtful)
    precondition(
      microseconds.isEmpty || microseconds.count == self.channel.count, "all tones have times or none has")
  }

  /// Adds the product of both ends' PCTs of a step; the phases of both LOs cancel in it.
  public mutating func append(
    channel: UInt8, initiatorI: Double, initiatorQ: Double, reflectorI: Double, reflectorQ: Double,
    _ circumstance: Circumstance = Circumstance()
  ) {
    append(
      channel: channel, initiatorI: initiatorI * reflectorI - initiatorQ * reflectorQ,
      initiatorQ: initiatorI * reflectorQ + initiatorQ * reflectorI, circumstance)
  }
}
