import Capture
import CoreTypes
import ProfileImport
import Profiles
import Testing

@Suite("A profile from a recording with many advertisers")
struct CrowdImportTests {
  /// A scanner's reports of advertisers that nobody connects to.
  private static func crowd(_ count: Int) throws -> [UInt8] {
    let log = CaptureLog()
    for number in 0..<count {
      let address = [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 0, 0xD0]
      let report = [0, 1] + address + [3, 2, 1, 6, 0xC0]
      _ = log.append(
        HCIFrame(
          time: Instant.start, role: .initiator, direction: .controllerToHost,
          packet: [4, 0x3E, UInt8(2 + report.count), 2, 1] + report))
    }
    return try RoundTrip.octets(log)
  }

  @Test("has the advertising of the accessory, and a remark of those that are not kept")
  func crowd() throws {
    let checked = try RoundTrip.Checked("reference", sets: ["apple-ios27-cs"], only: ["CS-A02"])
    let alone = try RoundTrip.imported(checked.captures)
    let made = try RoundTrip.imported([Self.crowd(300) + checked.captures[0]])
    #expect(made.profile.advertising == alone.profile.advertising && made.unknown == alone.unknown)
    #expect(!made.unknown.contains("advertising.services"))
    #expect(
      made.remarks == alone.remarks + [
        "not kept: 44 advertisers beyond those of connections and the 256 others that were seen last"
      ])
  }
}
