public import Capture

/// A stretch of advertising at one interval. Each event comes 0 to 10 ms later than the interval says.
public struct AdvertisingPace: Hashable, Sendable {
  /// The shortest time from one event to the next, in microseconds.
  public private(set) var leastMicroseconds: Double
  /// The longest one, in microseconds.
  public private(set) var greatestMicroseconds: Double
  /// How many such times there were.
  public private(set) var count = 0
  /// When the first of them began.
  public var start: RecordTime
  /// When the last of them ended.
  public private(set) var end: RecordTime
  /// Whether the recording shows that nothing was advertised before, for longer than any interval lasts.
  public let isStartSeen: Bool
  private var sum = 0.0

  /// The delay that is drawn for each event, with what clocks and packets add.
  private static let widestMicroseconds = 11_500.0
  private static let unit = 625.0

  init(_ gap: Double, from start: RecordTime, to end: RecordTime, isStartSeen: Bool) {
    (leastMicroseconds, greatestMicroseconds, self.start, self.end) = (gap, gap, start, end)
    self.isStartSeen = isStartSeen
    (count, sum) = (1, gap)
  }

  /// How long it was seen, in seconds.
  public var seconds: Double { end.microseconds(since: start) / 1e6 }

  /// From its start to that of a later pace, in seconds.
  public func seconds(to later: AdvertisingPace) -> Double { later.start.microseconds(since: start) / 1e6 }

  /// The interval in microseconds, the likeliest multiple of 0.625 ms.
  ///
  /// - Parameter slackMicroseconds: how far a time may be off, as in reports, which do not tell the channel.
  public func intervalMicroseconds(slackMicroseconds: Double = 50) -> Double {
    let most = ((leastMicroseconds + slackMicroseconds) / Self.unit).rounded(.down) * Self.unit
    let least = ((greatestMicroseconds - 10_000 - slackMicroseconds) / Self.unit).rounded(.up) * Self.unit
    let likely = ((sum / Double(count) - 5_000) / Self.unit).rounded() * Self.unit
    return min(max(likely, min(least, most)), most)
  }

  /// Whether a time from one event to the next can be of this interval.
  func fits(_ gap: Double) -> Bool {
    max(greatestMicroseconds, gap) - min(leastMicroseconds, gap) <= Self.widestMicroseconds
  }

  mutating func add(_ gap: Double, to end: RecordTime) {
    leastMicroseconds = min(leastMicroseconds, gap)
    greatestMicroseconds = max(greatestMicroseconds, gap)
    count += 1
    sum += gap
    self.end = end
  }
}
