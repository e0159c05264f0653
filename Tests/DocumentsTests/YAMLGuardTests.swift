import Testing

@testable import Documents

@Suite("What YAML allows and a profile does not")
struct YAMLGuardTests {
  @Test(
    "stays legal as text",
    arguments: [
      "a: 'it''s & *not* !tagged'", "a: \"quoted \\\" & *x\"", "a: b & c * d", "a: b &c", "a: 1\n# &x *y !z",
      "a: x # & comment", "a: >-\n  &text\n  *text\nb: 1", "a: |\n  - &text\n\n  more\nb: 1", "---\na: 1",
      "a: 'two\n  *lines'", "a: [1,\n  2]", "a: 10 > 5", "a: -5", "a: it's\nb: 'x'",
    ])
  func legalText(text: String) {
    #expect(DocumentTests.refusal(text + "\n") == "")
  }

  @Test(
    "is found wherever a value can begin",
    arguments: [
      "a: {\"b\":*x}", "a: {'b':&x 1}", "a: [?*x]", "? a\n: *x", "a: [:*x]", "- - &x 1", "a: # c\n  &x 1",
      "a: b\t# : \"\nc: *x", "a: |\n  text\nb: *x", "- a: |\n    text\n  b: *x", "a: 'q'\nb: *x", "*x : 1",
      "a: x\u{2028}b: *x", "[a]: *x", "a: \"\\\\\"\nb: *x", "a: [\"x\"#y\n,*x]", "a: >2-\n    text\nb: &x 1",
    ])
  func hiddenAliases(text: String) {
    let message = DocumentTests.refusal(text + "\n")
    #expect(
      message.contains("found the alias '*x'") || message.contains("found the anchor '&x'"), "\(message)")
  }

  @Test("a bomb of aliases costs nothing")
  func bomb() {
    var text = "a0: &a0 [x, x]\n"
    for level in 1...40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(DocumentTests.refusal(text).hasPrefix("p.yaml:1:5: found the anchor '&a0'"))
  }

  @Test("nesting without end is refused before the YAML reader sees it")
  func depth() {
    for piece in ["[", "{a: ", "- ", "? "] {
      let message = DocumentTests.refusal(String(repeating: piece, count: 200_000) + "\n")
      #expect(message.contains("found more than 8 levels"), "\(piece): \(message)")
    }
  }

  @Test("any text gives a document or one message, and never an anchor")
  func anyText() {
    var state: UInt64 = 27
    let alphabet = Array("ab:&*!-?[]{},'\"#|> \n\t%.")
    for round in 0..<4000 {
      var text = ""
      for _ in 0..<(8 + round % 24) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      do {
        _ = try Document(octets: Array(text.utf8), file: "p.yaml")
      } catch {
        #expect(error.errors.count == 1, "\(text.debugDescription)")
      }
    }
  }
}
