/// connEventCounter: the number of a connection event modulo 65 536, also as an Instant. [Vol 6, Part B, 4.5.1]
public struct ConnEventCounter: FieldValue {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The counter in the connection event of a number that does not wrap, from 0 on.
  @inlinable
  public init(eventNumber: UInt64) { rawValue = UInt16(truncatingIfNeeded: eventNumber) }

  /// How many connection events after `earlier` the counter next has this value, 0 to 65 535.
  @inlinable
  public func events(since earlier: ConnEventCounter) -> UInt16 { rawValue &- earlier.rawValue }

  /// How many connection events lie between `other` and this one by the shorter way, -32 768 to 32 767; negative if
  /// this one is the earlier.
  @inlinable
  public func distance(from other: ConnEventCounter) -> Int16 {
    Int16(bitPattern: rawValue &- other.rawValue)
  }

  /// Whether this counter, as an Instant, lies behind `counter`; the counter itself does not. [Vol 6, Part B, 5.1.1]
  @inlinable
  public func isPassed(at counter: ConnEventCounter) -> Bool { events(since: counter) >= 32_767 }

  /// The counter so many connection events later.
  @inlinable
  public static func + (counter: ConnEventCounter, events: UInt16) -> ConnEventCounter {
    ConnEventCounter(rawValue: counter.rawValue &+ events)
  }

  /// The counter so many connection events earlier.
  @inlinable
  public static func - (counter: ConnEventCounter, events: UInt16) -> ConnEventCounter {
    ConnEventCounter(rawValue: counter.rawValue &- events)
  }

  @inlinable
  public static func += (counter: inout ConnEventCounter, events: UInt16) { counter = counter + events }

  @inlinable
  public static func -= (counter: inout ConnEventCounter, events: UInt16) { counter = counter - events }
}
