import ChannelSounding
import CoreTypes
import SimulationKernel
import Testing

@testable import Analysis

@Suite("Tones of low quality")
struct LowTonesTests {
  /// Tones of one antenna path on channels 2 to 75. Every fourth is low, and is what `low` makes it.
  static func tones(
    reflectorQuality: ToneQualityIndicator = .high, size: Int16 = 161, _ low: () -> RecordedTone.Report
  ) -> [RecordedTone] {
    (UInt8(2)...75).map { channel in
      RecordedTone(
        subevent: 0, step: Int(channel), mode: 2, channel: channel, slot: 0, antennaPath: 0,
        initiator: channel % 4 == 0 ? low() : RecordedTone.Report(pct: .init(i: size, q: 0), quality: .high),
        reflector: RecordedTone.Report(
          pct: .init(i: 0, q: 160), quality: channel % 4 == 0 ? reflectorQuality : .high))
    }
  }

  /// The low tones of a procedure.
  static let count = 18

  static func added(_ tones: [RecordedTone]) -> LowTones {
    var lowTones = LowTones()
    lowTones.add(tones, usesInlinePCT: false)
    return lowTones
  }

  @Test("of noise are missing, all of them in the mean of many short recordings")
  func unbiased() throws {
    var random = RandomStreams(seed: 7).stream("phases")
    var (sum, coverage) = (0.0, 0)
    for _ in 0..<300 {
      var lowTones = LowTones()
      for _ in 0..<2 {
        let tones = Self.tones {
          let (sin, cos) = PortableMath.sinCos(turns: random.nextUnit())
          return RecordedTone.Report(pct: .init(i: Int16(1000 * cos), q: Int16(1000 * sin)), quality: .low)
        }
        lowTones.add(tones, usesInlinePCT: false)
      }
      #expect(lowTones.judged == 2 * Self.count && lowTones.silent == 0)
      let missing = try #require(lowTones.missing(of: 2 * Self.count))
      sum += missing.value / Double(2 * Self.count)
      if missing.interval.contains(Double(2 * Self.count)) { coverage += 1 }
    }
    // One recording has a deviation of 1/6, the mean of 300 one of 0.0096.
    #expect((sum / 300 - 1).magnitude < 0.03)
    #expect((265...295).contains(coverage))
  }

  @Test("with a PCT of 0 are missing, unless the converter is too coarse to show weak tones")
  func silent() throws {
    let fine = Self.added(Self.tones { RecordedTone.Report(pct: .init(i: 0, q: 0), quality: .low) })
    #expect(fine.silent == Self.count && fine.judged == 0)
    #expect(try #require(fine.missing(of: Self.count)).value == Double(Self.count))
    let coarse = Self.added(
      Self.tones(size: 256) { RecordedTone.Report(pct: .init(i: 0, q: 0), quality: .low) })
    #expect(coarse.silent == 0 && coarse.missing(of: Self.count) == nil)
  }

  @Test("with the phase of their neighbours are weak; those that only the reflector rates low are not judged")
  func weak() throws {
    let weak = Self.added(Self.tones { RecordedTone.Report(pct: .init(i: 30, q: 9), quality: .low) })
    #expect(try #require(weak.missing(of: Self.count)).value == 0)
    let heard = Self.added(
      Self.tones(reflectorQuality: .low) { RecordedTone.Report(pct: .init(i: 160, q: 0), quality: .high) })
    #expect(heard.judged == 0)
  }

  @Test("are none where an end rates none")
  func none() throws {
    #expect(try #require(LowTones().missing(of: 0)).value == 0)
    #expect(LowTones().missing(of: 5) == nil)
  }
}
