internal import ArgumentParser
internal import ConformanceTester
internal import CoreTypes
internal import Glibc
internal import SimulationKernel

extension TroubleOptions {
  #if PLANTS_TROUBLE
    /// Lets go wrong in cases what tests ask for.
    var mishaps: (@Sendable (String, TestSite) -> Void)? {
      let planted = plant
      return { caseID, site in
        for trouble in planted where trouble.caseID == caseID { trouble.happen(at: site) }
      }
    }

    /// Interrupts or kills the check at the beginning of the cases that tests ask for.
    var signals: (@Sendable (CaseReference, StopRequest) -> Void)? {
      let planted = plant
      return { reference, stop in
        for trouble in planted where trouble.caseID == reference.caseID { trouble.raise(stop) }
      }
    }
  #else
    // Nothing goes wrong on purpose in a release.
    var mishaps: (@Sendable (String, TestSite) -> Void)? { nil }
    var signals: (@Sendable (CaseReference, StopRequest) -> Void)? { nil }
  #endif
}

#if PLANTS_TROUBLE
  /// Trouble that tests plant in a case to check the rest of the run.
  struct PlantedTrouble: Sendable, ExpressibleByArgument {
    private enum Kind: String {
      /// The program traps.
      case trap
      /// The stack runs over.
      case overflow
      /// Events follow each other without end at one instant.
      case hang
      /// Control-C.
      case interrupt
      /// The program is killed.
      case kill
    }

    private let kind: Kind
    let caseID: String

    init?(argument: String) {
      let parts = argument.split(separator: ":").map(String.init)
      guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
      (self.kind, caseID) = (kind, parts[1])
    }

    /// Has the program signalled, before the case.
    func raise(_ stop: StopRequest) {
      switch kind {
      case .interrupt: stop.provoke()
      case .kill: Glibc.kill(getpid(), SIGKILL)
      case .trap, .overflow, .hang: break
      }
    }

    /// Lets it happen in the case.
    func happen(at site: TestSite) {
      switch kind {
      case .trap: preconditionFailure("a trap is planted in \(caseID)")
      case .overflow:
        var path: [Int] = []
        Self.descend(&path, below: .max)
      case .hang:
        let simulation = site.simulation
        func follow() { simulation.schedule(after: .zero) { follow() } }
        follow()
        simulation.run(until: simulation.now + .seconds(1))
      case .interrupt, .kill: break
      }
    }

    /// Too deep for any stack.
    private static func descend(_ path: inout [Int], below limit: Int) {
      guard path.count < limit else { return }
      path.append(path.count)
      descend(&path, below: limit)
      path.removeLast()
    }
  }
#endif
