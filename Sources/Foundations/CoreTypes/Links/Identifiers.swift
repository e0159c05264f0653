/// The number by which a host and its controller know a connection: 12 bits, 0x000 to 0xEFF. [Vol 4, Part E, 5.3.1]
public struct ConnectionHandle: FieldValue, Comparable {
  /// The greatest legal handle.
  public static let greatest: ConnectionHandle = 0xEFF

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The 12 bits that a data packet carries.
  public var withoutReservedBits: ConnectionHandle { ConnectionHandle(rawValue: rawValue & 0xFFF) }
}

/// Advertising_SID: the number by which scanners tell the sets of an advertiser apart, 0 to 15.
/// [Vol 6, Part B, 2.3.4.4]
public struct AdvertisingSID: FieldValue {
  /// That of a report of a PDU without ADI field. [Vol 4, Part E, 7.7.65.13]
  public static let absent: AdvertisingSID = 0xFF

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a set may have it.
  public var isLegal: Bool { rawValue <= 15 }
}
