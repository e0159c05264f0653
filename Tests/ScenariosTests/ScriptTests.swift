import Capture
import ChannelSounding
import Documents
import Profiles
import Scenarios
import TestSupport
import Testing
import Verdicts

@Suite("What a script does")
struct ScriptTests {
  private static let picker = "{ at_s: 0.5, action: picker, accessory: Tag }"

  @Test("a user who closes the picker: the app receives an error, and no accessory is set up")
  func closed() throws {
    let report = try Scene.play(script: ["{ at_s: 0.5, action: picker }"])
    #expect(report.course == ["launch", "picker-end userCancelled"])
  }

  @Test("an accessory without power at the start is set up after power-on")
  func without() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 7, action: power-on, accessory: Tag }"], accessory: ", power: false")
    #expect(report.course == ["launch", "set-up", "connection", "session"])
    #expect(report.times(of: .setUp).allSatisfy { $0 > 7 })
  }

  @Test("an app whose services the accessory does not advertise: the picker does not offer it")
  func otherServices() throws {
    #expect(try Scene.play(script: [Self.picker], app: "services: [0x180F]").course == ["launch"])
  }

  @Test("a watched characteristic that the accessory does not have: a line in the log")
  func watchless() throws {
    let watch = "watch: { service: 0x1809, characteristic: 0x2A1C }"
    let report = try Scene.play(script: [Self.picker], app: watch)
    #expect(report.log == ["Tag has no service 0x1809 with the watched characteristic 0x2A1C"])
  }

  @Test("an accessory without inline PCT whose results the phone does not read: results without a distance")
  func unread() throws {
    let report = try Scene.play(script: [Self.picker], of: "nordic-nrf54l15-ras")
    #expect(report.course == ["launch", "set-up", "connection", "session"])
    #expect(report.times(of: .result).count > 20)
    #expect(report.events.allSatisfy { $0.metres == nil })
    #expect(report.log.contains { $0.contains("gives no distance: there is no inline PCT") }, "\(report.log)")
  }

  @Test("an accessory without power: the picker waits for 30 s, or until the accessory has power")
  func off() throws {
    let report = try Scene.play(
      script: ["{ at_s: 0, action: power-off, accessory: Tag }", Self.picker], seconds: 40)
    #expect(report.course == ["launch", "picker-end discoveryTimeout"])
    #expect(report.times(of: .pickerEnd) == [30.5])
    let late = try Scene.play(
      script: [
        "{ at_s: 0, action: power-off, accessory: Tag }", Self.picker,
        "{ at_s: 9, action: power-on, accessory: Tag }",
      ])
    #expect(late.course == ["launch", "set-up", "connection", "session"])
    #expect(late.times(of: .setUp).allSatisfy { $0 > 9 })
  }

  @Test("a user who does not pair: the picker ends without an accessory")
  func refused() throws {
    let report = try Scene.play(script: ["{ at_s: 0.1, action: refuse-pairing }", Self.picker])
    #expect(report.course == ["launch", "picker-end connectionFailed"])
  }

  @Test("a second picker while one is open")
  func twice() throws {
    let report = try Scene.play(script: [Self.picker, "{ at_s: 0.6, action: picker, accessory: Tag }"])
    #expect(report.course.prefix(3) == ["launch", "picker-end pickerAlreadyActive", "set-up"])
  }

  @Test("a killed app: its link ends, the accessory stays set up, and the next launch ranges again")
  func killed() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 6, action: kill }", "{ at_s: 10, action: launch }"])
    #expect(
      report.course == ["launch", "set-up", "connection", "session", "launch", "connection", "session"])
    #expect(!report.times(of: .result).contains { (6.01...10).contains($0) })
  }

  @Test("Bluetooth switched off and on: no results, then the app reconnects")
  func bluetooth() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 6, action: bluetooth-off }", "{ at_s: 10, action: bluetooth-on }"])
    #expect(report.times(of: .connection).count == 2)
    #expect(!report.times(of: .result).contains { (6.01...10).contains($0) })
    #expect(report.times(of: .result).contains { $0 > 12 })
  }

  @Test(
    "Bluetooth switched off while the controller comes up stays off, unless it is switched on again",
    arguments: [
      (["off"], []), (["off", "on", "off"], []), (["off", "on"], ["set-up", "connection", "session"]),
    ])
  func bluetoothAtStart(switches: [String], course: [String]) throws {
    let script = switches.map { "{ at_s: 0, action: bluetooth-\($0) }" }
    let report = try Scene.play(script: script + ["{ at_s: 1, action: picker, accessory: Tag }"])
    #expect(report.course == ["launch"] + course)
  }

  @Test("Bluetooth switched on and off at one time stays off")
  func bluetoothOnAndOff() throws {
    let report = try Scene.play(
      script: [
        Self.picker, "{ at_s: 6, action: bluetooth-off }", "{ at_s: 8, action: bluetooth-on }",
        "{ at_s: 8, action: bluetooth-off }",
      ])
    #expect(report.times(of: .connection).count == 1 && !report.times(of: .result).contains { $0 > 6.01 })
  }

  @Test("a removed accessory: its link ends, and the app does not reconnect")
  func removed() throws {
    let report = try Scene.play(script: [Self.picker, "{ at_s: 6, action: remove, accessory: Tag }"])
    #expect(
      report.course == [
        "launch", "set-up", "connection", "session", "removal", "completion", "disconnection",
      ])
  }

  @Test("an app that ranges when asked, stops, and ranges again")
  func asked() throws {
    let report = try Scene.play(
      script: [
        Self.picker, "{ at_s: 5, action: range, accessory: Tag }",
        "{ at_s: 8, action: stop-ranging, accessory: Tag }",
        "{ at_s: 12, action: range, accessory: Tag }",
      ], app: "ranges: when-asked")
    #expect(report.course == ["launch", "set-up", "connection", "session", "completion", "session"])
    #expect(!report.times(of: .result).contains { (8.3...12).contains($0) || $0 < 5 })
  }

  @Test(
    "another start of a session that runs or begins: the app receives an error, and the session goes on",
    arguments: [(5.0, ["refusal", "session"]), (8.0, ["session", "refusal"])])
  func another(seconds: Double, order: [String]) throws {
    let report = try Scene.play(
      script: [
        Self.picker, "{ at_s: 5, action: range, accessory: Tag }",
        "{ at_s: \(seconds), action: range, accessory: Tag }",
      ], app: "ranges: when-asked",
      expect: [
        "{ measure: completions, is: 0 }", "{ measure: rate, from_s: 10, is: 4.17, within: 0.2 }",
        "{ measure: error, accessory: Tag, error: channelSoundingConfigurationFailed }",
      ])
    let error = " channelSoundingConfigurationFailed"
    let events = order.map { $0 == "refusal" ? $0 + error : $0 }
    #expect(report.course == ["launch", "set-up", "connection"] + events)
    #expect(report.verdict == .pass, "\(report.steps.map(\.measured))")
  }

  @Test("a phone that stands still in a zone while sessions end and begin: one entry")
  func zones() throws {
    let report = try Scene.play(
      script: [
        Self.picker, "{ at_s: 6, action: stop-ranging, accessory: Tag }",
        "{ at_s: 8, action: range, accessory: Tag }", "{ at_s: 11, action: power-off, accessory: Tag }",
        "{ at_s: 14, action: power-on, accessory: Tag }",
      ], app: "zones: [{ name: A, radius_m: 6 }]",
      expect: [
        "{ measure: sessions, is: 3 }", "{ measure: entries, is: 1 }", "{ measure: exits, is: 0 }",
        "{ measure: raw-entries, is: 1 }", "{ measure: raw-exits, is: 0 }",
      ], seconds: 30)
    #expect(report.verdict == .pass, "\(report.steps.map(\.measured))")
  }

  @Test("a session with an accessory that is not set up: refused")
  func stranger() throws {
    let report = try Scene.play(
      script: ["{ at_s: 5, action: range, accessory: Tag }"], app: "ranges: when-asked",
      expect: [
        "{ measure: completions, accessory: Tag, is: 1 }",
        "{ measure: error, accessory: Tag, error: channelSoundingConfigurationFailed }",
      ])
    #expect(report.course == ["launch", "completion channelSoundingConfigurationFailed"])
    #expect(report.events.last?.accessory == "Tag" && report.verdict == .pass)
  }

  @Test("a configuration that the accessory refuses: the session ends in an error")
  func fault() throws {
    let report = try Scene.play(script: [Self.picker], accessory: ", faults: [inline-pct-config-refused]")
    #expect(
      report.course == ["launch", "set-up", "connection", "completion channelSoundingConfigurationFailed"])
    #expect(report.accessories[0].notice == "planted: inline-pct-config-refused")
  }

  @Test("an accessory that stops procedures silently: the results have no distance")
  func silence() throws {
    let report = try Scene.play(script: [Self.picker], accessory: ", faults: [stops-after-five-procedures]")
    let results = report.events.filter { $0.kind == .result }
    #expect(results.count > 20 && results.prefix(5).allSatisfy { $0.metres != nil })
    #expect(results.dropFirst(5).allSatisfy { $0.metres == nil && $0.text == "no distance" })
  }

  @Test("an accessory that refuses the second series: back in the foreground the session ends in an error")
  func restart() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 6, action: background }", "{ at_s: 8, action: foreground }"],
      accessory: ", faults: [restart-refused]")
    #expect(report.course.suffix(2) == ["session", "completion channelSoundingProcedureFailed"])
  }

  @Test("an accessory that does not bond is set up without")
  func unbonded() throws {
    let report = try Scene.play(script: [Self.picker], accessory: ", faults: [does-not-bond]")
    #expect(report.times(of: .setUp).count == 1 && report.times(of: .bond).isEmpty)
    #expect(try Scene.play(script: [Self.picker]).times(of: .bond).count == 1)
  }

  @Test("loss of power at any instant: the app reconnects after power-on")
  func power() throws {
    for instant in 0..<160 {
      let seconds = 0.4 + Double(instant) * 0.0257
      let report = try Scene.play(
        script: [
          Self.picker, "{ at_s: \(max(0.5, seconds)), action: power-off, accessory: Tag }",
          "{ at_s: 9, action: power-on, accessory: Tag }",
        ])
      let pickerFailed = report.course.contains { $0.hasPrefix("picker-end") }
      #expect(pickerFailed || report.times(of: .result).contains { $0 > 10 }, "\(seconds): \(report.course)")
    }
  }

  @Test("no subevent begins after the loss of power")
  func subevents() throws {
    for instant in 0..<240 {
      let off = 3 + Double(instant) / 1000
      let capture = try Scene.capture(
        script: [Self.picker, "{ at_s: \(off), action: power-off, accessory: Tag }"], seconds: 4)
      let times = capture.frames.filter { $0.interface == .steps }.map { Double($0.nanoseconds) / 1e9 }
      let starts = zip(times, times.dropFirst()).filter { $1 - $0 > 0.1 }.map(\.1)
      #expect(starts.count >= 3 && !starts.contains { $0 > off }, "\(off): \(starts)")
    }
  }

  @Test("the phone follows the readings of the accessories")
  func readings() throws {
    let scenario = try Scene.read(script: [Self.picker])
    var cast = try scenario.cast(from: Scene.library, load: Shipped.load)
    cast.accessories[0].interpretations.f9Increment = .carry128
    cast.accessories[0].interpretations.nonceAddition = .withCarry
    let report = ScenarioRun(scenario, cast, seed: 1).report(path: "", digest: "")
    let distances = report.events.compactMap(\.metres)
    #expect(distances.count > 50 && distances.allSatisfy { abs($0 - 3) < 0.2 })
  }

  @Test("a phone that does not pause in the background continues to range")
  func background() throws {
    let scenario = try Scene.read(script: [Self.picker, "{ at_s: 6, action: background }"])
    var cast = try scenario.cast(from: Scene.library, load: Shipped.load)
    for pauses in [true, false] {
      cast.phone.apps.pausesInBackground = pauses
      let report = ScenarioRun(scenario, cast, seed: 1).report(path: "", digest: "")
      #expect(report.times(of: .result).contains { $0 > 7 } == !pauses)
    }
  }

  @Test("the report lists the assumed values of the phone")
  func assumptions() throws {
    let report = try Scene.play(script: [])
    #expect(report.assumptions.map(\.path).contains("apps.maximum_links"))
  }
}
