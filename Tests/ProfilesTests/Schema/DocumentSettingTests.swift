import Documents
import Profiles
import Testing

@Suite("A value that a user sets")
struct DocumentSettingTests {
  private static func profile(_ path: String, _ text: String) throws(DocumentErrors) -> AccessoryProfile {
    try AccessoryProfile.read(
      file: "p.yaml", settings: [DocumentSetting(path, written: text).given(by: "--set")],
      load: Fixture.loader(Fixture.least))
  }

  private static func refusal(_ path: String, _ text: String) throws -> String {
    try #require(throws: DocumentErrors.self) { try profile(path, text) }.description
  }

  @Test("quoted text is read as in a file, and other text taken as it is")
  func text() throws {
    for (text, title) in [
      ("my board: new #5", "my board: new #5"), ("\"my board\"", "my board"), ("'it''s'", "it's"), ("*", "*"),
    ] {
      #expect(try Self.profile("identity.vendor", text).identity.vendor == title)
    }
    #expect(try Self.profile("core.version", "\"6.3\"").declarations.contains { $0.text == "6.3" })
  }

  @Test("lists and mappings are read as in a file, and each value in them counts as assumed")
  func collections() throws {
    let services = "[{uuid: 0x180F, characteristics: [{uuid: 0x2A19, properties: [read]}]}]"
    #expect(try Self.profile("gatt.services", services).gatt.services.count == 1)
    let changed = try Self.profile("channel_sounding", "{t_fcs_us: [80, 150], t_pm_us: [20, 40]}")
      .declarations
    let own = changed.filter { ["t_fcs_us", "t_pm_us"].map { "channel_sounding.\($0)" }.contains($0.path) }
    #expect(own.map(\.text) == ["[80, 150]", "[20, 40]"])
    #expect(changed.contains { $0.path == "channel_sounding.roles" && $0.text == "[reflector]" })
  }

  @Test("what a file refuses is refused, with the key")
  func refused() throws {
    #expect(
      try Self.refusal("channel_sounding.t_fcs_us", "[80,,100,,]").hasPrefix(
        "--set:1:5: channel_sounding.t_fcs_us: found no value between the brackets or commas"))
    #expect(try Self.refusal("channel_sounding.t_fcs_us", "[80, &a 100]").contains("found the anchor '&a'"))
    #expect(try Self.refusal("channel_sounding.antennas", "\"2\"").contains("Remove the quotes."))
    #expect(try Self.refusal("channel_sounding.t_fcs_us", "80,100").contains("Write [80,100]."))
  }

  @Test("only what the schema has can be left out")
  func leftOut() throws {
    #expect(try Self.refusal("radio.pll_setling_tau_us", "").contains("Did you mean 'pll_settling_tau_us'?"))
    #expect(
      try Self.refusal("channel_sounding.antennas.x", "").hasPrefix(
        "--set:1:1: channel_sounding.antennas: found a mapping"))
    let path = "radio.pll_settling_tau_us"
    let set = DocumentSetting(path, written: "5").given(by: "--set")
    for (settings, isDeclared) in [
      ([set], true), ([set, DocumentSetting(path, written: "").given(by: "--set")], false),
    ] {
      let profile = try AccessoryProfile.read(
        file: "p.yaml", settings: settings, load: Fixture.loader(Fixture.least))
      #expect(profile.declarations.contains { $0.path == path } == isDeclared)
    }
  }

  private static func declared(_ path: String, _ settings: [DocumentSetting]) throws -> DeclaredValue {
    let profile = try AccessoryProfile.read(
      file: "p.yaml", settings: settings, load: Fixture.loader(Fixture.least))
    return try #require(profile.declaration(of: path))
  }

  @Test("names the option, and what the file has and where, however often it is set")
  func written() throws {
    let path = "channel_sounding.t_fcs_us"
    let once = [DocumentSetting(path, items: ["120"]).given(by: "--set")]
    for (settings, text) in [
      (once, "[120]"), (once + [DocumentSetting(path, items: ["150"]).given(by: "--set")], "[150]"),
    ] {
      let value = try Self.declared(path, settings)
      #expect(value.text == text)
      #expect(value.place == "by --set; p.yaml:13:13 has [100, 150]")
      #expect("\(value.position)" == "p.yaml:13:13")
    }
  }

  @Test("is in no file whose key is missing")
  func missing() throws {
    let value = try Self.declared(
      "radio.pct_bits", [DocumentSetting("radio.pct_bits", "4").given(by: "--set")])
    #expect(value.place == "by --set; p.yaml lacks it")
    #expect(value.position.file == "p.yaml")
  }

  @Test("has the place of the file if no user gave it")
  func unnamed() throws {
    let path = "channel_sounding.t_fcs_us"
    #expect(try Self.declared(path, [DocumentSetting(path, items: ["120"])]).place == "p.yaml:13:13")
  }
}
