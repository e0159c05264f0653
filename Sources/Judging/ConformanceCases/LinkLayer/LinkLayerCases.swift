internal import ConformanceTester

extension TestCase {
  /// What a controller does at the link layer, in the order of the requirement set.
  static let linkLayerCases =
    linkPreambleCases + linkCapabilityCases + linkConfigurationCases + linkConfigurationFlawCases
    + linkSecurityCases
    + linkStartCases + linkCrossingCases
    + linkTerminationCases + linkChannelMapCases + linkProcedureCases + linkSeriesCases + linkTimingCases
    + linkTimelineCases + linkReportCases + linkLossCases + linkFieldCases + linkLifeCases
    + linkLossyAirCases + linkLongRunCases + linkInstantCases + linkEndlessCases
}
