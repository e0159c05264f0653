extension TestCase {
  /// How good the radio is, in the order of the requirement set.
  static let radioCases =
    outputSNRCases + frequencyCases + phaseAccuracyCases + inlineAccuracyCases
    + frequencyReportCases + distanceCases
}
