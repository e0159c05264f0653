package import Capture
package import Ranging

/// Reads recordings, of either or both ends of links, into procedures with their distances, in memory that does not
/// grow with the files.
///
///     let analyzer = RecordingAnalyzer([.init(reader, name: "phone.btsnoop")], estimators: [.ml])
///     while let procedure = try analyzer.nextProcedure() { take(procedure.estimates) }
package final class RecordingAnalyzer {
  /// A recording with the name that messages use.
  package struct Recording {
    /// Whether a frame is to be read. The reader's octets are those of the frame.
    package typealias FrameFilter = (RecordingReader, RecordedFrame) -> Bool

    package var format: RecordingFormat { reader.format }

    let reader: RecordingReader
    let name: String
    let accepts: FrameFilter?

    /// Takes a recording that nobody else reads. Frames that `accepts` leaves out tell nothing.
    package init(_ reader: RecordingReader, name: String, accepts: FrameFilter? = nil) {
      self.reader = reader
      self.name = name
      self.accepts = accepts
    }
  }

  private let sources: [RecordedSource]
  private let table = ConnectionTable()
  private let advertiserTable: AdvertiserTable
  private var pairing = ProcedurePairing()
  private var examiner: ProcedureExaminer
  private let filter: ProcedureFilter?
  private var told: [RecordedProcedure] = []
  private var settled: [ProcedurePairing.Pair] = []
  private var nextIndex = 0
  private var isEnded = false

  /// The procedures that were given so far.
  package private(set) var procedureCount = 0
  /// The procedures that the filter left out so far.
  package private(set) var leftOutCount = 0
  /// The connections that were met so far, in the order of their first frames up to `AnalysisLimits.connections`.
  package var connections: [RecordedConnection] { table.connections }
  /// The links of these connections, each with all that its accounts show of both ends.
  package var links: [RecordedLink] { RecordedLink.links(of: connections) }
  /// The advertising sets that were met so far: those that connections use, and others up to
  /// `AnalysisLimits.advertisers`.
  package var advertisers: [RecordedAdvertiser] { advertiserTable.advertisers }
  /// What was met so far and is not kept.
  package var notKept: NotKeptCounts {
    NotKeptCounts(connections: table.notKeptCount, advertisers: advertiserTable.notKeptCount)
  }
  /// What is known of the files so far.
  package var recordings: [RecordingSummary] { sources.map(RecordingSummary.init) }

  /// Analyzes recordings together: the two ends of a procedure find each other whatever files they are in.
  ///
  /// - Parameter filter: which procedures are given; all if nil. It is asked when all is known of a procedure.
  package init(
    _ recordings: [Recording], estimators: [RangingEstimatorKind], filter: ProcedureFilter? = nil
  ) {
    self.filter = filter
    let (table, advertisers) = (table, AdvertiserTable(connections: table))
    advertiserTable = advertisers
    sources = recordings.enumerated().map { index, recording in
      RecordedSource(
        recording.reader, name: recording.name, accepts: recording.accepts, index: index, table: table,
        advertisers: advertisers)
    }
    examiner = ProcedureExaminer(estimators, table: table)
  }

  /// The next procedure; nil at the end of all recordings.
  package func nextProcedure() throws(CaptureError) -> ProcedureAnalysis? {
    while true {
      while nextIndex == settled.count {
        settled.removeAll(keepingCapacity: true)
        nextIndex = 0
        guard try read() else { return nil }
      }
      let procedure = examiner.examine(settled[nextIndex], index: procedureCount)
      nextIndex += 1
      table.take(procedure)
      if let filter, !filter.includes(facts(procedure)) {
        leftOutCount += 1
        continue
      }
      procedureCount += 1
      return procedure
    }
  }

  private func facts(_ procedure: ProcedureAnalysis) -> FilterFacts {
    FilterFacts(procedure: procedure, table: table, starts: sources.map(\.firstTime))
  }

  /// Reads on in the file that has given least, so that the ends of a link stay side by side.
  private func read() throws(CaptureError) -> Bool {
    guard !isEnded else { return false }
    var least: RecordedSource?
    for source in sources where !source.isDone && source.procedureCount < least?.procedureCount ?? .max {
      least = source
    }
    guard let source = least else {
      pairing.end(to: &settled)
      advertiserTable.prune()
      isEnded = true
      return true
    }
    told.removeAll(keepingCapacity: true)
    try source.advance(into: &told)
    for procedure in told { pairing.add(procedure, to: &settled) }
    return true
  }
}

/// What is known of one file.
package struct RecordingSummary: Sendable {
  /// The name that messages use.
  package let name: String
  package let format: RecordingFormat
  /// The frames that were read.
  package let frameCount: Int
  /// The octets that were read.
  package let octetCount: Int
  /// From the least time to the greatest, in seconds; nil where there are none.
  package let seconds: Double?
  /// The first places of the file that are damaged.
  package let damage: [RecordingWarning]
  /// How many of them there are.
  package let damageCount: Int
  /// How many packets of HCI and of the air the recorder truncated.
  package let cutCount: Int
  /// Whether HCI lacks commands or their answers, so that other packets may be missing too.
  package let lacksPackets: Bool
  /// The interfaces whose link types are not read.
  package let unread: [RecordingWarning]
  /// The first of what does not make sense in the frames, each with its number.
  package let problems: [(frame: Int, text: String)]
  /// How many of them there are.
  package let problemCount: Int

  init(_ source: RecordedSource) {
    name = source.name
    format = source.reader.format
    frameCount = source.reader.frameCount
    octetCount = source.reader.offset
    damage = source.reader.warnings.filter(\.problem.isDamage)
    damageCount = source.reader.damageCount
    cutCount = source.cutCount
    lacksPackets = source.lacksPackets
    unread = source.reader.warnings.filter { !$0.problem.isDamage }
    problems = source.problems.map { ($0.frame, $0.text) }
    problemCount = source.problemCount
    seconds = source.span.map { $0.upperBound.seconds(since: $0.lowerBound) }
  }
}
