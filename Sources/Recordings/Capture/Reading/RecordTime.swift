/// When something was seen, as a file has it.
public struct RecordTime: Hashable, Sendable, Comparable {
  /// Whole seconds since the epoch; negative before it.
  public var seconds: Int64
  /// Picoseconds since that second, 0 to 999,999,999,999. Files of finer units are rounded down.
  public var picoseconds: Int64

  public init(seconds: Int64, picoseconds: Int64) {
    self.seconds = seconds
    self.picoseconds = picoseconds
  }

  /// Makes the time of `ticks`, of which a second has `perSecond`: a power of ten up to 10^12.
  init(ticks: Int64, perSecond: Int64) {
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
    seconds = rest < 0 ? whole - 1 : whole
    picoseconds = (rest < 0 ? rest + perSecond : rest) * (1_000_000_000_000 / perSecond)
  }

  /// Nanoseconds since the epoch, rounded down; nil if 64 bits do not hold them, some 292 years from the epoch.
  public var nanoseconds: Int64? {
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = whole.addingReportingOverflow(picoseconds / 1_000)
    return isTooLarge || overflows ? nil : sum
  }

  /// The earlier one first.
  public static func < (a: RecordTime, b: RecordTime) -> Bool {
    (a.seconds, a.picoseconds) < (b.seconds, b.picoseconds)
  }
}

/// The units that an interface counts its time in.
struct TimeUnit: Hashable, Sendable {
  /// Units in a second; 0 where times have no meaning.
  var ticksPerSecond: UInt64
  /// Seconds to be added to each time.
  var offsetSeconds: Int64 = 0

  private static let picoseconds: UInt64 = 1_000_000_000_000

  static let microseconds = TimeUnit(ticksPerSecond: 1_000_000)

  /// The time of `ticks`; nil where it has no meaning.
  func time(_ ticks: UInt64) -> RecordTime? {
    if ticksPerSecond == 1_000_000_000 { return time(ticks / 1_000_000_000, ticks % 1_000_000_000 * 1_000) }
    if ticksPerSecond == 1_000_000 { return time(ticks / 1_000_000, ticks % 1_000_000 * 1_000_000) }
    guard ticksPerSecond > 0 else { return nil }
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
    let product = rest.multipliedFullWidth(by: Self.picoseconds)
    return time(seconds, ticksPerSecond.dividingFullWidth(product).quotient)
  }

  private func time(_ seconds: UInt64, _ picoseconds: UInt64) -> RecordTime? {
    let (sum, overflows) = Int64(truncatingIfNeeded: seconds).addingReportingOverflow(offsetSeconds)
    guard !overflows, seconds <= UInt64(Int64.max) else { return nil }
    return RecordTime(seconds: sum, picoseconds: Int64(picoseconds))
  }
}
