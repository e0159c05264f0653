/// What a defective controller carries over from one link into the next, one bit each.
public struct LinkLeftovers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Configurations of Channel Sounding.
  public static let configurations = LinkLeftovers(rawValue: 1 << 0)
  /// That CS security was started.
  public static let csSecurity = LinkLeftovers(rawValue: 1 << 1)
  /// Which channels the peer finds good.
  public static let classification = LinkLeftovers(rawValue: 1 << 2)
  /// That LL_VERSION_IND was sent.
  public static let version = LinkLeftovers(rawValue: 1 << 3)
  /// Encryption, with its keys.
  public static let encryption = LinkLeftovers(rawValue: 1 << 4)
  /// The packet counters of encryption.
  public static let packetCounters = LinkLeftovers(rawValue: 1 << 5)
  /// The length of data PDUs.
  public static let dataLength = LinkLeftovers(rawValue: 1 << 6)
  /// The PHYs.
  public static let phy = LinkLeftovers(rawValue: 1 << 7)
  /// The data channel map.
  public static let channelMap = LinkLeftovers(rawValue: 1 << 8)
  /// connEventCounter.
  public static let eventCounter = LinkLeftovers(rawValue: 1 << 9)
  /// The DRBG of Channel Sounding.
  public static let drbg = LinkLeftovers(rawValue: 1 << 10)
  /// CSProcCount.
  public static let procedureCount = LinkLeftovers(rawValue: 1 << 11)
  /// The seed of the random numbers, which are then those of the first link.
  public static let chance = LinkLeftovers(rawValue: 1 << 12)
}
