import ChannelSounding
import Conformance
import CoreTypes
import ProfileImport
import Profiles
import Testing
import Verdicts

@Suite("Capabilities of a recording")
struct CapabilityImportTests {
  private static let times = ["t_ip2_us", "t_sw_us"].map { "channel_sounding.inline_pct.\($0)" }
  private static let inlinePCT: UInt8 = 1 << 4
  /// T_IP2 of 20 to 80 us and T_SW of 10 us under inline PCT.
  private static let tail: [UInt8] = [0x7E, 0, 10, 0, 0, 0]

  @Test("of version [v1] do not show the times of inline PCT, which are then unknown")
  func version1() throws {
    let made = try RoundTrip.imported([SeriesRecording(subfeatures: Self.inlinePCT).octets()])
    #expect(made.profile.declaresInlinePCT)
    #expect(Self.times.allSatisfy(made.unknown.contains))
    #expect(!made.unknown.contains("channel_sounding"))
  }

  @Test("of version [v2] show them, also behind version [v1]")
  func version2() throws {
    var recording = SeriesRecording(subfeatures: Self.inlinePCT)
    recording.describe(subfeatures: Self.inlinePCT, tail: Self.tail)
    let made = try RoundTrip.imported([recording.octets()])
    #expect(made.profile.csCapabilities.tail.tSWIPT == 10)
    #expect(!made.unknown.contains(where: Self.times.contains))
  }

  @Test("of the link layer are not missing because an answer lacks them, which has what both ends have")
  func openFeatures() throws {
    var recording = SeriesRecording()
    recording.answerFeatures([0x25, 0x40, 0, 0, 0, 0xC0, 0, 0])
    let made = try RoundTrip.imported([recording.octets()])
    let open: [FeatureSet.Feature] = [
      .connectionParametersRequest, .peripheralInitiatedFeaturesExchange, .lePing,
    ]
    #expect(made.openFeatures == open)
    #expect(made.remarks.contains { $0.hasPrefix("features: ") && $0.contains("le-ping") })
    #expect(made.profile.features[.channelSoundingHostSupport] && !made.unknown.contains("features"))
    #expect(made.profile.openFeatures == open && open.allSatisfy { made.unknown.contains($0.path) })
    #expect(!made.profile.features[.lePing] && made.profile.actingFeatures[.lePing])
    let assumed = try RoundTrip.imported([recording.octets()], assuming: ["features"])
    #expect(assumed.profile.openFeatures.isEmpty && assumed.assumed.contains("features.le-ping"))
    #expect(assumed.text.contains("Assumed, not seen: the accessory does not have connection-param"))
  }

  @Test("of the link layer that are open leave a requirement open that applies only with them")
  func openClaim() throws {
    var recording = SeriesRecording()
    recording.answerFeatures([0x05, 0x40, 0, 0, 0, 0xC0, 0, 0])
    let made = try RoundTrip.imported([recording.octets()])
    let result = try #require(
      try RoundTrip.verdicts(of: made.profile, sets: ["core-6-3-ll"], only: ["LL-78"]).first)
    #expect(result.verdict == .inconclusive)
    #expect(result.reason?.contains("features.data-packet-length-extension was not seen") == true)
  }

  @Test("of the link layer that are open decide no requirement that applies only with them")
  func openRequirements() throws {
    let requirements = try RoundTrip.requirements("core-6-3-ll").requirements
    let needy = requirements.filter { $0.isOnly(forAnyOf: [.dataPacketLengthExtension]) }
    #expect(needy.map(\.id) == ["LL-78"])
    #expect(requirements.allSatisfy { !$0.isOnly(forAnyOf: [.lePing]) })
  }
}
