import Foundation
import Testing

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
    let section =
      try Page(path: "docs/troubleshooting.md").text().components(separatedBy: "\n## ").first {
        $0.hasPrefix(heading)
      } ?? ""
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
