import Testing

@testable import Documents

@Suite("A file that is no profile at all")
struct DocumentTests {
  static func refusal(_ octets: [UInt8]) -> String {
    do {
      _ = try Document(octets: octets, file: "p.yaml")
      return ""
    } catch {
      return error.description
    }
  }

  static func refusal(_ text: String) -> String { refusal(Array(text.utf8)) }

  @Test(
    "is refused with one message that names place and fix",
    arguments: [
      (
        "",
        "p.yaml:1:1: found an empty file, expected a mapping. Begin with 'schema:'; for an accessory, use 'reflector profile new'."
      ),
      (
        " \n# only a comment\n",
        "p.yaml:1:1: found an empty file, expected a mapping. Begin with 'schema:'; for an accessory, use 'reflector profile new'."
      ),
      (
        "---\n",
        "p.yaml:1:1: found an empty file, expected a mapping. Begin with 'schema:'; for an accessory, use 'reflector profile new'."
      ),
      (
        "- a\n",
        "p.yaml:1:1: found a list, expected a mapping. Begin with 'schema:'; for an accessory, use 'reflector profile new'."
      ),
      (
        "just text\n",
        "p.yaml:1:1: found 'just text', expected a mapping. Begin with 'schema:'; for an accessory, use 'reflector profile new'."
      ),
      ("a: 1\nb: &x 2\n", "p.yaml:2:4: found the anchor '&x', expected plain values. Write the value out."),
      ("a: 1\nb: [1, *x]\n", "p.yaml:2:8: found the alias '*x', expected plain values. Write the value out."),
      (
        "a: !!binary aGk=\n",
        "p.yaml:1:4: found the tag '!!binary', expected plain values. Write the value out."
      ),
      (
        "%YAML 1.2\n---\na: 1\n",
        "p.yaml:1:1: found a directive '%YAML 1.2', expected plain values. Write the value out."
      ),
      ("a: 1\n---\nb: 2\n", "p.yaml:2:1: found a second document, expected one. Put it into its own file."),
      ("a: 1\n...\n", "p.yaml:2:1: found a second document, expected one. Put it into its own file."),
      (
        "a: [[[[[[[[[1]]]]]]]]]\n",
        "p.yaml:1:12: found more than 8 levels, expected fewer. Flatten the value, or give another file than a report."
      ),
      (
        "a:\n b:\n  c:\n   d:\n    e:\n     f:\n      g:\n       h:\n        i: 1\n",
        "p.yaml:9:9: found more than 8 levels, expected fewer. Flatten the value, or give another file than a report."
      ),
      ("? [1]\n: 2\n", "p.yaml:1:3: found a list or a mapping as a key, expected text. Write 'key: value'."),
      (
        "a: 1\nb: 2\na: 3\n",
        "p.yaml:3:1: found key 'a' again, expected it once; the first is on line 1. Remove one."
      ),
      (
        "a: { b: 1, b: 2 }\n",
        "p.yaml:1:12: found key 'b' again, expected it once; the first is on line 1. Remove one."
      ),
      ("a: 1\n\tb: 2\n", "p.yaml:2:1: found a tab, expected spaces. Indent with two spaces."),
      (
        "a: [1, 2\n",
        "p.yaml:2:1: found a list without its end, expected ',' between items and ']' at the end. Add what is missing."
      ),
      (
        "a: b: c\n",
        "p.yaml:1:5: found a second ':' in one line, expected one 'key: value' a line. Put the text into quotes, or begin a line for the second key."
      ),
      (
        "a: 1\nb\nc: 2\n",
        "p.yaml:3:1: found a line without ':', expected 'key: value'. Add a colon and a blank behind the key."
      ),
      (
        "a:\n  b: 1\n c: 2\n",
        "p.yaml:3:2: found text that stands in no column of keys, expected 'key: value' in the column of the keys above. Correct the indentation of this line or the one above."
      ),
      (
        "a:\n  - 1\n  b: 2\n",
        "p.yaml:3:3: found text among the items of a list, expected '- item' in the column of the items above. Correct the indentation, or begin the line with '- '."
      ),
      (
        "a: - 1\n",
        "p.yaml:1:4: found '- ' behind other text, expected each item in a line of its own. Begin a line for it, or write the list as [a, b]."
      ),
      (
        "a: { b: 1\nc: 2\n",
        "p.yaml:2:2: found a mapping without its end, expected ',' between keys and '}' at the end. Add what is missing."
      ),
      (
        "a: [1,, 2]\n",
        "p.yaml:1:7: found no value between the brackets or commas, expected a value. Write the value, or remove the comma."
      ),
      (
        "a: \"b\n",
        "p.yaml:2:1: found the end of the file inside quotes, expected a closing quote. Close the quotes."
      ),
      (
        "a: \"\\q\"\n",
        "p.yaml:1:5: found an unknown escape behind a backslash, expected plain text. Put the text into single quotes."
      ),
      (
        "a: @b\n",
        "p.yaml:1:4: found a character that begins no value, expected a value. Put the value into quotes."
      ),
    ])
  func refusals(text: String, message: String) {
    #expect(Self.refusal(text) == message)
  }

  @Test("is refused with the place of the first octet that is no text")
  func binary() {
    let nul = Self.refusal(Array("a: 1\nb: ".utf8) + [0, 1, 2])
    #expect(nul == "p.yaml:2:4: found octet 0x00 at offset 8, expected UTF-8 text. Give a text file.")
    let octets: [UInt8] = [0xFF, 0xFE] + "a: 1\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let utf16 = Self.refusal(octets)
    #expect(utf16.hasPrefix("p.yaml:1:1: found UTF-16LE text, expected UTF-8. Convert it with 'iconv"))
    let broken = Self.refusal(Array("a: ä".utf8) + [0xC3, 0x28])
    #expect(broken == "p.yaml:1:5: found octet 0xC3 at offset 5, expected UTF-8 text. Give a text file.")
  }

  @Test("is refused by its size alone beyond a megabyte")
  func tooLarge() {
    let text = "a: 1\n" + String(repeating: "#", count: Document.maximumOctets - 5)
    #expect(Self.refusal(text) == "")
    #expect(
      Self.refusal(text + "#")
        == "p.yaml:1:1: found 1048577 octets, expected at most 1048576. Give the YAML file itself, not a recording or an image."
    )
  }

  @Test("a mark of byte order and line ends of any kind do not matter")
  func lineEnds() throws {
    let plain = try Document(octets: Array("a: 1\nb: x\n".utf8), file: "p.yaml")
    for text in ["\u{FEFF}a: 1\nb: x\n", "a: 1\r\nb: x\r\n", "a: 1\rb: x\r"] {
      #expect(try Document(octets: Array(text.utf8), file: "p.yaml") == plain)
    }
  }
}
