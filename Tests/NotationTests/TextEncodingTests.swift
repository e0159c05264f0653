import Notation
import Testing

@Suite("The encoding of text")
struct TextEncodingTests {
  @Test(
    "is known by its mark, and without one by ASCII in units of 2 octets",
    arguments: [
      ([0xFF, 0xFE, 0x61, 0x00], .utf16LittleEndian), ([0xFE, 0xFF, 0x00, 0x61], .utf16BigEndian),
      ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian), ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian),
      ([0x3E, 0, 0x20, 0, 0x48, 0, 0x43, 0], .utf16LittleEndian),
      ([0, 0x3E, 0, 0x20, 0, 0x48, 0, 0x43], .utf16BigEndian),
    ] as [([UInt8], TextEncoding)])
  func known(octets: [UInt8], encoding: TextEncoding) {
    #expect(TextEncoding(start: octets) == encoding)
  }

  @Test(
    "is nothing else",
    arguments: [
      [], Array("schema: x".utf8), [0xEF, 0xBB, 0xBF, 0x61], [0, 0, 0, 0, 0, 0, 0, 0], [0x61, 0, 0x62, 0],
      [0x61, 0, 0x01, 0, 0x62, 0, 0x63, 0],
    ] as [[UInt8]])
  func unknown(octets: [UInt8]) {
    #expect(TextEncoding(start: octets) == nil)
  }

  @Test("is named with what to do")
  func complaint() {
    #expect(
      TextEncoding.utf16LittleEndian.complaint
        == "found UTF-16LE text, expected UTF-8. Convert it with 'iconv -f UTF-16LE -t UTF-8'; in PowerShell, "
        + "write it with 'Out-File -Encoding utf8' in place of '>'.")
  }
}
