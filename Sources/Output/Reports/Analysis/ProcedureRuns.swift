internal import Analysis
internal import Capture
internal import Notation
internal import Plots

/// What became of the procedures of recordings over time: those that follow each other and ended alike are one run.
struct ProcedureRuns: Sendable {
  /// A longer silence, in seconds, ends a run.
  private static let longestSilence = 1.0
  /// What a drawing shows.
  private static let mostRuns = 2_000
  private static let mostConnections = 16

  private struct Run: Sendable {
    var kind: Timeline.Kind
    var reason: String?
    var connection: Int
    var start: RecordTime
    var end: RecordTime
    var count = 1

    func goes(on next: Run) -> Bool {
      kind == next.kind && reason == next.reason && next.start >= end
        && next.start.seconds(since: end) <= ProcedureRuns.longestSilence
    }
  }

  private var runs: [Run] = []
  /// The last run of each connection, by the number of the connection.
  private var last: [Int: Int] = [:]
  private var isCut = false

  /// Takes the next procedure; one without a time has no place.
  mutating func add(_ procedure: ProcedureAnalysis) {
    let accounts = [procedure.initiator, procedure.reflector].compactMap(\.self)
    guard let account = procedure.account, let time = account.time else { return }
    let kind: Timeline.Kind
    if accounts.contains(where: { $0.ending == .aborted }) {
      kind = .aborted
    } else {
      kind = accounts.contains { $0.ending == .unfinished } ? .unfinished : .complete
    }
    let reason = accounts.lazy.compactMap(\.abortReason).first
    let next = Run(kind: kind, reason: reason, connection: account.connection, start: time, end: time)
    if let place = last[account.connection], runs[place].goes(on: next) {
      runs[place].end = time
      runs[place].count += 1
    } else if runs.count < Self.mostRuns {
      last[account.connection] = runs.count
      runs.append(next)
    } else {
      isCut = true
    }
  }

  /// A row for each connection and one for its procedures, from the first time of the file on.
  func timeline(of connections: [RecordedConnection]) -> Timeline? {
    let places = connections.indices.filter { connections[$0].lastTime != nil && !connections[$0].isLog }
    let shown = places.prefix(Self.mostConnections)
    let drawn = shown.flatMap { rows(of: connections[$0], $0, from: start(of: connections[$0], connections)) }
    guard !drawn.isEmpty else { return nil }
    let few = shown.count == places.count ? "" : " The first \(shown.count) of \(places.count) connections."
    let cut = isCut ? " Only the first \(Self.mostRuns) runs of procedures are drawn." : ""
    return Timeline(
      id: "connections-over-time", title: "Connections and procedures over time",
      summary:
        "How long each connection stood, and what became of the procedures on it; procedures that follow"
        + " each other and ended alike are one span.\(few)\(cut)", unit: "s", rows: drawn)
  }

  /// The first time of a file: files need not have the same clock.
  private func start(of connection: RecordedConnection, _ connections: [RecordedConnection]) -> RecordTime? {
    let inFile = connections.indices.filter { connections[$0].source == connection.source }
    let opened = inFile.compactMap { connections[$0].startTime ?? connections[$0].lastTime }
    return (opened + runs.filter { inFile.contains($0.connection) }.map(\.start)).min()
  }

  private func rows(
    of connection: RecordedConnection, _ place: Int, from start: RecordTime?
  ) -> [Timeline.Row] {
    guard let start, let last = connection.lastTime else { return [] }
    let own = runs.filter { $0.connection == place }
    let opened = connection.startTime ?? own.first?.start ?? last
    let name = "connection \(place + 1)" + (connection.interface.map { " (\($0))" } ?? "")
    let span = Self.range(opened, last, from: start)
    return [
      Timeline.Row(name, [Timeline.Span(.connection, span, "\(name), \(Self.words(span))")]),
      Timeline.Row(
        "procedures",
        own.map { run in
          let range = Self.range(run.start, run.end, from: start)
          let count = run.count == 1 ? "1 procedure" : "\(DecimalText.grouped(run.count)) procedures"
          let ending = run.reason.map { "(\($0))" } ?? run.kind.name
          return Timeline.Span(
            run.kind, range, "\(count) \(ending), \(Self.words(range))")
        }),
    ].filter { !$0.spans.isEmpty }
  }

  private static func range(
    _ first: RecordTime, _ last: RecordTime, from start: RecordTime
  ) -> ClosedRange<Double> {
    let lower = first.seconds(since: start)
    return lower...max(lower, last.seconds(since: start))
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    "\(DecimalText.fixed(range.lowerBound, digits: 3)) s to \(DecimalText.fixed(range.upperBound, digits: 3)) s"
  }
}
