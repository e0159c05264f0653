/// The 37 data channels that a connection may hop over. [Vol 6, Part B, 1.4.1]
public struct DataChannelMap: FieldValue {
  /// Bit n is data channel index n; the bits above are reserved.
  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All 37 data channels.
  public static let all = DataChannelMap(rawValue: (1 << 37) - 1)

  /// Whether channel `index` may be used.
  public func contains(_ index: UInt8) -> Bool { rawValue >> UInt64(index) & 1 == 1 }

  /// The used channels in ascending order.
  public var usedChannels: [UInt8] { (0..<37).filter(contains) }

  /// The map of a link whose host does not classify these channels as bad; nil if it leaves none. A link hops over two
  /// channels at least, so a single one gets a neighbour. [Vol 4, Part E, 7.8.19]
  public var withChannelsToHop: DataChannelMap? {
    guard let first = usedChannels.first else { return nil }
    let neighbour: UInt64 = usedChannels.count == 1 ? 1 << UInt64((first + 1) % 37) : 0
    return DataChannelMap(rawValue: rawValue & Self.all.rawValue | neighbour)
  }
}

/// A channel index of the 40-channel LE plan: 0 to 36 carry data, 37 to 39 advertising. [Vol 6, Part B, 1.4.1]
public struct ChannelIndex: RawRepresentable, Hashable, Sendable {
  /// The index, 0 to 39.
  public var rawValue: UInt8

  /// Makes an index, 0 to 39.
  public init(rawValue: UInt8) {
    precondition(rawValue < 40, "an LE channel index is 0 to 39")
    self.rawValue = rawValue
  }

  /// The primary advertising channels in the order they are used.
  public static let primaryAdvertising = [37, 38, 39].map(ChannelIndex.init(rawValue:))

  /// The position on the 2 MHz grid from 2402 MHz, 0 to 39.
  public var rfChannel: UInt8 {
    switch rawValue {
    case 37: 0
    case 38: 12
    case 39: 39
    case 0...10: rawValue + 1
    default: rawValue + 2
    }
  }
}

/// The primary channels that a device advertises on: bits 0 to 2 for channels 37 to 39; the others are reserved.
/// [Vol 4, Part E, 7.8.5]
public struct AdvertisingChannelMap: FieldValue {
  /// All three.
  public static let all = AdvertisingChannelMap(rawValue: 0b111)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The channels in the order they are used.
  public var channels: [ChannelIndex] {
    ChannelIndex.primaryAdvertising.filter { rawValue >> ($0.rawValue - 37) & 1 == 1 }
  }
}

/// A map of Channel Sounding channels, bit n for channel n at 2402 + n MHz. [Vol 6, Part H, 1]
public struct CSChannelMap: Hashable, Sendable {
  /// Bits 0 to 63.
  public var low: UInt64
  /// Bits 64 to 79.
  public var high: UInt16

  /// Makes a map from its bits.
  public init(low: UInt64, high: UInt16) {
    self.low = low
    self.high = high
  }

  /// Makes a map from 10 octets, least significant first.
  public init(octets: [UInt8]) {
    precondition(octets.count == 10, "a channel map has 10 octets")
    low = (0..<8).reduce(0) { $0 | UInt64(octets[$1]) << UInt64(8 * $1) }
    high = UInt16(octets: octets[8], octets[9])
  }

  /// Makes a map of the given channel indices, each 0 to 79.
  public init(channels: some Sequence<UInt8>) {
    self.init(low: 0, high: 0)
    for channel in channels {
      if channel < 64 { low |= 1 << UInt64(channel) } else { high |= 1 << UInt16(channel - 64) }
    }
  }

  /// The 72 channels that Channel Sounding may use: 2 to 22 and 26 to 76.
  public static let allowed = CSChannelMap(octets: [
    0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F,
  ])

  /// The fewest channels a procedure can run on.
  public static let minimumChannelCount = 15

  /// The 10 octets, least significant first.
  public var octets: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: low >> UInt64(8 * $0)) }
      + [UInt8(truncatingIfNeeded: high), UInt8(truncatingIfNeeded: high >> 8)]
  }

  /// Whether channel `index` is in the map.
  public func contains(_ index: UInt8) -> Bool {
    index < 64 ? low >> UInt64(index) & 1 == 1 : index < 80 && high >> UInt16(index - 64) & 1 == 1
  }

  /// Whether every bit set is a channel that may be used.
  public var isLegal: Bool { intersection(.allowed) == self }

  /// The channels in ascending order.
  public var channels: [UInt8] {
    var channels: [UInt8] = []
    channels.reserveCapacity(count)
    for index in 0..<80 as Range<UInt8> where contains(index) { channels.append(index) }
    return channels
  }

  /// The number of channels.
  public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The channels in both maps.
  public func intersection(_ other: CSChannelMap) -> CSChannelMap {
    CSChannelMap(low: low & other.low, high: high & other.high)
  }
}
