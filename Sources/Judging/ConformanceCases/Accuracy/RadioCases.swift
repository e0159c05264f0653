internal import ConformanceTester

extension TestCase {
  /// How good the radio is, in the order of the requirement set.
  static let radioCases =
    radioPreambleCases + stablePhaseCases + outputSNRCases + frequencyCases + phaseAccuracyCases
    + inlineAccuracyCases
    + frequencyReportCases + distanceCases + portCases + roundTripCases + levelCases
}
