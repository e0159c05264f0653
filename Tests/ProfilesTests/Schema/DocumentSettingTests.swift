import Documents
import Profiles
import Testing

@Suite("A value that a user sets")
struct DocumentSettingTests {
  private static func declared(_ path: String, _ settings: [DocumentSetting]) throws -> DeclaredValue {
    let profile = try AccessoryProfile.read(
      file: "p.yaml", settings: settings, load: Fixture.loader(Fixture.least))
    return try #require(profile.declaration(of: path))
  }

  @Test("names the option, and what the file has and where, however often it is set")
  func written() throws {
    let path = "channel_sounding.t_fcs_us"
    let once = [DocumentSetting(path, items: ["120"], place: "--set")]
    for (settings, text) in [
      (once, "[120]"), (once + [DocumentSetting(path, items: ["150"], place: "--set")], "[150]"),
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
      "radio.pct_bits", [DocumentSetting("radio.pct_bits", "4", place: "--set")])
    #expect(value.place == "by --set; p.yaml lacks it")
    #expect(value.position.file == "p.yaml")
  }

  @Test("has the place of the file if no user gave it")
  func unnamed() throws {
    let path = "channel_sounding.t_fcs_us"
    #expect(try Self.declared(path, [DocumentSetting(path, items: ["120"])]).place == "p.yaml:13:13")
  }
}
