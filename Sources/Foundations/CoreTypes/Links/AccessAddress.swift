/// The access address of a physical channel. [Vol 6, Part B, 2.1.2]
public struct AccessAddress: FieldValue {
  /// That of all primary advertising.
  @inlinable public static var advertising: AccessAddress { AccessAddress(rawValue: 0x8E89_BED6) }

  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// channelIdentifier of channel selection algorithm #2. [Vol 6, Part B, 4.5.8.3.1]
  public var channelIdentifier: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 16 ^ rawValue) }

  /// Draws one that a connection may use and no link in `taken` has; the caller keeps `taken` small.
  public static func draw(
    using generator: inout some RandomNumberGenerator, excluding taken: [AccessAddress] = [],
    allowsCodedPHY: Bool = false
  ) -> AccessAddress {
    while true {
      let address = AccessAddress(rawValue: UInt32(truncatingIfNeeded: generator.next()))
      if address.isLegal(allowsCodedPHY: allowsCodedPHY), !taken.contains(address) { return address }
    }
  }

  /// Whether a connection may use it, as far as the value itself tells.
  ///
  /// - Parameter allowsCodedPHY: Whether the rules for devices with the LE Coded PHY hold too.
  public func isLegal(allowsCodedPHY: Bool = false) -> Bool {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * $0)) }
    let isPlain =
      longestRun <= 6
      && (rawValue ^ Self.advertising.rawValue).nonzeroBitCount > 1
      && octets.contains { $0 != octets[0] }
      && Self.transitions(rawValue, count: 32) <= 24
      && Self.transitions(rawValue >> 26, count: 6) >= 2
    guard isPlain, allowsCodedPHY else { return isPlain }
    return octets[0].nonzeroBitCount >= 3 && Self.transitions(rawValue, count: 16) <= 11
  }

  /// The number of places in the low `count` bits where neighbours differ.
  private static func transitions(_ value: UInt32, count: UInt32) -> Int {
    ((value ^ value >> 1) & ((1 << (count - 1)) - 1)).nonzeroBitCount
  }

  /// The length of the longest run of equal bits.
  private var longestRun: Int {
    var longest = 1
    var run = 1
    for bit in 1..<UInt32(32) {
      run = (rawValue >> bit ^ rawValue >> (bit - 1)) & 1 == 0 ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}

/// CRCInit: what the CRC of a packet starts from, 24 bits. [Vol 6, Part B, 3.1.1]
public struct CRCInit: FieldValue {
  /// That of all primary advertising.
  @inlinable public static var advertising: CRCInit { CRCInit(rawValue: 0x55_5555) }

  /// The 24 bits.
  public let rawValue: UInt32

  /// Takes the low 24 bits.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }
}
