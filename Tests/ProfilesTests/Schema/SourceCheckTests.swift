import Testing

@testable import Documents
@testable import Profiles

@Suite("The source of a declared value")
struct SourceCheckTests {
  static let fast = """
    schema: reflector/accessory/1
    extends: p2.yaml
    references: { BOOK: "a book" }
    sources: { channel_sounding.t_fcs_us: BOOK }
    channel_sounding: { t_fcs_us: [60, 100] }
    """

  @Test("must be given")
  func missing() {
    let message = Fixture.refusal(Fixture.least("security: assumed }", "gatt: assumed }"))
    #expect(
      message == """
        p.yaml:3:95: sources.gatt: found a source for a path without a value in this file, expected the path of a value. Remove it.
        p.yaml:20:12: security.bonding: found no source for this value, expected one under 'sources'. Add its path there, with 'assumed' or a key of 'references'.
        p.yaml:21:20: security.persistent_keys: found no source for this value, expected one under 'sources'. Add its path there, with 'assumed' or a key of 'references'.
        """)
  }

  @Test("is looked for in a hostile file without taking long")
  func hostileFile() {
    let entries = (0..<12_000).map { "  a\($0): B\($0)\n" }.joined()
    let references = (0..<12_000).map { "  B\($0): x\n" }.joined()
    let text = Fixture.least.replacing(
      "sources: {", with: "sources:\n\(entries)references:\n\(references)radio: {"
    )
    .replacing(
      "radio: { core: assumed, features: assumed, channel_sounding: assumed, advertising: assumed, security: assumed }\n",
      with: "")
    let lines = Fixture.refusal(text).split(separator: "\n")
    #expect(lines.count == DocumentErrors.maximumCount + 1)
  }

  @Test("must be explained by a reference")
  func unknown() {
    let message = Fixture.refusal(Fixture.least("core: assumed", "core: asumed"))
    #expect(
      message
        == "p.yaml:3:18: sources.core: found source 'asumed', expected 'assumed' or a key of 'references'. Did you mean 'assumed'?"
    )
  }

  @Test("is that of the longest path, and of the file that wrote the value")
  func longestPath() throws {
    let profile = try Fixture.profile(Self.fast, ["p2.yaml": Fixture.least])
    let declared = try #require(profile.declaration(of: "channel_sounding.t_fcs_us"))
    #expect(declared.source == .cited(name: "BOOK", citation: "a book"))
    #expect(declared.text == "[60, 100]")
    #expect(declared.position == SourcePosition(file: "p.yaml", line: 5, column: 31))
    #expect(profile.declaration(of: "channel_sounding.t_pm_us")?.source == .assumed)
    #expect(profile.declaration(of: "channel_sounding.t_pm_us")?.position.file == "p2.yaml")
    #expect(profile.declaration(of: "radio.pct_bits") == nil)
  }

  @Test("is needed again where a value of the base is replaced")
  func override() {
    let text = Self.fast.replacing("sources: { channel_sounding.t_fcs_us: BOOK }\n", with: "")
    #expect(
      Fixture.refusal(text, ["p2.yaml": Fixture.least])
        == "p.yaml:4:31: channel_sounding.t_fcs_us: found no source for this value, expected one under 'sources'. Add its path there, with 'assumed' or a key of 'references'."
    )
  }
}
