import CoreTypes
import Profiles
import Scenarios
import Testing
import Verdicts

@Suite("The shipped scenarios")
struct ShippedScenarioTests {
  @Test("pass with every seed", arguments: Scene.shipped, [1, 2, 3, 4, 5, 6, 7, 8])
  func pass(name: String, seed: UInt64) throws {
    let report = try Scene.play(name, seed: seed)
    for step in report.steps {
      #expect(step.isMet, "\(name): \(step.name) is \(step.measured), required \(step.required)")
    }
    #expect(report.verdict == .pass && report.steps.count >= 4)
    #expect(zip(report.events, report.events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(zip(report.events, report.events.dropFirst()).allSatisfy { $0.frame <= $1.frame })
  }

  @Test("a reboot: one completion, and on without the picker")
  func reboot() throws {
    let report = try Scene.play("reboot")
    #expect(
      report.course == [
        "launch", "set-up", "connection", "session", "completion connectionTimeout",
        "disconnection connectionTimeout", "connection", "session",
      ])
  }

  @Test("a reboot without the bond ends in an error for the app")
  func bondForgotten() throws {
    let report = try Scene.play("bond-forgotten")
    #expect(
      report.course == [
        "launch", "set-up", "connection", "session", "completion connectionTimeout",
        "disconnection connectionTimeout", "connection-failure peerRemovedPairingInformation",
      ])
  }

  @Test("in the background no distance comes, from one procedure after its start on")
  func background() throws {
    let results = try Scene.play("background").times(of: .result)
    #expect(!results.contains { (10.3...20).contains($0) })
    #expect(results.contains { (20...21).contains($0) })
  }

  @Test("without smoothing the walk flaps")
  func flaps() throws {
    let report = try Scene.play("walk-in-zones")
    for zone in ["A", "B"] {
      func count(_ kind: ScenarioEvent.Kind) -> Int {
        report.events.count { $0.kind == kind && $0.zone == zone }
      }
      #expect(count(.entry) == 1 && count(.exit) == 1)
      #expect(count(.rawEntry) > 1 && count(.rawExit) == count(.rawEntry))
    }
  }

  @Test("the same seed gives the same events, with eight at a time", arguments: Scene.shipped)
  func deterministic(name: String) async throws {
    let first = try Scene.play(name, seed: 11)
    try await withThrowingTaskGroup(of: [ScenarioEvent].self) { group in
      for _ in 0..<8 { group.addTask { try Scene.play(name, seed: 11).events } }
      for try await events in group { #expect(events == first.events) }
    }
    #expect(try Scene.play(name, seed: 12).events != first.events)
  }
}
