import ChannelSounding
import CoreTypes
import ProfileImport
import Profiles
import Testing

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
}
