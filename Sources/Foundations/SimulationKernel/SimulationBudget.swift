public import CoreTypes

/// How many events a run may have, and until when.
public struct SimulationBudget: Hashable, Sendable {
  /// The events that may still run.
  public private(set) var events: Int
  /// The last time at which one may run.
  public var deadline: Instant
  /// Whether an event was due that the budget does not admit.
  public private(set) var isSpent = false

  /// Makes a budget of `events`, 0 or more.
  public init(events: Int, deadline: Instant) {
    self.events = events
    self.deadline = deadline
  }

  /// A budget that no run spends.
  public static let unlimited = SimulationBudget(events: .max, deadline: .distantFuture)

  /// Takes an event off; false if there is none left for it.
  mutating func takes(eventAt time: Instant) -> Bool {
    if isSpent || events == 0 || time > deadline {
      isSpent = true
      return false
    }
    events -= 1
    return true
  }
}
