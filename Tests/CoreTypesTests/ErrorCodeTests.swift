import CoreTypes
import Testing

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
