import Notation
import Testing

@Suite("Digits")
struct DigitsTests {
  @Test("octets go both ways, and what is none is refused")
  func octets() {
    #expect([0x00, 0xAF, 0x12].hex() == "00af12")
    #expect([UInt8](hex: "00AF12") == [0x00, 0xAF, 0x12])
    #expect([UInt8](hex: "0") == nil)
    #expect([UInt8](hex: "zz") == nil)
    #expect(([0x00, 0xAF] as [UInt8]).reversed().hex(separator: ":", .upper) == "AF:00")
  }

  @Test("numbers have as many digits as they need, or as are asked for")
  func numbers() {
    #expect(UInt8(0).hex() == "0x0")
    #expect(UInt8(0x3F).hex(4) == "0x003F")
    #expect(UInt64.max.hexDigits() == "FFFFFFFFFFFFFFFF")
    #expect(0x12345.hexDigits(4, .lower) == "12345")
    #expect(0xAF.hex(2, .lower) == "0xaf")
    #expect(7.decimalDigits(3) == "007")
    #expect(1234.decimalDigits(3) == "1234")
  }
}
