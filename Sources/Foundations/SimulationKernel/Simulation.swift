public import CoreTypes

/// The one clock and event queue of a run.
///
/// Events run in the order of time, then of scheduling, which is a total order. All of a run is one thread.
public final class Simulation {
  /// Names a scheduled event, so that it can be cancelled.
  public struct Token: Hashable, Sendable {
    let order: UInt64
    let slot: Int
  }

  private static let maximumVainTurns = 1_000_000

  /// The time of the event that runs, or of the last that ran.
  public private(set) var now: Instant
  /// The source of all chance in the run.
  public let random: RandomStreams
  /// Keeps the run in step with something outside; nil to run at once whatever is due.
  public var driver: (any SimulationDriver)?
  /// What the run may use up. When it is spent no event runs any more, and whatever waits for a time finds it come.
  public var budget = SimulationBudget.unlimited
  private var vainTurns = 0
  private var queue = EventQueue()
  /// Until when this run goes on of itself; nil between runs, and where a driver decides.
  private var horizon: Instant?

  /// Makes a run that draws all chance from `seed` and whose clock stands at `start`.
  public init(seed: UInt64, start: Instant = .start) {
    random = RandomStreams(seed: seed)
    now = start
  }

  /// Has `action` run at `time`, which must not be in the past.
  @discardableResult
  public func schedule(at time: Instant, _ action: @escaping () -> Void) -> Token {
    precondition(time >= now, "an event is scheduled in the past")
    return queue.insert(at: time, action)
  }

  /// Has `action` run after `delay`.
  @discardableResult
  public func schedule(after delay: Picoseconds, _ action: @escaping () -> Void) -> Token {
    schedule(at: now + delay, action)
  }

  /// Takes an event out of the queue; no effect if it has run.
  public func cancel(_ token: Token) { queue.cancel(token) }

  /// Takes every event out of the queue, and with them whatever they hold.
  public func cancelAll() { queue.removeAll() }

  /// The number of events that wait.
  public var pendingCount: Int { queue.count }

  /// The time of the next event; nil if none waits.
  public var nextEventTime: Instant? { queue.nextTime() }

  /// The last instant of the time in which nothing happens but the event of `token`: no other event, and not the
  /// end of the run. Nil where something from outside may happen at any time.
  public func quietTime(besides token: Token) -> Instant? {
    guard let horizon else { return nil }
    return queue.nextTime(besides: token).map { min(horizon, $0 - Picoseconds(1)) } ?? horizon
  }

  /// Moves the clock on to `time`, which must not be later than the next event; no effect if it is past.
  public func advance(to time: Instant) {
    precondition(nextEventTime.map { time <= $0 } ?? true, "the clock would pass an event")
    now = max(now, time)
  }

  /// Runs the next event, if there is one no later than `limit`.
  ///
  /// - Returns: whether an event ran; if none did, the clock stands at `limit`.
  public func step(until limit: Instant) -> Bool {
    if let (time, action) = queue.pop(until: limit) {
      guard budget.takes(eventAt: time) else {
        cancelAll()
        return endStep(at: limit)
      }
      now = time
      action()
      return true
    }
    return endStep(at: limit)
  }

  /// No event ran: the clock comes to stand at `limit`.
  private func endStep(at limit: Instant) -> Bool {
    now = max(now, limit)
    if budget.isSpent { countVainTurn() }
    return false
  }

  /// Whoever waits for something that is no time would wait for ever.
  private func countVainTurn() {
    vainTurns += 1
    precondition(vainTurns <= Self.maximumVainTurns, "a run goes on and on after its budget is spent")
  }

  /// Runs events while `condition` holds and the time is no later than `limit`: at once, or as the driver has it.
  public func run(until limit: Instant, while condition: () -> Bool = { true }) {
    if let driver { return driver.run(self, until: limit, while: condition) }
    let outer = horizon
    horizon = limit
    defer { horizon = outer }
    while condition(), step(until: limit) {}
  }
}

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

/// What keeps a run in step with the world outside: a clock on the wall, a socket.
///
/// A driver may let events wait and may schedule more, as packets come in; it never changes the order of those due.
public protocol SimulationDriver: AnyObject {
  /// Runs the events of `simulation` while `condition` holds and the time is no later than `limit`.
  ///
  /// The condition is asked again after every event, and after everything that came from outside. On return
  /// either it fails to hold, or the clock stands at `limit`.
  func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool)

  /// How many times faster than usual the run is to go, 1 or more, where a clock holds it back. Changed between runs.
  var haste: Int { get set }
}

extension SimulationDriver {
  /// A driver without a clock ignores it.
  public var haste: Int {
    get { 1 }
    set { _ = newValue }
  }
}
