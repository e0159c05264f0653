public import CoreTypes
public import SimulationKernel

/// Drives a simulation as if it had no driver: nothing outside keeps it waiting.
public final class ImmediateDriver: SimulationDriver {
  /// Makes a driver.
  public init() {}

  /// Runs whatever is due.
  public func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool) {
    while condition(), simulation.step(until: limit) {}
  }
}
