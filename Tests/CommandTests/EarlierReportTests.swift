import Foundation
import Testing

@Suite("Reports of an earlier run")
struct EarlierReportTests {
  private static let outputs = [
    "--json", "a.json", "--markdown", "a.md", "--html", "a.html", "--sarif", "a.sarif", "--tap", "a.tap",
    "--junit", "a.xml",
  ]
  private static let check = ["check", "reference", "--only", "CS-A07", "-q"]

  @Test("do not stay if the input is wrong, and the errors take the place of all but the JSON")
  func wrongInput() throws {
    let folder = try Folder()
    try folder.write("schema: reflector/accessory/1\nid: x\n", "bad.yaml")
    #expect(try Tool.run(Self.check + Self.outputs, in: folder).status == 0)
    #expect(try Tool.run(["check", "bad.yaml"] + Self.outputs, in: folder).status == 2)
    #expect(
      try folder.names(".").filter { $0.hasPrefix("a.") } == [
        "a.html", "a.md", "a.sarif", "a.tap", "a.xml",
      ])
    let sarif = try folder.text("a.sarif")
    #expect(sarif.contains("\"startLine\": 2") && sarif.contains("found unknown key 'id'"))
    for name in ["a.xml", "a.html"] {
      #expect(try folder.text(name).contains("found unknown key &#39;id&#39;"), "\(name)")
    }
    #expect(try folder.text("a.tap").contains("\nnot ok 1 - input, bad.yaml:"))
    #expect(
      try folder.text("a.md").hasPrefix("# Channel Sounding conformance\n\n\u{274C} **ERROR**: the input"))
    #expect(try folder.text("a.md").contains("| `bad.yaml:2:1` | found unknown key 'id'"))
    // What stands there now is an earlier report, too.
    #expect(try Tool.run(["check", "none.yaml"] + Self.outputs, in: folder).status == 2)
    for name in ["a.html", "a.md", "a.tap", "a.xml"] {
      let text = try folder.text(name)
      #expect(text.contains("none.yaml") && !text.contains("bad.yaml"), "\(name)")
    }
    #expect(try Tool.run(Self.check + Self.outputs, in: folder).status == 0)
    #expect(try folder.text("a.tap").contains("\nok 1 - ") && folder.exists("a.json"))
  }

  @Test("do not stay either if they are of a scenario or a gate")
  func otherCommands() throws {
    let folder = try Folder()
    let scenario = ["--json", "s.json", "--csv", "s.csv"]
    let gate = ["--json", "g.json", "--markdown", "g.md", "--html", "g.html", "--sarif", "g.sarif"]
    #expect(try Tool.run(Self.check + ["--json", "report.json"], in: folder).status == 0)
    #expect(try Tool.run(["scenario", "two-thermometers", "-q"] + scenario, in: folder).status == 0)
    #expect(
      try Tool.run(["gate", "--history", "h", "--candidate", "report.json"] + gate, in: folder).status == 0)
    #expect(try folder.names(".").filter { $0.hasPrefix("s.") || $0.hasPrefix("g.") }.count == 6)
    #expect(try Tool.run(["scenario", "none.yaml"] + scenario, in: folder).status == 2)
    try folder.write("{}", "wrong.json")
    #expect(
      try Tool.run(["gate", "--history", "h", "--candidate", "wrong.json"] + gate, in: folder).status == 2)
    #expect(try folder.names(".").filter { $0.hasPrefix("s.") || $0.hasPrefix("g.") } == ["g.html", "g.md"])
    #expect(try folder.text("g.md").hasPrefix("# Channel Sounding gate\n\n\u{274C} **ERROR**: "))
  }

  @Test("are told from what others wrote, which stays")
  func others() throws {
    let folder = try Folder()
    let names = Self.outputs.filter { $0.hasPrefix("a.") }
    for name in names { try folder.write("mine", name) }
    #expect(try Tool.run(["check", "none.yaml"] + Self.outputs, in: folder).status == 2)
    for name in names { #expect(try folder.text(name) == "mine", "\(name)") }
    // An empty file is no loss, as one that the shell made.
    try folder.write("", "a.xml")
    #expect(try Tool.run(["check", "none.yaml", "--junit", "a.xml"], in: folder).status == 2)
    #expect(try folder.text("a.xml").contains("none.yaml"))
  }

  @Test("have pages beside them, which go with them, and those of others stay")
  func pages() throws {
    let folder = try Folder()
    let part = "<!doctype html>\n<meta name=\"generator\" content=\"reflector 0.0.1\">\n"
    for profile in ["reference", "none.yaml"] {
      for name in ["1.html", "12.html", "notes.html"] { try folder.write(part, "a-pages/\(name)") }
      for name in ["2.html", "03.html"] { try folder.write("mine", "a-pages/\(name)") }
      _ = try Tool.run(["check", profile, "--only", "CS-A07", "-q", "--html", "a.html"], in: folder)
      #expect(try folder.names("a-pages") == ["03.html", "2.html", "notes.html"], "\(profile)")
    }
  }
}
