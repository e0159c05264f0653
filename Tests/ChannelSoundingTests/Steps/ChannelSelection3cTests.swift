import CoreTypes
import CryptoToolbox
import ProjectFiles
import Testing

@testable import ChannelSounding

@Suite struct ChannelSelection3cTests {
  struct Official: Decodable { let csStepCount, jump, numRepetitions: Int, xShape, hatShape: [UInt8] }
  struct Single: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let shape: String
    let jump, numRepetitions: Int
    let channelMap: Hex
    let channels: [UInt8]
  }
  struct Multiple: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let shape: String
    let jump, numRepetitions: Int
    let channelMap: Hex?
    let balanceEvery, balanceLast: [UInt8]
  }
  struct Order: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let shape: String
    let jump, numRepetitions: Int
    let channelMap: Hex?
    let orderA, orderB: [UInt8]
  }

  private func channels(
    _ drbg: CSDRBG, shape: String, jump: Int, repetitions: Int, map: Hex?,
    _ interpretations: Interpretations = Interpretations()
  ) -> [UInt8] {
    var configuration = CSConfiguration()
    configuration.ch3cShape = shape == "X" ? 1 : 0
    configuration.ch3cJump = UInt8(jump)
    configuration.channelMapRepetition = UInt8(repetitions)
    let map = map.map { CSChannelMap(octets: $0.octets.reversed()) } ?? .allowed
    var drbg = drbg
    var selection = ChannelSelection3c(configuration: configuration, interpretations: interpretations)
    var output: [UInt8] = []
    for _ in 0..<repetitions { selection.appendInvocation(map: map, to: &output, drbg: &drbg) }
    #expect(output.count <= selection.maximumChannels(map: map))
    return output
  }

  @Test("both shapes match the sample data")
  func bothShapes() throws {
    let official = try Fixture("vectors-drbg.json").decode(Official.self, "official", "csa3c")
    #expect(official.xShape.count == 113)
    #expect(official.hatShape.count == 118)
    for (shape, expected) in [("X", official.xShape), ("hat", official.hatShape)] {
      let drbg = try CSDRBG.sample(step: official.csStepCount)
      let drawn = channels(drbg, shape: shape, jump: official.jump, repetitions: 1, map: nil)
      #expect(drawn == expected)
    }
  }

  @Test("one repetition matches other implementations")
  func repetitionMatches() throws {
    let cases: [Single] = try Fixture.measured("csa3c_single_repetition")
    #expect(cases.count == 48)
    for item in cases {
      let drawn = channels(
        item.drbg(step: item.csStepCount), shape: item.shape, jump: item.jump,
        repetitions: item.numRepetitions, map: item.channelMap)
      #expect(drawn == item.channels, "\(item)")
    }
  }

  @Test(
    "several repetitions follow either reading of the balance",
    arguments: Interpretations.SaltBalance.allCases)
  func repetitionsFollow(balance: Interpretations.SaltBalance) throws {
    var interpretations = Interpretations()
    interpretations.saltBalance = balance
    let cases = try Fixture("vectors-drbg.json")
      .decode([Multiple].self, "disputed", "csa3c_multi_repetition", "cases")
    #expect(cases.count == 8)
    for item in cases {
      let drawn = channels(
        item.drbg(step: item.csStepCount), shape: item.shape, jump: item.jump,
        repetitions: item.numRepetitions, map: item.channelMap, interpretations)
      #expect(drawn == (balance == .lastInvocation ? item.balanceLast : item.balanceEvery), "\(item)")
    }
  }

  @Test("the salt follows either reading of its order", arguments: Interpretations.SaltOrder.allCases)
  func saltFollows(order: Interpretations.SaltOrder) throws {
    var interpretations = Interpretations()
    interpretations.saltOrder = order
    interpretations.xRampEnd = order == .allListsFirst ? .inclusive : .exclusive
    let cases = try Fixture("vectors-drbg.json")
      .decode([Order].self, "disputed", "csa3c_shuffle_order", "cases")
    #expect(cases.count == 8)
    for item in cases {
      let drawn = channels(
        item.drbg(step: item.csStepCount), shape: item.shape, jump: item.jump,
        repetitions: item.numRepetitions, map: item.channelMap, interpretations)
      #expect(drawn == (order == .allListsFirst ? item.orderA : item.orderB), "\(item)")
    }
  }
}
