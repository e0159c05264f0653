import Capture
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

  @Test(
    "a reboot ends one session; then the app ranges again without the picker, or receives an error without the bond",
    arguments: [
      ("reboot", ["connection", "session"]),
      ("bond-forgotten", ["connection-failure peerRemovedPairingInformation"]),
    ])
  func reboot(name: String, end: [String]) throws {
    let loss = ["completion connectionTimeout", "disconnection connectionTimeout"]
    #expect(try Scene.play(name).course == ["launch", "set-up", "connection", "session"] + loss + end)
  }

  @Test("in the background the app receives no results after the running procedure")
  func background() throws {
    let results = try Scene.play("background").times(of: .result)
    #expect(!results.contains { (10.3...20).contains($0) })
    #expect(results.contains { (20...21).contains($0) })
  }

  @Test("without smoothing the walk gives several entries and exits")
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

  /// The events of a run, and the octets of its capture.
  private struct Outcome: Equatable, Sendable {
    let events: [ScenarioEvent]
    let capture: [UInt8]

    init(_ name: String, seed: UInt64) throws {
      let log = CaptureLog(keepsSteps: true)
      events = try Scene.play(name, seed: seed, log: log).events
      capture = log.frames.flatMap(\.octets)
    }
  }

  @Test(
    "the same seed gives the same events and the same capture, with eight at a time", arguments: Scene.shipped
  )
  func deterministic(name: String) async throws {
    let first = try Outcome(name, seed: 11)
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<8 { group.addTask { try Outcome(name, seed: 11) } }
      for try await outcome in group { #expect(outcome == first) }
    }
    #expect(try Outcome(name, seed: 12) != first)
  }
}
