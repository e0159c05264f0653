public import CoreTypes

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
