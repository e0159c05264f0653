import Foundation
import Testing

@Suite("reflector gate")
struct GateCommandTests {
  private static let good = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let worse = "Profiles/accessories/defective/tfcs-100-stretched.yaml"

  /// Reports and captures of two profiles in the folders `a` and `b`.
  private static func checked(_ second: String = worse) throws -> Folder {
    let folder = try Folder()
    for (name, profile) in [("a", good), ("b", second)] {
      let ended = try Tool.run(
        ["check", profile, "--captures", name, "--json", "\(name)/report.json", "--quiet"], in: folder)
      #expect(ended.status < 2, "\(ended.error)")
    }
    return folder
  }

  private static func json(_ name: String, in folder: Folder) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: folder.data(name)) as? [String: Any]
  }

  private static func gate(_ folder: Folder, _ arguments: [String] = []) throws -> Tool.Ended {
    try Tool.run(
      ["gate", "--baseline", "a/report.json", "--candidate", "b/report.json"] + arguments, in: folder)
  }

  @Test("the same firmware is allowed, and its captures are the same frame by frame")
  func same() throws {
    let ended = try Self.gate(Self.checked(Self.good))
    #expect(ended.status == 0 && ended.output.contains("ALLOWED: nothing changed"))
    #expect(ended.output.contains("captures: the same, frame by frame"))
  }

  @Test("a failure that is new blocks, with the frame that differs first, in every output")
  func worse() throws {
    let folder = try Self.checked()
    let ended = try Self.gate(
      folder, ["--json", "gate.json", "--markdown", "gate.md", "--sarif", "gate.sarif"])
    #expect(ended.status == 1 && ended.output.contains("BLOCKED"))
    #expect(ended.output.contains("first frame that differs is"))
    let gate = try #require(try Self.json("gate.json", in: folder))
    #expect(gate["decision"] as? String == "blocked")
    let pair = try #require((gate["pairs"] as? [[String: Any]])?.first)
    #expect((pair["first_frame"] as? [String: Any])?["frame"] as? Int ?? 0 > 0)
    #expect(try folder.text("gate.md").contains("new-failure"))
    #expect(try Self.json("gate.sarif", in: folder)?["version"] as? String == "2.1.0")
  }

  @Test("a policy of the user's decides, and its rule is quoted")
  func policy() throws {
    let folder = try Self.checked()
    try folder.write(
      """
      schema: reflector/gate-policy/1
      rules:
        - { action: warn, reason: A trial board. }

      """, "gate.yaml")
    let ended = try Self.gate(folder, ["--policy", "gate.yaml", "--no-capture"])
    #expect(ended.status == 0 && ended.output.contains("A trial board."))
    #expect(ended.output.contains("--no-capture"))
  }

  @Test("Markdown on standard output leaves the text on standard error")
  func standardOutput() throws {
    let ended = try Self.gate(Self.checked(), ["--markdown", "-"])
    #expect(ended.output.hasPrefix("# Channel Sounding gate\n") && ended.error.contains("BLOCKED"))
  }

  @Test("a capture that is none is refused, and nothing is written")
  func damaged() throws {
    let folder = try Self.checked()
    let ended = try Self.gate(folder, ["--baseline-capture", "a/report.json", "--json", "gate.json"])
    #expect(ended.status == 2 && ended.error.contains("cannot read a/report.json"))
    #expect(!folder.exists("gate.json"))
  }
}
