import Foundation
import ProjectFiles
import Testing

@Suite("Files that a command reads")
struct KeptInputTests {
  /// A folder with a file of every kind. Some are named by others only.
  private static func filled() throws -> Folder {
    let folder = try Folder()
    for (shipped, name) in [
      ("accessories/reference", "base"), ("phones/iphone-ios27", "phone"),
      ("environments/line-of-sight", "air"), ("requirements/apple-ios27-cs", "set"),
    ] {
      let url = ProjectFolder.url.appending(path: "Profiles/\(shipped).yaml")
      try folder.octets(Array(Data(contentsOf: url)), name + ".yaml")
    }
    try folder.write(
      "# Channel Sounding accessory\nschema: reflector/accessory/1\nextends: base.yaml\n", "own.yaml")
    try folder.write(
      "schema: reflector/requirements/1\nid: ours\ntitle: Ours\nextends: set.yaml\n", "ours.yaml")
    try folder.write(
      "schema: reflector/waivers/1\nwaivers:\n"
        + "  - { requirement: CS-A07, reason: Late., expires: 2027-03-01, profile: own }\n", "waivers.yaml")
    try folder.write(
      "schema: reflector/gate-policy/1\nrules:\n  - { action: warn, reason: A trial. }\n", "policy.yaml")
    try folder.write(
      "schema: reflector/campaign/1\nid: small\ntitle: Small\naccessories: [own.yaml]\n"
        + "ranging: {distances_m: [2], procedures: 10}\n", "campaign.yaml")
    let check = ["check", "own.yaml", "--only", "CS-A07", "--capture", "c", "--json", "report.json", "-q"]
    #expect(try Tool.run(check, in: folder).status == 0)
    return folder
  }

  @Test("stay, whoever names them, and no report is written")
  func kept() throws {
    let folder = try Self.filled()
    let gate = ["gate", "--baseline", "report.json", "--candidate", "report.json", "-q"]
    let capture = "c/own.pcapng"
    let commands: [(arguments: [String], input: String)] = [
      (["check", "own.yaml", "--json"], "base.yaml"),
      (["check", "own.yaml", "--phone", "phone.yaml", "--html"], "phone.yaml"),
      (["check", "own.yaml", "--environment", "air.yaml", "--tap"], "air.yaml"),
      (["check", "own.yaml", "--requirements", "ours.yaml", "--junit"], "ours.yaml"),
      (["check", "own.yaml", "--requirements", "ours.yaml", "--sarif"], "set.yaml"),
      (["check", "own.yaml", "--waivers", "waivers.yaml", "--json"], "waivers.yaml"),
      (gate + ["--policy", "policy.yaml", "--markdown"], "policy.yaml"),
      (gate + ["--json"], "report.json"),
      (gate + ["--json"], capture), (gate + ["--no-capture", "--json"], capture),
      (["gate", "--history", "h", "--candidate", "report.json", "--sarif"], "report.json"),
      (["range", "own.yaml", "--procedures", "1", "--csv"], "base.yaml"),
      (["campaign", "report", "campaign.yaml", "--json"], "base.yaml"),
      (["campaign", "export", "campaign.yaml", "--sqlite"], "own.yaml"),
      (["estimators", "own.yaml", "--procedures", "1", "--json"], "base.yaml"),
      (["analyze", capture, "--requirements", "ours.yaml", "--json"], "set.yaml"),
      (["analyze", capture, "--csv"], capture),
      (["frame", capture, "1", "--json"], capture),
      (["import", capture, "--force", "--out"], capture),
      (["explain", "CS-A07", "--report", "report.json", "--json"], "report.json"),
      (["profile", "validate", "own.yaml", "--json"], "base.yaml"),
      (["profile", "new", "--from", "own.yaml", "--force"], "base.yaml"),
    ]
    for (arguments, input) in commands {
      let before = try folder.data(input)
      for name in [input, "./" + input] {
        let ended = try Tool.run(arguments + [name], in: folder)
        #expect(ended.status == 2, "\(arguments) \(name): \(ended)")
        #expect(
          ended.error.contains("cannot write \(name): this command reads it; name another file with "),
          "\(arguments): \(ended.error)")
        #expect(try folder.exists(input) && folder.data(input) == before, "\(arguments) \(name)")
      }
    }
    #expect(!folder.exists("h"))
  }

  @Test("stay if they come from standard input, or through a link")
  func otherNames() throws {
    let folder = try Self.filled()
    let before = try folder.data("own.yaml")
    for command in [
      "$REFLECTOR check - --json own.yaml < own.yaml",
      "ln -s own.yaml link.yaml; $REFLECTOR check own.yaml --json link.yaml",
    ] {
      let ended = try Tool.shell(command, in: folder)
      #expect(ended.status == 2 && ended.error.contains("this command reads it"), "\(command): \(ended)")
      #expect(try folder.data("own.yaml") == before)
    }
  }

  @Test("stay where bad input ends the command before it reads them")
  func unread() throws {
    let folder = try Self.filled()
    let check = ["check", "own.yaml", "--phone", "no-such-phone"]
    let gate = ["gate", "--policy", "none.yaml", "--baseline", "report.json", "--candidate", "report.json"]
    for (arguments, input) in [
      (check + ["--json"], "base.yaml"), (check + ["--junit"], "own.yaml"),
      (check + ["--markdown"], "own.yaml"),
      (check + ["--waivers", "waivers.yaml", "--markdown"], "waivers.yaml"),
      (gate + ["--json"], "report.json"), (gate + ["--sarif"], "report.json"),
      (gate + ["--json"], "c/own.pcapng"),
    ] {
      let before = try folder.data(input)
      #expect(try Tool.run(arguments + [input], in: folder).status == 2, "\(arguments)")
      #expect(try folder.exists(input) && folder.data(input) == before, "\(arguments) \(input)")
    }
  }

  @Test("stay where a capture would take their place, and so does a report")
  func captures() throws {
    let folder = try Self.filled()
    let phone = "c/base.pcapng"
    try folder.octets(Array(folder.data("phone.yaml")), phone)
    let rows = [
      (["check", "base.yaml", "--phone", phone], "cannot write \(phone): this command reads it"),
      (
        ["check", "own.yaml", "--tap", "c/own.pcapng"], "found c/own.pcapng for --tap, expected another name"
      ),
      (
        ["scenario", "walk-in-zones", "--csv", "c/walk-in-zones.pcapng"], "expected another name: the capture"
      ),
    ]
    for (arguments, message) in rows {
      let before = try folder.data(phone)
      let ended = try Tool.run(arguments + ["--capture", "c", "-q"], in: folder)
      #expect(ended.status == 2 && ended.error.contains(message), "\(arguments): \(ended)")
      #expect(try folder.data(phone) == before)
    }
  }

  @Test("and two reports are no one file, whatever its names")
  func oneFile() throws {
    let folder = try Self.filled()
    _ = try Tool.shell("mkdir real; ln -s real other; touch here; ln here there", in: folder)
    for (first, second) in [
      ("o.json", "./o.json"), ("real/o.json", "other/o.json"), ("here", "there"), ("-", "/dev/stdout"),
      ("o.json", folder.url.appending(path: "o.json").path),
    ] {
      let arguments = ["check", "own.yaml", "--json", first, "--markdown", second]
      let ended = try Tool.run(arguments, in: folder)
      let place = first == "-" ? "standard output" : first
      #expect(ended.status == 2)
      #expect(
        ended.error.contains(
          "found \(place) for --json and \(second) for --markdown, expected one report a file."),
        "\(ended.error)")
      #expect(!folder.exists("o.json"))
    }
  }
}
