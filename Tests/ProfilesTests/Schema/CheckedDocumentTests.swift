import CoreTypes
import Faults
import Testing

@testable import Documents
@testable import Profiles

@Suite("A file that extends another")
struct CheckedDocumentTests {
  static let child = "schema: reflector/accessory/1\nextends: base.yaml\nfaults: [bond-forgotten]\n"

  @Test("has the values of its base and its own")
  func extending() throws {
    let profile = try Fixture.profile(Self.child, ["base.yaml": Fixture.least])
    #expect(profile.identity.chipset == "EX1")
    #expect(profile.faults == [.bondForgotten])
    #expect(profile.file == "p.yaml")
  }

  @Test("may name a shipped one without a path")
  func shipped() throws {
    let text = Self.child.replacing("base.yaml", with: "nordic-nrf54l15-ipt")
    let base = ["Profiles/accessories/nordic-nrf54l15-ipt.yaml": Fixture.least]
    #expect(try Fixture.profile(text, base).identity.chipset == "EX1")
  }

  @Test("replaces lists and merges mappings")
  func merging() throws {
    let text =
      Self.child
      + "sources: { core: assumed, features: assumed }\nfeatures: [le-ping]\ncore: { subversion: 7 }\n"
    let profile = try Fixture.profile(text, ["base.yaml": Fixture.least])
    #expect(profile.features[.lePing] && !profile.features[.channelSounding])
    #expect(profile.version.core == .v6_3 && profile.version.subversion == 7)
  }

  @Test(
    "may not extend itself, nor a file that extends a third",
    arguments: [
      ("p.yaml", [:]), ("./p.yaml", [:]), ("base.yaml", ["base.yaml": CheckedDocumentTests.child]),
      ("base.yaml", ["base.yaml": CheckedDocumentTests.child.replacing("base.yaml", with: "p.yaml")]),
    ])
  func chains(base: String, others: [String: String]) {
    let text = Self.child.replacing("base.yaml", with: base)
    #expect(
      Fixture.refusal(text, others)
        == "p.yaml:2:10: extends: found base '\(base)' that extends a file itself, expected one level. Extend the last file of the chain."
    )
  }

  @Test("is refused with the base's own place where the base is wrong")
  func baseErrors() {
    let broken = Fixture.least("antennas: 1", "antennas: 7")
    #expect(
      Fixture.refusal(Self.child, ["base.yaml": broken]).hasPrefix(
        "base.yaml:9:13: channel_sounding.antennas: found 7"))
    #expect(
      Fixture.refusal(Self.child)
        == "p.yaml:2:10: extends: base.yaml: cannot be read: no such file. Check the path and its permissions."
    )
  }

  @Test(
    "finds its base from its own folder",
    arguments: [
      ("../a.yaml", "Profiles/x/b.yaml", "Profiles/a.yaml"), ("a.yaml", "b.yaml", "a.yaml"),
      ("../a.yaml", "b.yaml", "../a.yaml"), ("./c/../a.yaml", "/x/b.yaml", "/x/a.yaml"),
      ("../../../a.yaml", "/x/b.yaml", "/../../a.yaml"), ("../a.yaml", "../x/b.yaml", "../a.yaml"),
    ])
  func resolving(name: String, file: String, expected: String) {
    #expect(CheckedDocument.resolve(name, relativeTo: file) == expected)
  }
}
