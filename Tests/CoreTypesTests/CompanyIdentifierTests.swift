import CoreTypes
import Testing

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
