import ChannelSounding
import CoreTypes
import Testing

@Suite struct FAETableTests {
  @Test("each allowed channel has its entry and the others have none")
  func channelEntries() {
    let table = FAETable((0..<72).map { Int8($0) - 36 })
    let ppm = table.ppmByChannel
    #expect(ppm.count == 80)
    #expect(ppm[2] == -36.0 / 32 && ppm[22] == -16.0 / 32 && ppm[26] == -15.0 / 32 && ppm[76] == 35.0 / 32)
    for channel in [0, 1, 23, 24, 25, 77, 78, 79] { #expect(ppm[channel] == 0) }
  }
}

@Suite("The antenna configuration with the most paths")
struct MostAntennaPathsTests {
  private static func capabilities(antennas: Int, paths: Int) -> CSCapabilities {
    var capabilities = CSCapabilities()
    (capabilities.numAntennas, capabilities.maxAntennaPaths) = (UInt8(antennas), UInt8(paths))
    return capabilities
  }

  @Test("is that of AOSP for each number of antennas, where both ends support four paths")
  func antennas() {
    // cs_tone_antenna_config_mapping_table_: a row for each number of the phone, a column for the accessory's.
    let table: [[UInt8]] = [[0, 4, 5, 6], [1, 7, 7, 7], [2, 7, 7, 7], [3, 7, 7, 7]]
    for (own, row) in table.enumerated() {
      for (peer, index) in row.enumerated() {
        let best = Self.capabilities(antennas: own + 1, paths: 4)
          .mostAntennaPaths(towards: Self.capabilities(antennas: peer + 1, paths: 4))
        #expect(best.rawValue == index, "\(own + 1) to \(peer + 1)")
      }
    }
  }

  @Test(
    "has no more paths than either end supports",
    arguments: [
      (2, 4, 1, 1, 0), (2, 4, 1, 2, 1), (2, 4, 2, 2, 1), (2, 3, 2, 4, 1), (1, 4, 2, 2, 4), (2, 4, 4, 3, 5),
      (3, 3, 4, 4, 2), (4, 4, 1, 4, 3), (1, 1, 4, 4, 0), (2, 4, 0, 0, 0),
    ] as [(Int, Int, Int, Int, UInt8)])
  func paths(_ own: Int, _ ownPaths: Int, _ peer: Int, _ peerPaths: Int, _ index: UInt8) {
    let best = Self.capabilities(antennas: own, paths: ownPaths)
      .mostAntennaPaths(towards: Self.capabilities(antennas: peer, paths: peerPaths))
    #expect(best.rawValue == index)
  }
}

@Suite("CS_SYNC_Antenna_Selection")
struct CSSyncAntennaSelectionTests {
  @Test(
    "gives the antennas in the order of the packets",
    arguments: [
      (1, 1, [0]), (1, 4, [0]), (2, 2, [1]), (4, 4, [3]), (0xFE, 1, [0]), (0xFE, 3, [0, 1, 2]),
      (0xFD, 2, [0, 1]),
      (0xFF, 4, [0]), (0xFE, 0, [0]),
    ] as [(UInt8, Int, [Int])])
  func order(raw: UInt8, count: Int, expected: [Int]) {
    #expect(CSSyncAntennaSelection(rawValue: raw).antennas(of: count) == expected)
  }

  @Test("has four antennas and what stands from 0xFD on; nothing else is defined")
  func defined() {
    let defined = (0...255).filter { CSSyncAntennaSelection(rawValue: UInt8($0)).isDefined }
    #expect(defined == [1, 2, 3, 4, 0xFD, 0xFE, 0xFF])
  }

  @Test("is supported where the device has the antenna, and always where none is named")
  func supported() {
    for count in UInt8(0)...4 {
      let supported = CSSyncAntennaSelection.identifiers.filter {
        CSSyncAntennaSelection(rawValue: $0).isSupported(byAntennas: count)
      }
      #expect(supported == Array(1...max(count, 1)))
      #expect(CSSyncAntennaSelection.repetitive.isSupported(byAntennas: count))
      #expect(CSSyncAntennaSelection.noRecommendation.isSupported(byAntennas: count))
    }
  }
}

@Suite("Output SNRs")
struct OutputSNRTests {
  @Test("are 18 to 30 dB in steps of 3")
  func decibels() {
    #expect(OutputSNR.levels.map(\.decibels) == [18, 21, 24, 27, 30])
    #expect(OutputSNR.uncontrolled.decibels == nil && OutputSNR(rawValue: 5).decibels == nil)
    #expect(OutputSNR(decibels: 24) == OutputSNR(rawValue: 2) && OutputSNR(decibels: 25) == nil)
  }

  @Test("of a device have a bit each")
  func sets() {
    let set = OutputSNRs(rawValue: 0b1110_0101)
    #expect(set.levels.map(\.rawValue) == [0, 2] && !set.supports(.uncontrolled))
    #expect(
      OutputSNRs([.uncontrolled, OutputSNR(rawValue: 1)]).rawValue == 2 && OutputSNRs.all.rawValue == 31)
  }
}

@Suite("Phase correction terms")
struct PhaseCorrectionTermTests {
  @Test(
    "have two parts of 12 bits in two's complement",
    arguments: [
      (0x00_0000, 0, 0), (0xFF_FFFF, -1, -1), (0x80_07FF, 2047, -2048), (0x7F_F800, -2048, 2047),
      (0x12_3456, 0x456, 0x123), (0xFF12_3456, 0x456, 0x123),
    ] as [(UInt32, Int16, Int16)])
  func parts(raw: UInt32, i: Int16, q: Int16) {
    let term = PhaseCorrectionTerm(rawValue: raw)
    #expect(term.i == i && term.q == q && term.isZero == (raw == 0))
    #expect(PhaseCorrectionTerm(i: i, q: q).rawValue == raw & 0xFF_FFFF)
  }

  @Test("of a packet are not available where all bits are set")
  func packets() {
    #expect(PacketPCT.unavailable.term == nil && PacketPCT(rawValue: 0xFF_FFFF).term?.i == -1)
  }
}

@Suite("The lengths and counts of a schedule")
struct ScheduleVocabularyTests {
  @Test("a host asks for subevents of 1.25 ms to 4 s; the ends settle on less than 4 s")
  func lengths() {
    let edges: [SubeventLen] = [1249, 1250, 3_999_999, 4_000_000, 4_000_001]
    #expect(edges.map(\.isLegal) == [false, true, true, true, false])
    #expect(edges.map { SubeventLen.schedulable.contains($0) } == [false, true, true, false, false])
  }

  @Test(
    "a device runs no more procedures in a row than it has said",
    arguments: [(0, 0, true), (0, 9, true), (3, 3, true), (3, 4, false), (3, 0, false)]
      as [(ProcedureCount, ProcedureCount, Bool)])
  func counts(most: ProcedureCount, count: ProcedureCount, runs: Bool) {
    #expect(most.allows(count) == runs)
    #expect(count.isEndless == (count.limit == nil))
  }
}
