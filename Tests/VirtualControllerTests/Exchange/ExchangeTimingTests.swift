import Foundation
import ProjectFiles
import Testing

@testable import VirtualController

/// The step durations of `vectors-ll.json`, which names their sources.
private struct DurationRow: Decodable {
  let phy: String
  let rttType: Int
  let tIP1: Int
  let tIP2: Int
  let tFCS: Int
  let tPM: Int
  let tSW: Int
  let pathCount: Int
  let duration: [String: Int]

  private enum CodingKeys: String, CodingKey {
    case phy
    case rttType = "rtt_type"
    case tIP1 = "t_ip1_us"
    case tIP2 = "t_ip2_us"
    case tFCS = "t_fcs_us"
    case tPM = "t_pm_us"
    case tSW = "t_sw_effective_us"
    case pathCount = "n_ap"
    case duration = "step_us_including_t_fcs"
  }

  static func load() throws -> [DurationRow] {
    try Fixture("vectors-ll.json").decode(
      [DurationRow].self, "step_durations", "rows", keys: .useDefaultKeys)
  }

  /// The times of the row; a CS_SYNC carries 44 bits, and a random or sounding sequence more.
  var timing: ExchangeTiming {
    let sequenceBits = [0, 32, 96, 32, 64, 96, 128][rttType]
    var timing = ExchangeTiming()
    (timing.tIP1, timing.tIP2, timing.tFCS, timing.tPM) = (tIP1, tIP2, tFCS, tPM)
    (timing.tSW, timing.pathCount) = (tSW, pathCount)
    timing.tSY = phy == "LE1M" ? 44 : 26
    timing.tSYSequence = timing.tSY + (phy == "LE1M" ? sequenceBits : sequenceBits / 2)
    return timing
  }
}

@Suite("Times within a step")
struct ExchangeTimingTests {
  @Test("the last transmission of each mode ends T_RD before the step does")
  func durations() throws {
    let rows = try DurationRow.load()
    #expect(rows.count == 10)
    for row in rows {
      let timing = row.timing
      #expect(timing.mode0Tone + 80 + 5 == row.duration["mode0"])
      #expect(timing.reflectorSync(mode: 1) + timing.tSYSequence + 5 == row.duration["mode1"])
      let train = timing.trainStart(mode: 2, isReflector: true) + timing.train
      #expect(train + 5 == row.duration["mode2"])
      #expect(timing.reflectorSync(mode: 3) + timing.tSYSequence + 5 == row.duration["mode3"])
      let tones = timing.trainStart(mode: 3, isReflector: true) + timing.train + 10
      #expect(tones == timing.reflectorSync(mode: 3))
    }
  }
}
