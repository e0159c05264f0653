import Foundation
import Notation
import Testing

@Suite("Commands for a shell")
struct ShellTextTests {
  @Test(
    "words are quoted where a shell would read more into them, and escaped where a screen would not show them",
    arguments: [
      ("a/b-1.yaml", "a/b-1.yaml"), ("", "''"), ("a b;c", "'a b;c'"), ("it's", "'it'\\''s'"),
      ("a\nb", "$'a\\012b'"), ("\u{1B}[2J'\\µ", "$'\\033[2J\\047\\134µ'"),
      ("a\u{202E}b", "$'a\\342\\200\\256b'"), ("\u{61C}1", "$'\\330\\2341'"),
    ])
  func words(word: String, quoted: String) { #expect(ShellText.command([word]) == quoted) }

  @Test("the shell reads every word as it was")
  func shell() throws {
    let words = ["a b", "it's $HOME `x` \\", "a\nb\u{1B}1", "\u{202E}µ\u{61C}", "-x", "=1"]
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "printf '%s\\0' \(ShellText.command(words))"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(output == Data(words.map { $0 + "\0" }.joined().utf8))
  }

  @Test("no path is an option, and standard input stays itself")
  func path() {
    #expect(ShellText.path("-a.yaml") == "./-a.yaml")
    #expect(ShellText.path("-") == "-" && ShellText.path("a/-b") == "a/-b")
  }
}
