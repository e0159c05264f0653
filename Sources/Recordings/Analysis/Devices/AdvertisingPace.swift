package import Capture
internal import CoreTypes

/// A stretch of advertising at one interval. Each event comes 0 to 10 ms later than the interval says.
package struct AdvertisingPace: Hashable, Sendable {
  /// The shortest time from one event to the next, in microseconds.
  package private(set) var leastMicroseconds: Double
  /// The longest one, in microseconds.
  package private(set) var greatestMicroseconds: Double
  /// How many such times there were.
  package private(set) var count = 0
  /// How many times came meanwhile that fit no pace, as where packets are missing.
  package fileprivate(set) var oddCount = 0
  /// When the first of them began.
  package var start: RecordTime
  /// When the last of them ended.
  package private(set) var end: RecordTime
  /// Whether the recording shows that nothing was advertised before, for longer than any interval lasts.
  package let isStartSeen: Bool
  private var sum = 0.0

  /// The delay that is drawn for each event, with what clocks and packets add.
  private static let widestMicroseconds = 11_500.0
  private static let unit = Double(AdvertisingInterval.unitMicroseconds)
  private static let meanDelay = 5_000.0
  private static let delayDeviation = 2_887.0
  /// The times of so many events that are delayed by chance do not lie closer together.
  private static let undelayedMicroseconds = 1_000.0
  /// What clocks and channels may add to a mean.
  private static let slack = 100.0
  private static let mostCandidates = 4
  private static let sureExcess = 12

  init(_ gap: Double, from start: RecordTime, to end: RecordTime, isStartSeen: Bool) {
    (leastMicroseconds, greatestMicroseconds, self.start, self.end) = (gap, gap, start, end)
    self.isStartSeen = isStartSeen
    (count, sum) = (1, gap)
  }

  /// How long it was seen, in seconds.
  package var seconds: Double { end.microseconds(since: start) / 1e6 }

  /// From its start to that of a later pace, in seconds.
  package func seconds(to later: AdvertisingPace) -> Double { later.start.microseconds(since: start) / 1e6 }

  /// Whether it is an interval, and no multiple of one: where packets are missing at random, a multiple has at most a
  /// quarter of the times.
  package var isSure: Bool { count - oddCount >= Self.sureExcess }

  /// Whether the delay is missing that each event has by chance.
  private var isUndelayed: Bool {
    isSure && greatestMicroseconds - leastMicroseconds < Self.undelayedMicroseconds
  }

  /// The interval in microseconds: of the multiples of 0.625 ms that the mean of the times allows, the roundest; nil
  /// where it allows more than a few.
  package var intervalMicroseconds: Double? {
    let middle = sum / Double(count) - (isUndelayed ? 0 : Self.meanDelay)
    let half = Self.slack + (isUndelayed ? 0 : 2 * Self.delayDeviation / Double(count).squareRoot())
    let units =
      Int(((middle - half) / Self.unit).rounded(.up))...Int(((middle + half) / Self.unit).rounded(.down)) + 1
    let allowed = units.filter { abs(Double($0) * Self.unit - middle) <= half }
    guard allowed.count <= Self.mostCandidates else { return nil }
    // Of the powers of two in a number of units, people choose many.
    let best = allowed.max {
      let (one, other) = (min($0.trailingZeroBitCount, 3), min($1.trailingZeroBitCount, 3))
      return one == other
        ? abs(Double($0) * Self.unit - middle) > abs(Double($1) * Self.unit - middle) : one < other
    }
    return best.map { Double($0) * Self.unit }
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

/// Finds the paces of an advertising set in the times between its events.
struct PaceTracker: Sendable {
  /// No interval is longer.
  private static let pause = 11e6
  /// So many times in a row that agree are a pace; others are packets that were missed.
  private static let least = 4
  private static let kept = 8

  private var current: [AdvertisingPace] = []
  private var best: [AdvertisingPace] = []
  private var next: AdvertisingPace?
  private var isStartSeen = false

  /// The paces of the stretch that tells most: one with a change of the interval, else the longest.
  var paces: [AdvertisingPace] { Self.tellsMore(current, than: best) ? current : best }

  mutating func see(_ gap: Double, from start: RecordTime, to end: RecordTime) {
    if gap > Self.pause {
      best = paces
      (current, next, isStartSeen) = ([], nil, true)
      return
    }
    if let last = current.indices.last {
      guard !current[last].fits(gap) else {
        current[last].add(gap, to: end)
        next = nil
        return
      }
      current[last].oddCount += 1
    }
    if next?.fits(gap) == true {
      next?.add(gap, to: end)
    } else {
      next = AdvertisingPace(gap, from: start, to: end, isStartSeen: isStartSeen && current.isEmpty)
    }
    guard let pace = next, pace.count >= Self.least, current.count < Self.kept else { return }
    if let last = current.indices.last { current[last].oddCount -= pace.count }
    current.append(pace)
    next = nil
  }

  private static func tellsMore(_ one: [AdvertisingPace], than other: [AdvertisingPace]) -> Bool {
    if one.count > 1 || other.count > 1 { return other.count < 2 }
    return (one.first?.seconds ?? 0) > (other.first?.seconds ?? 0)
  }
}
