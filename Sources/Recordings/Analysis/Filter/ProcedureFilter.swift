internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Ranging

/// A condition on procedures, as people write it: `counter in 10..20 and not ending == aborted`.
package struct ProcedureFilter: Hashable, Sendable {
  /// How two values are compared.
  enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
  }

  enum Value: Hashable, Sendable {
    case number(Double)
    case text(String)
  }

  indirect enum Node: Hashable, Sendable {
    case compare(FilterField, Comparison, Value)
    case range(FilterField, ClosedRange<Double>)
    case not(Node)
    case both(Node, Node)
    case either(Node, Node)
  }

  private let root: Node

  package init(_ text: String) throws(FilterError) {
    var parser = try FilterParser(text)
    root = try parser.filter()
  }

  /// Whether a procedure meets the condition. A comparison with what a procedure does not have does not hold; where both
  /// ends have a value, either may meet it.
  func includes(_ facts: FilterFacts) -> Bool { Self.holds(root, facts) }

  private static func holds(_ node: Node, _ facts: FilterFacts) -> Bool {
    switch node {
    case .not(let node): !holds(node, facts)
    case .both(let one, let other): holds(one, facts) && holds(other, facts)
    case .either(let one, let other): holds(one, facts) || holds(other, facts)
    case .range(let field, let range): facts.numbers(field).contains { range.contains($0) }
    case .compare(let field, let comparison, .number(let value)):
      facts.numbers(field).contains { holds($0, comparison, value) }
    case .compare(let field, let comparison, .text(let value)):
      // That none is equal is what people mean by unequal.
      comparison == .unequal
        ? !facts.texts(field).isEmpty && !facts.texts(field).contains(value)
        : facts.texts(field).contains(value)
    }
  }

  private static func holds(_ number: Double, _ comparison: Comparison, _ value: Double) -> Bool {
    switch comparison {
    case .equal: number == value
    case .unequal: number != value
    case .atMost: number <= value
    case .atLeast: number >= value
    case .less: number < value
    case .more: number > value
    }
  }
}

/// What a filter can ask of a procedure.
package enum FilterField: String, Sendable, CaseIterable {
  case file
  case interface
  case connection
  case address
  case counter
  case config
  case fcs
  case frame
  case time
  case ending
  case ends
  case steps
  case tones
  case good
  case offset
  case noise
  case rssi
  case distance

  enum Kind: Hashable {
    case number
    case text
    /// Six octets of a device.
    case address
    case words([String])
  }

  var kind: Kind {
    switch self {
    case .interface: .text
    case .address: .address
    case .ending: .words(["complete", "aborted", "unfinished"])
    case .ends: .words(["both", "initiator", "reflector"])
    default: .number
    }
  }

  /// What it means, for people.
  package var meaning: String {
    switch self {
    case .file: "the recording, from 1 in the order of the command line"
    case .interface: "the name of the interface"
    case .connection: "the number of the connection, as the text shows it"
    case .address: "an address of either device, as C0:FF:EE:00:00:02"
    case .counter: "Procedure_Counter"
    case .config: "Config_ID"
    case .fcs: "T_FCS of the configuration in us"
    case .frame: "the frame of the first result"
    case .time: "seconds from the first frame of the recording to the first result"
    case .ending: "complete, aborted or unfinished: the worst of both devices"
    case .ends: "devices with results: both, initiator or reflector"
    case .steps: "number of steps of the initiator, or of the reflector if the initiator has none"
    case .tones: "number of tones of the same device"
    case .good: "percentage of these tones with high or medium quality"
    case .offset: "the frequency offset of mode 0 in ppm"
    case .noise: "the phase noise of a single tone in radians"
    case .rssi: "the mean power of the mode-0 packets in dBm"
    case .distance: "the first available distance in metres, in the order of the estimators"
    }
  }
}

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
    case .config: accounts.prefix(1).map { Double($0.configID.index) }
    case .fcs: procedure.timedConfiguration.map { [Double($0.tFCS.microseconds)] } ?? []
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
