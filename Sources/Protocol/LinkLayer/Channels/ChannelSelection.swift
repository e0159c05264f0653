public import CoreTypes

/// How a connection chooses the data channel of each connection event. [Vol 6, Part B, 4.5.8]
public enum ChannelSelection: Hashable, Sendable {
  /// Channel selection algorithm #1, with the Hop of CONNECT_IND, 5 to 16.
  case algorithm1(hopIncrement: UInt8)
  /// Channel selection algorithm #2, with the access address of the connection.
  case algorithm2(accessAddress: UInt32)

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
  static func prnE(eventCounter: UInt16, accessAddress: UInt32) -> UInt16 {
    let identifier = UInt16(truncatingIfNeeded: accessAddress >> 16 ^ accessAddress)
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

/// The rules for access addresses of the data physical channel. [Vol 6, Part B, 2.1.2]
public enum AccessAddress {
  /// The access address of all primary advertising.
  public static let advertising: UInt32 = 0x8E89_BED6

  /// Whether a connection may use `value`, as far as the value itself tells.
  ///
  /// - Parameter allowsCodedPHY: Whether the rules for devices with the LE Coded PHY hold too.
  public static func isLegal(_ value: UInt32, allowsCodedPHY: Bool = false) -> Bool {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    let isPlain =
      longestRun(value) <= 6
      && (value ^ advertising).nonzeroBitCount > 1
      && octets.contains { $0 != octets[0] }
      && transitions(value, count: 32) <= 24
      && transitions(value >> 26, count: 6) >= 2
    guard isPlain, allowsCodedPHY else { return isPlain }
    return octets[0].nonzeroBitCount >= 3 && transitions(value, count: 16) <= 11
  }

  /// Draws a legal access address that no link in `taken` has; the caller keeps `taken` small.
  public static func draw(
    using generator: inout some RandomNumberGenerator, excluding taken: [UInt32] = [],
    allowsCodedPHY: Bool = false
  ) -> UInt32 {
    while true {
      let value = UInt32(truncatingIfNeeded: generator.next())
      if isLegal(value, allowsCodedPHY: allowsCodedPHY), !taken.contains(value) { return value }
    }
  }

  /// The number of places in the low `count` bits where neighbours differ.
  private static func transitions(_ value: UInt32, count: UInt32) -> Int {
    ((value ^ value >> 1) & ((1 << (count - 1)) - 1)).nonzeroBitCount
  }

  /// The length of the longest run of equal bits.
  private static func longestRun(_ value: UInt32) -> Int {
    var longest = 1
    var run = 1
    for bit in 1..<UInt32(32) {
      run = (value >> bit ^ value >> (bit - 1)) & 1 == 0 ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}
