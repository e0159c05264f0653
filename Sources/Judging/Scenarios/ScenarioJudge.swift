internal import CoreTypes
internal import Profiles
internal import Statistics
internal import Verdicts

/// Compares the events of a scenario with its expectations.
struct ScenarioJudge {
  /// The events in the order of time.
  let events: [ScenarioEvent]
  let durationSeconds: Double

  /// The percentile of the distance error.
  private static let errorPart = 0.9
  /// The maximum number of frames of a step.
  private static let greatestFrameCount = 20

  func step(_ row: ScenarioExpectation) -> Step {
    let counted = events.filter { counts($0, for: row) }
    let frames = counted.map(\.frame).filter { $0 > 0 }
    let shown = Array(frames.prefix(Self.greatestFrameCount))
    guard row.measure != .error else {
      let last = counted.last
      return Step(
        row.words, (last?.error ?? .none).rawValue, .equals((row.error ?? .none).rawValue),
        frames: [last?.frame ?? 0].filter { $0 > 0 })
    }
    guard let measured = measured(row, counted) else {
      return Step(recorded: row.words, required: expectation(row).required, measured: "none", finding: .unmet)
    }
    return Step(row.words, measured, expectation(row), frames: shown)
  }

  private func counts(_ event: ScenarioEvent, for row: ScenarioExpectation) -> Bool {
    let seconds = event.time.inSeconds
    guard row.accessory == nil || event.accessory == row.accessory, row.zone == event.zone || row.zone == nil,
      seconds >= row.fromSeconds ?? 0, seconds <= row.toSeconds ?? durationSeconds
    else { return false }
    return switch row.measure {
    case .setUps: event.kind == .setUp
    case .bonds: event.kind == .bond
    case .connections: event.kind == .connection
    case .disconnections: event.kind == .disconnection
    case .failures: event.kind == .connectionFailure
    case .alarms: event.kind == .alarm
    case .sessions: event.kind == .session
    case .completions: event.kind == .completion
    case .results, .rate: event.kind == .result
    case .distance, .distanceError: event.kind == .result && event.metres != nil
    case .rssiDistance: event.kind == .result && event.rssiMetres != nil
    case .entries: event.kind == .entry
    case .exits: event.kind == .exit
    case .rawEntries: event.kind == .rawEntry
    case .rawExits: event.kind == .rawExit
    case .error: event.error != nil
    }
  }

  /// The measured number; nil if no event has a value.
  private func measured(_ row: ScenarioExpectation, _ counted: [ScenarioEvent]) -> Double? {
    switch row.measure {
    case .rate:
      let (from, to) = (row.fromSeconds ?? 0, row.toSeconds ?? durationSeconds)
      // A decimal fraction of a second has an error of rounding, which a rate at its limit would show.
      let span = Picoseconds(seconds: to) - Picoseconds(seconds: from)
      return Double(counted.count) / span.inSeconds
    case .distance: return median(counted.compactMap(\.metres))
    case .rssiDistance: return median(counted.compactMap(\.rssiMetres))
    case .distanceError:
      let errors = counted.compactMap { event in
        event.metres.flatMap { metres in event.trueMetres.map { (metres - $0).magnitude } }
      }
      return errors.isEmpty ? nil : errors.sorted().nearestRank(Self.errorPart)
    default: return Double(counted.count)
    }
  }

  private func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.median }

  private func expectation(_ row: ScenarioExpectation) -> Expectation<Double> {
    let unit = row.measure.unit
    if let exact = row.exact {
      return row.tolerance.map { .within(exact, $0, unit) } ?? .exactly(exact, unit)
    }
    if let least = row.least, let most = row.most { return .between(least, most, unit) }
    if let least = row.least { return .atLeast(least, unit) }
    return .atMost(row.most ?? 0, unit)
  }
}

extension ScenarioExpectation.Measure {
  /// The unit of its number; empty for a count.
  fileprivate var unit: String {
    switch self {
    case .distance, .distanceError, .rssiDistance: "m"
    case .rate: "/s"
    default: ""
    }
  }
}
