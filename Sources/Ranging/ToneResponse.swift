/// The two-way response of one antenna path on the channels that were measured.
public struct ToneResponse: Hashable, Sendable {
  /// Channel indices, 0 to 79, in any order; a channel may come more than once.
  public private(set) var channel: [UInt8] = []
  /// Real part of each response.
  public private(set) var re: [Double] = []
  /// Imaginary part of each response.
  public private(set) var im: [Double] = []

  /// A response without tones.
  public init() {}

  /// Takes flat arrays of equal length.
  public init(channel: [UInt8], re: [Double], im: [Double]) {
    precondition(channel.count == re.count && channel.count == im.count, "one value for each channel")
    self.channel = channel
    self.re = re
    self.im = im
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

  /// Takes all tones out and keeps the memory.
  public mutating func removeAll() {
    channel.removeAll(keepingCapacity: true)
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
  }

  /// Adds the initiator's PCT of a step with inline PCT, which holds the way there and back.
  public mutating func append(channel: UInt8, initiatorI: Double, initiatorQ: Double) {
    self.channel.append(channel)
    re.append(initiatorI)
    im.append(initiatorQ)
  }

  /// Adds the product of both ends' PCTs of a step; the phases of both LOs cancel in it.
  public mutating func append(
    channel: UInt8, initiatorI: Double, initiatorQ: Double, reflectorI: Double, reflectorQ: Double
  ) {
    append(
      channel: channel, initiatorI: initiatorI * reflectorI - initiatorQ * reflectorQ,
      initiatorQ: initiatorI * reflectorQ + initiatorQ * reflectorI)
  }
}
