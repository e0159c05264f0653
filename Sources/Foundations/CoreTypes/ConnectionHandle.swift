/// The number by which a host and its controller know a connection: 12 bits, 0x000 to 0xEFF. [Vol 4, Part E, 5.3.1]
public struct ConnectionHandle: FieldValue, Comparable {
  /// The greatest legal handle.
  public static let greatest: ConnectionHandle = 0xEFF

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The 12 bits that a data packet carries.
  public var withoutReservedBits: ConnectionHandle { ConnectionHandle(rawValue: rawValue & 0xFFF) }

  @inlinable
  public static func < (a: ConnectionHandle, b: ConnectionHandle) -> Bool { a.rawValue < b.rawValue }
}
