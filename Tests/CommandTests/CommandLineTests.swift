import Foundation
import Testing

@Suite("The command line")
struct CommandLineTests {
  @Test("takes the former names of options, and says how they are called now")
  func former() throws {
    let folder = try Folder()
    let checked = try Tool.run(
      ["check", "--profile", "reference", "--only", "CS-A01", "--captures=out", "--quiet"], in: folder)
    #expect(checked.status == 0 && folder.exists("out/reference.pcapng"))
    #expect(checked.error.contains("note: --captures is now --capture\n"))
    #expect(
      checked.error.contains("note: --profile is gone: the value stands alone, as 'reflector check VALUE'\n"))
    let arguments = ["range", "reference", "--distance", "3", "--procedures", "20", "--quiet"]
    let ranged = try Tool.run(arguments + ["--filter", "mean", "--json", "a.json"], in: folder)
    #expect(ranged.status == 0 && ranged.error == "note: --filter is now --smooth\n")
    #expect(try folder.text("a.json").contains("\"filter\": \"mean\""))
    let now = try Tool.run(arguments + ["--smooth", "mean", "--json", "b.json"], in: folder)
    #expect(now.status == 0 && now.error == "")
    #expect(try folder.text("a.json") == folder.text("b.json"))
  }

  @Test("checks what patterns select, and skips others")
  func selection() throws {
    let folder = try Folder()
    func ids(_ arguments: String...) throws -> [String] {
      let ended = try Tool.run(
        ["check", "reference", "--no-suspects", "--quiet", "--json", "r.json"] + arguments, in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      let json = try JSONSerialization.jsonObject(with: folder.data("r.json")) as? [String: Any]
      let reports = json?["reports"] as? [[String: Any]] ?? []
      return reports.flatMap {
        ($0["requirements"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
      }
    }
    #expect(
      try ids("--only", "cs-a0?", "--skip", "CS-A03,CS-A07") == [1, 2, 4, 5, 6, 8, 9].map { "CS-A0\($0)" })
    #expect(
      try ids("--requirements", "apple-ios27-cs,core-6-3-hci", "--only", "*-01,CS-A02") == [
        "CS-A02", "HCI-01",
      ])
  }

  @Test("refuses patterns that select nothing")
  func nothingSelected() throws {
    let folder = try Folder()
    for (arguments, message) in [
      (
        ["--only", "CS-B*"],
        "found --only CS-B*, expected an id of apple-ios27-cs; 'reflector list --requirements SET' lists them."
      ),
      (["--skip", "CS-A0"], "found --skip CS-A0, did you mean"),
      (
        ["--only", "CS-A01", "--skip", "CS-A*"], "found no requirement that --only selects and --skip leaves"
      ),
      (["--skip", ","], "found no id in --skip"),
      (["--trace", "usb"], "found 'usb', expected one of hci, ll, all"),
    ] {
      let ended = try Tool.run(["check", "reference"] + arguments, in: folder)
      #expect(ended.status == 2 && ended.error.contains(message), "\(ended.error)")
    }
  }

  @Test("prints the packets of a check in words", arguments: ["hci", "ll", "all"])
  func trace(layer: String) throws {
    let ended = try Tool.run(["check", "reference", "--only", "CS-A01", "--trace", layer], in: try Folder())
    #expect(ended.status == 0 && ended.output.contains("CS-A01  Bluetooth 6.3  PASS"))
    let lines = ended.error.split(separator: "\n").filter { !$0.hasPrefix("== ") }
    #expect(lines.count > 10)
    let isOnAir = lines.map { $0.contains("  ll  ") }
    #expect(isOnAir.contains(true) == (layer != "hci") && isOnAir.contains(false) == (layer != "ll"))
    if layer != "hci" {
      #expect(ended.error.contains("C>P  LL_FEATURE_REQ  The central sends its features"))
    }
    if layer != "ll" { #expect(ended.error.contains("H>C  HCI_LE_Create_Connection")) }
  }

  @Test("prints the packets of several accessories in their order, each case below a line that names it")
  func traceOrder() throws {
    let profiles = ["reference", "silabs-xg24"]
    let check = ["check"] + profiles + ["--only", "CS-A01,CS-A07", "--trace", "all", "--no-suspects"]
    let traces = try ["1", "4"].map { try Tool.run(check + ["--jobs", $0], in: try Folder()).error }
    #expect(traces[0] == traces[1])
    let headings = traces[0].split(separator: "\n").filter { $0.hasPrefix("== ") }.map(String.init)
    let cases = ["CS-A01, CS/FEA/BV-01"] + (1...3).map { "CS-A07, CS/TIM/BV-0\($0)" }
    #expect(
      headings
        == profiles.flatMap { profile in
          cases.map { "== Profiles/accessories/\(profile).yaml, apple-ios27-cs, \($0)" }
        })
  }

  @Test(
    "lists names alone for shells",
    arguments: [("sets", "apple-ios27-cs"), ("profiles", "reference"), ("knobs", "radio.tx_power_dbm")])
  func names(topic: String, name: String) throws {
    let ended = try Tool.run(["list", topic, "--names"], in: try Folder())
    #expect(ended.output.split(separator: "\n").contains { $0 == name })
    #expect(try Tool.run(["list", "trace", "--names"], in: try Folder()).status == 2)
  }

  @Test("completes the words that an option takes")
  func completion() throws {
    let script = try Tool.run(["--generate-completion-script", "fish"], in: try Folder()).output
    let kinds = "mmse ml earliest music rtt fused motion"
    for words in ["hci ll all", "none gate median mean", "auto mm m", kinds] {
      #expect(script.contains("'\(words)'"), "\(words)")
    }
    #expect(script.contains("reflector list knobs --names"))
  }

  @Test(
    "prints nothing with --quiet where nothing fails",
    arguments: [
      ["profile", "new", "a.yaml"], ["campaign", "new", "a.yaml"],
      ["wireshark", "install", "--folder", "home"], ["wireshark", "uninstall", "--folder", "home"],
    ])
  func quiet(command: [String]) throws {
    let ended = try Tool.run(command + ["--quiet"], in: try Folder())
    #expect(ended.status == 0 && ended.output == "" && ended.error == "", "\(ended)")
  }

  @Test("keeps captures only where one asks for them")
  func captures() throws {
    let folder = try Folder()
    let plain = try Tool.run(["check", "reference", "--only", "CS-A01"], in: folder)
    #expect(
      !folder.exists("Captures") && plain.output.contains("capture   none; --capture FOLDER writes one"))
    #expect(
      try Tool.run(["check", "reference", "--only", "CS-A01", "--pcap", "--quiet"], in: folder).status == 0)
    #expect(try folder.names("Captures") == ["reference.pcap", "reference.pcapng"])
    let kept = try Tool.run(["check", "reference", "--only", "CS-A01", "--capture", "out"], in: folder)
    let rows = [plain, kept].map { $0.output.split(separator: "\n").first { $0.hasPrefix("CS-A01") } }
    #expect(rows[0] != nil && rows[0] == rows[1])
  }

  @Test("gives no two options of a command one name, and repeats none of the values but the last")
  func declarations() throws {
    struct Tree: Decodable { var command: Command }
    struct Command: Decodable {
      struct Name: Decodable, Hashable { var kind, name: String }
      struct Argument: Decodable {
        var kind: String
        var names: [Name]?
        var isRepeating: Bool
      }
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
      var tree: [Command] { [self] + (subcommands ?? []).flatMap(\.tree) }
    }
    let text = try Tool.run(["--experimental-dump-help"], in: try Folder()).output
    let commands = try JSONDecoder().decode(Tree.self, from: Data(text.utf8)).command.tree
    #expect(commands.count > 30)
    for command in commands {
      let arguments = command.arguments ?? []
      let names = arguments.flatMap { $0.names ?? [] }
      #expect(Set(names).count == names.count, "\(command.commandName)")
      let endless = arguments.filter { $0.kind == "positional" }.dropLast().filter(\.isRepeating)
      #expect(endless.isEmpty, "\(command.commandName)")
    }
  }
}
