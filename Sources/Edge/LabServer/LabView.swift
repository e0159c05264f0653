internal import Capture
internal import CoreTypes
internal import Dissection
internal import Lab
internal import Notation
internal import Pages
internal import Profiles
internal import RadioModel

/// The state of the bench that an event holds.
struct LabState {
  var setup: LabSetup
  var environment: String
  var phone: String
  var changes: [ProfileDraft.Change]
  var command: String
}

/// The content of the pages of a lab, and what changed since the last update.
struct LabView {
  /// The procedures of the plot over time.
  private static let shownProcedures = 300
  private static let shownFrames = 200

  var isPaused = false { didSet { stateCount += 1 } }
  var speed = 1.0 { didSet { stateCount += 1 } }
  /// A message about what failed last; empty if nothing did.
  var trouble = "" { didSet { if trouble != oldValue { stateCount += 1 } } }
  var isChecking = false { didSet { stateCount += 1 } }
  var verdicts = "" { didSet { verdictsCount += 1 } }
  private var verdictsCount = 0
  /// The revision of the state: it grows with each change of anything but procedures, frames and verdicts.
  private(set) var stateCount = 1
  private var sentStateCount = 0
  private var sentVerdictsCount = 0
  private var seconds = 0.0
  private var procedureCount = 0
  private var procedures: [LabProcedure] = []
  private var frames: [RunningExplainer.Line] = []
  private var newFrameCount = 0
  private var hasNewProcedure = false
  private var playing: (recording: LabRecording, index: Int)?
  /// Those of the bench while a recording plays.
  private var benched: (procedures: [LabProcedure], isPaused: Bool) = ([], false)

  /// Whether something changed since the last update.
  var hasNews: Bool {
    hasNewProcedure || newFrameCount > 0 || stateCount != sentStateCount || verdictsCount != sentVerdictsCount
  }

  /// Puts the state into the next update.
  mutating func noteState() { stateCount += 1 }

  /// Adds what happened on the bench until `now`, and a message that stays.
  mutating func add(_ span: LabSpan, at now: Instant, lasting: String?) {
    seconds = (now - .start).inSeconds
    procedureCount += span.procedures.count
    if !span.procedures.isEmpty {
      procedures = Array((procedures + span.procedures).suffix(Self.shownProcedures))
      hasNewProcedure = true
    }
    frames = Array((frames + span.frames).suffix(Self.shownFrames))
    newFrameCount = min(Self.shownFrames, newFrameCount + span.frames.count)
    trouble = lasting ?? span.troubles.last ?? (span.procedures.isEmpty ? trouble : "")
  }

  /// Shows the first procedure of a recording in place of the bench.
  mutating func open(_ recording: LabRecording) {
    if playing == nil { benched = (procedures, isPaused) }
    playing = (recording, 0)
    isPaused = false
    showPlayed()
  }

  /// Shows a procedure of the open recording with those before it.
  mutating func show(procedure index: Int) {
    if playing?.index == index { return }
    playing?.index = index
    showPlayed()
  }

  private mutating func showPlayed() {
    guard let (recording, index) = playing else { return }
    procedures = Array(recording.procedures[...index].suffix(Self.shownProcedures))
    hasNewProcedure = true
  }

  /// Shows the bench again.
  mutating func leaveRecording() {
    playing = nil
    (procedures, isPaused) = benched
    hasNewProcedure = true
  }

  /// Starts the next update: nothing changed yet.
  mutating func endUpdate() {
    (sentStateCount, sentVerdictsCount) = (stateCount, verdictsCount)
    newFrameCount = 0
    hasNewProcedure = false
  }

  /// An event for pages: all content, or what changed. `state` is called if the event holds the state.
  func update(_ state: () -> LabState, isWhole: Bool) -> [UInt8] {
    var members: [JSONValue.Member] = [
      ("isWhole", .flag(isWhole)), ("time", .number(seconds)), ("procedures", .integer(procedureCount)),
    ]
    if isWhole || stateCount != sentStateCount { members.append(("state", json(state()))) }
    if isWhole || verdictsCount != sentVerdictsCount { members.append(("verdicts", .text(verdicts))) }
    if isWhole || hasNewProcedure { members += drawings }
    if let playing { members.append(("position", .integer(playing.index))) }
    members.append(
      ("frames", .list(frames.suffix(isWhole ? Self.shownFrames : newFrameCount).map(Self.json))))
    // A browser joins the lines of an event by line feeds, which JSON ignores.
    let field = Array("data: ".utf8)
    var event = field
    for octet in JSONValue.object(members).line.utf8 {
      event.append(octet)
      if octet == UInt8(ascii: "\n") { event += field }
    }
    return event + [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
  }

  private var drawings: [JSONValue.Member] {
    let last = procedures.last
    var drawings = last.map(LabDrawing.drawings) ?? [:]
    if last != nil { drawings[.distance] = LabDrawing.distances(of: procedures) }
    return [
      (
        "distance", .object([("metres", .optional(last?.metres)), ("true", .optional(last?.trueMetres))])
      ),
      // A page also empties those that this procedure does not have.
      ("drawings", .object(LabDrawing.allCases.map { ($0.rawValue, .text(drawings[$0] ?? "")) })),
    ]
  }

  private func json(_ state: LabState) -> JSONValue {
    let scene = state.setup.scene
    return .object([
      ("revision", .integer(stateCount)), ("paused", .flag(isPaused)), ("speed", .number(speed)),
      ("trouble", .text(trouble)),
      ("checking", .flag(isChecking)), ("phone", Self.json([scene.phone])),
      ("accessory", Self.json([scene.accessory])),
      ("walls", Self.json(scene.walls)), ("values", Self.values(of: state.setup.accessory)),
      ("choices", Self.choices(of: state.setup.accessory)),
      ("environment", .text(state.environment)), ("phoneName", .text(state.phone)),
      (
        "changes",
        .list(state.changes.map { .texts([$0.path, $0.old ?? "-", $0.new ?? "-"]) })
      ),
      ("command", .text(state.command)),
      (
        "recording",
        playing.map { playing in
          .object([
            ("name", .text(playing.recording.name)), ("count", .integer(playing.recording.procedures.count)),
            ("leftOut", .integer(playing.recording.leftOutCount)),
            ("trouble", .text(playing.recording.trouble ?? "")),
          ])
        } ?? .null
      ),
    ])
  }

  /// Both ends of each wall by its id, as a change names them.
  private static func json(_ walls: [LabScene.Wall]) -> JSONValue {
    .object(
      walls.map { ("\($0.id)", .object([("start", json([$0.start])), ("end", json([$0.end]))])) })
  }

  private static func values(of accessory: AccessoryProfile) -> JSONValue {
    let controls = LabControl.all.filter { $0.choices(in: accessory).isEmpty }
    return .object(controls.map { ($0.path, .optional($0.number(in: accessory))) })
  }

  private static func choices(of accessory: AccessoryProfile) -> JSONValue {
    let lists = LabControl.all.map { (path: $0.path, choices: $0.choices(in: accessory)) }
    return .object(
      lists.filter { !$0.choices.isEmpty }.map { list in
        (list.path, .object(list.choices.map { ("\($0.value)", .flag($0.isChosen)) }))
      })
  }

  private static func json(_ positions: [Position]) -> JSONValue {
    .list(positions.flatMap { [.number($0.xMetres), .number($0.yMetres)] })
  }

  private static func json(_ frame: RunningExplainer.Line) -> JSONValue {
    let time = frame.time.map { "\($0.seconds).\(($0.picoseconds / 1_000_000).decimalDigits(6))" }
    let answers = frame.answers.map { ["\($0.how), frame \($0.frame)."] } ?? []
    return .texts([
      "\(frame.number)", time ?? "", frame.interface ?? "", frame.name,
      (frame.sentences + answers).joined(separator: " "),
    ])
  }
}
