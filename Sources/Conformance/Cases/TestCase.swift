public import AccessoryProfile
internal import Initiator

/// One test of one requirement: what it is about, how it is done, and the doing.
public struct TestCase: Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  public let id: String
  /// What the case is about.
  public let title: String
  /// What it must be able to reach of the implementation under test.
  public let needs: Access
  /// The limits that a requirement sets for it, all of them needed.
  public let limits: [LimitRule]
  /// How the case is done and read, for people.
  public let procedure: String
  let run: @Sendable (Tester) throws(TesterStop) -> Void

  init(
    id: String, title: String, needs: Access = .air, limits: [LimitRule] = [], procedure: String,
    run: @escaping @Sendable (Tester) throws(TesterStop) -> Void
  ) {
    self.id = id
    self.title = title
    self.needs = needs
    self.limits = limits
    self.procedure = procedure
    self.run = run
  }

  /// Every case, in the order of the catalogue.
  public static let all: [TestCase] =
    featureCases + inlinePCTCases + stepCases + timingCases + securityCases + discoveryCases
    + procedureCases + radioCases + controllerCases + controllerLinkCases + controllerResultCases
    + linkLayerCases

  /// The case with this id.
  public static func named(_ id: String) -> TestCase? { all.first { $0.id == id } }

  /// What a requirement set may ask of the cases; `RequirementSet.check(against:)` takes it.
  public static let catalogue: [CaseRule] = all.map { CaseRule(id: $0.id, limits: $0.limits) }
}

extension LimitRule {
  /// How far a phase may be from a line, in radians.
  static let phaseResidual = LimitRule("phase_residual_rad", .number(0...4))
}
