public import Analysis

/// An analysis that is done, for the writers of reports.
public struct AnalysisReport: Sendable {
  /// The files.
  public var recordings: [RecordingSummary]
  /// The connections in them.
  public var connections: [RecordedConnection]
  /// The advertising sets in them.
  public var advertisers: [RecordedAdvertiser]
  /// What all procedures come to.
  public var tally: AnalysisTally
  /// The first procedures, for a reader's eye.
  public var firstProcedures: [ProcedureAnalysis]
  /// Procedures that a filter left out; nil without one.
  public var leftOutCount: Int?

  /// What the recordings settle of requirement sets; none unless somebody asked.
  public var verdicts: [ShownVerdicts] = []

  /// Takes what an analysis came to.
  public init(
    recordings: [RecordingSummary], connections: [RecordedConnection],
    advertisers: [RecordedAdvertiser], tally: AnalysisTally,
    firstProcedures: [ProcedureAnalysis],
    leftOutCount: Int? = nil
  ) {
    self.leftOutCount = leftOutCount
    self.recordings = recordings
    self.connections = connections
    self.advertisers = advertisers
    self.tally = tally
    self.firstProcedures = firstProcedures
  }
}
