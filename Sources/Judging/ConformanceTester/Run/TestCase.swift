public import AccessoryProfile
internal import Initiator
public import Verdicts

/// One test of one requirement: what it is about, how it is done, and the doing.
public struct TestCase: Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  public let id: String
  /// What the case is about.
  public let title: String
  /// What it must be able to reach of the implementation under test.
  public let needs: Access
  /// What an accessory has to claim, all of it; a case about anything else is not run.
  public let appliesTo: [Claim]
  /// What it may use up.
  public let budget: CaseBudget
  /// The limits that a requirement sets for it, all of them needed.
  public let limits: [LimitRule]
  /// How the case is done and read, for people.
  public let procedure: String
  /// How it is done.
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

  /// The id of the public test specification that the case follows; nil for one of our own.
  public var publicID: String? { id.hasSuffix("-C") ? id : nil }

  /// The case as the catalogue lists it.
  public var entry: CaseEntry {
    CaseEntry(id: id, title: title, publicID: publicID, procedure: procedure)
  }

  /// Whether the tester misbehaves in it, as ids of invalid behaviour (BI) in test specifications say.
  package var isOfInvalidBehaviour: Bool { id.contains("/BI-") }
}
