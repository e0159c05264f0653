import Foundation
import TestSupport
import Testing

@Suite("profile")
struct ProfileCommandTests {
  @Test("a new profile is valid as it is written")
  func newProfile() throws {
    let folder = try Folder()
    let written = try Tool.run(
      ["profile", "new", "mine/a.yaml", "--make-folders", "--chipset", "EX\"9\" \\ x"], in: folder)
    #expect(written.status == 0, "\(written.error)")
    let valid = try Tool.run(["profile", "validate", "mine/a.yaml"], in: folder)
    #expect(valid.status == 0, "\(valid.error)")
    #expect(valid.output == "mine/a.yaml: valid\n")
    let onOutput = try Tool.run(["profile", "new", "--chipset", "EX\"9\" \\ x"], in: folder)
    #expect(onOutput.output == (try folder.text("mine/a.yaml")))
  }

  @Test("validate tells of all files, good and bad, and ends with 2 if one is bad")
  func validate() throws {
    let folder = try Folder()
    try folder.write("", "bad.yaml")
    let ended = try Tool.run(["profile", "validate", "bad.yaml", "silabs-xg24"], in: folder)
    #expect(ended.status == 2)
    #expect(ended.output.contains("Profiles/accessories/silabs-xg24.yaml: valid\n"))
    #expect(ended.error.hasPrefix("bad.yaml:1:1: "))
  }

  @Test("validate reads every kind of file, and tells which kind a wrong name is nearest to")
  func kinds() throws {
    let folder = try Folder()
    try folder.write(
      "schema: reflector/waivers/1\nwaivers:\n  - { requirement: CS-A07, reason: known, expires: 2027-01-01 }\n",
      "w.yaml")
    try folder.write("schema: reflector/gate-policy/1\n", "g.yaml")
    let shipped = try Tool.shell("ls Profiles/*/*.yaml", in: folder).output.split(separator: "\n").map(
      String.init)
    #expect(shipped.count > 20)
    let ended = try Tool.run(["profile", "validate", "w.yaml", "g.yaml"] + shipped, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    for name in ["w.yaml", "g.yaml"] + shipped { #expect(ended.output.contains("\(name): valid\n")) }
    try folder.write("schema: reflector/phne/1\n", "p.yaml")
    try folder.write("id: x\n", "q.yaml")
    let wrong = try Tool.run(["profile", "validate", "p.yaml", "q.yaml"], in: folder)
    #expect(wrong.status == 2)
    #expect(
      wrong.error.contains("p.yaml:1:9: schema: found 'reflector/phne/1', expected 'reflector/phone/1'"))
    #expect(wrong.error.contains("q.yaml:1:1: found no key 'schema'"))
  }

  @Test(
    "validate names all kinds where no name is near to a wrong one",
    arguments: [
      (
        "reflector/nosuch/1",
        "expected one of reflector/accessory/1, reflector/phone/1, reflector/environment/1, "
      ),
      ("nosuch", "reflector/campaign/1, reflector/waivers/1, reflector/gate-policy/1. Use one of these."),
      ("reflector/phone/2", "expected 'reflector/phone/1'. Write 'schema: reflector/phone/1'."),
      ("waiver", "expected 'reflector/waivers/1'"), ("campaign/1", "expected 'reflector/campaign/1'"),
    ])
  func wrongKind(schema: String, message: String) throws {
    let folder = try Folder()
    try folder.write("schema: \(schema)\n", "a.yaml")
    let ended = try Tool.run(["profile", "validate", "a.yaml"], in: folder)
    #expect(ended.status == 2 && ended.error.contains("found '\(schema)', "), "\(ended)")
    #expect(ended.error.contains(message), "\(ended)")
  }

  @Test(
    "validate refuses a scenario whose files scenario refuses",
    arguments: [
      ("profile: tag.yaml", "", "s.yaml:5:37: accessories.profile: tag.yaml: cannot be read: No such file"),
      ("profile: nordic-nrf54", "", "Did you mean 'nordic-nrf54l15-ipt'?"),
      ("profile: reference", "environment: walking-away\n", "found an environment with motion"),
    ])
  func cast(profile: String, environment: String, words: String) throws {
    let folder = try Folder()
    try folder.write(
      "schema: reflector/scenario/1\nid: x\ntitle: X\nduration_s: 5\n"
        + "accessories: [{ name: Tag, \(profile), x_m: 1, y_m: 0 }]\n\(environment)"
        + "expect: [{ measure: set-ups, is: 0 }]\nsources: { expect: assumed }\n", "s.yaml")
    let ended = try Tool.run(["profile", "validate", "s.yaml"], in: folder)
    #expect(ended.status == 2 && ended.error.contains(words), "\(ended.error)")
    #expect(ended.error == (try Tool.run(["scenario", "s.yaml", "--no-capture"], in: folder).error))
  }

  @Test("the schema is a JSON document")
  func schema() throws {
    let ended = try Tool.run(["profile", "schema"], in: try Folder())
    let root = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
    #expect(root?["$id"] as? String == "reflector/accessory/1")
  }

  @Test("new begins with a shipped profile and keeps the sources of what it does not change")
  func from() throws {
    let folder = try Folder()
    let arguments = [
      "profile", "new", "a.yaml", "--from", "nordic-nrf54l15-ipt", "--antennas", "2", "--t-fcs", "80, 100",
      "--set",
      "radio.tx_power_dbm=4",
    ]
    let written = try Tool.run(arguments, in: folder)
    #expect(written.status == 0, "\(written.error)")
    #expect(written.output == "wrote a.yaml; next: reflector check a.yaml\n")
    let text = try folder.text("a.yaml")
    #expect(text.hasPrefix("# yaml-language-server: $schema=accessory.schema.json\n# Made by "))
    for line in [
      "#   channel_sounding.antennas: 1 -> 2\n", "  channel_sounding: NCS-INI\n",
      "  channel_sounding.antennas: assumed\n", "  antennas: 2  # Number of antennas.\n",
      "  antenna_paths: 2  #",
      "  t_fcs_us: [80, 100, 150]  #", "  tx_power_dbm: 4  #", "  chipset: \"nRF54L15\"\n",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(try Tool.run(["profile", "validate", "a.yaml"], in: folder).output == "a.yaml: valid\n")
    #expect(try Tool.run(["check", "a.yaml", "--no-capture", "--quiet"], in: folder).status == 0)
  }

  @Test("new keeps what --set says of the identity and of what is unknown")
  func identity() throws {
    let settings = [
      "identity.chipset=ZZ", "identity.firmware=FW9", "identity.description=Ours: a trial.",
      "unknown=[conduct]",
    ]
    let ended = try Tool.run(
      ["profile", "new", "--vendor", "12"] + settings.flatMap { ["--set", $0] }, in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    for line in [
      "  vendor: \"12\"\n", "  chipset: \"ZZ\"\n", "  firmware: \"FW9\"\n", "Ours: a trial.", "unknown:\n",
      "conduct",
    ] {
      #expect(ended.output.contains(line), "\(line): \(ended.output.prefix(3_000))")
    }
  }

  @Test("new replaces a text file, whatever its words")
  func replaced() throws {
    let folder = try Folder()
    let new = ["profile", "new", "a.yaml", "--from", "nordic-nrf54l15-ipt"]
    // Where a store has its application's id.
    try folder.write(String(repeating: "#", count: 68) + "reflector\n", "a.yaml")
    let again = try Tool.run(new + ["--force"], in: folder)
    #expect(again.status == 0, "\(again.error)")
  }

  @Test("new writes faults without an empty comment")
  func faults() throws {
    let ended = try Tool.run(["profile", "new", "--set", "faults=[tfcs-100-refused]"], in: try Folder())
    #expect(ended.status == 0 && ended.output.hasSuffix("\nfaults: [tfcs-100-refused]\n"), "\(ended.error)")
  }

  @Test("new adds inline PCT with what it takes, and takes it away")
  func inlinePCT() throws {
    let folder = try Folder()
    let check = ["check", "a.yaml", "--no-capture", "--only", "CS-A03"]
    #expect(
      try Tool.run(["profile", "new", "a.yaml", "--from", "silabs-xg24", "--inline-pct"], in: folder).status
        == 0)
    #expect(try Tool.run(check, in: folder).status == 0)
    let without = try Tool.run(["profile", "new", "a.yaml", "--force", "--no-inline-pct"], in: folder)
    #expect(without.status == 0, "\(without.error)")
    #expect(try Tool.run(check, in: folder).status == 1)
  }

  @Test(
    "new refuses what is none",
    arguments: [
      (["--antennas", "5"], "expected 1 to 4"), (["--t-fcs", "x"], "expected microseconds, as 80,100"),
      (["--t-fcs", "81"], "--t-fcs:1:1: channel_sounding.t_fcs_us: found 81, expected one of 15, 20"),
      (["--set", "core"], "expected a key and its value"),
      (["--from", "nordic-nrf54l15"], "did you mean nordic-nrf54l15-ipt or nordic-nrf54l15-ras?"),
      (["--from", "a.yaml"], "a.yaml:1:1: cannot be read"),
      (["--vendor", ""], "expected 1 to 400 octets"),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(["profile", "new", "b.yaml"] + arguments, in: folder)
    #expect(ended.status == 2 && ended.error.contains(message), "\(ended.error)")
    #expect(!folder.exists("b.yaml"))
  }

  @Test("new asks on a terminal")
  func questions() throws {
    let folder = try Folder()
    try folder.write("mine", "taken.yaml")
    let long = String(repeating: "x", count: 401)
    let answers =
      "9\\nnordic-nrf54l15-ras\\n\(long)\\nACME\\n\(long)\\nX1\\n7\\n2\\n80,080\\n80\\ny\\n"
      + "taken.yaml\\nno/a.yaml\\n\\n"
    let ended = try Tool.shell(
      "(sleep 1; printf '\(answers)'; sleep 2) | script -qec \"$REFLECTOR profile new\" /dev/null", in: folder
    )
    let text = try folder.text("accessory.yaml")
    for message in [
      "found '7', expected what the question names.", "taken.yaml exists already; choose another name",
      "found the vendor 'xxx", "found the chipset 'xxx", "there is no folder no; make it",
      "t_fcs_us: found '80' twice",
    ] {
      #expect(ended.output.contains(message), "\(message): \(ended.output)")
    }
    #expect(try folder.text("taken.yaml") == "mine")
    for part in ["chipset: \"X1\"", "antennas: 2", "t_fcs_us: [80, 150]", "supported: true"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("validate writes JSON and SARIF, and counts what it does not list")
  func reports() throws {
    let folder = try Folder()
    let many = (0..<3_000).map { "unknown\($0): 1\n" }.joined()
    try folder.write("schema: reflector/accessory/1\n" + many, "bad.yaml")
    let ended = try Tool.run(
      ["profile", "validate", "bad.yaml", "reference", "--json", "v.json", "--sarif", "v.sarif"], in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error.split(separator: "\n").count == 21 && ended.error.hasSuffix("bad.yaml: and 2,980 more\n"))
    let json = try folder.text("v.json")
    let schema = try Tool.run(["schema", "validation"], in: folder).output
    #expect(try SchemaValidator(schema).complaints(json) == [])
    #expect(json.contains("\"further_errors\": 2980") && json.contains("\"valid\": true"))
    let sarif = try folder.text("v.sarif")
    #expect(sarif.contains("\"uri\": \"bad.yaml\"") && sarif.contains("\"startLine\": 2"))
  }

  @Test("validate reads pipes and standard input")
  func pipes() throws {
    let folder = try Folder()
    let read = try Tool.shell(
      "mkfifo f; cat Profiles/accessories/reference.yaml > f & $REFLECTOR profile validate f.yaml ./f",
      in: folder)
    #expect(read.output == "./f: valid\n" && read.error.hasPrefix("f.yaml:1:1: cannot be read"))
    let input = try Tool.shell(
      "$REFLECTOR profile validate - < Profiles/accessories/reference.yaml", in: folder)
    #expect(input.output == "-: valid\n", "\(input.error)")
    try folder.write("schema: reflector/accessory/1\nextends: reference\n", "board")
    try folder.write("", "reference/silabs-xg24")
    let named = try Tool.run(["profile", "validate", "board", "reference"], in: folder)
    #expect(
      named.output == "board: valid\nProfiles/accessories/reference.yaml: valid\n", "\(named.error)")
  }

  @Test("a profile extends a shipped one by its name, and a wrong name has the nearest")
  func extending() throws {
    let folder = try Folder()
    try folder.write("schema: reflector/accessory/1\nextends: silabs-xg24\n", "a.yaml")
    try folder.write("schema: reflector/accessory/1\nextends: silabs-xg42\n", "b.yaml")
    let ended = try Tool.run(["profile", "validate", "a.yaml", "b.yaml"], in: folder)
    #expect(ended.output == "a.yaml: valid\n")
    #expect(ended.error.contains("(the nearest that ships is silabs-xg24)"), "\(ended.error)")
  }
}
