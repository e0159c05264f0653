import Foundation
import Testing

@Suite("reflector gate")
struct GateCommandTests {
  private static let good = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let worse = [good, "--fault", "tfcs-100-stretched"]

  /// Reports and captures of two profiles in the folders `a` and `b`.
  private static func checked(_ second: [String] = worse) throws -> Folder {
    let folder = try Folder()
    for (name, accessory) in [("a", [good]), ("b", second)] {
      let ended = try Tool.run(
        ["check"] + accessory + ["--capture", name, "--json", "\(name)/report.json", "--quiet"], in: folder)
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
    let ended = try Self.gate(Self.checked([Self.good]))
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

  /// A report of the good profile with its phase noise times a factor.
  private static func check(noise factor: Double, to name: String, seed: Int = 1, in folder: Folder) throws {
    let text = try folder.text(good)
    let noisier = text.replacing("phase_noise_rad: 0.044", with: "phase_noise_rad: \(0.044 * factor)")
    try folder.write(noisier, "accessory.yaml")
    let ended = try Tool.run(
      ["check", "accessory.yaml", "--make-folders", "--json", name, "--quiet", "--seed", "\(seed)"],
      in: folder)
    #expect(ended.status == 0, "\(ended.error)")
  }

  @Test("noise three times as high blocks though every requirement is met")
  func noise() throws {
    let folder = try Folder()
    try Self.check(noise: 1, to: "a/report.json", in: folder)
    try Self.check(noise: 3, to: "b/report.json", seed: 2, in: folder)
    let ended = try Self.gate(folder)
    #expect(ended.status == 1 && ended.output.contains("margin-lost"), "\(ended.output)")
    #expect(!ended.output.contains("new-failure"))
  }

  @Test("slow drift passes from version to version, and not over many")
  func drift() throws {
    let folder = try Folder()
    // The last has twice the phase noise of the first; other noise, which does not grow, is in each number too.
    let versions = (0..<9).map { 1 + 0.125 * Double($0) }
    let names = try versions.enumerated().map { index, factor in
      try Self.check(noise: factor, to: "\(index).json", seed: index + 1, in: folder)
      return "\(index).json"
    }
    for (before, after) in zip(names, names.dropFirst()) {
      let ended = try Tool.run(["gate", "--baseline", before, "--candidate", after, "--quiet"], in: folder)
      #expect(ended.status == 0)
    }
    let ended = try Tool.run(
      ["gate", "--baseline"] + names.dropLast() + ["--candidate", names[8], "--json", "gate.json"], in: folder
    )
    #expect(ended.status == 1 && ended.output.contains("drift"), "\(ended.output)")
    #expect(ended.output.contains("over 9 reports"))
    #expect(try Self.json("gate.json", in: folder)?["baselines"] as? Int == 8)
  }

  @Test("a history begins with a report of its own, and takes what is allowed and nothing else")
  func history() throws {
    let folder = try Folder()
    try Self.check(noise: 1, to: "good.json", in: folder)
    try Self.check(noise: 3, to: "bad.json", in: folder)
    func gate(_ candidate: String) throws -> Tool.Ended {
      try Tool.run(["gate", "--history", "history", "--candidate", candidate], in: folder)
    }
    let first = try gate("good.json")
    #expect(first.status == 0 && first.output.hasPrefix("NO BASELINE: nothing was compared."))
    #expect(try folder.names("history") == ["000001.json"])
    #expect(try gate("bad.json").status == 1)
    #expect(try folder.names("history") == ["000001.json"])
    for _ in 0..<22 { #expect(try !gate("good.json").output.contains("NO BASELINE")) }
    let names = try folder.names("history")
    #expect(names.count == 20 && names[0] == "000001.json" && names[1] == "000005.json")
    #expect(names[19] == "000023.json")
    #expect(try folder.data("history/000023.json") == folder.data("good.json"))
  }

  @Test("a first report that fails is blocked, and known from then on")
  func failingFirst() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["check", "silabs-xg24", "--no-capture", "--json", "a.json", "--quiet"], in: folder)
    #expect(ended.status == 1)
    let arguments = ["gate", "--history", "history", "--candidate", "a.json", "--markdown", "gate.md"]
    let first = try Tool.run(arguments, in: folder)
    #expect(first.status == 1 && first.output.contains("new-failure"))
    #expect(try folder.text("gate.md").contains("> **NO BASELINE: nothing was compared."))
    let second = try Tool.run(arguments, in: folder)
    #expect(second.status == 0 && second.output.contains("still-failing"))
  }

  @Test("--fail-on warn blocks another seed, --strict an empty history")
  func strictness() throws {
    let folder = try Folder()
    try Self.check(noise: 1, to: "a/report.json", in: folder)
    try Self.check(noise: 1, to: "b/report.json", seed: 2, in: folder)
    #expect(try Self.gate(folder).status == 0)
    let ended = try Self.gate(folder, ["--fail-on", "warn"])
    #expect(ended.status == 1 && ended.output.contains("fails on  warn"), "\(ended.output)")
    let strict = try Tool.run(
      ["gate", "--strict", "--history", "h", "--candidate", "a/report.json"], in: folder)
    #expect(strict.status == 1 && strict.output.contains("--strict needs a baseline"))
  }

  @Test("a waiver allows a failure whose numbers are beyond the limit, and so does a rule")
  func allowedFailure() throws {
    let folder = try Folder()
    try folder.write(
      """
      schema: reflector/waivers/1
      waivers:
        - { requirement: CS-A03, reason: known, expires: 2999-12-31 }

      """, "waivers.yaml")
    try folder.write(
      """
      schema: reflector/gate-policy/1
      rules:
        - { changes: [new-failure], requirements: [CS-A03], action: warn, reason: known }

      """, "policy.yaml")
    let check = ["check", "--no-capture", "--only", "CS-A03", "--quiet", "--json"]
    let defect = [Self.good, "--fault", "inline-pct-plain-phase"]
    _ = try Tool.run(check + ["a/report.json", "--make-folders", Self.good], in: folder)
    _ = try Tool.run(check + ["b/report.json", "--make-folders"] + defect, in: folder)
    _ = try Tool.run(check + ["w.json", "--waivers", "waivers.yaml"] + defect, in: folder)
    #expect(try Self.gate(folder, ["--no-capture"]).status == 1)
    let ruled = try Self.gate(folder, ["--no-capture", "--policy", "policy.yaml"])
    #expect(ruled.status == 0 && !ruled.output.contains("margin-lost"), "\(ruled.output)")
    let waived = try Tool.run(
      ["gate", "--no-capture", "--baseline", "a/report.json", "--candidate", "w.json"], in: folder)
    #expect(waived.status == 0 && waived.output.contains("newly-waived"), "\(waived.output)")
  }

  @Test("a file that is too large or says nothing is refused, with what to do")
  func refused() throws {
    let folder = try Folder()
    let large = try Tool.shell(
      "truncate -s 70000000 a.json; $REFLECTOR gate --baseline a.json --candidate a.json", in: folder)
    #expect(large.status == 2)
    #expect(
      large.error.contains(
        "found 70000000 octets or more in a.json, expected at most 67108864. Give a report of fewer profiles"),
      "\(large.error)")
    try folder.write(
      #"{"schema": "reflector/check-report/1", "tool": {"name": "reflector", "version": "1"}, "reports": []}"#,
      "b.json")
    let empty = try Tool.run(["gate", "--history", "h", "--candidate", "b.json"], in: folder)
    #expect(empty.status == 2, "\(empty.output)")
    #expect(
      empty.error.contains("reports: found an empty list, expected one report or more"), "\(empty.error)")
  }

  @Test("--baseline and --history go without each other, and one is needed")
  func choice() throws {
    let folder = try Folder()
    for arguments in [[], ["--baseline", "a", "--history", "b"]] {
      let ended = try Tool.run(["gate", "--candidate", "c"] + arguments, in: folder)
      #expect(ended.status == 2 && ended.error.contains("expected one of them."))
    }
  }
}
