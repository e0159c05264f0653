import Foundation
import ProjectFiles
import Testing

/// A page of the documentation, with what it shows.
struct Page: CustomTestStringConvertible, Sendable {
  /// A command behind a `$`, and what the page shows of its output.
  struct Command {
    let text: String
    var lines: [String] = []

    /// Its words up to the next command of the line.
    var words: [String] {
      let words = text.split(separator: " ").map(String.init)
      return Array(words.prefix { !["|", ">", ";", "&&", "#"].contains($0) })
    }
  }

  /// From the folder of the project on.
  let path: String

  var testDescription: String { path }

  /// README and the pages of docs.
  static func all() throws -> [Page] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.url.appending(path: "docs").path)
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return (["README.md"] + pages).map(Page.init)
  }

  func text() throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }

  /// The commands in the console blocks.
  func commands() throws -> [Command] {
    var commands: [Command] = []
    for line in try blocks("console").flatMap({ $0.split(separator: "\n") }) {
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2))))
      } else {
        commands[commands.count - 1].lines.append(String(line))
      }
    }
    return commands
  }

  /// The files that the page shows: blocks of YAML that begin with their name in a comment.
  func files() throws -> [(name: String, text: String)] {
    try blocks("yaml").compactMap { block in
      let heading = block.prefix { !$0.isNewline }
      return heading.hasPrefix("# ") && heading.hasSuffix(".yaml")
        ? (String(heading.dropFirst(2)), block) : nil
    }
  }

  /// The blocks of a language.
  func blocks(_ language: String) throws -> [String] {
    try text().components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
