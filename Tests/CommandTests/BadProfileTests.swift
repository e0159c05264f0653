import Foundation
import Testing

@Suite("A profile that cannot be used")
struct BadProfileTests {
  /// A way to spoil a profile, and what the message must say.
  struct Spoilt: CustomTestStringConvertible, Sendable {
    var name: String
    /// The text to replace and what to put there; nil for another file altogether.
    var edit: (String, String)?
    var octets: [UInt8] = []
    var place: String
    var message: String
    var testDescription: String { name }
  }

  private static func bomb() -> [UInt8] {
    let lines = (1...9).map {
      "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    return Array((["schema: reflector/accessory/1", "a0: &a0 lol"] + lines).joined(separator: "\n").utf8)
  }

  static let table: [Spoilt] = [
    Spoilt(
      name: "unknown key", edit: ("num_configs:", "num_config:"), place: ":3",
      message: "Did you mean 'num_configs'?"),
    Spoilt(
      name: "wrong unit", edit: ("interval_ms: 100", "interval_ms: 100 ms"), place: ":91:16",
      message: "Write 100."),
    Spoilt(
      name: "out of range", edit: ("interval_ms: 100", "interval_ms: 10"), place: ":91:16",
      message: "The nearest is 20."),
    Spoilt(name: "contradictory paths", edit: ("antennas: 1", "antennas: 2"), place: ":", message: "antenna"),
    Spoilt(
      name: "switching without antennas", edit: ("t_sw_us: 0", "t_sw_us: 10"), place: ":",
      message: "nothing to switch"),
    Spoilt(name: "missing key", edit: ("vendor: Nordic Semiconductor", ""), place: ":", message: "vendor"),
    Spoilt(
      name: "wrong schema", edit: ("reflector/accessory/1", "reflector/accessory/9"), place: ":",
      message: "reflector/accessory/1"),
    Spoilt(name: "tab", edit: ("  vendor", "\tvendor"), place: ":", message: "spaces"),
    Spoilt(name: "empty file", place: ":1:1", message: "found an empty file"),
    Spoilt(
      name: "blank file", octets: Array("\n# nothing\n".utf8), place: ":1:1", message: "found an empty file"),
    Spoilt(
      name: "binary file", octets: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], place: ":1:1",
      message: "Give a text file."),
    Spoilt(
      name: "octets that are no UTF-8", octets: Array("schema: ".utf8) + [0xFF, 0xFE], place: ":1:9",
      message: "0xFF"),
    Spoilt(name: "alias bomb", octets: bomb(), place: ":2:5", message: "the anchor"),
    Spoilt(
      name: "deep nesting", octets: Array("schema: \(String(repeating: "[", count: 100_000))".utf8),
      place: ":1:",
      message: "levels"),
    Spoilt(
      name: "no mapping", octets: Array("- a\n- b\n".utf8), place: ":1:1", message: "expected a mapping"),
    Spoilt(
      name: "unknown base", octets: Array("schema: reflector/accessory/1\nextends: no.yaml\n".utf8),
      place: "bad.yaml:2:10: extends: no.yaml", message: "cannot be read"),
  ]

  @Test("is refused with place and fix, exit status 2, and nothing is written", arguments: table)
  func spoilt(_ spoilt: Spoilt) throws {
    let folder = try Folder()
    if let (old, new) = spoilt.edit {
      let text = try folder.text("Profiles/accessories/nordic-nrf54l15-ipt.yaml")
      try #require(text.contains(old))
      try folder.write(text.replacing(old, with: new, maxReplacements: 1), "bad.yaml")
    } else {
      try folder.octets(spoilt.octets, "bad.yaml")
    }
    try expectRefusal(["bad.yaml"], in: folder, [spoilt.place, spoilt.message])
  }

  @Test("a file of 100 MB is not even read")
  func large() throws {
    let folder = try Folder()
    let handle = try folder.handle("large.yaml")
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    try expectRefusal(
      ["large.yaml"], in: folder, ["large.yaml:1:1: found 104857600 octets, expected at most 1048576"])
  }

  @Test("a stream without end is read up to the limit")
  func endless() throws {
    try expectRefusal(["/dev/zero"], in: try Folder(), ["/dev/zero:1:1: found ", "expected at most 1048576"])
  }

  @Test("a folder, a missing file and an unknown name are told apart")
  func noFile() throws {
    let folder = try Folder()
    try expectRefusal(["./Profiles"], in: folder, ["./Profiles:1:1: cannot be read: it is a folder"])
    try expectRefusal(["no.yaml"], in: folder, ["no.yaml:1:1: cannot be read: No such file"])
    try expectRefusal(
      ["no-such-chip"], in: folder, ["found no profile 'no-such-chip'", "nordic-nrf54l15-ipt"])
  }

  @Test("a file without permission is named")
  func unreadable() throws {
    let folder = try Folder()
    try folder.write("schema: reflector/accessory/1", "locked.yaml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.url.appending(path: "locked.yaml").path)
    try expectRefusal(["locked.yaml"], in: folder, ["locked.yaml:1:1: cannot be read: Permission denied"])
  }

  @Test("all profiles are read before any is checked, and all that is wrong is said at once")
  func allAreRead() throws {
    let folder = try Folder()
    try folder.write("", "a.yaml")
    try folder.write("", "b.yaml")
    try expectRefusal(
      ["nordic-nrf54l15-ipt", "a.yaml", "b.yaml"], in: folder, ["a.yaml:1:1: ", "b.yaml:1:1: "], lines: 2)
  }

  @Test(
    "a requirement set that no case can run is refused with place and fix",
    arguments: [
      (
        ", phase_residual_rad: 0.3 }\n\n  - id: CS-A04", " }\n\n  - id: CS-A04",
        "found no key 'phase_residual_rad'"
      ),
      ("mode_0_steps_least: 1", "mode_0_steps_least: -1", "found -1, expected a whole number, 1 to 3."),
      ("restarts: 3", "restarts: -1", "found -1, expected a whole number"),
      ("pause_s: 5", "pause_s: 1e9", "found 1000000000, expected 0 to 3600."),
      ("CS/TIM/BV-02", "CS/TIM/BV-09", "Did you mean 'CS/TIM/BV-0"),
    ])
  func requirements(_ old: String, _ new: String, _ message: String) throws {
    let folder = try Folder()
    let text = try folder.text("Profiles/requirements/apple-ios27-cs.yaml")
    try #require(text.contains(old))
    try folder.write(text.replacing(old, with: new), "bad.yaml")
    let ended = try Tool.run(
      ["check", "nordic-nrf54l15-ipt", "--requirements", "bad.yaml", "--no-capture"], in: folder)
    #expect(ended.status == 2 && ended.output == "")
    #expect(ended.error.contains("bad.yaml:") && ended.error.contains(message), "\(ended.error)")
  }

  private func expectRefusal(
    _ profiles: [String], in folder: Folder, _ parts: [String], lines: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let arguments =
      ["check"] + profiles + ["--capture", "out", "--json", "out/a.json", "--junit", "errors.xml"]
    let ended = try Tool.runBound(arguments, in: folder)
    #expect(ended.status == 2, sourceLocation: sourceLocation)
    #expect(ended.output == "", sourceLocation: sourceLocation)
    for part in parts {
      #expect(ended.error.contains(part), "\(ended.error)", sourceLocation: sourceLocation)
    }
    #expect(
      ended.error.split(separator: "\n").count <= lines ?? 3, "\(ended.error)", sourceLocation: sourceLocation
    )
    #expect(!folder.exists("out"), sourceLocation: sourceLocation)
    // A job shows it, too.
    #expect(try folder.text("errors.xml").contains("<error message="), sourceLocation: sourceLocation)
  }

  @Test("a device in place of a report stays, and so does a link")
  func device() throws {
    let folder = try Folder()
    try folder.write("", "bad.yaml")
    try folder.write("mine", "mine.json")
    let ended = try Tool.shell(
      "ln -s mine.json link.json; $REFLECTOR check bad.yaml --json link.json; $REFLECTOR check bad.yaml --json /dev/null",
      in: folder)
    #expect(ended.status == 2 && ended.error.contains("bad.yaml:1:1: "))
    #expect(try folder.text("mine.json") == "mine" && folder.exists("link.json"))
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }
}
