import Foundation
import Testing

@Suite("What goes to which stream")
struct StreamTests {
  private static let check = ["check", "nordic-nrf54l15-ipt", "--only", "CS-A04", "--no-capture"]
  private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test("a pipe gets no escape code and no progress")
  func pipe() throws {
    let ended = try Tool.run(Self.check, in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.error == "")
    #expect(!ended.output.contains("\u{1B}") && !ended.output.contains("\r"))
    #expect(ended.output.contains("CS-A04"))
  }

  @Test("--json - puts the machine form on standard output and text for people on standard error")
  func jsonOnOutput() throws {
    let ended = try Tool.run(Self.check + ["--json", "-"], in: try Folder())
    #expect(ended.status == 0)
    _ = try JSONSerialization.jsonObject(with: Data(ended.output.utf8))
    #expect(ended.error.contains("CS-A04"))
    let quiet = try Tool.run(Self.check + ["--json", "-", "--quiet"], in: try Folder())
    #expect(quiet.output == ended.output)
    #expect(quiet.error == "")
  }

  @Test(
    "a closed stream is said to be closed, and its descriptor is no file's that the command opens",
    arguments: [
      ("list faults >&-", "cannot write standard output: "), ("analyze - <&-", "cannot read -: "),
      ("profile validate - <&-", "-:1:1: cannot be read: "),
      (Self.check.joined(separator: " ") + " --json - <&- >&-", "cannot write standard output: "),
    ])
  func closed(command: String, start: String) throws {
    let ended = try Tool.shell("$REFLECTOR \(command)", in: try Folder())
    #expect(ended.status == 2 && ended.output.isEmpty)
    let message = start + "the stream is closed; give it a file, a pipe or /dev/null"
    #expect(ended.error.contains(message), "\(ended.error)")
  }

  @Test("a command without a use for a closed stream does not miss it")
  func closedAndUnused() throws {
    let command = "$REFLECTOR \(Self.check.joined(separator: " ")) -q <&- >&- 2>&-"
    let ended = try Tool.shell(command, in: try Folder())
    #expect(ended.status == 0)
  }

  @Test("--quiet leaves the exit status to tell")
  func quiet() throws {
    let ended = try Tool.run(
      ["check", "reference", "--fault", "tfcs-100-refused", "--no-capture", "-q"], in: try Folder())
    #expect(ended.status == 1)
    #expect(ended.output == "" && ended.error == "")
  }

  @Test(
    "a terminal gets colour and progress, unless NO_COLOR or --quiet says otherwise", .enabled(if: hasScript))
  func terminal() throws {
    let command = "$REFLECTOR " + Self.check.joined(separator: " ")
    func onTerminal(_ command: String) throws -> String { try Self.onTerminal("xterm", command) }
    let colour = try onTerminal(command)
    #expect(colour.contains("\u{1B}[32mPASS\u{1B}[0m"))
    #expect(colour.contains("0 of 1 accessories checked, case 1 of"))
    let plain = try onTerminal("NO_COLOR=1 " + command)
    #expect(!plain.contains("\u{1B}[32m"))
    #expect(plain.contains("PASS"))
    #expect(try onTerminal(command + " --quiet") == "")
  }

  @Test("a dumb terminal gets no escape code and no progress", .enabled(if: hasScript))
  func dumb() throws {
    let shown = try Self.onTerminal("dumb", "$REFLECTOR " + Self.check.joined(separator: " "))
    #expect(shown.contains("CS-A04"))
    #expect(!shown.contains("\u{1B}") && !shown.contains("accessories checked"))
  }

  /// What `command` shows on a terminal of the type `type`, 90 columns wide.
  private static func onTerminal(_ type: String, _ command: String) throws -> String {
    let ended = try Tool.shell(
      "TERM=\(type) script -qec \"stty cols 90; \(command)\" /dev/null", in: try Folder())
    #expect(ended.status == 0)
    return ended.output
  }
}
