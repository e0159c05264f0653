import CoreTypes
import Testing

@Suite("Versions of the Core specification")
struct CoreVersionTests {
  @Test(
    "each number that was ever assigned has its name",
    arguments: [
      (0, "1.0b"), (1, "1.1"), (2, "1.2"), (3, "2.0 + EDR"), (4, "2.1 + EDR"), (5, "3.0 + HS"), (6, "4.0"),
      (7, "4.1"), (8, "4.2"), (9, "5.0"), (10, "5.1"), (11, "5.2"), (12, "5.3"), (13, "5.4"), (14, "6.0"),
      (15, "6.1"), (16, "6.2"), (17, "6.3"), (18, "version number 0x12"),
    ])
  func names(number: UInt8, name: String) {
    #expect(CoreVersion(rawValue: number).description == name)
  }

  @Test("a profile has a version with Channel Sounding or the one before it")
  func profiles() {
    #expect(CoreVersion.knownNames == ["5.4", "6.0", "6.1", "6.2", "6.3"])
    #expect(CoreVersion(name: "5.3") == nil && CoreVersion(name: "6.3") == .v6_3)
  }
}
