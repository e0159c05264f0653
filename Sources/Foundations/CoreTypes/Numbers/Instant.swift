/// A span of virtual time in whole picoseconds.
///
/// Picoseconds hold half a nanosecond of round-trip time and the drift of a part per million over hours;
/// an `Int64` of them spans 106 days.
public struct Picoseconds: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The number of picoseconds; negative for a span into the past.
  public var rawValue: Int64

  /// Makes a span of `rawValue` picoseconds.
  @inlinable public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The empty span.
  public static let zero = Picoseconds(0)

  /// A span of whole nanoseconds.
  @inlinable public static func nanoseconds(_ count: Int64) -> Picoseconds { Picoseconds(count * 1_000) }

  /// A span of whole microseconds.
  @inlinable public static func microseconds(_ count: Int) -> Picoseconds {
    Picoseconds(Int64(count) * 1_000_000)
  }

  /// A span of whole milliseconds.
  @inlinable public static func milliseconds(_ count: Int) -> Picoseconds {
    Picoseconds(Int64(count) * 1_000_000_000)
  }

  /// A span of whole seconds.
  @inlinable public static func seconds(_ count: Int) -> Picoseconds {
    Picoseconds(Int64(count) * 1_000_000_000_000)
  }

  /// A span of up to 106 days, to a picosecond.
  @inlinable public init(seconds: Double) { self.init(Int64((seconds * 1e12).rounded())) }

  /// The span in microseconds, for reports.
  @inlinable public var inMicroseconds: Double { Double(rawValue) / 1e6 }

  /// The span in seconds, for phase arithmetic.
  @inlinable public var inSeconds: Double { Double(rawValue) / 1e12 }

  /// Orders spans by length.
  @inlinable public static func < (a: Picoseconds, b: Picoseconds) -> Bool { a.rawValue < b.rawValue }

  /// The sum of two spans.
  @inlinable public static func + (a: Picoseconds, b: Picoseconds) -> Picoseconds {
    Picoseconds(a.rawValue + b.rawValue)
  }

  /// The difference of two spans.
  @inlinable public static func - (a: Picoseconds, b: Picoseconds) -> Picoseconds {
    Picoseconds(a.rawValue - b.rawValue)
  }

  /// A span `count` times as long.
  @inlinable public static func * (span: Picoseconds, count: Int) -> Picoseconds {
    Picoseconds(span.rawValue * Int64(count))
  }
}

/// A point of virtual time, counted in picoseconds from the start of the simulation.
public struct Instant: Hashable, Comparable, Sendable {
  /// Picoseconds since the start.
  public var picoseconds: Int64

  /// Makes the instant `picoseconds` after the start.
  @inlinable public init(picoseconds: Int64) { self.picoseconds = picoseconds }

  /// The start of the simulation.
  public static let start = Instant(picoseconds: 0)
  /// Later than every event, some hundred days on.
  public static let distantFuture = Instant(picoseconds: .max)

  /// Whole nanoseconds since the start, the resolution of captures.
  @inlinable public var nanoseconds: Int64 { picoseconds / 1_000 }

  /// Orders instants by time.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.picoseconds < b.picoseconds }

  /// The instant `span` later.
  @inlinable public static func + (instant: Instant, span: Picoseconds) -> Instant {
    Instant(picoseconds: instant.picoseconds + span.rawValue)
  }

  /// The instant `span` earlier.
  @inlinable public static func - (instant: Instant, span: Picoseconds) -> Instant {
    Instant(picoseconds: instant.picoseconds - span.rawValue)
  }

  /// The span from `earlier` to `later`.
  @inlinable public static func - (later: Instant, earlier: Instant) -> Picoseconds {
    Picoseconds(later.picoseconds - earlier.picoseconds)
  }
}
