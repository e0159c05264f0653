/// The 37 data channels that a connection may hop over. [Vol 6, Part B, 1.4.1]
public struct DataChannelMap: Hashable, Sendable {
  /// Bit n is data channel index n; bits 37 and up are 0.
  public var bits: UInt64

  /// Makes a map from its bits.
  public init(bits: UInt64) { self.bits = bits }

  /// All 37 data channels.
  public static let all = DataChannelMap(bits: (1 << 37) - 1)

  /// Whether channel `index` may be used.
  public func contains(_ index: UInt8) -> Bool { bits >> UInt64(index) & 1 == 1 }

  /// The used channels in ascending order.
  public var usedChannels: [UInt8] { (0..<37).filter(contains) }
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
