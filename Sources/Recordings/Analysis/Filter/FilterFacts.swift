internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Ranging

/// What a filter can ask of one procedure.
struct FilterFacts {
  let procedure: ProcedureAnalysis
  let table: ConnectionTable
  /// The first time of each file.
  let starts: [RecordTime?]

  private var accounts: [RecordedProcedure] { [procedure.initiator, procedure.reflector].compactMap { $0 } }
  private var connections: [RecordedConnection] { accounts.map { table.connections[$0.connection] } }
  private var steps: EndStatistics? { procedure.initiatorSteps ?? procedure.reflectorSteps }

  /// The values of a field that is a number; none where it is not known.
  func numbers(_ field: FilterField) -> [Double] {
    switch field {
    case .file: connections.map { Double($0.source + 1) }
    case .connection: accounts.map { Double($0.connection + 1) }
    case .counter: accounts.prefix(1).map { Double($0.counter) }
    case .config: accounts.prefix(1).map { Double($0.configID) }
    case .fcs: procedure.timedConfiguration.map { [Double($0.tFCSMicroseconds)] } ?? []
    case .frame: accounts.map { Double($0.frames.lowerBound) }
    case .time: accounts.compactMap(seconds)
    case .steps: steps.map { [Double($0.stepCounts.reduce(0, +))] } ?? []
    case .tones: steps.map { [Double($0.toneCounts.reduce(0, +))] } ?? []
    case .good: good.map { [$0] } ?? []
    case .offset: procedure.initiatorSteps?.frequencyOffset.map { [$0] } ?? []
    case .noise: procedure.phaseNoiseRadians.map { [$0] } ?? []
    case .rssi: [procedure.initiatorSteps, procedure.reflectorSteps].compactMap { $0?.rssiDbm }
    case .distance:
      procedure.estimates.lazy.compactMap { $0.estimate }.first { $0.hasPeak }.map { [$0.metres] } ?? []
    case .interface, .address, .ending, .ends: []
    }
  }

  /// The values of a field that is a text, in the form in which filters compare them; none where it is not known.
  func texts(_ field: FilterField) -> [String] {
    switch field {
    case .interface: connections.compactMap(\.interface)
    case .address: connections.flatMap(Self.addresses)
    case .ending: [ending]
    case .ends:
      [procedure.initiator == nil ? "reflector" : procedure.reflector == nil ? "initiator" : "both"]
    default: []
    }
  }

  private static func addresses(_ connection: RecordedConnection) -> [String] {
    [connection.own, connection.peer].flatMap { [$0.address, $0.identityAddress] }
      .compactMap { $0?.value.description.lowercased() }
  }

  private var ending: String {
    let endings = accounts.map(\.ending)
    if endings.contains(.aborted) { return "aborted" }
    return endings.contains(.unfinished) ? "unfinished" : "complete"
  }

  private var good: Double? {
    guard let tones = steps?.toneCounts, tones.reduce(0, +) > 0 else { return nil }
    return 100 * Double(tones[0] + tones[1]) / Double(tones.reduce(0, +))
  }

  private func seconds(_ account: RecordedProcedure) -> Double? {
    guard let time = account.time, let start = starts[table.connections[account.connection].source] else {
      return nil
    }
    return time.microseconds(since: start) / 1e6
  }
}
