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

  @Test("a user who closes the picker: an error, and nothing is set up")
  func closed() throws {
    let report = try Scene.play(script: ["{ at_s: 0.5, action: picker }"])
    #expect(report.course == ["launch", "picker-end userCancelled"])
  }

  @Test("an accessory that has no power at the start is found when it has")
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

  @Test("an app that watches what the accessory does not have says so in the log")
  func watchless() throws {
    let watch = "watch: { service: 0x1809, characteristic: 0x2A1C }"
    let report = try Scene.play(script: [Self.picker], app: watch)
    #expect(report.log == ["Tag has no characteristic 0x2A1C in a service 0x1809, which the app watches"])
  }

  @Test("an accessory that is off: the picker closes after 30 s, or with its power")
  func off() throws {
    let report = try Scene.play(script: ["{ at_s: 0, action: power-off, accessory: Tag }", Self.picker])
    #expect(report.course == ["launch"])
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

  @Test("an app that is killed: its link goes, the accessory stays set up, and the next launch ranges again")
  func killed() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 6, action: kill }", "{ at_s: 10, action: launch }"])
    #expect(
      report.course == ["launch", "set-up", "connection", "session", "launch", "connection", "session"])
    #expect(!report.times(of: .result).contains { (6.01...10).contains($0) })
  }

  @Test("Bluetooth switched off and on: nothing comes, then the app connects again")
  func bluetooth() throws {
    let report = try Scene.play(
      script: [Self.picker, "{ at_s: 6, action: bluetooth-off }", "{ at_s: 10, action: bluetooth-on }"])
    #expect(report.times(of: .connection).count == 2)
    #expect(!report.times(of: .result).contains { (6.01...10).contains($0) })
    #expect(report.times(of: .result).contains { $0 > 12 })
  }

  @Test("an accessory that is removed: its link goes, and it is not connected to again")
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

  @Test("an app that ranges with what is not set up: refused")
  func stranger() throws {
    let report = try Scene.play(
      script: ["{ at_s: 5, action: range, accessory: Tag }"], app: "ranges: when-asked")
    #expect(report.course == ["launch", "completion channelSoundingConfigurationFailed"])
  }

  @Test("a fault of the accessory is seen as on an iPhone")
  func fault() throws {
    let report = try Scene.play(script: [Self.picker], accessory: ", faults: [inline-pct-config-refused]")
    #expect(
      report.course == ["launch", "set-up", "connection", "completion channelSoundingConfigurationFailed"])
    #expect(report.accessories[0].notice == "planted: inline-pct-config-refused")
  }

  @Test("an accessory that stops without a word: the procedures go on without distances")
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

  @Test("power may go at any instant, and each time the app goes on when it comes back")
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

  @Test("no subevent begins when the power is gone")
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

  @Test("the phone reads the specification as the accessories do")
  func readings() throws {
    let scenario = try Scene.read(script: [Self.picker])
    var cast = try scenario.cast(from: Scene.library, load: Shipped.load)
    cast.accessories[0].interpretations.f9Increment = .carry128
    cast.accessories[0].interpretations.nonceAddition = .withCarry
    let report = ScenarioRun(scenario, cast, seed: 1).report(path: "", digest: "")
    let distances = report.events.compactMap(\.metres)
    #expect(distances.count > 50 && distances.allSatisfy { abs($0 - 3) < 0.2 })
  }

  @Test("a phone that does not pause in the background ranges on")
  func background() throws {
    let scenario = try Scene.read(script: [Self.picker, "{ at_s: 6, action: background }"])
    var cast = try scenario.cast(from: Scene.library, load: Shipped.load)
    for pauses in [true, false] {
      cast.phone.apps.pausesInBackground = pauses
      let report = ScenarioRun(scenario, cast, seed: 1).report(path: "", digest: "")
      #expect(report.times(of: .result).contains { $0 > 7 } == !pauses)
    }
  }

  @Test("the choices of the phone that Apple has not published stand in the report")
  func assumptions() throws {
    let report = try Scene.play(script: [])
    #expect(report.assumptions.map(\.path).contains("apps.maximum_links"))
  }
}
