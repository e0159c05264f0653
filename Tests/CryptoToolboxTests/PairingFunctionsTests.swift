import CoreTypes
import CryptoToolbox
import ProjectFiles
import Testing

/// The sample data of Vol 3, Part H, Appendix D, and the key pairs of Vol 2, Part G, 7.1.2.
@Suite struct PairingFunctionsTests {
  static let u = "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6"
  static let v = "55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd"
  static let dhKey = "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"
  let n1: UInt128 = 0xD5CB_8454_D177_733E_FFFF_B2EC_712B_AEAB
  let n2: UInt128 = 0xA6E8_E7CC_25A7_5F6E_2165_83F7_FF3D_C4CF
  let a1 = DeviceAddress(0x5612_3737_BFCE, kind: .public)
  let a2 = DeviceAddress(0xA713_702D_CFC1, kind: .public)

  @Test("f4 makes the confirm value")
  func f4Confirm() throws {
    let confirm = try PairingFunctions.f4(u: Hex(Self.u).octets, v: Hex(Self.v).octets, x: n1, z: 0)
    #expect(confirm == 0xF2C9_16F1_07A9_BD1C_F1ED_A1BE_A974_872D)
  }

  @Test("f5 makes both keys")
  func f5Both() throws {
    let keys = try PairingFunctions.f5(dhKey: Hex(Self.dhKey).octets, n1: n1, n2: n2, a1: a1, a2: a2)
    #expect(keys.macKey == 0x2965_F176_A108_4A02_FD3F_6A20_CE63_6E20)
    #expect(keys.longTermKey == 0x6986_7911_69D7_CD23_9805_22B5_9475_0A38)
  }

  @Test("f6 makes the check value")
  func f6Check() {
    let check = PairingFunctions.f6(
      macKey: 0x2965_F176_A108_4A02_FD3F_6A20_CE63_6E20, n1: n1, n2: n2,
      r: 0x12A3_343B_B453_BB54_08DA_42D2_0C2D_0FC8, ioCapabilities: 0x010102, a1: a1, a2: a2)
    #expect(check == 0xE3C4_7398_9CD0_E8C5_D26C_0B09_DA95_8F61)
  }

  @Test("ah hashes the private address")
  func ahHashes() {
    let key: UInt128 = 0xEC02_34A3_57C8_AD05_3410_10A6_0A39_7D9B
    #expect(PairingFunctions.ah(identityResolvingKey: key, prand: 0x708194) == 0x0DFBAA)
  }

  @Test("the kind of an address enters the keys")
  func addressKind() throws {
    let random = DeviceAddress(0x5612_3737_BFCE, kind: .random)
    let keys = try PairingFunctions.f5(dhKey: Hex(Self.dhKey).octets, n1: n1, n2: n2, a1: random, a2: a2)
    #expect(keys.longTermKey != 0x6986_7911_69D7_CD23_9805_22B5_9475_0A38)
  }

  @Test("both sides of the sample pair find the same DH key")
  func sharedKey() throws {
    let a = try #require(
      P256KeyPair(
        privateKey: Hex("3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd").octets))
    let b = try #require(
      P256KeyPair(
        privateKey: Hex("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd").octets))
    #expect(try a.publicKey.x == Hex(Self.u).octets)
    #expect(
      try a.publicKey.y == Hex("dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b").octets)
    #expect(
      try b.publicKey.x == Hex("1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190").octets)
    #expect(
      try b.publicKey.y == Hex("4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a").octets)
    #expect(try a.dhKey(with: b.publicKey) == Hex(Self.dhKey).octets)
    #expect(try b.dhKey(with: a.publicKey) == Hex(Self.dhKey).octets)
  }

  @Test("a public key goes over the air least significant octet first")
  func publicKey() throws {
    let key = try P256PublicKey(x: Hex(Self.u).octets, y: Hex(Self.v).octets)
    #expect(key.wireOctets.first == 0xE6)
    #expect(key.wireOctets[32] == 0xFD)
    #expect(P256PublicKey(wireOctets: key.wireOctets) == key)
    #expect(P256PublicKey(wireOctets: [1, 2, 3]) == nil)
  }

  @Test("keys off the curve are refused")
  func keysCurve() throws {
    #expect(P256KeyPair(privateKey: Array(repeating: 0, count: 32)) == nil)
    #expect(P256KeyPair(privateKey: Array(repeating: 0xFF, count: 32)) == nil)
    let pair = try #require(P256KeyPair(privateKey: Array(repeating: 1, count: 32)))
    let stray = try P256PublicKey(x: Hex(Self.u).octets, y: Hex(Self.v).octets)
    #expect(pair.dhKey(with: stray) == nil)
  }
}
