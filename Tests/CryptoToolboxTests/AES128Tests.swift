import CryptoToolbox
import ProjectFiles
import Testing

@Suite struct AES128Tests {
  @Test("encrypts the example of FIPS 197")
  func encryptsExample() {
    let cipher = AES128(key: 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F)
    #expect(
      cipher.encrypt(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF) == 0x69C4_E0D8_6A7B_0430_D8CD_B780_70B4_C55A)
  }

  @Test("encrypts the sample data of the link")
  func encryptsSample() throws {
    struct Sample: Decodable { let key, data, out: Hex }
    let sample = try Fixture("vectors-ll.json").decode(Sample.self, "drbg", "aes_e")
    #expect(AES128(key: sample.key.value).encrypt(sample.data.value) == sample.out.value)
  }

  @Test(
    "authenticates the examples of RFC 4493",
    arguments: [
      (0, 0xBB1D_6929_E959_3728_7FA3_7D12_9B75_6746),
      (16, 0x070A_16B4_6B4D_4144_F79B_DD9D_D04A_287C),
      (40, 0xDFA6_6747_DE9A_E630_30CA_3261_1497_C827),
      (64, 0x51F0_BEBF_7E3B_9D92_FC49_7417_7936_3CFE),
    ] as [(Int, UInt128)])
  func authenticatesExamples(length: Int, tag: UInt128) throws {
    let message = try Hex(
      "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710")
    let key: UInt128 = 0x2B7E_1516_28AE_D2A6_ABF7_1588_09CF_4F3C
    #expect(AESCMAC.tag(key: key, message: Array(message.octets.prefix(length))) == tag)
  }

  @Test("octets go both ways")
  func octetsGo() {
    let number: UInt128 = 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F
    #expect(number.mostSignificantFirst == Array(0...15))
    #expect(number.leastSignificantFirst == Array((0...15).reversed()))
    #expect(UInt128(mostSignificantFirst: Array(0...15)) == number)
    #expect(UInt128(leastSignificantFirst: number.leastSignificantFirst) == number)
    #expect(UInt128(leastSignificantFirst: [0x34, 0x12]) == 0x1234)
  }
}
