internal import CoreTypes
internal import SimulationKernel

/// What goes wrong in the tester itself: planted, so that tests see what becomes of the rest.
public struct Mishap: Hashable, Sendable {
  /// What goes wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// The program traps.
    case trap
    /// The stack runs over.
    case overflow
    /// Events follow each other without end at one instant.
    case hang
  }

  public var kind: Kind
  /// In which case.
  public var caseID: String

  public init(_ kind: Kind, in caseID: String) {
    self.kind = kind
    self.caseID = caseID
  }

  /// Lets it happen.
  package func happen(at site: TestSite) {
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

/// A case of a requirement.
public struct CaseReference: Hashable, Sendable {
  /// The requirement.
  public var requirementID: String
  /// The case.
  public var caseID: String

  /// Names a case of a requirement.
  public init(requirementID: String, caseID: String) {
    self.requirementID = requirementID
    self.caseID = caseID
  }
}
