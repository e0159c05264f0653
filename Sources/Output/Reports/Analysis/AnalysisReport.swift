package import Analysis
internal import Documents
internal import HostStack
internal import Profiles
package import Verdicts

package struct AnalysisReport: Sendable {
  package var recordings: [RecordingSummary]
  package var connections: [RecordedConnection]
  /// The advertising sets in them.
  package var advertisers: [RecordedAdvertiser]
  /// Connections and advertising sets beyond the limits of an analysis.
  package var notKept: NotKeptCounts
  package var tally: AnalysisTally
  /// The first procedures, for a reader's eye.
  package var firstProcedures: [ProcedureAnalysis]
  /// Procedures that a filter left out; nil without one.
  package var leftOutCount: Int?

  /// The verdicts of the recordings on the selected requirement sets.
  package var verdicts: [ShownVerdicts] = []

  /// Takes the results of an analysis that has read everything.
  package init(
    _ analyzer: RecordingAnalyzer, tally: AnalysisTally, firstProcedures: [ProcedureAnalysis],
    leftOutCount: Int? = nil
  ) {
    self.leftOutCount = leftOutCount
    recordings = analyzer.recordings
    connections = analyzer.connections
    advertisers = analyzer.advertisers
    notKept = analyzer.notKept
    self.tally = tally
    self.firstProcedures = firstProcedures
  }
}

/// Names for numbers of the air and of GATT.
enum AnalysisNames {
  /// [Assigned Numbers, 3.4 and 3.8]
  private static let attributes: [(BluetoothUUID, String)] = [
    (.genericAccess, "Generic Access"), (.genericAttribute, "Generic Attribute"), (.ranging, "Ranging"),
    (BluetoothUUID(0x180A), "Device Information"), (BluetoothUUID(0x180F), "Battery"),
    (.deviceName, "Device Name"), (.appearance, "Appearance"), (.serviceChanged, "Service Changed"),
    (.rasFeatures, "RAS Features"), (.realTimeRangingData, "Real-time Ranging Data"),
    (.onDemandRangingData, "On-demand Ranging Data"), (.rasControlPoint, "RAS Control Point"),
    (.rangingDataReady, "Ranging Data Ready"), (.rangingDataOverwritten, "Ranging Data Overwritten"),
  ]

  /// As `Ranging (185B)`, or the number alone.
  static func attribute(_ uuid: BluetoothUUID) -> String {
    attributes.first { $0.0 == uuid }.map { "\($0.1) (\(uuid))" } ?? "\(uuid)"
  }
}

/// What recordings settle of one requirement set for one accessory.
package struct ShownVerdicts: Sendable {
  /// A requirement that they settle.
  package struct Item: Sendable {
    package var result: RequirementResult
    package var basis: Basis
    /// Where the recording shows it, as `phone.btsnoop frame 812`; nil where nothing says so.
    package var evidence: String?

    /// What the values come to that the accessory declared.
    package init(declared result: RequirementResult) {
      self.result = result
      basis = .declaration
      if case .cited(_, let citation) = result.declared?.source { evidence = citation }
    }

    /// What the accessory did.
    package init(_ outcome: RecordedOutcome) {
      result = outcome.result
      basis = .conduct
      evidence = outcome.citation
    }
  }

  /// What settles a requirement.
  package enum Basis: String, Sendable, CaseIterable {
    /// What the accessory says of itself.
    case declaration
    /// What it did while the recording was made.
    case conduct
  }

  /// The accessory, for people.
  package var accessory: String
  package var set: String
  /// The requirements that the recording settles, in the order of the set.
  package var items: [Item]
  /// How many more the set has.
  package var notShownCount: Int

  /// Takes what the requirements came to.
  package init(accessory: String, set: String, items: [Item], notShownCount: Int) {
    self.accessory = accessory
    self.set = set
    self.items = items
    self.notShownCount = notShownCount
  }

  /// The worst verdict of what an accessory must meet; inconclusive if nothing of that is settled.
  package var verdict: Verdict {
    let verdicts = items.map(\.result).filter { $0.level == .must }.map(\.verdict)
    return verdicts.isEmpty ? .inconclusive : Verdict.combined(verdicts)
  }
}
