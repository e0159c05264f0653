internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI

/// One recording, read frame by frame into procedures.
final class RecordedSource {
  /// What could not be read, with its frame.
  struct Problem {
    var frame: Int
    var text: String
  }

  private struct Key: Equatable {
    var interface: Int
    var controller: UInt16?
  }

  let name: String
  let reader: RecordingReader
  /// The first hundred.
  private(set) var problems: [Problem] = []
  private(set) var problemCount = 0
  /// Packets of HCI and of the air that the recorder truncated, which are not read.
  private(set) var cutCount = 0
  /// That of the first frame that has one.
  private(set) var firstTime: RecordTime?
  /// From the least time to the greatest; a file may go back in time, as where two were joined.
  private(set) var span: ClosedRange<RecordTime>?
  /// Whether all was read.
  private(set) var isDone = false
  /// How many procedures it gave.
  private(set) var procedureCount = 0

  /// Whether HCI lacks commands or their answers.
  var lacksPackets: Bool { conversations.contains(where: \.lacksPackets) }

  private static let keptProblems = 100

  private let accepts: RecordingAnalyzer.Recording.FrameFilter?
  private let index: Int
  private let table: ConnectionTable
  private let advertisers: AdvertiserTable
  private var airs: [(interface: Int, conversation: AirConversation)] = []
  private var keys: [Key] = []
  private var conversations: [HCIConversation] = []
  private var logs: [(role: CSRole?, assembly: ProcedureAssembly)] = []

  init(
    _ reader: RecordingReader, name: String, accepts: RecordingAnalyzer.Recording.FrameFilter?, index: Int,
    table: ConnectionTable, advertisers: AdvertiserTable
  ) {
    self.accepts = accepts
    self.advertisers = advertisers
    self.reader = reader
    self.name = name
    self.index = index
    self.table = table
  }

  /// Reads a frame, and appends the procedures that it ends.
  func advance(into done: inout [RecordedProcedure]) throws(CaptureError) {
    let before = done.count
    if let frame = try reader.next() {
      if let time = frame.time {
        firstTime = firstTime ?? time
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
      }
      if accepts?(reader, frame) ?? true { take(frame, &done) }
    } else {
      isDone = true
      for index in conversations.indices { conversations[index].end(into: &done) }
      for index in logs.indices { logs[index].assembly.end(into: &done) }
    }
    if done[before...].contains(where: \.isRepeated) {
      done.replaceSubrange(before..., with: done[before...].filter { !$0.isRepeated })
    }
    procedureCount += done.count - before
  }

  private func take(_ frame: RecordedFrame, _ done: inout [RecordedProcedure]) {
    switch frame.kind {
    case .hci(let indicator): take(indicator, frame, &done)
    case .link(let reception):
      guard !frame.isCut else {
        cutCount += 1
        return
      }
      let place = air(frame.interface)
      if let problem = airs[place].conversation.receive(reader.octets, frame, reception) {
        note(frame, problem)
      }
    case .subevent:
      if let subevent = reader.subevent { take(subevent, frame, &done) }
    default: break
    }
  }

  private func take(
    _ indicator: HCIPacketIndicator, _ frame: RecordedFrame, _ done: inout [RecordedProcedure]
  ) {
    guard !frame.isCut else {
      cutCount += 1
      if indicator == .event { note(frame, "an event truncated by the recorder") }
      return
    }
    let place = conversation(Key(interface: frame.interface, controller: frame.controller))
    var problem: String?
    switch indicator {
    case .event:
      reader.withOctets { problem = conversations[place].receive(event: $0, frame, into: &done) }
    case .command: problem = conversations[place].receive(command: reader.octets, frame)
    case .acl: problem = conversations[place].receive(acl: reader.octets, frame, into: &done)
    case .sco, .iso: break
    }
    if let problem { note(frame, problem) }
  }

  private func note(_ frame: RecordedFrame, _ text: String) {
    problemCount += 1
    if problems.count < Self.keptProblems { problems.append(Problem(frame: frame.number, text: text)) }
  }

  private func conversation(_ key: Key) -> Int {
    if let place = keys.firstIndex(of: key) { return place }
    keys.append(key)
    conversations.append(
      HCIConversation(
        source: index, number: keys.count - 1, interface: reader.interfaces[key.interface].name, table: table,
        advertisers: advertisers))
    return keys.count - 1
  }

  private func air(_ interface: Int) -> Int {
    if let place = airs.firstIndex(where: { $0.interface == interface }) { return place }
    let conversation = AirConversation(
      source: index, number: interface, interface: reader.interfaces[interface].name, table: table,
      advertisers: advertisers)
    airs.append((interface, conversation))
    return airs.count - 1
  }

  private func take(
    _ subevent: LoggedSubevent, _ frame: RecordedFrame, _ done: inout [RecordedProcedure]
  ) {
    if let flaw = StepFlaw.first(in: subevent.result.stepOctets) { note(frame, flaw) }
    let place = log(of: subevent.role, frame)
    let connection = logs[place].assembly.connection
    table.change(connection) {
      $0.see(frame)
      if let configuration = subevent.configuration.configuration,
        $0.configurations.last?.value != configuration
      {
        $0.add(configuration, frame.number)
      }
    }
    logs[place].assembly.take(
      subevent.result,
      at: .init(
        frames: frame.number...frame.number, time: frame.time, lines: subevent.lines, role: subevent.role),
      into: &done)
  }

  /// The end of a log of text whose results are those of `role`.
  private func log(of role: CSRole?, _ frame: RecordedFrame) -> Int {
    if let place = logs.firstIndex(where: { $0.role == role }) { return place }
    var connection = RecordedConnection(source: index, interface: nil, handle: nil, frame: frame.number)
    connection.loggedRole = role
    logs.append((role, ProcedureAssembly(table: table, connection: table.add(connection))))
    return logs.count - 1
  }
}
