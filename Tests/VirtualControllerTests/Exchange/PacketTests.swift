import ChannelSounding
import CoreTypes
import RadioModel
import Ranging
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("CS_SYNC packets of modes 1 and 3")
struct PacketTests {
  /// What a run of mode-1 says of the round trip.
  struct Reading {
    /// Distance by each step in metres.
    var metres: [Double] = []
    var initiatorTimes: [Int] = []
    /// Packet_NADM of both sides.
    var nadm: [NADM] = []
    /// Packet_Quality of both sides.
    var quality: [UInt8] = []

    var mean: Double { metres.reduce(0, +) / Double(metres.count) }
    var deviation: Double {
      (metres.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(metres.count - 1)).squareRoot()
    }
  }

  static func bench(_ rttType: RTTType = .aaOnly, phy: SyncPHY = .le1M) -> ExchangeBench {
    var bench = ExchangeBench()
    bench.mainMode = 1
    bench.environment.distanceMetres = 20
    for end in [\ExchangeBench.initiator, \.reflector] {
      bench[keyPath: end].format = PacketFormat(phy: phy, rttType: rttType)
      bench[keyPath: end].timing.tSYRTTMicroseconds = 44 + rttType.sequenceBits
      bench[keyPath: end].detectsAttacks = true
      bench[keyPath: end].radio = .ideal
    }
    return bench
  }

  static func read(_ outcome: ExchangeBench.Outcome) -> Reading {
    var reading = Reading()
    for (own, peer) in zip(outcome.initiator.steps, outcome.reflector.steps) where own.mode == 1 {
      let time = { (step: ReadStep) in
        Int(Int16(bitPattern: UInt16(step.data[3]) | UInt16(step.data[4]) << 8))
      }
      reading.nadm += [own.data[1], peer.data[1]].map(NADM.init)
      reading.quality += [own.data[0], peer.data[0]]
      guard own.data[0] & 0xF < 2, peer.data[0] & 0xF < 2 else { continue }
      reading.initiatorTimes.append(time(own))
      reading.metres.append(Double(time(own) - time(peer)) * 0.25e-9 * Environment.speedOfLight)
    }
    return reading
  }

  @Test("the time of flight is that of the distance to the half nanosecond", arguments: [0.0, 5, 60, 140])
  func timeOfFlight(metres: Double) {
    var bench = Self.bench()
    bench.environment.distanceMetres = metres
    let reading = Self.read(bench.run())
    #expect(reading.metres.count == 72)
    #expect(reading.metres.allSatisfy { abs($0 - metres) < 0.16 })
  }

  @Test("noise of two times of arrival spreads the distance by c / sqrt(2) a second")
  func timingNoise() {
    var bench = Self.bench()
    bench.initiator.radio.timingNoiseNanoseconds = 20
    bench.reflector.radio.timingNoiseNanoseconds = 20
    let reading = Self.read(bench.run())
    let predicted = Environment.speedOfLight / 2 * 20e-9 * 2.0.squareRoot()
    #expect(abs(reading.deviation / predicted - 1) < 0.25)
  }

  @Test("the spread of the answers shows in both reports and not in the distance")
  func turnaroundJitter() {
    var bench = Self.bench()
    bench.reflector.radio.turnaroundJitterNanoseconds = 100
    let reading = Self.read(bench.run())
    #expect(reading.deviation < 0.1)
    #expect(Set(reading.initiatorTimes).count > 40)
  }

  @Test("an answer of whose turnaround a nanosecond is not reported adds 0.150 m")
  func turnaroundError() {
    var bench = Self.bench()
    let right = Self.read(bench.run()).mean
    bench.reflector.radio.turnaroundErrorNanoseconds = 10
    #expect(abs(Self.read(bench.run()).mean - right - 1.499) < 0.05)
  }

  @Test(
    "a weaker packet has a time of arrival as uncertain as the Cramér-Rao bound says",
    arguments: [(RTTType.aaOnly, SyncPHY.le1M), (.random128, .le1M), (.aaOnly, .le2M)])
  func thermalNoise(_ format: (rttType: RTTType, phy: SyncPHY)) {
    var bench = Self.bench(format.rttType, phy: format.phy)
    let symbolRate = format.phy == .le1M ? 1.0 : 2
    // 12.4 is the ratio at which one bit in a thousand is wrong; LE 2M has half of it.
    let received = -bench.environment.freePathLossDecibels
    for end in [\ExchangeBench.initiator, \.reflector] {
      bench[keyPath: end].radio.sensitivityDbm = received - 6
    }
    let snr = -2 * PortableMath.log(0.002) * PortableMath.powerRatio(decibels: 6) / symbolRate
    let bits = Double(36 + format.rttType.sequenceBits)
    let arrival = 1e-9 / (2 * .pi * 0.25e-3 * symbolRate * (2 * bits * snr).squareRoot())
    let predicted = Environment.speedOfLight / 2 * arrival * 2.0.squareRoot()
    var squares = 0.0
    for seed in 1...8 as ClosedRange<UInt64> {
      bench.seed = seed
      let deviation = Self.read(bench.run()).deviation
      squares += deviation * deviation / 8
    }
    let deviation = squares.squareRoot()
    #expect(abs(deviation / predicted - 1) < 0.12, "\(deviation), predicted \(predicted)")
  }

  @Test("an output SNR that is controlled limits what the receiver has")
  func outputSNR() {
    var bench = Self.bench()
    for end in [\ExchangeBench.initiator, \.reflector] { bench[keyPath: end].snrOutputDecibels = 18 }
    bench.recordsTimeline = true
    let outcome = bench.run()
    let sent = outcome.timeline.carriers.compactMap(\.packetSNRDecibels)
    #expect(sent.count == 72)
    let mean: Double = sent.reduce(0, +) / 72
    #expect(abs(mean - 18) < 0.2)
    let samples: Double = 2 * 36 * PortableMath.powerRatio(decibels: 18)
    let arrival: Double = 1 / (2 * Double.pi * 0.25e6 * samples.squareRoot())
    let predicted: Double = Environment.speedOfLight / 2 * arrival * Double(2).squareRoot()
    #expect(abs(Self.read(outcome).deviation / predicted - 1) < 0.25)
  }

  @Test("at the sensitivity bits of the access address are wrong, and the report counts them")
  func bitErrors() {
    var bench = Self.bench()
    let received = -bench.environment.freePathLossDecibels
    bench.initiator.radio.sensitivityDbm = received.rounded()
    let quality = Self.read(bench.run()).quality
    #expect(quality.contains(0x11))
    #expect(quality.allSatisfy { $0 == 0 || $0 & 0xF == 1 && $0 >> 4 <= 4 })
  }

  @Test(
    "without an attack NADM says so, and the access address alone says nothing", arguments: RTTType.allCases)
  func noAttack(rttType: RTTType) {
    let scores = Self.read(Self.bench(rttType).run()).nadm
    #expect(scores.allSatisfy { rttType == .aaOnly ? $0 == .unknown : $0 == 0 })
    var deaf = Self.bench(rttType)
    deaf.initiator.detectsAttacks = false
    deaf.reflector.detectsAttacks = false
    #expect(Self.read(deaf.run()).nadm.allSatisfy { $0 == .unknown })
  }

  @Test(
    "early detection and late commitment shorten the distance and are found in the bits",
    arguments: [RTTType.random64, .random128, .sounding96])
  func earlyDetection(rttType: RTTType) {
    var bench = Self.bench(rttType)
    bench.environment.attack = .earlyDetectLateCommit(advanceNanoseconds: 200)
    let reading = Self.read(bench.run())
    // Both packets seem to come 200 ns early.
    #expect(abs(reading.mean - (20 - 59.96)) < 0.5)
    let certain = reading.nadm.count { $0 >= 4 }
    #expect(certain > reading.nadm.count * (rttType.isSounding ? 6 : 9) / 10)
  }

  @Test("NADM goes by how improbable the bits are in noise, however many were judged")
  func scores() {
    // Of 32 bits the sum of squares exceeds 53.5 in one of a hundred, of 128 bits 168.1.
    for (bitCount, sum) in [(32, 53.5), (128, 168.1)] {
      #expect(NADM.score(deviation: 0.99 * sum, bitCount: bitCount) == 0)
      #expect(NADM.score(deviation: 1.01 * sum, bitCount: bitCount) == 1)
    }
    #expect(NADM.score(deviation: 0, bitCount: 0) == 0 && NADM.score(deviation: 9_999, bitCount: 4) == 6)
    // Gaussian bits: a hundred thousand packets, none of which is called an attack.
    var random = RandomStreams(seed: 4).stream("bits")
    var worst: NADM = 0
    var suspectCount = 0
    for _ in 0..<100_000 {
      let sum = (0..<16).reduce(0.0) { sum, _ in
        let pair = random.nextGaussianPair()
        return sum + pair.0 * pair.0 + pair.1 * pair.1
      }
      let score = NADM.score(deviation: sum, bitCount: 32)
      worst = max(worst, score)
      if score > 0 { suspectCount += 1 }
    }
    #expect(worst < 4)
    #expect((800...1_200).contains(suspectCount), "\(suspectCount)")
  }

  @Test("an attack of 100 ns on 128 random bits is called likely")
  func shortAdvance() {
    var bench = Self.bench(.random128)
    bench.environment.attack = .earlyDetectLateCommit(advanceNanoseconds: 100)
    let scores = Self.read(bench.run()).nadm
    #expect(scores.allSatisfy { $0 >= 4 }, "\(scores)")
  }

  @Test(
    "a relay with a delay lengthens tones and packets alike; one that rolls over shortens the tones alone")
  func relay() throws {
    var bench = Self.bench()
    bench.environment.distanceMetres = 10
    bench.environment.attack = .relay(delayNanoseconds: 100)
    #expect(abs(Self.read(bench.run()).mean - 39.98) < 0.2)
    bench.mainMode = 2
    #expect(abs(try #require(bench.run().estimate(usesInlinePCT: true)).metres - 39.98) < 0.05)
    bench.environment.attack = .rollOver
    #expect(abs(try #require(bench.run().estimate(usesInlinePCT: true)).metres) < 0.05)
    bench.mainMode = 1
    #expect(Self.read(bench.run()).mean > 149)
  }

  @Test("an access address of another plan is not found")
  func otherAddress() {
    var receiver = PacketReceiver(
      ExchangeEnd(timing: .mandatory, radio: .ideal), random: RandomStreams(seed: 1).stream("test"))
    #expect(receiver.errors(sent: 0x36B2_5785, expected: 0x36B2_5785, bitSNR: 1e9) == 0)
    #expect(
      receiver.errors(sent: 0xA1E1_6E78, expected: 0x36B2_5785, bitSNR: 1e9) > PacketReceiver.toleratedErrors)
  }
}
