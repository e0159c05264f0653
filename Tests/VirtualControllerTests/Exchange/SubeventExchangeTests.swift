import ChannelSounding
import CoreTypes
import RadioModel
import SimulationKernel
import Testing
import VirtualController

@testable import Ranging

@Suite("The exchange of a subevent")
struct SubeventExchangeTests {
  @Test("the distance comes out with inline PCT and without", arguments: [true, false], [0.5, 3.5, 12, 60])
  func distance(usesInlinePCT: Bool, metres: Double) throws {
    var bench = ExchangeBench()
    bench.usesInlinePCT = usesInlinePCT
    bench.environment.distanceMetres = metres
    let outcome = bench.run()
    let estimate = try #require(outcome.estimate(usesInlinePCT: usesInlinePCT))
    #expect(abs(estimate.metres - metres) < 0.04)
    #expect(estimate.phaseResidualRadians < 0.1)
    #expect(outcome.initiator.subeventDone == .complete && outcome.reflector.subeventDone == .complete)
  }

  @Test("ideal devices give the distance to a millimetre", arguments: [true, false])
  func idealDistance(usesInlinePCT: Bool) throws {
    var bench = ExchangeBench()
    bench.usesInlinePCT = usesInlinePCT
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    let estimate = try #require(bench.run().estimate(usesInlinePCT: usesInlinePCT))
    #expect(abs(estimate.metres - 5) < 1e-3)
  }

  @Test(
    "one to four antenna paths in any order of slots give one distance", arguments: [true, false],
    [(1, 0), (2, 1), (3, 2), (4, 3), (2, 4), (3, 5), (4, 6), (4, 7)])
  func antennaPaths(usesInlinePCT: Bool, antennas: (paths: Int, aci: AntennaConfiguration)) throws {
    var bench = ExchangeBench(paths: antennas.paths, aci: antennas.aci)
    bench.usesInlinePCT = usesInlinePCT
    bench.environment.antennaPathOffsetsMetres = [0, 0.4, 0.8, 1.2]
    let responses = bench.run().responses(usesInlinePCT: usesInlinePCT)
    #expect(responses.count == antennas.paths)
    var estimator = RangingEstimator(.ml)
    for (path, response) in responses.enumerated() {
      let alone = estimator.estimate(paths: [response])
      let estimate = try #require(alone)
      #expect(abs(estimate.metres - 5 - 0.4 * Double(path)) < 0.05, "path \(path)")
    }
  }

  @Test("every T_FCS works with a PLL that is fast enough for it", arguments: TFCS.all)
  func tFCS(tFCS: TFCS) throws {
    var bench = ExchangeBench(tFCS: tFCS.microseconds)
    bench.initiator.radio.pllSettlingTauMicroseconds = 1
    bench.reflector.radio.pllSettlingTauMicroseconds = 1
    let estimate = try #require(bench.run().estimate(usesInlinePCT: true))
    #expect(abs(estimate.metres - 5) < 0.04)
  }

  @Test("a PLL of 5 us in one end spoils the phase at a T_FCS of 30 us and not at 80 us")
  func settlingCliff() throws {
    let residuals = try [30, 80].map { tFCS in
      var bench = ExchangeBench(tFCS: tFCS)
      bench.initiator.radio.pllSettlingTauMicroseconds = 1
      return try #require(bench.run().estimate(usesInlinePCT: true)).phaseResidualRadians
    }
    #expect(residuals[0] > 0.28)
    #expect(residuals[1] < 0.1)
  }

  @Test("a fixed delay of a nanosecond over the round trip adds 0.15 m")
  func delay() throws {
    var bench = ExchangeBench()
    bench.initiator.radio.fixedDelayNanoseconds = 3
    bench.reflector.radio.fixedDelayNanoseconds = 1
    let estimate = try #require(bench.run().estimate(usesInlinePCT: true))
    #expect(abs(estimate.metres - 5.5996) < 0.04)
  }

  @Test("what the compensation leaves of the carrier offset biases the distance by c/2 times the interval")
  func residualOffset() throws {
    var bench = ExchangeBench()
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.reflector.radio.mode0FAEPpm = [Double](repeating: 3, count: 80)
    let outcome = bench.run()
    #expect(abs(outcome.residualPpm + 3) < 0.01)
    let estimate = try #require(outcome.estimate(usesInlinePCT: true))
    // dT = (T_SW + T_PM)(N_AP + 1) + T_RD + T_IP2 = 230 us
    let expected = -Environment.speedOfLight / 2 * outcome.residualPpm * 1e-6 * 230e-6
    #expect(abs(estimate.metres - 5 - expected) < 2e-3)
    bench.knownFAEPpm = bench.reflector.radio.mode0FAEPpm
    #expect(abs(bench.run().residualPpm) < 0.01)
  }

  @Test("the initiator measures the offset of the clocks and reports its compensation")
  func frequency() throws {
    let outcome = ExchangeBench().run()
    let compensation = try #require(outcome.initiator.frequencyCompensation.ppm)
    #expect(abs(compensation + 40) < 0.4)
    #expect(abs(outcome.residualPpm) < 0.4)
    #expect(outcome.reflector.frequencyCompensation == .notAvailable)
    for step in outcome.initiator.steps.prefix(3) {
      let field = UInt16(step.data[3]) | UInt16(step.data[4]) << 8
      #expect(field & 0x8000 == 0)
      #expect(abs(Double(Int16(bitPattern: field << 1)) / 200 + 40) < 0.6)
    }
  }

  @Test("RTT tells the distance in modes 1 and 3", arguments: [UInt8(1), 3])
  func roundTripTime(mode: UInt8) throws {
    var bench = ExchangeBench()
    bench.mainMode = mode
    bench.environment.distanceMetres = 20
    let outcome = bench.run()
    var sum = 0.0
    var count = 0
    for (own, peer) in zip(outcome.initiator.steps, outcome.reflector.steps) where own.mode == mode {
      let time = { (step: ReadStep) in Int16(bitPattern: UInt16(step.data[3]) | UInt16(step.data[4]) << 8) }
      #expect(own.data.count == (mode == 1 ? 6 : 15))
      let difference = Int(time(own)) - Int(time(peer))
      sum += Double(difference)
      count += 1
    }
    #expect(count == 72)
    let metres = sum / Double(count) * 0.25e-9 * Environment.speedOfLight
    #expect(abs(metres - 20) < 0.15)
    if mode == 3 {
      let estimate = try #require(outcome.estimate(usesInlinePCT: true, skipping: 6))
      #expect(abs(estimate.metres - 20) < 0.04)
    }
  }

  @Test("the LO phase is drawn anew at each hop, so one report alone tells nothing without inline PCT")
  func randomPhase() throws {
    var bench = ExchangeBench()
    bench.usesInlinePCT = false
    let outcome = bench.run()
    #expect(!(try #require(outcome.estimate(usesInlinePCT: true))).hasPeak)
  }

  @Test("plans that differ desynchronise the ends")
  func differentSeeds() {
    var bench = ExchangeBench()
    bench.reflectorPlanSeed = 2
    let outcome = bench.run()
    for result in [outcome.initiator, outcome.reflector] {
      #expect(result.subeventDone == .aborted)
      #expect(result.subeventAbortReason == .noSyncReceived)
      #expect(result.steps.count == 3)
      #expect(result.stepOffsets.count == 3)
      #expect(result.steps.allSatisfy { $0.data[0] == 2 && $0.data[1] == 0x7F })
    }
    #expect(outcome.initiator.frequencyCompensation == .notAvailable)
  }

  @Test("a reflector with another T_FCS hears noise once its grid has slipped")
  func slippedGrid() throws {
    var bench = ExchangeBench()
    bench.reflector.timing.tFCSMicroseconds = 156
    let outcome = bench.run()
    let tones = outcome.reflector.steps.suffix(20).map { $0.tones()[0] }
    #expect(tones.allSatisfy { $0.quality == 2 && $0.i < 10 })
  }

  @Test("the same seed gives the same octets and another gives others")
  func determinism() {
    var bench = ExchangeBench()
    let (first, second) = (bench.run(), bench.run())
    #expect(first.initiator.stepOctets == second.initiator.stepOctets)
    #expect(first.reflector.stepOctets == second.reflector.stepOctets)
    bench.seed = 2
    #expect(bench.run().initiator.stepOctets != first.initiator.stepOctets)
  }
}
