import Notation
import Testing

@Suite("Foreign text in markup")
struct MarkupTextTests {
  @Test(
    "has no character with a meaning, and none that a reader cannot see",
    arguments: [
      ("plain text, 3 us", "plain text, 3 us"), ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
      ("\"'", "&quot;&#39;"), ("\"\u{301} onclick=", "&quot;\u{301} onclick="),
      ("a\nb\tc\rd", "a&#10;b&#9;c&#13;d"),
      ("a\u{0}\u{1B}\u{85}\u{2067}\u{FFFE}b", "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"),
      ("a\u{61C}\u{202E}b", "a\u{FFFD}\u{FFFD}b"), ("Ωµ 日本 ب", "Ωµ 日本 ب"),
    ])
  func attribute(text: String, escaped: String) { #expect(MarkupText.escaped(text) == escaped) }

  @Test("outside attributes keeps quotes, lines and tabs")
  func content() {
    #expect(MarkupText.escaped("\"a\"\n'b'\t<c>\r", isAttribute: false) == "\"a\"\n'b'\t&lt;c&gt;&#13;")
  }
}
