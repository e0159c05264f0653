import Testing

@testable import Documents

@Suite("A file of another kind than the option takes")
struct FileUseTests {
  private static let inputs = [
    ("accessory", "an accessory"), ("phone", "a phone"), ("environment", "an environment"),
    ("requirements", "a requirement set"), ("waivers", "waivers"), ("gate-policy", "a gate policy"),
    ("scenario", "a scenario"), ("campaign", "a campaign"),
  ]

  private static func advice(_ found: String, insteadOf expected: String) -> String? {
    FileUse.advice("reflector/\(found)/1", insteadOf: "reflector/\(expected)/1")
  }

  @Test("is named, with the one to give, whichever command reads it", arguments: inputs)
  func kinds(expected: String, content: String) throws {
    for (found, other) in Self.inputs {
      let advice = Self.advice(found, insteadOf: expected)
      guard found != expected else {
        #expect(advice == nil)
        continue
      }
      let text = try #require(advice)
      #expect(text.hasPrefix("This is the file of \(other), for 'reflector "))
      #expect(text.hasSuffix("'. Give the file of \(content)."))
    }
    for report in ["analysis", "campaign-report", "check-report", "frame", "list", "range", "gate-report"] {
      let advice = Self.advice(report, insteadOf: expected)
      #expect(advice == "No input has this schema; a report may. Give the file of \(content).", "\(report)")
    }
  }

  @Test("is no kind if its name is misspelt")
  func unknown() {
    #expect(Self.advice("acessory", insteadOf: "accessory") == nil)
    #expect(FileUse.advice("accessory", insteadOf: "reflector/phone/1") == nil)
  }
}
