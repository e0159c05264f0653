import CryptoToolbox
import ProjectFiles
import Testing

@testable import ChannelSounding

/// A generator in the state that a case of the vectors gives.
protocol DrawCase: Decodable {
  var k: Hex { get }
  var v: Hex { get }
}

extension DrawCase {
  func drbg(step: Int) -> CSDRBG {
    var drbg = CSDRBG(key: k.value, v: v.value)
    drbg.beginStep(step)
    return drbg
  }
}

extension CSDRBG {
  /// The first procedure of the sample data of Vol 6, Part C, 7.
  static func sample(step: Int = 0) throws -> CSDRBG {
    let fixture = Fixture("vectors-ll.json")
    var drbg = try CSDRBG(
      key: fixture.decode(Hex.self, "drbg", "k_drbg").value,
      v: fixture.decode(Hex.self, "drbg", "v_drbg").value)
    drbg.beginStep(step)
    return drbg
  }
}

@Suite struct StepDrawsTests {
  struct OfficialArrays: Decodable { let channels, mode0AtStep0, nonMode0AtStep3: [UInt8] }
  struct Shuffle: Decodable { let step, transactionId: Int, `in`: [UInt8], out: [UInt8] }
  struct Addresses: Decodable { let step: Int, initiator, reflector: Hex }
  struct CR1: DrawCase {
    let k, v: Hex
    let csStepCount, transactionId: Int
    let channels, shuffledFirst, shuffledSecondSameStep: [UInt8]
  }
  struct AccessAddress: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let bits, initiatorAa, reflectorAa: Hex
  }
  struct ToneExtension: DrawCase {
    let k, v: Hex
    let steps: [Int]
    let initiatorReflectorBits: [[UInt8]]
  }
  struct Permutation: DrawCase {
    let k, v: Hex
    let nAp: Int
    let steps: [Int]
    let index: [UInt8]
  }

  private func shuffled(_ list: [UInt8], _ drbg: inout CSDRBG, _ transaction: Int) throws -> [UInt8] {
    var output: [UInt8] = []
    try drbg.appendShuffled(list, to: &output, for: #require(CSTransaction(rawValue: transaction)))
    return output
  }

  @Test("the first arrays match the sample data")
  func firstArrays() throws {
    let arrays = try Fixture("vectors-drbg.json").decode(OfficialArrays.self, "official", "csa3a_3b")
    var drbg = try CSDRBG.sample(step: 0)
    #expect(try shuffled(arrays.channels, &drbg, 1) == arrays.mode0AtStep0)
    drbg.beginStep(3)
    #expect(try shuffled(arrays.channels, &drbg, 0) == arrays.nonMode0AtStep3)
  }

  @Test("cr1 matches the sample data of the link layer")
  func cr1Matches() throws {
    for item in try Fixture("vectors-ll.json").decode([Shuffle].self, "drbg", "cr1") {
      var drbg = try CSDRBG.sample(step: item.step)
      #expect(try shuffled(item.in, &drbg, item.transactionId) == item.out)
    }
  }

  @Test("cr1 matches other implementations")
  func cr1MatchesImplementations() throws {
    let cases: [CR1] = try Fixture.measured("cr1")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: item.csStepCount)
      #expect(try shuffled(item.channels, &drbg, item.transactionId) == item.shuffledFirst)
      #expect(try shuffled(item.channels, &drbg, item.transactionId) == item.shuffledSecondSameStep)
    }
  }

  @Test("access addresses match the sample data", arguments: ["vectors-drbg.json", "vectors-ll.json"])
  func accessAddresses(file: String) throws {
    let fixture = Fixture(file)
    let items =
      try file == "vectors-ll.json"
      ? fixture.decode([Addresses].self, "drbg", "access_addresses")
      : fixture.decode([Addresses].self, "official", "access_addresses", "items")
    #expect(items.count == 4)
    for item in items {
      var drbg = try CSDRBG.sample(step: item.step)
      let drawn = drbg.accessAddresses()
      #expect(drawn == (UInt32(item.initiator.value), UInt32(item.reflector.value)))
    }
  }

  @Test("access addresses match other implementations")
  func accessAddressesMatch() throws {
    let cases: [AccessAddress] = try Fixture.measured("access_address")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: item.csStepCount)
      #expect(drbg.block(for: .accessAddress, counter: 0) == item.bits.value)
      let drawn = drbg.accessAddresses()
      #expect(drawn == (UInt32(item.initiatorAa.value), UInt32(item.reflectorAa.value)))
    }
  }

  @Test("tone extensions match other implementations")
  func toneExtensions() throws {
    let cases: [ToneExtension] = try Fixture.measured("tone_extension")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: 0)
      for (step, bits) in zip(item.steps, item.initiatorReflectorBits) {
        drbg.beginStep(step)
        #expect(drbg.toneExtension() == bits[0] | bits[1] << 1)
      }
    }
  }

  @Test("antenna permutations match other implementations")
  func antennaPermutations() throws {
    let cases: [Permutation] = try Fixture.measured("antenna_permutation")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: 0)
      for (step, index) in zip(item.steps, item.index) {
        drbg.beginStep(step)
        #expect(drbg.antennaPermutation(paths: item.nAp) == index)
      }
    }
  }
}
