import CoreTypes
import CryptoToolbox
import ProjectFiles
import Testing

@Suite struct CSSecurityFunctionsTests {
  struct F7: Decodable { let key, input, out: Hex }
  struct F8: Decodable { let input, sm: Hex }
  struct F9: Decodable { let sm, k, v, kOut, vOut: Hex }
  struct H9: Decodable { let csIv, csIn, csPv, kDrbg, vDrbg: Hex }
  struct Seed: Decodable { let csIvP, csIvC, csInP, csInC, csPvP, csPvC: Hex }
  struct State: Decodable { let kDrbg, vDrbg: Hex }
  struct Wrap: Decodable {
    struct Out: Decodable { let kOut, vOut: Hex }
    let sm, k, v: Hex
    let modulo256, carry128: Out
  }

  private func official<Value: Decodable>(_ path: String) throws -> Value {
    try Fixture("vectors-drbg.json").decode(Value.self, "official", path)
  }

  @Test("f7 matches the sample data and other implementations")
  func f7Matches() throws {
    let cases: [F7] = try official("f7") + Fixture.measured("f7")
    #expect(cases.count == 34)
    for item in cases {
      #expect(
        CSSecurityFunctions.f7(key: item.key.value, blocks: item.input.blocks) == item.out.value, "\(item)")
    }
  }

  @Test("f8 matches the sample data and other implementations")
  func f8Matches() throws {
    let cases: [F8] = try official("f8") + Fixture.measured("f8")
    #expect(cases.count == 33)
    for item in cases {
      let octets = item.input.octets
      let seed = CSSecurityFunctions.f8(
        iv: UInt128(mostSignificantFirst: octets[0..<16]),
        nonce: UInt64(UInt128(mostSignificantFirst: octets[16..<24])),
        pv: UInt128(mostSignificantFirst: octets[24..<40]))
      #expect([seed.0, seed.1] == item.sm.blocks, "\(item)")
    }
  }

  @Test("f9 matches the sample data and other implementations")
  func f9Matches() throws {
    let cases: [F9] = try official("f9_first_call") + Fixture.measured("f9")
    #expect(cases.count == 33)
    for item in cases {
      let seed = (item.sm.blocks[0], item.sm.blocks[1])
      let state = CSSecurityFunctions.f9(seed: seed, key: item.k.value, v: item.v.value)
      #expect(state == (item.kOut.value, item.vOut.value), "\(item)")
    }
  }

  @Test("f9 follows either reading of the wrap")
  func f9Follows() throws {
    let cases = try Fixture("vectors-drbg.json")
      .decode([Wrap].self, "disputed", "f9_increment_wrap", "cases")
    #expect(cases.count == 8)
    for item in cases {
      let seed = (item.sm.blocks[0], item.sm.blocks[1])
      let wrapped = CSSecurityFunctions.f9(seed: seed, key: item.k.value, v: item.v.value, carries: false)
      #expect(wrapped == (item.modulo256.kOut.value, item.modulo256.vOut.value), "\(item)")
      let carried = CSSecurityFunctions.f9(seed: seed, key: item.k.value, v: item.v.value, carries: true)
      #expect(carried == (item.carry128.kOut.value, item.carry128.vOut.value), "\(item)")
    }
  }

  @Test("h9 matches other implementations")
  func h9Matches() throws {
    let cases: [H9] = try Fixture.measured("h9")
    #expect(cases.count == 32)
    for item in cases {
      let state = CSSecurityFunctions.h9(
        iv: item.csIv.value, nonce: UInt64(item.csIn.value), pv: item.csPv.value)
      #expect(state == (item.kDrbg.value, item.vDrbg.value), "\(item)")
    }
  }

  @Test("h9 matches the sample data of the link layer")
  func h9MatchesSample() throws {
    let fixture = Fixture("vectors-ll.json")
    let hex = { (name: String) in try fixture.decode(Hex.self, "drbg", name) }
    let seed = try CSSecurityFunctions.f8(
      iv: hex("cs_iv").value, nonce: UInt64(hex("cs_in").value), pv: hex("cs_pv").value)
    #expect(try [seed.0, seed.1] == hex("seed_material").blocks)
    let state = try CSSecurityFunctions.h9(
      iv: hex("cs_iv").value, nonce: UInt64(hex("cs_in").value), pv: hex("cs_pv").value)
    #expect(try state == (hex("k_drbg").value, hex("v_drbg").value))
  }

  @Test("the shares of both devices make the first state")
  func sharesBoth() throws {
    let seed: Seed = try official("seed")
    let drbg = CSDRBG(
      central: CSSecurityVectors(
        initializationVector: UInt64(seed.csIvC.value), instantiationNonce: UInt32(seed.csInC.value),
        personalizationVector: UInt64(seed.csPvC.value)),
      peripheral: CSSecurityVectors(
        initializationVector: UInt64(seed.csIvP.value), instantiationNonce: UInt32(seed.csInP.value),
        personalizationVector: UInt64(seed.csPvP.value)))
    let states = try Fixture("vectors-drbg.json")
      .decode([State].self, "official", "procedures", "items")
    #expect(drbg.key == states[0].kDrbg.value)
    #expect(drbg.v == states[0].vDrbg.value)
  }
}
