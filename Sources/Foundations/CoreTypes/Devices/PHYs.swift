/// The modulation of a packet on the air. [Vol 6, Part A, 3]
public enum PHY: UInt8, Sendable, CaseIterable {
  case le1M = 1
  case le2M = 2
  case leCoded = 3
}

/// A PHY by its number in HCI, also a reserved one, or 0 for none. [Vol 4, Part E, 7.7.65.12]
public struct PHYNumber: FieldValue {
  public static let le1M = PHYNumber(.le1M)
  public static let le2M = PHYNumber(.le2M)
  public static let leCoded = PHYNumber(.leCoded)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PHY) { self.init(rawValue: phy.rawValue) }

  /// The PHY; nil where the number is of none.
  public var phy: PHY? { PHY(rawValue: rawValue) }
}

/// A PHY whose transmit power is negotiated by itself, by its number in HCI. [Vol 4, Part E, 7.8.117]
public struct PowerControlPHY: NamedFieldValue {
  public static let le1M: PowerControlPHY = 1
  public static let le2M: PowerControlPHY = 2
  public static let codedS8: PowerControlPHY = 3
  public static let codedS2: PowerControlPHY = 4

  public static let defined = [le1M, le2M, codedS8, codedS2]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The PHY with the coding that a device takes where none is named.
  public init(_ phy: PHY) { self.init(rawValue: phy.rawValue) }

  /// The PHY, whatever its coding; nil where the number is reserved.
  public var phy: PHY? { self == .codedS2 ? .leCoded : PHY(rawValue: rawValue) }
}

/// Several PHYs whose transmit power is negotiated, a bit each. [Vol 6, Part B, 2.4.2.33]
public struct PowerControlPHYs: OptionSet, FieldValue {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PowerControlPHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }

  /// The one PHY that is set; nil where none, several or a reserved bit is.
  public var only: PowerControlPHY? { PowerControlPHY.defined.first { PowerControlPHYs($0) == self } }
}

/// Several PHYs, a bit each. [Vol 6, Part B, 2.4.2.22]
public struct PHYSet: OptionSet, FieldValue {
  public static let le1M = PHYSet(.le1M)
  public static let le2M = PHYSet(.le2M)
  public static let leCoded = PHYSet(.leCoded)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }

  /// Whether the PHY is one of them.
  public func supports(_ phy: PHY) -> Bool { contains(PHYSet(phy)) }
}
