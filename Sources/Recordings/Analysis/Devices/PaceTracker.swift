internal import Capture

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
    if let last = current.indices.last, current[last].fits(gap) {
      current[last].add(gap, to: end)
      next = nil
      return
    }
    if next?.fits(gap) == true {
      next?.add(gap, to: end)
    } else {
      next = AdvertisingPace(gap, from: start, to: end, isStartSeen: isStartSeen && current.isEmpty)
    }
    guard let pace = next, pace.count >= Self.least, current.count < Self.kept else { return }
    current.append(pace)
    next = nil
  }

  private static func tellsMore(_ one: [AdvertisingPace], than other: [AdvertisingPace]) -> Bool {
    if one.count > 1 || other.count > 1 { return other.count < 2 }
    return (one.first?.seconds ?? 0) > (other.first?.seconds ?? 0)
  }
}
