/// The LE features of a device: page 0 is bits 0 to 63, page 1 is bits 64 to 255. [Vol 6, Part B, 4.6]
public struct FeatureSet: Hashable, Sendable {
  /// A feature, by its bit, or the first of its bits, numbered over all pages.
  public enum Feature: Int, Sendable, CaseIterable {
    case leEncryption = 0
    case connectionParametersRequest = 1
    case extendedRejectIndication = 2
    case peripheralInitiatedFeaturesExchange = 3
    case lePing = 4
    case dataPacketLengthExtension = 5
    case llPrivacy = 6
    case le2MPHY = 8
    case extendedAdvertising = 12
    case channelSelectionAlgorithm2 = 14
    case lePowerControlRequest = 33
    case channelSounding = 46
    case channelSoundingHostSupport = 47
    case channelSoundingToneQualityIndication = 48
    case extendedFeatureSet = 63
    case frameSpaceUpdate = 65
    /// One source only gives this number; see docs/interpretations.md.
    case channelSoundingEnhancement1 = 75

    /// Whether the bit is for the host alone: the peer does not get it.
    public var isForHostOnly: Bool { self == .llPrivacy || self == .extendedAdvertising }

    /// Its bits, numbered over all pages: LE Power Control Request has two, which are always equal.
    fileprivate var bits: ClosedRange<Int> {
      self == .lePowerControlRequest ? rawValue...rawValue + 1 : rawValue...rawValue
    }
  }

  /// 32 octets, least significant first: 8 of page 0, then the 24 of page 1.
  public private(set) var octets: [UInt8]

  /// Makes a set of the given features.
  public init(_ features: [Feature] = []) {
    octets = [UInt8](repeating: 0, count: 32)
    for feature in features { self[feature] = true }
  }

  /// Reads the first 32 octets of what lists features, least significant first; missing ones are 0.
  public init(octets: [UInt8]) {
    self.octets = Array((octets + [UInt8](repeating: 0, count: 32)).prefix(32))
  }

  /// Whether the set holds `feature`.
  public subscript(feature: Feature) -> Bool {
    get { feature.bits.allSatisfy { octets[$0 / 8] >> ($0 % 8) & 1 == 1 } }
    set {
      for bit in feature.bits {
        let mask: UInt8 = 1 << (bit % 8)
        if newValue { octets[bit / 8] |= mask } else { octets[bit / 8] &= ~mask }
      }
    }
  }

  /// Makes a set of the features of page 0 alone.
  public init(page0: FeaturePage0) {
    self.init()
    self.page0 = page0
  }

  /// Page 0, the 8 octets of LL_FEATURE_REQ.
  public var page0: FeaturePage0 {
    get { FeaturePage0(octets: octets[..<8]) }
    set { for i in 0..<8 { octets[i] = UInt8(truncatingIfNeeded: newValue.rawValue >> UInt64(8 * i)) } }
  }

  /// Page 1, the 24 octets of LL_FEATURE_EXT_REQ.
  public var page1: [UInt8] {
    get { Array(octets[8..<32]) }
    set {
      precondition(newValue.count == 24, "a feature page has 24 octets")
      octets.replaceSubrange(8..<32, with: newValue)
    }
  }

  /// The highest page that holds a bit.
  public var maxPage: UInt8 { page1.contains { $0 != 0 } ? 1 : 0 }

  /// The bits in both sets.
  public func intersection(_ other: FeatureSet) -> FeatureSet {
    var result = self
    for i in 0..<32 { result.octets[i] &= other.octets[i] }
    return result
  }
}

/// Page 0 of the LE features, bits 0 to 63, which most packets carry alone. [Vol 6, Part B, 4.6]
public struct FeaturePage0: OptionSet, FieldValue {
  /// Octet 0, of which LL_FEATURE_RSP has what both ends support. [Vol 6, Part B, 2.4.2.10]
  public static let octet0 = FeaturePage0(rawValue: 0xFF)
  /// All bits.
  public static let all = FeaturePage0(rawValue: .max)

  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Reads the first 8 octets, least significant first.
  public init(octets: some Collection<UInt8>) {
    self.init(rawValue: octets.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Page 0 as LL_FEATURE_RSP carries it to a device with the features of `asker`. [Vol 6, Part B, 2.4.2.10]
  public func answer(to asker: FeaturePage0) -> FeaturePage0 {
    subtracting(.octet0.subtracting(asker))
  }
}
