import Capture
import CoreTypes
import Documents
import Foundation
import Profiles
import ProjectFiles
import Scenarios
import TestSupport
import Verdicts

/// Scenarios for tests: shipped ones, and texts.
enum Scene {
  static let shipped = Shipped.names(in: "scenarios")

  static let library = Scenario.Library(
    phones: paths("phones"), environments: paths("environments"), accessories: paths("accessories"))

  private static func paths(_ folder: String) -> [String] {
    Shipped.names(in: folder).map { path("\(folder)/\($0).yaml") }
  }

  static func path(_ name: String) -> String { ProjectFolder.url.appending(path: "Profiles/\(name)").path }

  /// Plays a shipped scenario.
  ///
  /// - Parameter log: receives the frames.
  static func play(_ name: String, seed: UInt64 = 1, log: CaptureLog = CaptureLog()) throws -> ScenarioReport
  {
    let file = path("scenarios/\(name).yaml")
    return try report(try Scenario.read(file: file, load: Shipped.load), seed: seed, log: log)
  }

  /// Plays a scenario of one accessory at 3 m with these lines, 20 s unless given.
  static func play(
    script: [String], app: String = "", of profile: String = "nordic-nrf54l15-ipt", accessory: String = "",
    expect: [String] = [usual], seconds: Int = 20
  ) throws -> ScenarioReport {
    try report(
      try read(
        script: script, app: app, of: profile, accessory: accessory, expect: expect, seconds: seconds),
      seed: 1)
  }

  /// The same, and what was recorded, with the steps of Channel Sounding.
  static func capture(script: [String], seconds: Int) throws -> CaptureLog {
    let scenario = try read(script: script, seconds: seconds)
    let log = CaptureLog(keepsSteps: true)
    let cast = try scenario.cast(from: library, load: Shipped.load)
    _ = ScenarioRun(scenario, cast, seed: 1, log: log).report(path: "", digest: "")
    return log
  }

  static let usual = "{ measure: set-ups, at_least: 0 }"

  /// - Parameter accessory: further keys of the accessory.
  static func read(
    script: [String], app: String = "", of profile: String = "nordic-nrf54l15-ipt", accessory: String = "",
    expect: [String] = [usual], seconds: Int = 20
  ) throws -> Scenario {
    let text = """
      schema: reflector/scenario/1
      id: test
      title: Test
      duration_s: \(seconds)
      accessories: [{ name: Tag, profile: \(profile), x_m: 3, y_m: 0\(accessory) }]
      app: {\(app)}
      script: [\(script.joined(separator: ", "))]
      expect: [\(expect.joined(separator: ", "))]
      sources: {\(app.isEmpty ? "" : "app: assumed, ")expect: assumed}
      """
    return try Scenario.read(file: "test.yaml") { _ in Array(text.utf8) }
  }

  private static func report(
    _ scenario: Scenario, seed: UInt64, log: CaptureLog = CaptureLog()
  ) throws -> ScenarioReport {
    let cast = try scenario.cast(from: library, load: Shipped.load)
    return ScenarioRun(scenario, cast, seed: seed, log: log).report(path: scenario.file, digest: "")
  }
}

extension ScenarioReport {
  /// What happened, without procedures, values, bonds and steps of the script: `connection`, `completion connectionTimeout`.
  var course: [String] {
    events.filter { ![.result, .value, .step, .state, .bond].contains($0.kind) }.map { event in
      event.kind.rawValue + (event.error.map { " \($0.rawValue)" } ?? "")
    }
  }

  func times(of kind: ScenarioEvent.Kind) -> [Double] {
    events.filter { $0.kind == kind }.map { $0.time.inSeconds }
  }
}
