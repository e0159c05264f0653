import CryptoToolbox
import ProjectFiles
import Testing

@Suite struct CSDRBGTests {
  struct Procedure: Decodable {
    struct Block: Decodable { let csStepCount, transactionId, transactionCounter: Int, randomBits: Hex }
    let kDrbg, vDrbg: Hex
    let blocks: [Block]
  }
  struct Block: Decodable {
    let k, v: Hex
    let csStepCount, transactionId, transactionCounter: Int
    let randomBits: Hex
  }
  struct Carry: Decodable {
    let k, v: Hex
    let csStepCount, transactionId, transactionCounter: Int
    let perField, withCarry: Hex
  }
  struct Backtracking: Decodable { let k, v, kOut, vOut: Hex }
  struct HR1: Decodable {
    let k, v: Hex
    let csStepCount, transactionId: Int
    let ranges, values: [Int]
  }

  private func transaction(_ identifier: Int) throws -> CSTransaction {
    try #require(CSTransaction(rawValue: identifier))
  }

  @Test("four procedures match the sample data")
  func fourProcedures() throws {
    let procedures = try Fixture("vectors-drbg.json")
      .decode([Procedure].self, "official", "procedures", "items")
    #expect(procedures.count == 4)
    #expect(procedures.reduce(0) { $0 + $1.blocks.count } == 13)
    var drbg = CSDRBG(key: procedures[0].kDrbg.value, v: procedures[0].vDrbg.value)
    for (index, procedure) in procedures.enumerated() {
      if index > 0 { drbg.backtrack() }
      #expect(drbg.key == procedure.kDrbg.value)
      #expect(drbg.v == procedure.vDrbg.value)
      for block in procedure.blocks {
        drbg.beginStep(block.csStepCount)
        let counter = UInt8(block.transactionCounter)
        #expect(
          try drbg.block(for: transaction(block.transactionId), counter: counter) == block.randomBits.value)
      }
    }
  }

  @Test("the first block matches the sample data of the link layer")
  func firstBlock() throws {
    struct Sample: Decodable { let step, transactionId: Int, out: Hex }
    let fixture = Fixture("vectors-ll.json")
    let sample = try fixture.decode(Sample.self, "drbg", "rand128")
    var drbg = try CSDRBG(
      key: fixture.decode(Hex.self, "drbg", "k_drbg").value,
      v: fixture.decode(Hex.self, "drbg", "v_drbg").value)
    drbg.beginStep(sample.step)
    #expect(try drbg.bits(128, for: transaction(sample.transactionId)) == sample.out.value)
  }

  @Test("blocks match other implementations")
  func blocksMatch() throws {
    let cases: [Block] = try Fixture.measured("cs_drbg_block")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = CSDRBG(key: item.k.value, v: item.v.value)
      drbg.beginStep(item.csStepCount)
      let block = try drbg.block(
        for: transaction(item.transactionId), counter: UInt8(item.transactionCounter))
      #expect(block == item.randomBits.value, "\(item)")
    }
  }

  @Test("the nonce follows either reading of the carry")
  func nonceFollows() throws {
    let cases = try Fixture("vectors-drbg.json")
      .decode([Carry].self, "disputed", "nonce_field_carry", "cases")
    #expect(cases.count == 8)
    for item in cases {
      for carries in [false, true] {
        var options = CSDRBG.Options()
        options.carriesInNonce = carries
        var drbg = CSDRBG(key: item.k.value, v: item.v.value, options: options)
        drbg.beginStep(item.csStepCount)
        let block = try drbg.block(
          for: transaction(item.transactionId), counter: UInt8(item.transactionCounter))
        #expect(block == (carries ? item.withCarry.value : item.perField.value), "\(item)")
      }
    }
  }

  @Test("backtracking matches other implementations")
  func backtrackingMatches() throws {
    let cases: [Backtracking] = try Fixture.measured("backtracking")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = CSDRBG(key: item.k.value, v: item.v.value)
      drbg.beginStep(77)
      _ = drbg.bits(5, for: .toneExtension)
      drbg.backtrack()
      #expect(drbg.key == item.kOut.value, "\(item)")
      #expect(drbg.v == item.vOut.value, "\(item)")
      #expect(drbg.stepCount == 0)
      #expect(drbg.bits(128, for: .toneExtension) == drbg.block(for: .toneExtension, counter: 0))
    }
  }

  @Test("hr1 matches other implementations")
  func hr1Matches() throws {
    let cases: [HR1] = try Fixture.measured("hr1")
    #expect(cases.count == 32)
    for item in cases {
      var drbg = CSDRBG(key: item.k.value, v: item.v.value)
      drbg.beginStep(item.csStepCount)
      let transaction = try transaction(item.transactionId)
      #expect(item.ranges.map { drbg.hr1($0, for: transaction) } == item.values, "\(item)")
    }
  }

  @Test("a range of one draws nothing")
  func rangeOfOne() {
    var drbg = CSDRBG(key: 1, v: 2)
    #expect(drbg.hr1(1, for: .antennaPermutation) == 0)
    #expect(drbg.bits(128, for: .antennaPermutation) == drbg.block(for: .antennaPermutation, counter: 0))
  }

  @Test("bits left by a step are used by later ones")
  func leftoverBits() {
    var drbg = CSDRBG(key: 3, v: 4)
    drbg.beginStep(3)
    let first = drbg.block(for: .markerSignal, counter: 0)
    #expect(drbg.bits(100, for: .markerSignal) == first >> 28)
    drbg.beginStep(9)
    let second = drbg.block(for: .markerSignal, counter: 0)
    #expect(drbg.bits(28, for: .markerSignal) == first & (1 << 28 - 1))
    #expect(drbg.bits(1, for: .markerSignal) == second >> 127)
  }

  @Test("transactions do not disturb each other")
  func transactionsDisturb() {
    var busy = CSDRBG(key: 5, v: 6)
    var quiet = busy
    for step in 0..<40 {
      busy.beginStep(step)
      quiet.beginStep(step)
      for transaction in CSTransaction.allCases.dropLast() where transaction != .toneExtension {
        _ = busy.bits(8, for: transaction)
      }
      #expect(busy.bits(2, for: .toneExtension) == quiet.bits(2, for: .toneExtension))
    }
  }
}
