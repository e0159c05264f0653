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

@Suite("Company identifiers")
struct CompanyIdentifierTests {
  @Test(
    "are their number, with the name where that is in the table",
    arguments: [
      (0x59, "0x59, Nordic Semiconductor"), (0x02FF, "0x2FF, Silicon Laboratories"), (0x1234, "0x1234"),
    ])
  func text(number: UInt16, text: String) {
    #expect(CompanyIdentifier(rawValue: number).description == text)
  }
}

@Suite("Error codes")
struct ErrorCodeTests {
  @Test(
    "a code has its name, those of BR/EDR too, and one that is not assigned has none",
    arguments: [
      (0x05, "0x05 Authentication Failure"), (0x13, "0x13 Remote User Terminated Connection"),
      (0x44, "0x44 Operation Cancelled by Host"), (0x2B, "0x2B"), (0xFE, "0xFE"),
    ])
  func names(code: UInt8, text: String) { #expect("\(ErrorCode(rawValue: code))" == text) }

  @Test("each assigned code up to the last has a name")
  func complete() {
    // 0x3F was one of a transport that Core no longer has.
    let unnamed = (0...0x48 as ClosedRange<UInt8>).filter { !"\(ErrorCode(rawValue: $0))".contains(" ") }
    #expect(unnamed == [0x2B, 0x31, 0x33, 0x3F])
  }
}
