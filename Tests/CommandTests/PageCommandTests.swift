import Foundation
import ProjectFiles
import Testing

/// Runs what the pages show, so that no command of a page is refused.
@Suite("The commands of the pages")
struct PageCommandTests {
  /// Commands that are not run here, by how they begin or what they contain, and why.
  private static let elsewhere = [
    ("make ", "builds, and takes minutes"), ("python3 ", "serves until it is ended"),
    ("TARGETS=", "fuzzes, and takes minutes"),
    ("tshark ", "the tests of Wireshark call it"), ("reflector wireshark ", "changes the home folder"),
    ("reflector serve ", "waits for a host"), ("--under-test", "waits for firmware"),
    ("reflector lab ", "serves until it is ended"), ("reflector capture ", "waits for packets"),
  ]

  /// What makes a file that commands of pages read.
  private static let inputs = [
    "accessory.yaml": "cp Profiles/accessories/nordic-nrf54l15-ras.yaml accessory.yaml",
    "phone.btsnoop": recording("phone.btsnoop"), "capture.pcapng": recording("capture.pcapng"),
    "initiator.log": recording("initiator.log"), "reflector.log": recording("reflector.log"),
    "Captures/accessory.pcapng": "mkdir -p Captures; " + recording("Captures/accessory.pcapng"),
    "Captures/nordic-nrf54l15-ipt.pcapng": "reflector check nordic-nrf54l15-ipt --quiet --capture Captures",
    "main/report.json": report("main/report.json"), "branch/report.json": report("branch/report.json"),
    "main.json": report("main.json"), "branch.json": report("branch.json"), "1.0.json": report("1.0.json"),
    "1.1.json": report("1.1.json"), "report.json": report("report.json"), "history": "mkdir history",
    "reboot.yaml": "cp Profiles/scenarios/reboot.yaml .",
    "bond-forgotten.yaml": "cp Profiles/scenarios/bond-forgotten.yaml .",
    "sets/ours.yaml": """
    mkdir sets
    printf 'schema: reflector/requirements/1\nid: ours\ntitle: Ours\nextends: apple-ios27-cs\n' > sets/ours.yaml
    """,
    "waivers.yaml": """
    echo 'schema: reflector/waivers/1' > waivers.yaml
    echo 'waivers: [{ requirement: CS-A01, reason: Later., expires: 2030-01-01 }]' >> waivers.yaml
    """,
    "Info.plist": "echo '<plist version=\"1.0\"><dict></dict></plist>' > Info.plist",
  ]

  private static func recording(_ name: String) -> String {
    "reflector check nordic-nrf54l15-ras --only CS-A07 --quiet --capture made; cp made/*.pcapng \(name)"
  }

  private static func report(_ name: String) -> String {
    "reflector check nordic-nrf54l15-ras --only CS-A07 --quiet --make-folders --json \(name)"
  }

  private static func pages() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.url.appending(path: "docs").path)
    // The tutorial and the cookbook have tests of their own, which hold them to their output.
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") && !["tutorial.md", "cookbook.md"].contains($0) }.sorted().map {
        "docs/\($0)"
      }
  }

  @Test("run, one after another, and none is refused", arguments: try Self.pages())
  func run(page: String) throws {
    let folder = try Folder()
    try folder.write("#!/bin/sh\nexec \"$REFLECTOR\" \"$@\"\n", "bin/reflector")
    for command in try TutorialTests.shown(in: page).map(\.command) {
      if Self.elsewhere.contains(where: { command.hasPrefix($0.0) || command.contains(" \($0.0)") }) {
        continue
      }
      try prepare(command, in: folder)
      let ended = try shell(command, in: folder)
      #expect([0, 1, 3].contains(ended.status), "\(page): \(command): \(ended.error)")
    }
  }

  /// Makes what the command reads, and takes away what it makes itself.
  private func prepare(_ command: String, in folder: Folder) throws {
    let words = command.split(separator: " ").map(String.init)
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
