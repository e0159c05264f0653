import Documents
import Testing

@testable import Profiles

@Suite("Scenarios")
struct ScenarioTests {
  private static let head = """
    schema: reflector/scenario/1
    id: x
    title: X
    duration_s: 30
    sources: { app: assumed, expect: assumed }
    accessories: [{ name: Tag, profile: tag.yaml, x_m: 3, y_m: 0 }, { name: Key, profile: key, x_m: 1, y_m: 1 }]

    """
  private static let app = "app: { zones: [{ name: A, radius_m: 3 }] }\n"
  private static let expect = "expect: [{ measure: set-ups, is: 1 }]\n"

  private static func read(_ body: String) throws -> Scenario {
    try read(text: head + body)
  }

  private static func read(text: String) throws -> Scenario {
    try Scenario.read(file: "s/x.yaml") { _ in Array(text.utf8) }
  }

  /// What reading refuses, as one text; empty if it does not. The body begins on line 7.
  private static func refusal(_ body: String) -> String {
    do {
      _ = try read(body)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("with the least keys have an iPhone at the origin, in free sight, and an app that ranges")
  func least() throws {
    let scenario = try Self.read("app: { smooths: true }\n" + Self.expect)
    #expect(scenario.phone.text == "iphone-ios27" && scenario.environment.text == "line-of-sight")
    #expect(scenario.track.isEmpty && scenario.script.isEmpty)
    #expect(scenario.app == .init() && scenario.app.ranging == .whenConnected)
    #expect(scenario.accessories.map(\.isOn) == [true, true])
  }

  @Test("are read with every key")
  func everyKey() throws {
    let scenario = try Self.read(
      """
      phone: android16
      environment: ../room.yaml
      track: [{ at_s: 0, x_m: 1, y_m: 2 }, { at_s: 4, x_m: 3, y_m: -2 }]
      app:
        services: [0x180F]
        ranges: at-alarm
        watch: { service: 0x1809, characteristic: 0x2A1C, scale: 0.5, unit: C, alarm_at_least: 9 }
        smooths: false
        zones: [{ name: A, radius_m: 3 }]
        hysteresis_m: 0.2
        rssi_at_1_m_dbm: -50
      script:
        - { at_s: 1, action: picker, accessory: Tag }
        - { at_s: 2, action: load, factor: 7 }
      expect:
        - { title: T, measure: entries, accessory: Tag, zone: A, from_s: 1, to_s: 2, is: 3, within: 0.5 }
        - { measure: rate, at_least: 1, at_most: 2 }
        - { measure: error, error: none }

      """)
    #expect(scenario.phone.text == "android16" && scenario.environment.text == "../room.yaml")
    #expect(scenario.track.map(\.seconds) == [0, 4] && scenario.track[1].yMetres == -2)
    #expect(scenario.app.services == [.short(0x180F)] && scenario.app.ranging == .atAlarm)
    #expect(
      scenario.app.watch
        == .init(service: .short(0x1809), characteristic: .short(0x2A1C), scale: 0.5, unit: "C", alarm: 9))
    #expect(!scenario.app.isSmoothing && scenario.app.zones == [.init(name: "A", radiusMetres: 3)])
    #expect(scenario.app.hysteresisMetres == 0.2 && scenario.app.rssiAtOneMetreDbm == -50)
    #expect(scenario.script.map(\.action) == [.picker, .load] && scenario.script[1].factor == 7)
    let row = scenario.expectations[0]
    #expect(row.title == "T" && row.zone == "A" && row.fromSeconds == 1 && row.toSeconds == 2)
    #expect(row.exact == 3 && row.tolerance == 0.5 && scenario.expectations[1].most == 2)
    #expect(scenario.expectations[2].error == ScenarioExpectation.ErrorName.none)
  }

  @Test(
    "that cannot hold are refused, with line and fix",
    arguments: [
      (
        "track: [{ at_s: 2, x_m: 1, y_m: 0 }, { at_s: 2, x_m: 2, y_m: 0 }]",
        "expected a time after the way point before"
      ),
      (
        "script: [{ at_s: 1, action: background }, { at_s: 0.5, action: foreground }]", "in the order of time"
      ),
      ("script: [{ at_s: 31, action: background }]", "at most the duration of 30 (see line 4)"),
      ("script: [{ at_s: 1, action: picker, accessory: Tga }]", "Did you mean 'Tag'"),
      ("script: [{ at_s: 1, action: range }]", "found no accessory, expected one with range"),
      ("script: [{ at_s: 1, action: kill, accessory: Tag }]", "expected none with kill"),
      ("script: [{ at_s: 1, action: load }]", "found no factor"),
      ("script: [{ at_s: 1, action: kill, factor: 2 }]", "expected one with load alone"),
      ("script: [{ at_s: 1, action: forget-bond, accessory: Tag }]", "expected power-off before"),
      ("script: [{ at_s: 200 ms, action: kill }]", "Write 0.2"),
      ("phone: iPhone", "a name as core-6-3-hci, or a path that ends in .yaml"),
    ])
  func contradictions(body: String, words: String) {
    let refusal = Self.refusal("app: { smooths: true }\n" + Self.expect + body + "\n")
    #expect(refusal.contains(words), "\(refusal)")
    #expect(refusal.hasPrefix("s/x.yaml:9:") && !refusal.contains("\n"), "\(refusal)")
  }

  @Test("power may go and come back before the bond is forgotten")
  func power() {
    let script = ["power-off", "forget-bond", "power-on"].map {
      "{ at_s: 1, action: \($0), accessory: Tag }"
    }
    let body = "app: { smooths: true }\n" + Self.expect
    #expect(Self.refusal(body + "script: [\(script.joined(separator: ", "))]\n") == "")
    let twice = script + ["{ at_s: 2, action: forget-bond, accessory: Tag }"]
    #expect(Self.refusal(body + "script: [\(twice.joined(separator: ", "))]\n").contains("power-off before"))
  }

  @Test("two accessories of one name, and two zones of one name")
  func names() {
    let zones = "app: { zones: [{ name: A, radius_m: 3 }, { name: A, radius_m: 4 }] }\n"
    #expect(
      Self.refusal(zones + Self.expect).contains("found 'A' twice, expected zones with different names"))
    let twice =
      "accessories: [{ name: T, profile: a, x_m: 3, y_m: 0 }, { name: T, profile: b, x_m: 3, y_m: 0 }]\n"
    let text =
      "schema: reflector/scenario/1\nid: x\ntitle: X\nduration_s: 9\nsources: { expect: assumed }\n" + twice
      + Self.expect
    #expect(throws: DocumentErrors.self) { _ = try Self.read(text: text) }
  }

  @Test(
    "an expectation has one limit, of its measure",
    arguments: [
      ("measure: rate", "found no limit"), ("measure: error", "Add 'error: none'"),
      ("measure: rate, error: none", "found 'error', expected is, at_least, at_most with rate"),
      ("measure: error, is: 3", "found 'is', expected error"),
      ("measure: rate, is: 3, at_least: 2", "found is and at_least, expected one of them"),
      ("measure: rate, at_least: 3, at_most: 2", "found at_least above at_most"),
      ("measure: rate, at_least: 3, within: 2", "expected it beside 'is'"),
      ("measure: rate, is: 3, zone: A", "expected none with rate"),
      ("measure: distance, is: 3, zone: B", "expected none with distance"),
      ("measure: entries, is: 3, zone: B", "found 'B'"),
      ("measure: rate, is: 3, accessory: Tgg", "found 'Tgg'"),
      ("measure: rate, is: 3, from_s: 5, to_s: 5", "expected a time after the start of the span"),
      ("measure: rate, is: 3, to_s: 31", "at most the duration"),
      (
        "measure: rate, at_least: 0, from_s: 30",
        "found 30, expected a time before the end of the span (see line 4)"
      ),
      ("measure: rate, at_least: 0, to_s: 0", "found 0, expected a time after the start of the span"),
      ("measure: rate, is: 3, from_s: 31", "at most the duration"),
    ])
  func limits(row: String, words: String) {
    let refusal = Self.refusal(Self.app + "expect: [{ \(row) }]\n")
    #expect(refusal.contains(words), "\(refusal)")
    #expect(refusal.hasPrefix("s/x.yaml:8:") && !refusal.contains("\n"), "\(refusal)")
  }

  @Test(
    "a scaled value is the decimal number that it stands for",
    arguments: [
      (0.3, 3, 0.9), (0.1, 930, 93), (0.0001, -7, -0.0007), (1, 5, 5), (2.5, -3, -7.5),
      (0.0625, 32767, 2047.9375),
      (1.0 / 3, 3, 1),
    ] as [(Double, Int16, Double)])
  func scaled(scale: Double, number: Int16, value: Double) {
    #expect(Scenario.App.Watch(scale: scale).value(of: number) == value)
  }

  @Test("a zone of an app without zones is refused with what to do")
  func zoneOfNone() {
    let refusal = Self.refusal("app: { smooths: true }\nexpect: [{ measure: entries, is: 3, zone: B }]\n")
    #expect(refusal.contains("found 'B', expected no zone in a scenario that declares none. Declare it"))
  }

  @Test("app and expect need a source")
  func sources() {
    let body = Self.app + Self.expect
    #expect(Self.refusal(body) == "")
    let text = (Self.head + body).replacing("app: assumed, ", with: "")
    #expect(throws: DocumentErrors.self) { _ = try Self.read(text: text) }
  }

  @Test("files that are named are found beside the scenario, or among the shipped ones")
  func cast() throws {
    let scenario = try Self.read(Self.app + Self.expect)
    let library = Scenario.Library(
      phones: ["p/iphone-ios27.yaml"], environments: ["e/line-of-sight.yaml"], accessories: ["a/kee.yaml"])
    var asked: [String] = []
    let error = #expect(throws: DocumentErrors.self) {
      _ = try scenario.cast(from: library) { file throws(DocumentErrors) in
        asked.append(file)
        switch file {
        case "p/iphone-ios27.yaml": return try Fixture.load("Profiles/phones/iphone-ios27.yaml")
        case "e/line-of-sight.yaml": return try Fixture.load("Profiles/environments/line-of-sight.yaml")
        default: return try Fixture.load("Profiles/accessories/reference.yaml")
        }
      }
    }
    #expect(asked == ["p/iphone-ios27.yaml", "e/line-of-sight.yaml", "s/tag.yaml"])
    let message = error?.description ?? ""
    #expect(
      message.hasPrefix("s/x.yaml:6:") && message.contains("accessories.profile: found 'key'")
        && message.contains("Did you mean 'kee'"))
  }

  @Test("a file that cannot be read is refused at its name, in the file that names it")
  func unreadable() throws {
    let library = Scenario.Library(
      phones: ["Profiles/phones/iphone-ios27.yaml"],
      environments: ["Profiles/environments/line-of-sight.yaml"], accessories: [])
    func refusal(_ body: String, _ others: [String: String] = [:]) -> String {
      do throws(DocumentErrors) {
        let scenario = try Scenario.read(file: "s/x.yaml") { _ in
          Array((Self.head + body + Self.app + Self.expect).utf8)
        }
        _ = try scenario.cast(from: library) { (file: String) throws(DocumentErrors) in
          if let text = others[file] { return Array(text.utf8) }
          return try Fixture.load(file)
        }
        return ""
      } catch {
        return error.description
      }
    }
    let end = "cannot be read: no such file. Check the path and its permissions."
    #expect(refusal("") == "s/x.yaml:6:37: accessories.profile: s/tag.yaml: \(end)")
    #expect(refusal("phone: p.yaml\n") == "s/x.yaml:7:8: phone: s/p.yaml: \(end)")
    #expect(refusal("environment: e.yaml\n") == "s/x.yaml:7:14: environment: s/e.yaml: \(end)")
    let tag = "schema: reflector/accessory/1\nextends: nosuch.yaml\n"
    #expect(refusal("", ["s/tag.yaml": tag]) == "s/tag.yaml:2:10: extends: s/nosuch.yaml: \(end)")
  }

  @Test("a name that does not fit beside the profile's data, and a fault that the accessory cannot have")
  func misfits() throws {
    let library = Scenario.Library(
      phones: ["Profiles/phones/iphone-ios27.yaml"],
      environments: ["Profiles/environments/line-of-sight.yaml"],
      accessories: ["Profiles/accessories/ti-cc27xx.yaml", "wide.yaml"])
    let wide =
      "schema: reflector/accessory/1\nextends: Profiles/accessories/ti-cc27xx.yaml\n"
      + "advertising: { services: [0x185B, 0x180F, 0x1809, 0x180A, 0x1812, 0x1815, 0x181A, 0x181B], tx_power_dbm: 0, "
      + "company_id: 0xFFFF, manufacturer_data: \"01020304\" }\nsources: { advertising: assumed }\n"
    func refusal(_ row: String) -> String {
      let text =
        Self.head.replacing("accessories: [", with: "accessories: [{ \(row), x_m: 3, y_m: 0 }, ") + Self.app
        + Self.expect
      do throws(DocumentErrors) {
        let scenario = try Scenario.read(file: "s/x.yaml") { _ in Array(text.utf8) }
        _ = try scenario.cast(from: library) { (file: String) throws(DocumentErrors) in
          file == "wide.yaml" ? Array(wide.utf8) : try Fixture.load(file)
        }
        return ""
      } catch {
        return error.description
      }
    }
    #expect(
      refusal("name: Abcdefghij klmnopqrst uvwxyz9, profile: wide")
        .hasPrefix("s/x.yaml:6:15: accessories.name: found a name that makes 34 octets of scan response"))
    #expect(
      refusal("name: A, profile: ti-cc27xx, faults: [inline-pct-noisy]")
        .hasPrefix(
          "s/x.yaml:6:15: accessories.faults: found inline-pct-noisy, expected an accessory with inline PCT"))
  }

  @Test("an environment in which the phone moves is refused: the track says how it moves")
  func motion() throws {
    let scenario = try Self.read("environment: walking-away\n" + Self.app + Self.expect)
    let library = Scenario.Library(
      phones: ["Profiles/phones/iphone-ios27.yaml"],
      environments: ["Profiles/environments/walking-away.yaml"],
      accessories: [])
    let error = #expect(throws: DocumentErrors.self) {
      _ = try scenario.cast(from: library, load: Fixture.load)
    }
    #expect(
      error?.description.hasPrefix("s/x.yaml:7:14: environment: found an environment with motion") == true)
  }

  @Test("accessories that read the specification differently are refused: the phone has one reading")
  func readings() throws {
    let scenario = try Self.read(Self.app + Self.expect)
    let library = Scenario.Library(
      phones: ["Profiles/phones/iphone-ios27.yaml"],
      environments: ["Profiles/environments/line-of-sight.yaml"],
      accessories: ["key.yaml"])
    let other =
      "schema: reflector/accessory/1\nextends: Profiles/accessories/reference.yaml\n"
      + "interpretations: { f9_increment: carry-128 }\n"
    let error = #expect(throws: DocumentErrors.self) {
      _ = try scenario.cast(from: library) { file throws(DocumentErrors) in
        switch file {
        case "s/tag.yaml": return try Fixture.load("Profiles/accessories/reference.yaml")
        case "key.yaml": return Array(other.utf8)
        default: return try Fixture.load(file)
        }
      }
    }
    #expect(
      error?.description.contains("found interpretations that differ from those of Tag") == true,
      "\(String(describing: error))")
  }
}
