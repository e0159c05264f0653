import ChannelSounding
import CoreTypes
import RadioModel
import Testing
import VirtualController

@testable import Ranging

/// One impairment alone, and what the model says it does to the distance.
private struct Impairment: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Standard deviation of the two-way phase of one tone in radians, independent from tone to tone.
  let phaseNoise: Double
  let usesInlinePCT: Bool
  let apply: @Sendable (inout ExchangeBench) -> Void

  init(
    _ name: String, phaseNoise: Double, usesInlinePCT: Bool = true,
    _ apply: @escaping @Sendable (inout ExchangeBench) -> Void
  ) {
    testDescription = name
    self.phaseNoise = phaseNoise
    self.usesInlinePCT = usesInlinePCT
    self.apply = apply
  }
}

/// Between the two windows of a slot with one path: T_PM twice, T_RD and T_IP2.
private let exchangeSeconds = 230e-6

private let noises: [Impairment] = [
  Impairment("white phase noise of 0.2 rad", phaseNoise: 0.2) { $0.reflector.radio.phaseNoiseRadians = 0.2 },
  Impairment("a linewidth of 20 Hz", phaseNoise: (2 * Double.pi * 20 * exchangeSeconds).squareRoot()) {
    $0.initiator.radio.linewidthHertz = 20
  },
  Impairment("100 degrees after a hop, dying away with 20 us, at a T_FCS of 50 us", phaseNoise: 0.1433) {
    for end in [\ExchangeBench.initiator, \.reflector] { $0[keyPath: end].timing.tFCSMicroseconds = 50 }
    $0.reflector.radio.settlingNoiseDegrees = 100
  },
  Impairment("1 dB and 5 degrees of I/Q imbalance at one end", phaseNoise: 0.0506, usesInlinePCT: false) {
    $0.initiator.radio.iqGainDecibels = 1
    $0.initiator.radio.iqPhaseDegrees = 5
  },
  Impairment("a DC offset of -26 dBc at one end", phaseNoise: 0.0354, usesInlinePCT: false) {
    $0.initiator.radio.dcOffsetDecibelsCarrier = -26
  },
  Impairment(
    "a DC offset of -26 dBc behind a body of 15 dB, against the tone that is left", phaseNoise: 0.0354,
    usesInlinePCT: false
  ) {
    $0.initiator.radio.dcOffsetDecibelsCarrier = -26
    $0.environment.directPathLossDecibels = 15
  },
  Impairment("20 degrees that inline PCT adds", phaseNoise: 20 * .pi / 180) {
    $0.reflector.radio.inlinePCTErrorDegrees = 20
  },
  Impairment("an SNR of 20 dB at both ends", phaseNoise: 0.1) { $0.setToneSNR(20) },
  Impairment("T_PM of 10 us instead of 40 at 20 dB", phaseNoise: 0.2) {
    $0.setToneSNR(20)
    for end in [\ExchangeBench.initiator, \.reflector] { $0[keyPath: end].timing.tPMMicroseconds = 10 }
  },
  wrongTones(0.1), wrongTones(0.3),
]

/// A part of the tones with any phase.
///
/// Half of their power lies across the rest, whose slope has a spread of its own: the wrong tones are others each time.
private func wrongTones(_ part: Double) -> Impairment {
  let spread = 1 + 1.8 / 72 * (2 + part) / (1 - part)
  return Impairment(
    "\(part) of the tones with a wrong phase", phaseNoise: (part / 2 * spread).squareRoot() / (1 - part)
  ) {
    $0.behaviour.wrongToneFraction = part
  }
}

extension ExchangeBench {
  /// Two perfect devices 5 m apart.
  fileprivate static var ideal: ExchangeBench {
    var bench = ExchangeBench()
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    return bench
  }

  /// Sets the noise so that a tone measured for 40 us has so many dB.
  fileprivate mutating func setToneSNR(_ decibels: Double) {
    let received = -environment.freePathLossDecibels
    let gain = PortableMath.decibels(powerRatio: 4)
    for end in [\ExchangeBench.initiator, \.reflector] {
      self[keyPath: end].radio.noiseFloorDbm = received + gain - decibels
    }
  }

  /// The errors of the distance over so many seeds, in metres.
  fileprivate func errors(trials: Int) throws -> [Double] {
    var bench = self
    return try (1...trials).map { seed in
      bench.seed = UInt64(seed)
      let estimate = try #require(bench.run().estimate(usesInlinePCT: bench.usesInlinePCT))
      return estimate.metres - bench.environment.distanceMetres
    }
  }
}

/// Where a delay comes from.
private enum Delay: CaseIterable {
  case device, antennaPath, inlinePCT
}

@Suite("What each impairment does to the distance")
struct ImpairmentTests {
  private static let trials = 150

  @Test(
    "noise moves it by its phase noise times 0.1285 m, within 10 % or three deviations", arguments: noises)
  private func noise(_ impairment: Impairment) throws {
    var bench = ExchangeBench.ideal
    bench.usesInlinePCT = impairment.usesInlinePCT
    impairment.apply(&bench)
    let errors = try bench.errors(trials: Self.trials)
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    let predicted = 0.1285 * impairment.phaseNoise
    let deviation = predicted / Double(2 * Self.trials).squareRoot()
    #expect(abs(rms - predicted) < max(0.1 * predicted, 3 * deviation), "rms \(rms), predicted \(predicted)")
  }

  @Test("a delay of a nanosecond over the round trip adds 0.150 m", arguments: Delay.allCases)
  private func delay(_ delay: Delay) throws {
    var bench = ExchangeBench.ideal
    switch delay {
    case .device: bench.reflector.radio.fixedDelayNanoseconds = 1
    case .antennaPath: bench.initiator.radio.pathDelaysNanoseconds = [1]
    case .inlinePCT: bench.reflector.radio.inlinePCTDelayNanoseconds = 1
    }
    #expect(abs(try bench.errors(trials: 1)[0] - 0.1499) < 1e-3)
  }

  @Test("8 bits of PCT cost what their rounding does to the phase")
  func quantiser() throws {
    var bench = ExchangeBench.ideal
    bench.usesInlinePCT = false
    bench.initiator.radio.pctBits = 8
    let tones = bench.run().initiator.steps.filter { $0.mode == 2 }.map { $0.tones()[0] }
    let power = tones.reduce(0) { $0 + Double($1.i * $1.i + $1.q * $1.q) } / Double(tones.count)
    // One step is 16 of the 12-bit units; rounding spreads evenly over it.
    let predicted = 0.1285 * 16 / 12.0.squareRoot() / power.squareRoot()
    let errors = try bench.errors(trials: Self.trials)
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    #expect(abs(rms - predicted) < max(0.1, 3 / Double(2 * Self.trials).squareRoot()) * predicted)
  }

  @Test("a PLL of 8 us leaves the phases of the formula, hop by hop", arguments: [50, 60, 80, 100])
  func settling(tFCS: Int) throws {
    var bench = ExchangeBench(tFCS: tFCS)
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.reflector.radio.pllSettlingTauMicroseconds = 8
    bench.recordsTimeline = true
    let outcome = bench.run()
    let plan = outcome.initiatorPlan
    for tone in outcome.timeline.tones {
      let hop = Double(Int(tone.channel) - Int(plan.steps[Int(tone.step) - 1].channel))
      let times = (Double(tFCS), Double(tFCS) + exchangeSeconds * 1e6)
      let left = PortableMath.exp(-times.1 / 8) - PortableMath.exp(-times.0 / 8)
      let carrier = Double(2_402 + Int(tone.channel)) * 1e6
      let predicted = hop * 8 * left + carrier * outcome.residualPpm * 1e-6 * exchangeSeconds
      // 5 m there and back, with the phase of the settling reflector on the way in and on the way out.
      let path = -2 * carrier * 5 / Environment.speedOfLight
      let measured = PortableMath.atan2(tone.initiatorIm, tone.initiatorRe) / (2 * .pi)
      let difference = measured - path - predicted
      #expect(abs(difference - difference.rounded()) < 1e-6, "channel \(tone.channel)")
    }
  }

  @Test("the settling has its cliff where tau ln(2 pi df tau / 0.02) says", arguments: [5.0, 8.0])
  func cliff(tau: Double) throws {
    let needed = tau * PortableMath.log(2 * .pi * 74 * tau / 0.02)
    let residual = { (tFCS: Int) in
      var bench = ExchangeBench(tFCS: tFCS)
      bench.initiator.radio = .ideal
      bench.reflector.radio = .ideal
      bench.reflector.radio.pllSettlingTauMicroseconds = tau
      return try #require(bench.run().estimate(usesInlinePCT: true)).phaseResidualRadians
    }
    #expect(try residual(Int(needed) + 2) < 0.02)
    #expect(try residual(Int(needed - 4 * tau)) > 0.2)
  }

  @Test("a drift of the carrier turns the phase by what it gains since mode-0")
  func drift() throws {
    var bench = ExchangeBench.ideal
    bench.reflector.clock = DeviceClock(
      offsetPpm: -20, driftPpmPerSecond: 10, reference: .start + .seconds(10))
    bench.recordsTimeline = true
    let outcome = bench.run()
    let carriers = outcome.timeline.carriers.filter { $0.mode == 2 }
    let span = Double(outcome.initiatorPlan.steps[74].start - outcome.initiatorPlan.steps[3].start) * 1e-6
    let first = try #require(carriers.first)
    let last = try #require(carriers.last)
    let gained =
      last.toneHertz[0] / Double(2_402 + Int(last.channel)) - first.toneHertz[0]
      / Double(2_402 + Int(first.channel))
    #expect(abs(gained - 10 * span) < 1e-3 * 10 * span)
    let tones = outcome.timeline.tones
    for tone in [tones[10], tones[60]] {
      let elapsed = Double(
        outcome.initiatorPlan.steps[Int(tone.step)].start - outcome.initiatorPlan.steps[3].start)
      let offset = outcome.residualPpm * 1e-6 + 10e-12 * elapsed
      let carrier = Double(2_402 + Int(tone.channel)) * 1e6
      let predicted = carrier * offset * exchangeSeconds - 2 * carrier * 5 / Environment.speedOfLight
      let measured = PortableMath.atan2(tone.initiatorIm, tone.initiatorRe) / (2 * .pi)
      let difference = measured - predicted
      #expect(abs(difference - difference.rounded()) < 2e-3)
    }
  }

  @Test("inline PCT and the product of both sides agree to 1e-9 rad on a channel with echoes")
  func inlineIdentity() throws {
    var bench = ExchangeBench.ideal
    bench.environment.echoes = [
      .init(excessMetres: 3, gainDecibels: -6, phaseRadians: 1), .init(excessMetres: 7, gainDecibels: -10),
    ]
    bench.recordsTimeline = true
    let inline = bench.run().timeline.tones
    bench.usesInlinePCT = false
    let product = bench.run().timeline.tones
    #expect(inline.count == 72 && product.count == 72)
    for (one, both) in zip(inline, product) {
      let (re, im) = (
        both.initiatorRe * both.reflectorRe - both.initiatorIm * both.reflectorIm,
        both.initiatorRe * both.reflectorIm + both.initiatorIm * both.reflectorRe
      )
      let angle = PortableMath.atan2(
        one.initiatorIm * re - one.initiatorRe * im, one.initiatorRe * re + one.initiatorIm * im)
      #expect(abs(angle) < 1e-9, "channel \(one.channel)")
    }
  }

  @Test("each step of the gain control adds its phase")
  func gainControl() throws {
    var bench = ExchangeBench.ideal
    bench.environment.echoes = [.init(excessMetres: 3, gainDecibels: -3)]
    bench.recordsTimeline = true
    let plain = bench.run().timeline.tones
    bench.initiator.radio.agcStepDecibels = 3
    bench.initiator.radio.agcStepDegrees = 0.1 * 180 / .pi
    let stepped = bench.run().timeline.tones
    let phases = zip(plain, stepped).map { one, other in
      PortableMath.atan2(
        one.initiatorRe * other.initiatorIm - one.initiatorIm * other.initiatorRe,
        one.initiatorRe * other.initiatorRe + one.initiatorIm * other.initiatorIm)
    }
    #expect(phases.allSatisfy { abs($0 / 0.1 - ($0 / 0.1).rounded()) < 1e-6 })
    // Between 1 + 0.7 and 1 - 0.7 lie 15 dB.
    let steps = Set(phases.map { Int(($0 / 0.1).rounded()) })
    #expect(steps.min() ?? 0 <= -3 && steps.max() == 2)
  }

  @Test("a switch that has not let go mixes the antenna paths")
  func antennaSwitch() throws {
    var bench = ExchangeBench(paths: 2, aci: 4)
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.environment.antennaPathOffsetsMetres = [0, 0.04]
    bench.recordsTimeline = true
    let plain = bench.run().timeline.tones
    bench.reflector.radio.antennaSwitchTauMicroseconds = 2
    let mixed = bench.run().timeline.tones
    // After a T_SW of 2 us the mean over 40 us of exp(-t / 2 us).
    let leakage = (PortableMath.exp(-1) - PortableMath.exp(-21)) * 2 / 40
    for slots in stride(from: 0, to: 144, by: 2) {
      #expect(mixed[slots].initiatorRe == plain[slots].initiatorRe, "nothing was on before the first slot")
      let (own, other) = (plain[slots + 1], plain[slots])
      let carrier = Double(2_402 + Int(own.channel)) * 1e6
      let turns = (own.path == 1 ? 0.04 : -0.04) * carrier / Environment.speedOfLight
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      let angle = PortableMath.atan2(leakage * sin, 1 - leakage + leakage * cos)
      let seen = PortableMath.atan2(
        own.initiatorRe * mixed[slots + 1].initiatorIm - own.initiatorIm * mixed[slots + 1].initiatorRe,
        own.initiatorRe * mixed[slots + 1].initiatorRe + own.initiatorIm * mixed[slots + 1].initiatorIm)
      #expect(other.path != own.path && abs(seen - 2 * angle) < 1e-6)
    }
  }

  @Test("a switch that has not let go mixes nothing where it keeps its antenna and the other end switches")
  func antennaSwitchOfOneEnd() throws {
    var bench = ExchangeBench(paths: 4, aci: 7)
    bench.initiator.radio = .ideal
    bench.reflector.radio = .ideal
    bench.environment.antennaPathOffsetsMetres = [0, 0.04, 0.07, 0.13]
    bench.recordsTimeline = true
    let plain = bench.run().timeline.tones
    bench.reflector.radio.antennaSwitchTauMicroseconds = 2
    let mixed = bench.run().timeline.tones
    try #require(plain.count == 288 && mixed.count == 288)
    var keptCount = 0
    for index in plain.indices where index % 4 > 0 {
      // Paths 0 and 2 use the reflector's first antenna, 1 and 3 its second.
      let isKept = plain[index].path % 2 == plain[index - 1].path % 2
      if isKept { keptCount += 1 }
      #expect((mixed[index].reflectorRe == plain[index].reflectorRe) == isKept, "tone \(index)")
    }
    #expect(keptCount > 20)
  }

  private static func size(_ tone: ExchangeTimeline.Tone) -> Double {
    (tone.reflectorRe * tone.reflectorRe + tone.reflectorIm * tone.reflectorIm).squareRoot()
  }

  @Test("what is left of an offset turns within T_PM and weakens the tone")
  func coherence() throws {
    var bench = ExchangeBench.ideal
    bench.recordsTimeline = true
    let full = Self.size(bench.run().timeline.tones[0])
    bench.reflector.radio.mode0FAEPpm = [Double](repeating: 5, count: 80)
    let weak = Self.size(bench.run().timeline.tones[0])
    // 5 ppm of 2440 MHz turn by 0.488 in 40 us.
    let turns = 0.488
    #expect(abs(weak / full - PortableMath.sinCos(turns: turns / 2).sin / (.pi * turns)) < 1e-3)
  }

  @Test("tones off the centre of the packets turn within T_PM, whichever end sends them so")
  func toneOffset() throws {
    var bench = ExchangeBench.ideal
    bench.recordsTimeline = true
    let full = Self.size(try #require(bench.run().timeline.tones.first))
    for end in [\ExchangeBench.initiator, \.reflector] {
      var offset = bench
      offset[keyPath: end].radio.toneOffsetHertz = 12_500
      let weak = Self.size(try #require(offset.run().timeline.tones.first))
      // Half a turn in 40 us.
      #expect(abs(weak / full - 2 / .pi) < 1e-3)
    }
    bench.initiator.radio.toneOffsetHertz = 12_500
    bench.reflector.radio.toneOffsetHertz = 12_500
    #expect(abs(Self.size(try #require(bench.run().timeline.tones.first)) / full - 1) < 1e-6)
  }
}
