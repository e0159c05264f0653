import Foundation
import Notation
import Testing

@Suite("JSON as it is written")
struct JSONValueTests {
  @Test("what has to be escaped is, and another reader reads the same")
  func escapes() throws {
    let texts = ["a\"b\\c\n\r\t", "\u{0}\u{1B}\u{7F}\u{9B}", "µ🙂\u{2066}→\u{61C}", ""]
    let read = try JSONDecoder().decode([String].self, from: Data(JSONValue.texts(texts).document().utf8))
    #expect(read == texts)
    #expect(JSONValue.text("\u{1B}[31m").line == "\"\\u001b[31m\"")
    #expect(JSONValue.text("µ\u{202E}…\u{61C}ب").line == "\"µ\\u202e…\\u061cب\"")
  }

  @Test("numbers are whole, the shortest that read back the same, or as written")
  func numbers() {
    #expect(JSONValue.list([.integer(-3), .number(0.1), .numeral("2500.0")]).line == "[-3, 0.1, 2500.0]")
    #expect(
      JSONValue.list([.number(.infinity), .number(.nan), .optional(nil as Double?)]).line
        == "[null, null, null]")
  }

  @Test("members keep their order, one a line")
  func objects() {
    let value = JSONValue.object([
      ("b", .flag(true)), ("a", .object([])), ("c", .list([.object([("d", .null)])])),
    ])
    #expect(
      value.document() == """
        {
          "b": true,
          "a": {},
          "c": [
            {
              "d": null
            }
          ]
        }

        """)
  }
}
