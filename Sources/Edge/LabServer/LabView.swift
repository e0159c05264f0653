internal import Capture
internal import CoreTypes
internal import Dissection
internal import Lab
internal import Notation
internal import Pages
internal import RadioModel

/// What is on the bench, as pages are told.
struct LabState {
  var setup: LabSetup
  var environment: String
  var phone: String
  var changes: [LabFiles.Change]
  var command: String
}

/// What pages show of a lab, and what of it is new since the last update.
struct LabView {
  /// The procedures of the plot over time.
  private static let shownProcedures = 300
  /// The frames of the list.
  private static let shownFrames = 200

  var isPaused = false { didSet { stateCount += 1 } }
  var speed = 1.0 { didSet { stateCount += 1 } }
  /// What does not work; empty if all does.
  var trouble = "" { didSet { if trouble != oldValue { stateCount += 1 } } }
  var isChecking = false { didSet { stateCount += 1 } }
  /// The verdicts as HTML.
  var verdicts = "" { didSet { verdictsCount += 1 } }
  private var verdictsCount = 0
  /// Grows with each change of anything but procedures, frames and verdicts.
  private var stateCount = 1
  private var toldStateCount = 0
  private var toldVerdictsCount = 0
  private var seconds = 0.0
  private var procedureCount = 0
  private var procedures: [LabProcedure] = []
  private var frames: [RunningExplainer.Line] = []
  private var newFrameCount = 0
  private var hasNewProcedure = false
  private var playing: (name: String, count: Int, leftOut: Int, index: Int)?
  /// Those of the bench while a recording plays.
  private var benched: [LabProcedure] = []

  /// Whether pages have something to learn.
  var hasNews: Bool {
    hasNewProcedure || newFrameCount > 0 || stateCount != toldStateCount || verdictsCount != toldVerdictsCount
  }

  /// Has pages learn the state anew: it has changed, or a page wished it to.
  mutating func tellState() { stateCount += 1 }

  /// Takes what happened on the bench until `now`.
  ///
  /// - Parameter lasting: a trouble that stays, whatever happens; nil for none.
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

  /// Shows a procedure of a recording with those before it.
  mutating func show(_ recording: LabRecording, index: Int) {
    if playing == nil { benched = procedures }
    if playing.map({ $0.index == index && $0.name == recording.name }) ?? false { return }
    playing = (recording.name, recording.procedures.count, recording.leftOutCount, index)
    procedures = Array(recording.procedures[...index].suffix(Self.shownProcedures))
    hasNewProcedure = true
    // It has ended.
    if index == recording.procedures.count - 1 { isPaused = true }
  }

  /// Shows the bench again.
  mutating func leaveRecording() {
    playing = nil
    isPaused = false
    procedures = benched
    hasNewProcedure = true
  }

  /// Counts what is new from now on.
  mutating func endUpdate() {
    (toldStateCount, toldVerdictsCount) = (stateCount, verdictsCount)
    newFrameCount = 0
    hasNewProcedure = false
  }

  /// An event for pages: all that is shown, or what is new.
  func update(_ state: LabState, isWhole: Bool) -> [UInt8] {
    var members: [JSONValue.Member] = [
      ("isWhole", .flag(isWhole)), ("time", .number(seconds)), ("procedures", .integer(procedureCount)),
    ]
    if isWhole || stateCount != toldStateCount { members.append(("state", json(state))) }
    if isWhole || verdictsCount != toldVerdictsCount { members.append(("verdicts", .text(verdicts))) }
    if isWhole || hasNewProcedure { members += drawings }
    if let playing { members.append(("position", .integer(playing.index))) }
    members.append(
      ("frames", .list(frames.suffix(isWhole ? Self.shownFrames : newFrameCount).map(Self.json))))
    // Lines of one event are joined again by line feeds, which JSON passes over.
    let field = Array("data: ".utf8)
    var event = field
    for octet in JSONValue.object(members).line.utf8 {
      event.append(octet)
      if octet == UInt8(ascii: "\n") { event += field }
    }
    return event + [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
  }

  private var drawings: [JSONValue.Member] {
    guard let last = procedures.last else { return [] }
    let drawings =
      [(LabDrawing.distance, LabDrawing.distances(of: procedures))] + LabDrawing.drawings(of: last)
    return [
      (
        "distance", .object([("metres", .optional(last.metres)), ("true", .optional(last.trueMetres))])
      ),
      ("drawings", .object(drawings.map { ($0.rawValue, .text($1)) })),
    ]
  }

  private func json(_ state: LabState) -> JSONValue {
    let scene = state.setup.scene
    return .object([
      ("paused", .flag(isPaused)), ("speed", .number(speed)), ("trouble", .text(trouble)),
      ("checking", .flag(isChecking)), ("phone", Self.json([scene.phone])),
      ("accessory", Self.json([scene.accessory])),
      ("walls", .list(scene.walls.map { Self.json([$0.start, $0.end]) })),
      (
        "values",
        .object(
          LabControl.all.map { ($0.path, .list($0.numbers(in: state.setup.accessory).map(JSONValue.number))) }
        )
      ),
      ("environment", .text(state.environment)), ("phoneName", .text(state.phone)),
      (
        "changes",
        .list(state.changes.map { .texts([$0.path, $0.old ?? "-", $0.new ?? "-"]) })
      ),
      ("command", .text(state.command)),
      (
        "recording",
        playing.map {
          .object([
            ("name", .text($0.name)), ("count", .integer($0.count)), ("leftOut", .integer($0.leftOut)),
          ])
        } ?? .null
      ),
    ])
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

  /// A number of metres to the millimetre.
  static func decimal(_ metres: Double) -> String { DecimalText.fixed(metres, digits: 3) }
}
