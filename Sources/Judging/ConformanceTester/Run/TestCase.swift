internal import CoreTypes
internal import Initiator
package import Profiles
package import SimulationKernel
package import Verdicts

/// One test of one requirement: title, procedure and code.
package struct TestCase: Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  package let id: String
  /// What the case is about.
  package let title: String
  /// The access to the implementation under test that it needs.
  package let needs: Access
  /// The claims that the case needs; without one of them it is not applicable.
  package private(set) var appliesTo: [Claim]
  /// The budget of virtual time and events.
  package let budget: CaseBudget
  /// The limits that a requirement sets for it, all of them needed.
  package let limits: [LimitRule]
  /// What the case does and requires, as text.
  package let procedure: String
  /// Runs the case.
  package let run: @Sendable (Tester) throws(TesterStop) -> Void

  package init(
    id: String, title: String, needs: Access = .air, appliesTo: [Claim] = [],
    budget: CaseBudget = .usual, limits: [LimitRule] = [], procedure: String,
    run: @escaping @Sendable (Tester) throws(TesterStop) -> Void
  ) {
    self.id = id
    self.title = title
    self.needs = needs
    self.appliesTo = appliesTo
    self.budget = budget
    self.limits = limits
    self.procedure = procedure
    self.run = run
  }

  /// The case, which needs one more claim.
  package func needing(_ claim: Claim) -> TestCase {
    var copy = self
    copy.appliesTo.insert(claim, at: 0)
    return copy
  }

  /// The id of the public test specification that the case follows; nil for one of our own.
  package var publicID: String? { id.hasSuffix("-C") ? id : nil }

  /// The case as the catalogue lists it.
  package var entry: CaseEntry {
    CaseEntry(id: id, title: title, publicID: publicID, procedure: procedure)
  }

  /// Whether the tester misbehaves in it, as ids of invalid behaviour (BI) in test specifications say.
  package var isOfInvalidBehaviour: Bool { id.contains("/BI-") }
}

/// The budget of a test case. A case that exceeds it hangs: a bug of the tester, not of the accessory.
package struct CaseBudget: Hashable, Sendable {
  /// Virtual seconds.
  package let seconds: Int
  /// Events of the simulation.
  package let events: Int

  /// Far above what any case needs.
  package static let usual = CaseBudget(seconds: 1_800, events: 5_000_000)

  package init(seconds: Int, events: Int) {
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
    return "the case exceeded its budget of \(limit): a bug of the tester; please report it"
  }
}

extension Requirement {
  /// A limit that one of its cases needs; a set without it is refused before anything runs.
  package func setLimit(_ name: String) -> Double {
    guard let limit = limit(name) else { preconditionFailure("\(id) sets no limit called \(name)") }
    return limit
  }

  /// A limit whose rule admits whole numbers alone.
  package func setWholeLimit(_ name: String) -> Int {
    guard let limit = Int(exactly: setLimit(name)) else {
      preconditionFailure("\(id) sets \(name) to no whole number")
    }
    return limit
  }
}
