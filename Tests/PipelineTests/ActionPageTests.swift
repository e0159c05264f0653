import Foundation
import ProjectFiles
import Testing
import Yams

@Suite("The action and its page")
struct ActionPageTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }

  @Test("have the same inputs and outputs")
  func inputs() throws {
    let action = try #require(try Yams.load(yaml: Self.text("action.yml")) as? [String: Any])
    let page = try Self.text("docs/ci.md")
    let shown = page.matches(of: #/\n\| `([a-z-]+)` \| /#).map { String($0.1) }
    #expect(shown.sorted() == (action["inputs"] as? [String: Any])?.keys.sorted())
    for output in try #require(action["outputs"] as? [String: Any]).keys {
      #expect(page.contains("`\(output)`"))
    }
  }

  @Test("name the version that this is, and the repository by one placeholder")
  func version() throws {
    let version = try host(BuiltExecutable.reflector.path, "--version").log
    let number = try #require(version.split(whereSeparator: \.isWhitespace).last)
    let page = try Self.text("docs/ci.md")
    let named = page.matches(of: #/v(\d+\.\d+\.\d+)/#).map(\.1)
    // The versions of GitHub's own actions stand behind an @.
    let own = page.matches(of: #/(?:OWNER/reflector@|reflector-|download/|`)v(\d+\.\d+\.\d+)/#).map(\.1)
    #expect(own.count >= 6 && own.allSatisfy { $0 == number }, "\(named)")
    #expect(try !Self.text("action.yml").contains("OWNER"))
  }
}

@Suite("Expressions of a workflow")
struct ExpressionTests {
  private func value(_ text: String, hasFailed: Bool = false) throws -> String {
    try Expression.value(text, hasFailed: hasFailed) { name in
      switch name {
      case "inputs.name": .text("reflector")
      case "inputs.empty": .text("")
      case "event.fork": .flag(true)
      default: .null
      }
    }.text
  }

  @Test(
    "come to what GitHub's documentation says",
    arguments: [
      ("inputs.name == 'Reflector'", "true"), ("inputs.empty || format('{0}/a', inputs.name)", "reflector/a"),
      ("event.fork != true", "false"), ("event.none != true", "true"), ("event.none == ''", "true"),
      ("!(inputs.empty == '') || always()", "true"), ("inputs.name && event.fork", "true"),
    ])
  func values(text: String, expected: String) throws { #expect(try value(text) == expected) }

  @Test("stand in text, and know whether a step has failed")
  func context() throws {
    #expect(
      try value("success()", hasFailed: true) == "false" && value("failure()", hasFailed: true) == "true")
    let filled = try Expression.filled("${{ inputs.a }}-history of ${{ 'b' }}") { .text($0) }
    #expect(filled == "inputs.a-history of b")
  }

  @Test("that are none are refused", arguments: ["a ==", "unknown(1)", "a b", "(a", "format('x'"])
  func malformed(text: String) {
    #expect(throws: Expression.Malformed.self) { try value(text) }
  }
}
