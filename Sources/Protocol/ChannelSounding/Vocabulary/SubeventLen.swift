public import CoreTypes

/// Subevent_Len: how long a CS subevent lasts, in microseconds, in 24 bits. [Vol 4, Part E, 7.8.140]
public struct SubeventLen: FieldValue, Comparable {
  /// What a host may ask for and a controller may report, in microseconds.
  public static let legalMicroseconds = 1250...4_000_000
  /// What LL_CS_REQ, LL_CS_RSP and LL_CS_IND may settle: less than 4 s. [Vol 6, Part B, 2.4.2.48]
  public static let schedulable: ClosedRange<SubeventLen> = 1250...3_999_999
  /// The shortest that is legal.
  public static let shortest: SubeventLen = 1250
  /// The longest that is legal.
  public static let longest: SubeventLen = 4_000_000

  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The length of so many microseconds, 0 and up.
  @inlinable
  public init(microseconds: Int) { self.init(rawValue: UInt32(microseconds)) }

  /// In microseconds.
  @inlinable
  public var microseconds: Int { Int(rawValue) }

  /// Whether a host may ask for it, and a controller may report it.
  public var isLegal: Bool { Self.legalMicroseconds.contains(microseconds) }

  @inlinable
  public static func < (a: SubeventLen, b: SubeventLen) -> Bool { a.rawValue < b.rawValue }
}
