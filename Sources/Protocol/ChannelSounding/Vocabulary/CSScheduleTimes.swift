public import CoreTypes

/// Subevent_Interval: from one subevent of a CS event to the next, in units of 0.625 ms. [Vol 6, Part B, 2.4.2.48]
public struct SubeventInterval: CountedTime {
  /// A CS event has one subevent, so that there is no interval.
  public static let oneSubevent: SubeventInterval = 0
  /// Where there is one, any.
  public static let legal: ClosedRange<SubeventInterval> = 1...0xFFFF

  @inlinable
  public static var unitMicroseconds: Int { 625 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// Max_Procedure_Len: how long a procedure may take, in units of 0.625 ms. [Vol 6, Part B, 2.4.2.48]
public struct MaxProcedureLength: CountedTime {
  /// 0.625 ms to 40.959 375 s.
  public static let legal: ClosedRange<MaxProcedureLength> = 1...longest
  /// The longest that there is.
  public static let longest: MaxProcedureLength = 0xFFFF

  @inlinable
  public static var unitMicroseconds: Int { 625 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}
