package import ConformanceTester
package import Profiles

/// The catalogue of cases.
extension TestCase {
  /// Every case, in the order of the catalogue.
  package static let all: [TestCase] =
    featureCases + inlinePCTCases + stepCases + timingCases + timelineCases + securityCases + discoveryCases
    + procedureCases + sessionCases + preambleCases + rangingServiceCases + radioCases + controllerCases
    + controllerSetupCases + controllerLinkCases + controllerResultCases + controllerCommandCases
    + controllerTestCases + controllerStateCases + controllerCapabilityCases + controllerConfigurationCases
    + controllerProcedureCases + controllerReportCases + controllerDiscoveryCases + linkLayerCases
    + advertisingCases + advertisingStateCases + connectionParameterCases + privacyCases
    + attributeCases + attributeAnswerCases + attributeErrorCases + pairingCases + pairingErrorCases
    + appCases + phoneLifeCases + phoneLossyAirCases + identityCases

  /// The case with this id.
  package static func named(_ id: String) -> TestCase? { all.first { $0.id == id } }

  /// What a requirement set may ask of the cases; `RequirementSet.check(against:)` takes it.
  package static let catalogue: [CaseRule] = all.map { CaseRule(id: $0.id, limits: $0.limits) }
}

extension LimitRule {
  /// How far a phase may be from a line, in radians.
  static let phaseResidual = LimitRule("phase_residual_rad", .number(0...4))
}
