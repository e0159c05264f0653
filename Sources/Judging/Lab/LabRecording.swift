internal import Analysis
package import Capture
package import CoreTypes
package import Ranging

/// The procedures of a recording, to be played.
package struct LabRecording: Sendable {
  /// The most procedures that are kept.
  package static let mostProcedures = 5_000

  /// What it is called.
  package let name: String
  /// In the order of time, with tones or round-trip times each; the first `mostProcedures`.
  package private(set) var procedures: [LabProcedure] = []
  /// How many have neither, or came later.
  package private(set) var leftOutCount = 0
  /// Why a procedure was left out that has neither, a sentence; nil if there is none.
  package private(set) var obstacle: String?
  /// The first of what is damaged or makes no sense, a sentence; nil if all is well.
  package private(set) var trouble: String?

  /// Reads the octets of a recording in any format while the closure returns true.
  ///
  /// - Throws: `CaptureError` if they are none, or end in the middle of what cannot do without the rest.
  package init(
    _ octets: [UInt8], name: String, estimator kind: RangingEstimatorKind,
    while goesOn: () -> Bool = { true }
  ) throws(CaptureError) {
    self.name = name
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets, name: name), name: name)], estimators: [])
    // Only a procedure that is kept needs a distance.
    var estimator = RangingEstimator(kind)
    var start: RecordTime?
    while goesOn(), let procedure = try analyzer.nextProcedure() {
      guard procedures.count < Self.mostProcedures, let measurement = procedure.measurement else {
        leftOutCount += 1
        obstacle = obstacle ?? procedure.obstacle?.text
        continue
      }
      let time = procedure.account?.time
      start = start ?? time
      procedures.append(
        LabProcedure(
          time: Self.instant(time, from: start) ?? Self.instant(at: procedures.count),
          counter: procedure.account?.counter ?? 0, measurement: measurement,
          estimate: estimator.estimate(measurement)))
    }
    trouble = analyzer.recordings.first.flatMap(Self.trouble)
  }

  private static func trouble(_ summary: RecordingSummary) -> String? {
    let count = summary.damageCount + summary.problemCount
    let first =
      summary.damage.first.map { "\($0)" } ?? summary.problems.first.map { "frame \($0.frame): \($0.text)" }
    return first.map { "The recording has \(count) problem\(count == 1 ? "" : "s"), the first: \($0)." }
  }

  /// The end, from the start of the recording.
  package var end: Instant { procedures.map(\.time).max() ?? .start }

  /// Where the procedures of a format without times are: ten a second.
  private static func instant(at index: Int) -> Instant { .start + .milliseconds(100 * index) }

  private static func instant(_ time: RecordTime?, from start: RecordTime?) -> Instant? {
    guard let time = time?.nanoseconds, let start = start?.nanoseconds else { return nil }
    let (nanoseconds, overflows) = time.subtractingReportingOverflow(start)
    let (picoseconds, overflowsToo) = nanoseconds.multipliedReportingOverflow(by: 1_000)
    guard !overflows, !overflowsToo, picoseconds >= 0 else { return nil }
    return Instant(picoseconds: picoseconds)
  }
}
