public import CoreTypes

/// How a connection chooses the data channel of each connection event. [Vol 6, Part B, 4.5.8]
public enum ChannelSelection: Hashable, Sendable {
  /// Channel selection algorithm #1, with the Hop of CONNECT_IND, 5 to 16.
  case algorithm1(hopIncrement: UInt8)
  /// Channel selection algorithm #2, with the access address of the connection.
  case algorithm2(accessAddress: AccessAddress)

  /// The channel of a connection event.
  ///
  /// Events between two calls may be left out: the channel depends on the event's number alone.
  ///
  /// - Parameters:
  ///   - event: The number of the event from 0 on. It does not wrap: connEventCounter is its low 16 bits.
  ///   - map: The channels in use at that event, at least one.
  public func channel(event: UInt64, map: DataChannelMap) -> ChannelIndex {
    precondition(map.rawValue & DataChannelMap.all.rawValue != 0, "a connection needs a channel")
    switch self {
    case .algorithm1(let hopIncrement):
      let unmapped = UInt8((event % 37 + 1) * UInt64(hopIncrement) % 37)
      if map.contains(unmapped) { return ChannelIndex(rawValue: unmapped) }
      let used = map.usedChannels
      return ChannelIndex(rawValue: used[Int(unmapped) % used.count])
    case .algorithm2(let accessAddress):
      let prnE = Self.prnE(eventCounter: UInt16(truncatingIfNeeded: event), accessAddress: accessAddress)
      let unmapped = UInt8(prnE % 37)
      if map.contains(unmapped) { return ChannelIndex(rawValue: unmapped) }
      let used = map.usedChannels
      return ChannelIndex(rawValue: used[(used.count * Int(prnE)) >> 16])
    }
  }

  /// prn_e, the pseudo-random number of an event under algorithm #2. [Vol 6, Part B, 4.5.8.3.2]
  static func prnE(eventCounter: UInt16, accessAddress: AccessAddress) -> UInt16 {
    let identifier = accessAddress.channelIdentifier
    var number = eventCounter ^ identifier
    for _ in 0..<3 {
      number = bitsReversedInOctets(number) &* 17 &+ identifier
    }
    return number ^ identifier
  }

  private static func bitsReversedInOctets(_ number: UInt16) -> UInt16 {
    (0..<16).reduce(0) { result, bit in
      result | (number >> UInt16(bit) & 1) << UInt16(bit ^ 7)
    }
  }
}
