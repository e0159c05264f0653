import Foundation
import ProjectFiles
import Testing

/// Runs what the pages show, so that no command of a page is refused, and each prints what the page shows of it.
@Suite("The commands of the pages")
struct PageCommandTests {
  /// Commands that are not run here, by what they contain, and why.
  private static let elsewhere = [
    ("make ", "builds, and takes minutes"), ("TARGETS=", "fuzzes, and takes minutes"),
    ("python3 ", "serves until it is ended"), ("reflector lab ", "serves until it is ended"),
    ("127.0.0.1", "waits for a host or firmware"), ("/dev/tty", "waits for firmware"),
    ("nordic-nrf54l15-ipt.pcapng 83", "explains a capture with an attached host"),
    ("reflector capture ", "waits for packets"), ("tshark ", "the tests of Wireshark call it"),
    ("reflector wireshark ", "changes the home folder"),
    ("campaign status seeds.yaml --engine", "asks a cluster; the tests of Slurm call it"),
  ]

  /// What `make` runs of the tool.
  private static let made = [
    "make run": "reflector check Profiles/accessories/*.yaml --capture Captures",
    "make demo": "reflector scenario two-thermometers --capture Captures",
  ]

  /// What makes a file that commands read, and that their page does not show.
  private static let inputs = [
    "accessory.yaml": "cp Profiles/accessories/nordic-nrf54l15-ras.yaml accessory.yaml",
    "phone.btsnoop": recording("phone.btsnoop"), "capture.pcapng": recording("capture.pcapng"),
    "initiator.log": recording("initiator.log"), "reflector.log": recording("reflector.log", seed: 2),
    "Captures/accessory.pcapng": "mkdir -p Captures; " + recording("Captures/accessory.pcapng"),
    "Captures/nordic-nrf54l15-ipt.pcapng": "reflector check nordic-nrf54l15-ipt --quiet --capture Captures",
    "main/report.json": report("main/report.json"), "branch/report.json": report("branch/report.json"),
    "main.json": report("main.json"), "branch.json": report("branch.json"), "1.0.json": report("1.0.json"),
    "1.1.json": report("1.1.json"), "report.json": report("report.json"), "history": "mkdir history",
    "reboot.yaml": "cp Profiles/scenarios/reboot.yaml .",
    "bond-forgotten.yaml": "cp Profiles/scenarios/bond-forgotten.yaml .",
    "sets/ours.yaml": """
    mkdir sets
    printf 'schema: reflector/requirements/1\\nid: ours\\ntitle: Ours\\nextends: apple-ios27-cs\\n' > sets/ours.yaml
    """,
    "waivers.yaml": """
    echo 'schema: reflector/waivers/1' > waivers.yaml
    echo 'waivers: [{ requirement: CS-A01, reason: Later., expires: 2030-01-01 }]' >> waivers.yaml
    """,
    "Info.plist": "echo '<plist version=\"1.0\"><dict></dict></plist>' > Info.plist",
  ]

  /// Recordings of one seed are the same, and are not read together.
  private static func recording(_ name: String, seed: Int = 1) -> String {
    "reflector check nordic-nrf54l15-ras --only CS-A07 --seed \(seed) --quiet --capture made; "
      + "cp made/*.pcapng \(name)"
  }

  private static func report(_ name: String) -> String {
    "reflector check nordic-nrf54l15-ras --only CS-A07 --quiet --make-folders --json \(name)"
  }

  @Test("run, one after another, and give what the page shows", arguments: try Page.all())
  func run(page: Page) throws {
    let folder = try Folder()
    try folder.write("#!/bin/sh\nexec \"$REFLECTOR\" \"$@\"\n", "bin/reflector")
    for (name, text) in try page.files() { try folder.write(text, name) }
    for shown in try page.commands() {
      let command = Self.made[shown.text] ?? shown.text
      guard !Self.elsewhere.contains(where: { command.contains($0.0) }) else {
        try expectKnown(shown, in: folder)
        continue
      }
      try prepare(shown, in: folder)
      let ended = try shell(command, in: folder)
      if shown.lines.isEmpty {
        #expect([0, 1, 3].contains(ended.status), "\(page.path): \(command): \(ended.error)")
      } else {
        let output = ended.output + ended.error
        #expect(try Self.isShown(output, as: shown.lines), "\(page.path): \(command)\n\(output)")
      }
    }
  }

  @Test("what make runs of the tool is what the Makefile has")
  func makefile() throws {
    let makefile = try Page(path: "Makefile").text()
    for command in Self.made.values {
      #expect(makefile.contains(command.replacing("Profiles/accessories/*.yaml", with: "$(ACCESSORIES)")))
    }
  }

  @Test("what is not shown is not taken for it")
  func comparison() throws {
    #expect(try Self.isShown("a\nb\nc\n", as: ["a", "...", "c"]))
    #expect(try Self.isShown("a\nc\n", as: ["...", "a", "...", "c", "..."]))
    #expect(try Self.isShown("one of x, y. z\n", as: ["one of [...]. z"]))
    #expect(try !Self.isShown("a\nb\n", as: ["a"]))
    #expect(try !Self.isShown("a\n", as: ["a", "b"]))
  }

  /// Whether output is as shown, blank lines apart: `...` stands for any lines, `[...]` for any text of a line.
  private static func isShown(_ output: String, as lines: [String]) throws -> Bool {
    let pattern = lines.map { line in
      line.trimmingCharacters(in: .whitespaces) == "..."
        ? "(?:.*\\n)*"
        : line.components(separatedBy: "[...]").map(NSRegularExpression.escapedPattern).joined(
          separator: ".*")
          + "\\n"
    }.joined()
    let written = output.split(separator: "\n").map { $0 + "\n" }.joined()
    return try written.wholeMatch(of: Regex(pattern)) != nil
  }

  /// Expects the tool to have a command and its options.
  private func expectKnown(_ command: Page.Command, in folder: Folder) throws {
    let words = command.words
    guard words[0] == "reflector" else { return }
    let path = Array(words[1...].prefix(["campaign", "wireshark"].contains(words[1]) ? 2 : 1))
    let help = try Tool.run(path + ["--help"], in: folder)
    #expect(help.output.contains("USAGE: reflector \(path.joined(separator: " "))"))
    for option in words where option.hasPrefix("-") && option != "-" {
      #expect(help.output.contains(option), "\(command.text)")
    }
  }

  /// Makes what the command reads, and takes away what it makes itself.
  private func prepare(_ command: Page.Command, in folder: Folder) throws {
    let words = command.words
    let made = words.contains("new") || words.contains("import") ? ["accessory.yaml", "board.yaml"] : []
    _ = try shell("rm -f " + made.joined(separator: " "), in: folder)
    for word in words where !made.contains(word) && !folder.exists(word) {
      guard let recipe = Self.inputs[word] else { continue }
      _ = try shell(recipe, in: folder)
      try #require(folder.exists(word), "\(recipe)")
    }
  }

  private func shell(_ command: String, in folder: Folder) throws -> Tool.Ended {
    try Tool.shell("chmod +x bin/reflector; PATH=\"$PWD/bin:$PATH\"; \(command)", in: folder)
  }
}
