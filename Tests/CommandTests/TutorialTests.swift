import Foundation
import ProjectFiles
import Testing

@Suite("docs/tutorial.md")
struct TutorialTests {
  /// A command of a page, and what the page shows of its output.
  struct Shown {
    let command: String
    var lines: [String] = []
  }

  static func shown(in page: String) throws -> [Shown] {
    let text = try String(contentsOf: ProjectFolder.url.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```").filter { $0.hasPrefix("console\n") }
    var commands: [Shown] = []
    for line in blocks.flatMap({ $0.split(separator: "\n").dropFirst() }) {
      if line.hasPrefix("$ ") {
        commands.append(Shown(command: String(line.dropFirst(2))))
      } else {
        commands[commands.count - 1].lines.append(String(line))
      }
    }
    return commands
  }

  /// Whether output is as shown, blank lines apart: `...` stands for any lines, `[...]` for any text of a line.
  static func isShown(_ output: String, as lines: [String]) throws -> Bool {
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

  /// Runs the commands of a page in a folder, and expects what the page shows of each.
  static func run(_ commands: [Shown], in folder: Folder) throws {
    try folder.write("#!/bin/sh\nexec \"$REFLECTOR\" \"$@\"\n", "bin/reflector")
    #expect(commands.count > 10)
    for shown in commands {
      let ended = try Tool.shell(
        "chmod +x bin/reflector; PATH=$PWD/bin:$PATH; \(shown.command)", in: folder)
      let output = ended.output + ended.error
      #expect(try Self.isShown(output, as: shown.lines), "\(shown.command)\n\(output)")
    }
  }

  @Test("its commands, one after another, give what it shows")
  func fifteenMinutes() throws { try Self.run(Self.shown(in: "docs/tutorial.md"), in: try Folder()) }

  @Test("what is not shown is not taken for it")
  func comparison() throws {
    #expect(try Self.isShown("a\nb\nc\n", as: ["a", "...", "c"]))
    #expect(try Self.isShown("a\nc\n", as: ["...", "a", "...", "c", "..."]))
    #expect(try Self.isShown("one of x, y. z\n", as: ["one of [...]. z"]))
    #expect(try !Self.isShown("a\nb\n", as: ["a"]))
    #expect(try !Self.isShown("a\n", as: ["a", "b"]))
  }
}

@Suite("docs/cookbook.md")
struct CookbookTests {
  private static let page = "docs/cookbook.md"

  /// The files that the page shows: blocks of YAML that begin with their name in a comment.
  private static func files() throws -> [(name: String, text: String)] {
    let text = try String(contentsOf: ProjectFolder.url.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst().map { rest in
      let block = rest.components(separatedBy: "```")[0]
      return (String(block.prefix { !$0.isNewline }.dropFirst(2)), block)
    }
  }

  @Test("its commands for CI and RF, one after another, give what it shows")
  func recipes() throws {
    let folder = try Folder()
    for (name, text) in try Self.files() { try folder.write(text, name) }
    // The recipes for firmware, which come last, need Bumble: InteropTests attaches the host that they show.
    let commands = try TutorialTests.shown(in: Self.page).prefix { !$0.command.contains("127.0.0.1") }
    try TutorialTests.run(Array(commands), in: folder)
  }
}

@Suite("README.md")
struct ReadmeTests {
  @Test("what it shows of make run, range, frame and gate is what they print")
  func outputs() throws {
    let folder = try Folder()
    try folder.write("#!/bin/sh\nexec \"$REFLECTOR\" \"$@\"\n", "bin/reflector")
    let run = "reflector check Profiles/accessories/*.yaml --capture Captures"
    let makefile = try String(contentsOf: ProjectFolder.url.appending(path: "Makefile"), encoding: .utf8)
    #expect(makefile.contains("reflector check $(ACCESSORIES) --capture Captures;"))
    var count = 0
    for shown in try TutorialTests.shown(in: "README.md") {
      let command = shown.command == "make run" ? run : shown.command
      let isRun = ["check ", "range ", "frame ", "gate "].contains { command.hasPrefix("reflector \($0)") }
      // Real firmware and recordings of others are not here.
      guard isRun, !command.contains("--under-test"), !command.contains("accessory.yaml") else { continue }
      let ended = try Tool.shell("chmod +x bin/reflector; PATH=$PWD/bin:$PATH; \(command)", in: folder)
      if shown.lines.isEmpty { continue }
      count += 1
      #expect(
        try TutorialTests.isShown(ended.output, as: shown.lines), "\(command)\n\(ended.output)\(ended.error)")
    }
    #expect(count >= 4)
  }
}

@Suite("docs/troubleshooting.md")
struct TroubleshootingTests {
  /// A row of a table: what is seen, and the codes of its third cell.
  struct Row: CustomTestStringConvertible, Sendable {
    let seen: String
    let codes: [String]
    var testDescription: String { seen }

    private static func quotations(_ text: String) -> [String] {
      text.matches(of: /"([^"]+)"/).map { String($0.1) }
    }

    var requirements: [String] { seen.matches(of: /\b[A-Z]+-[A-Z]?\d\d\b/).map { String($0.0) } }
    var messages: [String] { Self.quotations(seen) }
    var settings: [String] { codes.filter { $0.contains("=") && !$0.hasPrefix("-") } }
    var options: [String] {
      codes.filter { $0.hasPrefix("--") }.flatMap { $0.split(separator: " ").map(String.init) }
    }
  }

  private static func rows(below heading: String) throws -> [Row] {
    let url = ProjectFolder.url.appending(path: "docs/troubleshooting.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let section = page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) } ?? ""
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      let cells = line.split(separator: "|").map(String.init)
      return Row(seen: cells[0], codes: cells[1...2].joined().matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }

  static let failures: [Row] = {
    do {
      return try rows(below: "Requirements that fail").filter { !$0.settings.isEmpty }
    } catch {
      Issue.record("\(error)")
      return []
    }
  }()

  @Test("a value that fails gives the message that the page quotes", arguments: failures)
  func quoted(row: Row) throws {
    let settings = row.settings.flatMap { ["--set", $0] }
    let options = row.options.filter { $0 != "--only" && !row.requirements.contains($0) }
    let ended = try Tool.run(
      [
        "check", "reference", "--no-capture", "--no-suspects", "--only",
        row.requirements.joined(separator: ","),
      ]
        + settings + options + (options.contains("--requirements") ? [] : ["--requirements", "all"]),
      in: try Folder())
    let output = ended.output.split { " \n".contains($0) }.joined(separator: " ")
    #expect(!row.messages.isEmpty)
    for message in row.messages {
      let parts = message.components(separatedBy: "[...]").map { $0.trimmingCharacters(in: .whitespaces) }
      for part in parts { #expect(output.contains(part), "\(message)\n\(ended.output)\(ended.error)") }
    }
    #expect(Self.failures.count > 15)
  }
}
