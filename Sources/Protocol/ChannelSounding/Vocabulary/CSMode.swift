public import CoreTypes

/// The mode of a step: what the devices exchange in it. [Vol 6, Part H, 4.2]
public struct CSMode: NamedFieldValue {
  /// Calibration of frequency, in each subevent first.
  @inlinable public static var mode0: CSMode { CSMode(rawValue: 0) }
  /// CS_SYNC packets.
  @inlinable public static var mode1: CSMode { CSMode(rawValue: 1) }
  /// Tones.
  @inlinable public static var mode2: CSMode { CSMode(rawValue: 2) }
  /// Packets and tones.
  @inlinable public static var mode3: CSMode { CSMode(rawValue: 3) }
  /// The modes that a configuration may choose.
  public static let defined = [mode1, mode2, mode3]

  /// 0 to 3.
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether its steps have CS_SYNC packets with a time of arrival.
  public var hasRoundTrip: Bool { self == .mode1 || self == .mode3 }
}

extension CSMode? {
  /// Sub_Mode, 0xFF for none. [Vol 6, Part B, 2.4.2.45]
  public var octet: UInt8 {
    get { self?.rawValue ?? 0xFF }
    set { self = newValue == 0xFF ? nil : CSMode(rawValue: newValue) }
  }
}

/// The number of a configuration of a connection. [Vol 6, Part B, 2.4.2.45]
public struct ConfigID: NamedFieldValue {
  public static let defined: [ConfigID] = [0, 1, 2, 3]

  /// 0 to 3.
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The place in a list of configurations.
  public var index: Int { Int(rawValue) }
}

/// The PHY of CS_SYNC packets. [Vol 4, Part E, 7.8.137]
public struct SyncPHY: NamedFieldValue {
  @inlinable public static var le1M: SyncPHY { SyncPHY(rawValue: 1) }
  @inlinable public static var le2M: SyncPHY { SyncPHY(rawValue: 2) }
  /// LE 2M with a bandwidth-time product of 2.0.
  @inlinable public static var le2M2BT: SyncPHY { SyncPHY(rawValue: 3) }
  public static let defined = [le1M, le2M, le2M2BT]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As reports write it.
  public var name: String {
    switch self {
    case .le1M: "LE 1M"
    case .le2M: "LE 2M"
    case .le2M2BT: "LE 2M 2BT"
    default: "\(rawValue)"
    }
  }

  /// Whether a bit lasts half a microsecond.
  public var is2M: Bool { self == .le2M || self == .le2M2BT }
}

/// The optional PHYs of CS_SYNC packets that a device supports; LE 1M is mandatory and has no bit.
/// [Vol 4, Part E, 7.8.130]
public struct SyncPHYs: OptionSet, FieldValue {
  /// Bit 1
  public static let le2M = SyncPHYs(rawValue: 0b10)
  /// Bit 2
  public static let le2M2BT = SyncPHYs(rawValue: 0b100)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one PHY; empty for LE 1M and reserved numbers.
  public init(_ phy: SyncPHY) { self.init(rawValue: phy.is2M ? 1 << (phy.rawValue - 1) : 0) }

  /// Whether a device supports a PHY.
  public func supports(_ phy: SyncPHY) -> Bool { phy == .le1M || phy.is2M && contains(SyncPHYs(phy)) }
}

/// How the channels of steps that are not of mode-0 are shuffled. [Vol 6, Part H, 4.1.4]
public struct ChannelSelectionType: NamedFieldValue {
  /// Channel selection #3b.
  @inlinable public static var algorithm3b: ChannelSelectionType { ChannelSelectionType(rawValue: 0) }
  /// Channel selection #3c.
  @inlinable public static var algorithm3c: ChannelSelectionType { ChannelSelectionType(rawValue: 1) }
  public static let defined = [algorithm3b, algorithm3c]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The shape of channel selection #3c. [Vol 6, Part H, 4.1.4.2]
public struct Ch3cShape: NamedFieldValue {
  @inlinable public static var hat: Ch3cShape { Ch3cShape(rawValue: 0) }
  @inlinable public static var x: Ch3cShape { Ch3cShape(rawValue: 1) }
  public static let defined = [hat, x]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a configuration asks for beyond Core 6.0: CS_Enhancements_1. [Vol 4, Part E, 7.8.137]
public struct CSEnhancements: OptionSet, FieldValue {
  /// Bit 0: the reflector returns the phase that it measured (6.3).
  public static let inlinePCT = CSEnhancements(rawValue: 1)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a CS_SYNC packet of mode-1 or mode-3 carries after its access address. [Vol 6, Part H, 4.3.2]
public struct RTTType: NamedFieldValue, CaseIterable {
  @inlinable public static var aaOnly: RTTType { RTTType(rawValue: 0) }
  @inlinable public static var sounding32: RTTType { RTTType(rawValue: 1) }
  @inlinable public static var sounding96: RTTType { RTTType(rawValue: 2) }
  @inlinable public static var random32: RTTType { RTTType(rawValue: 3) }
  @inlinable public static var random64: RTTType { RTTType(rawValue: 4) }
  @inlinable public static var random96: RTTType { RTTType(rawValue: 5) }
  @inlinable public static var random128: RTTType { RTTType(rawValue: 6) }
  public static let allCases = [aaOnly, sounding32, sounding96, random32, random64, random96, random128]
  public static var defined: [RTTType] { allCases }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The bits of the sequence, 0 to 128; a reserved type has none.
  public var sequenceBits: Int {
    switch self {
    case .sounding32, .random32: 32
    case .random64: 64
    case .sounding96, .random96: 96
    case .random128: 128
    default: 0
    }
  }

  /// Whether the sequence is a sounding sequence with markers.
  public var isSounding: Bool { self == .sounding32 || self == .sounding96 }

  /// Whether the sequence is random.
  public var isRandom: Bool { sequenceBits > 0 && !isSounding }

  /// The word of the type, or the reserved number.
  public var description: String {
    switch self {
    case .aaOnly: "aaOnly"
    case _ where isSounding: "sounding\(sequenceBits)"
    case _ where isRandom: "random\(sequenceBits)"
    default: "\(rawValue)"
    }
  }
}

/// The antennas of both sides under one antenna configuration index. [Vol 6, Part A, 5.3]
public struct AntennaConfiguration: NamedFieldValue {
  /// Each configuration, by index.
  public static let defined = (0..<8).map(AntennaConfiguration.init(rawValue:))

  /// The index, 0 to 7.
  public let rawValue: UInt8
  /// Antennas of the initiator.
  public let initiatorAntennas: Int
  /// Antennas of the reflector.
  public let reflectorAntennas: Int

  /// Takes any index; a reserved one has one antenna on each side.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
    (initiatorAntennas, reflectorAntennas) =
      switch rawValue {
      case 1...3: (Int(rawValue) + 1, 1)
      case 4...6: (1, Int(rawValue) - 2)
      case 7: (2, 2)
      default: (1, 1)
      }
  }

  /// Whether the index is not reserved.
  public var isDefined: Bool { rawValue < 8 }

  /// N_AP
  public var pathCount: Int { initiatorAntennas * reflectorAntennas }
}
