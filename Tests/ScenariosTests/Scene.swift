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
  static func play(_ name: String, seed: UInt64 = 1) throws -> ScenarioReport {
    let file = path("scenarios/\(name).yaml")
    return try report(try Scenario.read(file: file, load: Shipped.load), seed: seed)
  }

  /// Plays a scenario of 20 s: one accessory at 3 m, and these lines.
  static func play(
    script: [String], app: String = "", accessory: String = "nordic-nrf54l15-ipt", faults: String = "",
    expect: [String] = ["{ measure: set-ups, at_least: 0 }"], seed: UInt64 = 1
  ) throws -> ScenarioReport {
    try report(
      try read(script: script, app: app, accessory: accessory, faults: faults, expect: expect), seed: seed)
  }

  static func read(
    script: [String], app: String = "", accessory: String = "nordic-nrf54l15-ipt", faults: String = "",
    expect: [String] = ["{ measure: set-ups, at_least: 0 }"]
  ) throws -> Scenario {
    let text = """
      schema: reflector/scenario/1
      id: test
      title: Test
      duration_s: 20
      accessories:
        - { name: Tag, profile: \(accessory), x_m: 3, y_m: 0, faults: [\(faults)] }
      app: {\(app)}
      script:
        - { at_s: 0, action: accept-pairing }
      \(script.map { "  - \($0)\n" }.joined())expect:
      \(expect.map { "  - \($0)\n" }.joined())sources: {\(app.isEmpty ? "" : "app: assumed, ")expect: assumed}
      """
    return try Scenario.read(file: "test.yaml") { _ in Array(text.utf8) }
  }

  private static func report(_ scenario: Scenario, seed: UInt64) throws -> ScenarioReport {
    let cast = try scenario.cast(from: library, load: Shipped.load)
    return ScenarioRun(scenario, cast, seed: seed).report(path: scenario.file, digest: "")
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
