import CoreTypes
import Documents
import Testing
import Verdicts

@testable import Profiles
@testable import Scenarios

@Suite("Expectations of a scenario")
struct ExpectationTests {
  private static let script = ["{ at_s: 0.5, action: picker, accessory: Tag }"]
  private static let zones = "zones: [{ name: A, radius_m: 3.5 }, { name: B, radius_m: 1 }]"

  @Test(
    "are met by what happens, and by nothing else",
    arguments: [
      ("measure: set-ups, is: 1", "measure: set-ups, is: 2"),
      ("measure: bonds, is: 1", "measure: bonds, is: 0"),
      ("measure: connections, at_least: 1, at_most: 1", "measure: connections, at_least: 2"),
      ("measure: disconnections, is: 0", "measure: disconnections, at_least: 1"),
      ("measure: failures, at_most: 0", "measure: failures, is: 1"),
      ("measure: alarms, is: 0", "measure: alarms, is: 1"),
      ("measure: sessions, is: 1", "measure: sessions, is: 0"),
      ("measure: completions, is: 0", "measure: completions, is: 1"),
      (
        "measure: results, from_s: 5, to_s: 10, at_least: 20, at_most: 22",
        "measure: results, to_s: 1, at_least: 1"
      ),
      ("measure: rate, from_s: 5, is: 4.17, within: 0.2", "measure: rate, from_s: 5, is: 3.5, within: 0.2"),
      ("measure: distance, is: 3, within: 0.1", "measure: distance, is: 3.5, within: 0.1"),
      ("measure: distance-error, at_most: 0.1", "measure: distance-error, at_most: 0.0001"),
      ("measure: rssi-distance, at_least: 2, at_most: 4", "measure: rssi-distance, at_most: 1"),
      ("measure: entries, zone: A, is: 1", "measure: entries, zone: B, is: 1"),
      ("measure: exits, zone: A, is: 0", "measure: exits, is: 1"),
      ("measure: raw-entries, is: 1", "measure: raw-entries, zone: B, is: 1"),
      ("measure: raw-exits, is: 0", "measure: raw-exits, zone: A, at_least: 1"),
      ("measure: error, error: none", "measure: error, error: connectionTimeout"),
    ])
  func measures(good: String, bad: String) throws {
    let report = try Scene.play(
      script: Self.script, app: Self.zones, expect: ["{ \(good) }", "{ accessory: Tag, \(bad) }"])
    #expect(report.steps.map(\.isMet) == [true, false], "\(report.steps.map(\.measured))")
    #expect(report.verdict == .fail)
  }

  @Test("use the 90th percentile of errors and the median of distances")
  func statistics() {
    let events = (1...10).map { number in
      var event = ScenarioEvent(
        time: Picoseconds(seconds: Double(number)), actor: .session, kind: .result, text: "", frame: number)
      (event.metres, event.trueMetres, event.rssiMetres) = (3 + Double(number), 3, Double(number * number))
      return event
    }
    let judge = ScenarioJudge(events: events, durationSeconds: 10)
    func measured(_ measure: ScenarioExpectation.Measure) -> String {
      var row = ScenarioExpectation()
      (row.measure, row.most) = (measure, 1000)
      return judge.step(row).measured
    }
    #expect(measured(.distanceError) == "9 m" && measured(.distance) == "8.5 m")
    #expect(measured(.rssiDistance) == "30.5 m" && measured(.rate) == "1 /s")
  }

  @Test("are met at their limit, whatever rounding makes of a decimal fraction")
  func limits() {
    let events = [7.4, 7.6, 7.9, 8.2].map {
      ScenarioEvent(time: Picoseconds(seconds: $0), actor: .session, kind: .result, text: "", frame: 1)
    }
    let judge = ScenarioJudge(events: events, durationSeconds: 20)
    func isMet(_ limit: (inout ScenarioExpectation) -> Void) -> Bool {
      var row = ScenarioExpectation()
      (row.measure, row.fromSeconds, row.toSeconds) = (.rate, 7.3, 8.3)
      limit(&row)
      return judge.step(row).isMet
    }
    #expect(isMet { $0.least = 4 } && isMet { $0.most = 4 } && isMet { $0.exact = 4 })
    #expect(isMet { ($0.exact, $0.tolerance) = (3.9, 0.1) })
    #expect(isMet { ($0.exact, $0.tolerance) = (4.1, 0.1) })
    #expect(!isMet { ($0.exact, $0.tolerance) = (3.9, 0.0999) } && !isMet { $0.least = 4.0001 })
  }

  @Test("name no frame where an error came before the first")
  func unframed() {
    let event = ScenarioEvent(
      time: .zero, actor: .session, kind: .completion, text: "", error: .channelSoundingConfigurationFailed,
      frame: 0)
    var row = ScenarioExpectation()
    (row.measure, row.error) = (.error, .channelSoundingConfigurationFailed)
    let step = ScenarioJudge(events: [event], durationSeconds: 1).step(row)
    #expect(step.isMet && step.frames.isEmpty)
  }

  @Test("without a measured value are not met")
  func nothing() throws {
    let report = try Scene.play(
      script: [],
      expect: ["{ measure: distance, is: 3, within: 100 }", "{ measure: distance-error, at_most: 9 }"])
    #expect(report.steps.map(\.isMet) == [false, false])
    #expect(report.steps.map(\.measured) == ["none", "none"])
    #expect(report.steps.map(\.required) == ["3 m within 100 m", "9 m at most"])
  }

  @Test("name frames of the capture")
  func frames() throws {
    let report = try Scene.play(
      script: Self.script, expect: ["{ measure: connections, is: 1 }", "{ measure: results, at_least: 1 }"])
    for step in report.steps {
      #expect(!step.frames.isEmpty && step.frames.count <= 20)
      #expect(step.frames.allSatisfy { (1...report.frameCount).contains($0) })
    }
  }

  @Test("have their title as name, or else measure and subject")
  func titles() throws {
    let report = try Scene.play(
      script: [], app: Self.zones,
      expect: [
        "{ title: Near, measure: distance, is: 3 }", "{ measure: distance, accessory: Tag, is: 3 }",
        "{ measure: raw-entries, zone: A, accessory: Tag, is: 0 }",
      ])
    #expect(report.steps.map(\.name) == ["Near", "Distance to Tag", "Raw entries of zone A of Tag"])
  }
}
