import Foundation
import ProjectFiles
import Testing

@Suite("reflector scenario")
struct ScenarioCommandTests {
  @Test("plays a shipped scenario: a line an event, a line an expectation, and a capture")
  func plays() throws {
    let folder = try Folder()
    let ended = try Tool.run(["scenario", "two-thermometers", "--capture", "Captures"], in: folder)
    #expect(ended.status == 0 && ended.error == "")
    #expect(ended.output.hasPrefix("two-thermometers: Distance to the thermometer"))
    for line in [
      "Smoker probe: notifies 93 C: alarm", "Oven probe: bonded", "EXPECT  ",
      "PASS: 8 passed", "capture   Captures/two-thermometers.pcapng", "assumed   apps.maximum_links 7",
    ] { #expect(ended.output.contains(line), "\(line)") }
    #expect(folder.exists("Captures/two-thermometers.pcapng"))
  }

  @Test("README shows what make demo prints")
  func readme() throws {
    let ended = try Tool.run(["scenario", "two-thermometers", "--capture", "Captures"], in: try Folder())
    let page = try String(contentsOf: ProjectFolder.url.appending(path: "README.md"), encoding: .utf8)
    #expect(page.contains("```console\n$ make demo\n\(ended.output)```\n"))
    let makefile = try String(contentsOf: ProjectFolder.url.appending(path: "Makefile"), encoding: .utf8)
    #expect(makefile.contains("reflector scenario two-thermometers --capture Captures\n"))
  }

  @Test("docs/scenarios.md has every shipped scenario")
  func page() throws {
    let page = try String(contentsOf: ProjectFolder.url.appending(path: "docs/scenarios.md"), encoding: .utf8)
    for line in try Tool.run(["list", "scenarios"], in: try Folder()).output.split(separator: "\n")
      .dropFirst()
    {
      let parts = line.split(separator: " ", maxSplits: 1)
      let title = parts[1].trimmingCharacters(in: .whitespaces)
      #expect(page.contains("| `\(parts[0])` | \(title) |"), "\(line)")
    }
  }

  @Test("writes JSON, CSV and JUnit, the same each time")
  func reports() throws {
    let folder = try Folder()
    let arguments = [
      "scenario", "reboot", "busy-air", "--json", "r.json", "--csv", "r.csv", "--junit", "r.xml", "--quiet",
      "--capture", "c",
    ]
    #expect(try Tool.run(arguments, in: folder).output == "")
    let names = ["r.json", "r.csv", "r.xml", "c/reboot.pcapng", "c/busy-air.pcapng"]
    let first = try names.map(folder.data)
    _ = try Tool.run(arguments, in: folder)
    #expect(try names.map(folder.data) == first)
    let lines = try folder.text("r.csv").split(separator: "\n")
    #expect(lines[0].hasPrefix("scenario,time_s,actor,event,accessory,zone,value,distance_m"))
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("reboot,") || $0.hasPrefix("busy-air,") })
    #expect(try folder.text("r.xml").contains("<testsuite name=\"busy-air\" tests=\"5\" failures=\"0\""))
    let json = try JSONSerialization.jsonObject(with: try folder.data("r.json")) as? [String: Any]
    #expect(json?["verdict"] as? String == "pass")
    #expect((json?["scenarios"] as? [Any])?.count == 2)
  }

  @Test("keeps links encrypted on request, and writes their keys")
  func encrypted() throws {
    let folder = try Folder()
    let ended = try Tool.run(["scenario", "reboot", "--encrypted", "--steps", "--quiet"], in: folder)
    #expect(ended.status == 0 && folder.exists("Captures/reboot.keys"))
    let plain = try Folder()
    #expect(try Tool.run(["scenario", "reboot", "--quiet", "--capture", "Captures"], in: plain).status == 0)
    #expect(!plain.exists("Captures/reboot.keys"))
    #expect(try folder.data("Captures/reboot.pcapng") != plain.data("Captures/reboot.pcapng"))
  }

  @Test("ends with 1 where an expectation is not met")
  func fails() throws {
    let folder = try Folder()
    let shipped = ProjectFolder.url.appending(path: "Profiles/scenarios/busy-air.yaml")
    let text = try String(contentsOf: shipped, encoding: .utf8).replacing("is: 1.04", with: "is: 2")
    try folder.write(text, "busy.yaml")
    let ended = try Tool.run(["scenario", "busy.yaml", "--no-capture", "--junit", "r.xml"], in: folder)
    #expect(ended.status == 1 && ended.output.contains("FAIL: 4 passed, 1 failed"))
    #expect(
      try folder.text("r.xml").contains("<failure message=\"required 2 /s within 0.2 /s, measured 1.071 /s"))
    #expect(!folder.exists("Captures"))
  }

  @Test("ends with 2 and one message for a scenario that is wrong, and writes nothing")
  func refuses() throws {
    let folder = try Folder()
    let good = "schema: reflector/scenario/1\nid: x\ntitle: X\nduration_s: 5\n"
    try folder.write(
      good
        + "accessories: [{ name: T, profile: nordic, x_m: 1, y_m: 0 }]\nexpect: [{ measure: set-ups, is: 0 }]\n"
        + "sources: { expect: assumed }\n", "a.yaml")
    try folder.write(good + "duration: 3\n", "b.yaml")
    let ended = try Tool.run(["scenario", "a.yaml", "b.yaml", "--json", "r.json"], in: folder)
    #expect(ended.status == 2 && ended.output == "")
    #expect(ended.error.contains("a.yaml:5:") && ended.error.contains("found 'nordic'"))
    #expect(ended.error.contains("b.yaml:5:1: found unknown key 'duration'"))
    #expect(!folder.exists("r.json") && !folder.exists("Captures"))
    try folder.write("schema: reflector/scenario/1\nnone: 1\n", "wrong.yaml")
    let wrong = try Tool.run(["scenario", "wrong.yaml", "--junit", "r.xml"], in: folder)
    #expect(wrong.status == 2)
    #expect(try folder.text("r.xml").contains("<testcase classname=\"input\" name=\"wrong.yaml:2:1\""))
    let unknown = try Tool.run(["scenario", "rebot"], in: folder)
    #expect(
      unknown.status == 2 && unknown.error.contains("found no scenario 'rebot'; did you mean reboot?"))
  }

  @Test("a scaled value at exactly the limit is an alarm, and stands in CSV as its decimal number")
  func alarm() throws {
    let folder = try Folder()
    let service = "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE"
    let value = "8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE"
    try folder.write(
      "schema: reflector/accessory/1\nextends: nordic-nrf54l15-ipt\nsources: { gatt: assumed }\n"
        + "gatt: { services: [{ uuid: \(service), characteristics: [{ uuid: \(value), "
        + "properties: [read, notify], behaviour: ramp, interval_ms: 500, from: 0, to: 3, step: 1 }] }] }\n",
      "tag.yaml")
    try folder.write(
      "schema: reflector/scenario/1\nid: alarm\ntitle: X\nduration_s: 6\n"
        + "accessories: [{ name: Tag, profile: tag.yaml, x_m: 3, y_m: 0 }]\n"
        + "app: { watch: { service: \(service), characteristic: \(value), scale: 0.3, alarm_at_least: 0.9 } }\n"
        + "script: [{ at_s: 0.5, action: picker, accessory: Tag }]\n"
        + "expect: [{ measure: alarms, at_least: 1 }]\nsources: { app: assumed, expect: assumed }\n",
      "alarm.yaml")
    let ended = try Tool.run(["scenario", "alarm.yaml", "--no-capture", "--csv", "r.csv"], in: folder)
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    #expect(try folder.text("r.csv").contains(",alarm,Tag,,0.9,"))
  }

  @Test("one that extends another replaces its keys")
  func extends() throws {
    let folder = try Folder()
    try folder.write(
      "schema: reflector/scenario/1\nextends: Profiles/scenarios/reboot.yaml\nid: near\n"
        + "accessories: [{ name: Tag, profile: nordic-nrf54l15-ipt, x_m: 1, y_m: 0 }]\n", "near.yaml")
    let ended = try Tool.run(["scenario", "near.yaml", "--no-capture"], in: folder)
    #expect(ended.status == 1 && ended.output.contains("Distance after the restart  4 m within 0.3 m"))
  }

  @Test("the schemas of scenarios and of their reports are written, and list has all scenarios")
  func lists() throws {
    let folder = try Folder()
    #expect(try Tool.run(["schema", "scenario"], in: folder).output.contains("reflector/scenario/1"))
    #expect(try Tool.run(["list", "scenarios"], in: folder).output.contains("walk-in-zones"))
  }
}
