import Testing

@testable import Documents
@testable import Profiles

@Suite("Policies of the gate")
struct GatePolicyTests {
  private static func policy(_ text: String) throws -> GatePolicy {
    try GatePolicy.read(file: "p.yaml", load: Fixture.loader("schema: reflector/gate-policy/1\n" + text))
  }

  private static func refusal(_ text: String) -> String {
    do {
      _ = try policy(text)
      return "read"
    } catch {
      return "\(error)"
    }
  }

  @Test("say what blocks, what warns, and what is an exception")
  func reading() throws {
    let policy = try Self.policy(
      """
      title: Release
      confidence: 0.99
      margin_loss: { warn_fraction: 0.05, block_fraction: 0.3 }
      changes: { capability-removed: block }
      rules:
        - { changes: [margin-lost], requirements: [CS-A07, RF-*], levels: [must], margin_loss_at_least: 0.2,
            action: cannot-tell, reason: Known. }
        - { action: ignore, reason: All else. }

      """)
    #expect(policy.title == "Release" && policy.file == "p.yaml" && policy.confidence == 0.99)
    #expect(policy.warnedMarginLoss == 0.05 && policy.blockedMarginLoss == 0.3)
    #expect(policy.action(for: .capabilityRemoved) == .block)
    #expect(policy.action(for: .captureChanged) == GatePolicy.Change.captureChanged.usualAction)
    #expect(
      policy.rules == [
        GatePolicy.Rule(
          changes: [.marginLost], requirements: ["CS-A07", "RF-*"], levels: [.must], leastMarginLoss: 0.2,
          action: .cannotTell, reason: "Known.",
          position: SourcePosition(file: "p.yaml", line: 7, column: 5)),
        GatePolicy.Rule(
          action: .ignore, reason: "All else.", position: SourcePosition(file: "p.yaml", line: 9, column: 5)),
      ])
  }

  @Test("one that says nothing is the usual one, but for its name")
  func empty() throws {
    var usual = GatePolicy()
    (usual.file, usual.title) = ("p.yaml", "p.yaml")
    #expect(try Self.policy("") == usual)
  }

  @Test(
    "what is wrong is named with its place",
    arguments: [
      ("changes: { new-failures: warn }", "p.yaml:2:12: changes"),
      ("changes: { new-failure: stop }", "found 'stop', expected one of ignore, warn, cannot-tell, block"),
      ("confidence: 1", "p.yaml:2:13: confidence: found 1"),
      ("rules: [{ action: warn }]", "found no key 'reason'"),
      (
        "rules: [{ action: warn, reason: R., requirements: [cs-1] }]",
        "expected a requirement id as CS-A01, or CS-*"
      ),
      (
        "margin_loss: { warn_fraction: 0.6 }",
        "found a warn_fraction above the block_fraction, expected at most the block_fraction. Write a warn_fraction of 0.2 or less."
      ),
    ])
  func refused(text: String, message: String) {
    #expect(Self.refusal(text + "\n").contains(message), "\(Self.refusal(text + "\n"))")
  }

  @Test(
    "a pattern is an id or its beginning with a star",
    arguments: [
      ("CS-A07", true), ("CS-*", true), ("CS-A*", true), ("CS-A0*", true), ("RAS-12", true), ("*", false),
      ("CS*", false), ("CS-A*7", false), ("cs-*", false), ("", false),
    ])
  func patterns(text: String, isPattern: Bool) {
    #expect(TextForm.requirementPattern.accepts(text) == isPattern)
  }
}
