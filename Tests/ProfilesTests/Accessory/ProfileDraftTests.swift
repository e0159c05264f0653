import ChannelSounding
import CoreTypes
import Documents
import RadioModel
import Testing

@testable import Profiles

@Suite("A profile that is written")
struct ProfileDraftTests {
  /// A draft of everything that a shipped profile declares.
  static func draft(_ profile: AccessoryProfile) -> ProfileDraft {
    var draft = ProfileDraft(profile.identity)
    draft.profile = profile
    draft.isConductUnknown = false
    let source = draft.cite("SEEN", "capture.pcapng frame 812")
    for section in [
      "core", "features", "channel_sounding", "advertising", "security", "gatt", "link", "radio",
    ] {
      draft.see(section, source)
    }
    return draft
  }

  /// What distinguishes a profile when its places and sources are left out.
  static func bare(_ profile: AccessoryProfile) -> AccessoryProfile {
    var bare = AccessoryProfile(identity: profile.identity)
    (bare.version, bare.features, bare.csCapabilities) = (
      profile.version, profile.features, profile.csCapabilities
    )
    (bare.faeTable, bare.advertising, bare.security) = (
      profile.faeTable, profile.advertising, profile.security
    )
    (bare.gatt, bare.link, bare.radio) = (profile.gatt, profile.link, profile.radio)
    return bare
  }

  @Test("reads back as what it was", arguments: Fixture.shipped("accessories"))
  func roundTrip(file: String) throws {
    let profile = try AccessoryProfile.read(file: file, load: Fixture.load)
    let text = Self.draft(profile).text
    let read = try Fixture.profile(text)
    #expect(Self.bare(read) == Self.bare(profile))
    #expect(read.unknown.isEmpty)
    #expect(Self.draft(read).text == text)
  }

  @Test(
    "reads back any name", arguments: ["A\0\n\u{7F}", "\"\\", "\u{202E}b\u{2028}", "\u{1F525} K\u{FC}che"])
  func names(name: String) throws {
    var profile = try AccessoryProfile.read(file: Fixture.shipped("accessories")[0], load: Fixture.load)
    profile.advertising.name = name
    #expect(try Fixture.profile(Self.draft(profile).text).advertising.name == name)
  }

  @Test("has a value for each key, in the order of a table that knows them all")
  func keys() {
    let leaves = AccessoryKeys.schema.paths.filter { path in
      UnknownRules.paths.contains(path) && !AccessoryKeys.schema.paths.contains { $0.hasPrefix(path + ".") }
    }
    #expect(AccessoryKeys.lines(AccessoryProfile(identity: .init())).map(\.path).sorted() == leaves.sorted())
  }

  @Test("names the source of each value, and what nobody has seen")
  func sources() throws {
    var draft = ProfileDraft(.init())
    draft.profile.identity.vendor = "Example \"Radio\""
    draft.profile.identity.chipset = "EX1"
    draft.profile.csCapabilities.tFCS = 0b1_1000_0000
    draft.see("channel_sounding", draft.cite("SEEN", "phone.btsnoop frame 812"))
    draft.profile.radio.phaseNoiseRadians = 0.061
    draft.see(
      "radio.phase_noise_rad", draft.cite("FIT", "phone.btsnoop, 240 procedures"), note: "0.059 to 0.063")
    draft.see("gatt.mtu_octets", nil)
    draft.see("channel_sounding.fae_ppm", draft.cite("SEEN", "phone.btsnoop frame 900"))
    #expect(draft.text.contains("  channel_sounding: SEEN-1  # phone.btsnoop frame 812\n"))
    #expect(draft.text.contains("  channel_sounding.fae_ppm: SEEN-2  # phone.btsnoop frame 900\n"))
    #expect(draft.text.contains("  phase_noise_rad: 0.061  # 0.059 to 0.063\n"))
    #expect(draft.text.contains("  t_fcs_us: [100, 120, 150]\n"))
    #expect(draft.unknown.prefix(5) == ["conduct", "core", "features", "advertising", "security"])
    #expect(draft.unknown.contains("gatt.ranging") && !draft.unknown.contains("radio"))
    let profile = try Fixture.profile(draft.text)
    #expect(profile.declaration(of: "gatt.mtu_octets")?.source == .assumed)
    #expect(
      profile.declaration(of: "radio.phase_noise_rad")?.source
        == .cited(name: "FIT-1", citation: "phone.btsnoop, 240 procedures"))
    #expect(profile.identity.vendor == "Example \"Radio\"")
  }
}
