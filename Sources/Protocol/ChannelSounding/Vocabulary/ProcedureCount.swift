public import CoreTypes

/// How many procedures a series has, or the most that a device runs in a row; 0 for no end.
/// [Vol 4, Part E, 7.8.140, 7.8.130]
public struct ProcedureCount: FieldValue {
  /// Until the series is terminated; as a capability, no limit.
  @inlinable public static var endless: ProcedureCount { ProcedureCount(rawValue: 0) }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A count of 1 to 65535.
  @inlinable
  public init(_ count: Int) { self.init(rawValue: UInt16(count)) }

  /// Whether there is no end.
  @inlinable
  public var isEndless: Bool { self == .endless }

  /// The count; nil where there is no end.
  @inlinable
  public var limit: Int? { isEndless ? nil : Int(rawValue) }

  /// Whether a device that runs at most so many procedures in a row runs `count` of them.
  public func allows(_ count: ProcedureCount) -> Bool {
    isEndless || (!count.isEndless && count.rawValue <= rawValue)
  }
}
