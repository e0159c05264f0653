internal import CoreTypes
package import SimulationKernel

/// What a test case may use up. One that needs more hangs, which is a bug of the tester, not of the accessory.
public struct CaseBudget: Hashable, Sendable {
  /// Virtual seconds.
  public let seconds: Int
  /// Events of the simulation.
  public let events: Int

  /// Far above what any case needs.
  public static let usual = CaseBudget(seconds: 1_800, events: 5_000_000)

  public init(seconds: Int, events: Int) {
    self.seconds = seconds
    self.events = events
  }

  /// A part of it.
  package func divided(by share: Int) -> CaseBudget {
    CaseBudget(seconds: seconds / share, events: events / share)
  }

  /// For a simulation that begins at time 0.
  var ofRun: SimulationBudget { SimulationBudget(events: events, deadline: .start + .seconds(seconds)) }

  /// Why a case that spent it is inconclusive.
  package func reason(_ left: SimulationBudget) -> String {
    let limit = left.events == 0 ? "\(events) events" : "\(seconds) s of virtual time"
    return "the case went beyond its budget of \(limit): a bug of the tester, please report it"
  }
}
