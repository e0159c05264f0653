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

/// Subevent_Len: how long a CS subevent lasts, in microseconds, in 24 bits. [Vol 4, Part E, 7.8.140]
public struct SubeventLen: CountedTime {
  /// What a host may ask for and a controller may report: 1.25 ms to 4 s.
  public static let legal: ClosedRange<SubeventLen> = shortest...longest
  /// What LL_CS_REQ, LL_CS_RSP and LL_CS_IND may settle: less than 4 s. [Vol 6, Part B, 2.4.2.48]
  public static let schedulable: ClosedRange<SubeventLen> = shortest...3_999_999
  /// The shortest that is legal.
  public static let shortest: SubeventLen = 1250
  /// The longest that is legal.
  public static let longest: SubeventLen = 4_000_000

  @inlinable
  public static var unitMicroseconds: Int { 1 }

  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The length of so many microseconds, 0 and up.
  @inlinable
  public init(microseconds: Int) { self.init(rawValue: UInt32(microseconds)) }
}
