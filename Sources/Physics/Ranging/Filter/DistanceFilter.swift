internal import Statistics

/// The distances of one procedure after another, made steady as a phone does: what cannot be is left out, what is
/// left is smoothed.
public struct DistanceFilter: Hashable, Sendable {
  /// How the distances that passed the gate are made one.
  public enum Smoothing: Hashable, Sendable {
    /// As they come.
    case none
    /// The upper median of the last ones, 5 to 9 of them as a rule.
    case median(Int)
    /// The mean of the last ones, 10 as a rule.
    case mean(Int)
  }

  /// How they are smoothed.
  public let smoothing: Smoothing
  /// Where the target is taken to be; its prediction is the gate's.
  public private(set) var tracker: DistanceTracker
  private var recent: [Double] = []
  private var sorted: [Double] = []
  private var rejectedInRow = 0

  /// How many procedures in a row may be left out before the target is believed to be elsewhere.
  private static let greatestRejectedInRow = 4

  /// Makes a filter; the count of a smoothing is from 1.
  public init(_ smoothing: Smoothing = .median(5), tracker: DistanceTracker = DistanceTracker()) {
    switch smoothing {
    case .none: break
    case .median(let count), .mean(let count): precondition(count >= 1, "a smoothing has a length")
    }
    self.smoothing = smoothing
    self.tracker = tracker
  }

  /// Takes the next procedure's estimate and returns the distance to show, in metres.
  ///
  /// - Parameters:
  ///   - estimate: nil for a procedure that came to nothing.
  ///   - seconds: when it was measured, from any one instant, never before the last one.
  /// - Returns: nil where there was no estimate with a peak, or the gate left it out.
  public mutating func update(_ estimate: DistanceEstimate?, seconds: Double) -> Double? {
    guard let estimate, estimate.hasPeak else { return nil }
    return update(estimate.metres, deviation: estimate.deviationMetres, seconds: seconds)
  }

  /// Takes the next procedure's distance, both in metres, and returns the distance to show.
  ///
  /// - Parameters:
  ///   - deviation: the standard deviation of its error; 0 where it is not known.
  ///   - seconds: when it was measured, from any one instant, never before the last one.
  /// - Returns: nil where the gate left it out.
  public mutating func update(_ metres: Double, deviation: Double = 0, seconds: Double) -> Double? {
    guard tracker.accepts(metres, deviation: deviation, seconds: seconds) else {
      rejectedInRow += 1
      if rejectedInRow > Self.greatestRejectedInRow { restart() }
      return nil
    }
    rejectedInRow = 0
    tracker.update(metres, deviation: deviation, seconds: seconds)
    return smoothed(metres)
  }

  /// Sets the standard deviation of the target's acceleration, in metres a second squared.
  public mutating func expect(accelerationDeviation: Double) {
    tracker.accelerationDeviation = accelerationDeviation
  }

  private mutating func restart() {
    rejectedInRow = 0
    recent.removeAll(keepingCapacity: true)
    tracker.forget()
  }

  private mutating func smoothed(_ metres: Double) -> Double {
    let length =
      switch smoothing {
      case .none: 1
      case .median(let count), .mean(let count): count
      }
    if recent.count == length { recent.removeFirst() }
    recent.append(metres)
    switch smoothing {
    case .none: return metres
    case .mean: return recent.mean
    case .median:
      sorted.removeAll(keepingCapacity: true)
      sorted.append(contentsOf: recent)
      sorted.sort()
      return sorted[sorted.count / 2]
    }
  }
}
