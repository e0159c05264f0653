import CryptoToolbox
import ProjectFiles
import Testing

@testable import ChannelSounding

@Suite struct SequenceDrawsTests {
  struct OfficialPair: Decodable { let step, initiator, reflector: Int }
  struct OfficialBits: Decodable { let step: Int, bits: [Int] }
  struct Positions: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let initiator, reflector: [UInt8]
  }
  struct Signals: DrawCase {
    let k, v: Hex
    let steps: [Int]
    let initiatorReflectorBits: [[Int]]
  }
  struct Random: DrawCase {
    let k, v: Hex
    let csStepCount, bits: Int
    let initiator, reflector: Hex
  }
  struct Random96: DrawCase {
    let k, v: Hex
    let csStepCount: Int
    let drop, concat: [Hex]
  }

  @Test("marker positions match the sample data", arguments: ["vectors-drbg.json", "vectors-ll.json"])
  func markerPositions(file: String) throws {
    let fixture = Fixture(file)
    let items =
      try file == "vectors-ll.json"
      ? fixture.decode([OfficialPair].self, "drbg", "marker_position_32bit")
      : fixture.decode([OfficialPair].self, "official", "marker_position_32", "items")
    #expect(items.count == 2)
    var drbg = try CSDRBG.sample()
    for item in items {
      drbg.beginStep(item.step)
      #expect(Int(drbg.markerPositions(bitCount: 32).first) == item.initiator)
      #expect(Int(drbg.markerPositions(bitCount: 32).first) == item.reflector)
    }
  }

  @Test("marker signals match the sample data")
  func markerSignals() throws {
    let items = try Fixture("vectors-drbg.json")
      .decode([OfficialPair].self, "official", "marker_signal_bits", "items")
    var drbg = try CSDRBG.sample()
    for item in items {
      drbg.beginStep(item.step)
      #expect(drbg.markerSignal() == (item.initiator == 1))
      #expect(drbg.markerSignal() == (item.reflector == 1))
    }
  }

  @Test("marker signals match the sample data of the link layer")
  func markerSignalsMatch() throws {
    var drbg = try CSDRBG.sample()
    for item in try Fixture("vectors-ll.json").decode([OfficialBits].self, "drbg", "marker_signal_bits") {
      drbg.beginStep(item.step)
      for bit in item.bits { #expect(drbg.markerSignal() == (bit == 1)) }
    }
  }

  @Test("marker positions match other implementations", arguments: [32, 96])
  func markerPositionsMatch(bitCount: Int) throws {
    let cases: [Positions] = try Fixture.measured("marker_position_\(bitCount)")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: item.csStepCount)
      for expected in [item.initiator, item.reflector] {
        let drawn = drbg.markerPositions(bitCount: bitCount)
        #expect([drawn.first] + (drawn.second.map { [$0] } ?? []) == expected)
      }
    }
  }

  @Test("marker signals match other implementations")
  func markerSignalsMatchImplementations() throws {
    let cases: [Signals] = try Fixture.measured("marker_signal")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = item.drbg(step: 0)
      for (step, bits) in zip(item.steps, item.initiatorReflectorBits) {
        drbg.beginStep(step)
        for bit in bits { #expect(drbg.markerSignal() == (bit == 1)) }
      }
    }
  }

  @Test("random sequences match other implementations")
  func randomSequences() throws {
    let cases: [Random] = try Fixture.measured("random_sequence")
    #expect(cases.count == 30)
    let types = [32: RTTType.random32, 64: .random64, 128: .random128]
    for item in cases {
      var drbg = item.drbg(step: item.csStepCount)
      let drawn = try drbg.sequences(#require(types[item.bits]), remainder: .drop)
      #expect(drawn.initiator.bits == item.initiator.value)
      #expect(drawn.reflector.bits == item.reflector.value)
      #expect(drawn.initiator.octets == item.initiator.octets.reversed())
      #expect(drawn.initiator.markerPositions.isEmpty)
    }
  }

  @Test("random sequences of 96 bits follow either reading")
  func randomSequences96() throws {
    let cases = try Fixture("vectors-drbg.json")
      .decode([Random96].self, "disputed", "random_sequence_96", "cases")
    #expect(cases.count == 8)
    for item in cases {
      for remainder in Interpretations.SequenceRemainder.allCases {
        var drbg = item.drbg(step: item.csStepCount)
        let drawn = drbg.sequences(.random96, remainder: remainder)
        let expected = remainder == .drop ? item.drop : item.concat
        #expect([drawn.initiator.bits, drawn.reflector.bits] == expected.map(\.value))
      }
    }
  }

  @Test("a sounding sequence alternates around its markers")
  func soundingSequence() throws {
    var drbg = try CSDRBG.sample(step: 9)
    let drawn = drbg.sequences(.sounding32, remainder: .drop)
    #expect(drawn.initiator.markerPositions == [12])
    #expect(drawn.reflector.markerPositions == [4])
    let air = { (sequence: CSSyncSequence) in
      (0..<32).map { sequence.bits >> UInt128($0) & 1 == 1 ? "1" : "0" }.joined()
    }
    #expect(air(drawn.initiator) == "01010101010111000101010101010101")
    #expect(air(drawn.reflector) == "01010011010101010101010101010101")
    #expect(drawn.initiator.octets.count == 4)
  }

  @Test("a sounding sequence of 96 bits may have two markers")
  func soundingSequence96() {
    var drbg = CSDRBG(key: 11, v: 12)
    var counts: Set<Int> = []
    for step in 0..<60 {
      drbg.beginStep(step)
      let sequence = drbg.sequences(.sounding96, remainder: .drop).initiator
      counts.insert(sequence.markerPositions.count)
      #expect(sequence.octets.count == 12)
      #expect(sequence.markerPositions.allSatisfy { $0 <= 92 })
    }
    #expect(counts == [1, 2])
  }
}
