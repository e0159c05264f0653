import ChannelSounding
import CoreTypes
import Documents
import Testing

@testable import Profiles

@Suite("What nobody has seen of an accessory")
struct UnknownTests {
  static func least(without line: String, unknown: String) -> String {
    Fixture.least(line, "") + "unknown: [\(unknown)]\n"
  }

  @Test("may be a key that must be there otherwise, for which a default stands in")
  func requiredKey() throws {
    let text = Self.least(without: "  t_fcs_us: [100, 150]\n", unknown: "channel_sounding.t_fcs_us, conduct")
    let profile = try Fixture.profile(text)
    #expect(profile.csCapabilities.tFCS == 0b1_1000_0000)
    #expect(profile.unknown.map(\.path) == ["channel_sounding.t_fcs_us", "conduct"])
    #expect(profile.isConductUnknown)
    #expect(profile.unknownPart(of: "channel_sounding")?.path == "channel_sounding.t_fcs_us")
    #expect(profile.unknownPart(of: "channel_sounding.t_pm_us") == nil)
    #expect(profile.declaration(of: "channel_sounding.t_fcs_us")?.text == "unknown")
    #expect(
      profile.notices.map(\.description) == [
        "p.yaml:21:10: not seen: 1 key or section, and conduct; verdicts that rest on them are inconclusive"
      ])
  }

  @Test("may be a whole section")
  func section() throws {
    let text =
      Fixture.least.replacing(
        "security:\n  bonding: true\n  persistent_keys: true\n", with: "unknown: [security]\n"
      )
      .replacing(", security: assumed", with: "")
    let profile = try Fixture.profile(text)
    #expect(profile.security == SecurityDescription())
    #expect(profile.unknownPart(of: "security.bonding")?.sentence == "security was not seen (p.yaml:19)")
  }

  @Test("may be a single feature, which leaves the others known and counts in favour of the accessory")
  func feature() throws {
    let profile = try Fixture.profile(Fixture.least + "unknown: [features.le-ping]\n")
    #expect(profile.openFeatures == [.lePing] && !profile.features[.lePing])
    #expect(profile.actingFeatures[.lePing])
    #expect(profile.unknownPart(of: "features") == nil)
    #expect(profile.unknownPart(of: "features.le-ping")?.path == "features.le-ping")
    #expect(
      Fixture.refusal(Fixture.least + "unknown: [features.channel-sounding]\n")
        .contains("found features.channel-sounding, which features lists"))
  }

  @Test("may be everything at once")
  func everything() throws {
    let text = """
      schema: reflector/accessory/1
      identity: { vendor: Example, chipset: EX1 }
      unknown: [core, features, channel_sounding, advertising, security, gatt, link, radio, conduct]

      """
    let profile = try Fixture.profile(text)
    #expect(profile.csCapabilities.roles == [.reflector] && profile.features[.channelSounding])
    #expect(!profile.declaresInlinePCT)
  }

  @Test("has the line and the nearest word where it is no key, or has a value")
  func refusals() {
    #expect(
      Fixture.refusal(Fixture.least + "unknown: [channel_sounding.t_fcs]\n")
        == "p.yaml:22:11: unknown: found 'channel_sounding.t_fcs', expected the dotted path of a key or a section, or conduct. Did you mean 'channel_sounding.t_fcs_us'?"
    )
    #expect(
      Fixture.refusal(Fixture.least + "unknown: [security]\n")
        == "p.yaml:22:11: unknown: found security, which has a value, expected what has none (see line 20). Remove it here, or remove the value."
    )
    #expect(
      Fixture.refusal(Fixture.least + "unknown: [identity.vendor]\n").contains("expected the dotted path"))
    #expect(
      Fixture.refusal(Fixture.least("  t_fcs_us: [100, 150]\n", "")).contains("found no key 't_fcs_us'"))
  }

  @Test("contradicts nothing by the value that stands in for it")
  func contradictions() throws {
    let text = Self.least(
      without: "  antennas: 1\n  antenna_paths: 1\n", unknown: "channel_sounding.antennas"
    )
    .replacing("  t_sw_us: 0", with: "  t_sw_us: 10\n  antenna_paths: 4")
    #expect(try Fixture.profile(text).csCapabilities.maxAntennaPaths == 4)
  }

  @Test("is inherited, until the file that extends it has a value")
  func extending() throws {
    let base = Self.least(without: "  t_fcs_us: [100, 150]\n", unknown: "channel_sounding.t_fcs_us, radio")
    let head = "schema: reflector/accessory/1\nextends: base.yaml\n"
    let same = try Fixture.profile(head, ["base.yaml": base])
    #expect(same.unknown.map(\.path) == ["channel_sounding.t_fcs_us", "radio"])
    #expect(same.unknown.map(\.position.file) == ["base.yaml", "base.yaml"])
    let own = "sources: { channel_sounding: assumed }\nchannel_sounding: { t_fcs_us: [150] }\n"
    let known = try Fixture.profile(head + own, ["base.yaml": base])
    #expect(known.unknown.map(\.path) == ["radio"])
    #expect(known.csCapabilities.tFCS == 0)
    #expect(known.declarations.filter { $0.path == "channel_sounding.t_fcs_us" }.map(\.text) == ["[150]"])
  }
}
