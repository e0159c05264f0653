package import Capture
internal import CoreTypes
internal import Documents
internal import PhoneSystem
internal import PhoneWorld
package import Profiles
internal import RadioModel
internal import SimulationKernel
internal import Verdicts

/// Plays a scenario in virtual time, and compares the results with the expectations.
package final class ScenarioRun {
  private let scenario: Scenario
  private let cast: Scenario.Cast
  private let seed: UInt64
  private let world: PhoneWorld
  private var app: ScenarioApp?
  private var log: [String] = []
  private var events: [ScenarioEvent] = []
  private let scene: ScenarioScene

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - cast: the contents of the files that the scenario names.
  ///   - log: receives the frames of the air, and the HCI of the phone.
  package init(_ scenario: Scenario, _ cast: Scenario.Cast, seed: UInt64, log: CaptureLog = CaptureLog()) {
    (self.scenario, self.cast, self.seed) = (scenario, cast, seed)
    world = PhoneWorld(scenario, cast, seed: seed, log: log)
    scene = ScenarioScene(scenario)
  }

  /// Plays the scenario and returns the report. Call it once.
  ///
  /// - Parameters:
  ///   - path: the scenario as the user named it.
  ///   - digest: SHA-256 of the scenario and the file that it extends, hex.
  package func report(path: String, digest: String) -> ScenarioReport {
    world.system.logReceiver = { [weak self] in self?.log.append($0) }
    for step in scenario.script {
      world.simulation.schedule(at: .start + Picoseconds(seconds: step.seconds)) { [weak self] in
        self?.perform(step)
      }
    }
    launch()
    world.system.start()
    world.simulation.run(until: .start + Picoseconds(seconds: scenario.durationSeconds))
    app?.end()
    let judge = ScenarioJudge(events: events, durationSeconds: scenario.durationSeconds)
    return ScenarioReport(
      id: scenario.id, title: scenario.title, path: path, digest: digest, phone: cast.phone.id,
      environment: cast.environment.id,
      accessories: zip(scenario.accessories, cast.accessories).map {
        .init(name: $0.name, profilePath: $1.file, notice: $1.faultNotice)
      }, seed: seed, duration: Picoseconds(seconds: scenario.durationSeconds), events: events,
      steps: scenario.expectations.map(judge.step), log: log, declarations: scenario.declarations,
      assumptions: cast.phone.declarations.filter { $0.source == .assumed && $0.path.hasPrefix("apps.") },
      frameCount: world.log.count)
  }

  private func launch() {
    app = ScenarioApp(scenario, in: world, scene) { [weak self] in self?.events.append($0) }
  }

  private func perform(_ step: Scenario.ScriptStep) {
    let about = step.accessory.map { " \($0)" } ?? ""
    let factor = step.action == .load ? " \(step.factor)" : ""
    events.append(
      ScenarioEvent(
        time: world.elapsed, actor: .script, kind: .step, accessory: step.accessory,
        text: step.action.words + about + factor, frame: world.log.count))
    switch step.action {
    case .kill:
      app?.end()
      app = nil
    case .launch: if app == nil { launch() }
    case .picker: app?.showPicker(choosing: step.accessory)
    case .range: if let name = step.accessory { app?.range(name) }
    case .stopRanging: if let name = step.accessory { app?.stopRanging(name) }
    default: world.perform(step, of: scenario)
    }
  }
}

extension Scenario.ScriptStep.Action {
  /// The action in words.
  fileprivate var words: String { rawValue.replacing("-", with: " ") }
}

/// The true positions of the devices of a scenario.
struct ScenarioScene {
  private let track: SceneTrack
  private let places: [String: Position]

  init(_ scenario: Scenario) {
    track = scenario.phoneTrack ?? SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0))
    let pairs = scenario.accessories.map { ($0.name, Position(xMetres: $0.xMetres, yMetres: $0.yMetres)) }
    places = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The true distance to an accessory in metres; nil for an unknown name.
  func metres(to name: String, at time: Picoseconds) -> Double? {
    places[name].map { track.position(at: time.inSeconds).distanceMetres(to: $0) }
  }

  /// Whether the phone moves, as its motion sensors report.
  func isPhoneMoving(at time: Picoseconds) -> Bool { track.isMoving(at: time.inSeconds) }
}
