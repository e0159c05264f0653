internal import ChannelSounding
internal import RadioModel
internal import SimulationKernel

/// What both devices together do to the exchanges of a link, worked out once.
struct LinkImpairments {
  /// What the devices add to the flight in each direction, in nanoseconds by antenna path.
  let oneWayDelaysNanoseconds: [Double]
  /// Standard deviation in turns of the phase noise of one exchange.
  let phaseNoiseTurns: Double
  /// The part of it that each end has, 0 to 1; the squares add up to 1.
  let phaseNoiseShare: (initiator: Double, reflector: Double)
  /// How much earlier an attacker lets packets seem to arrive, in nanoseconds.
  var packetAdvanceNanoseconds: Double
  /// Variance in turns squared that the phase between both LOs gains in a microsecond.
  let walkTurnsSquared: Double
  /// The part of that phase that each end's LO has, 0 to 1; the squares add up to 1.
  let walkShare: (initiator: Double, reflector: Double)
  /// What a tone still has of the antenna of the slot before, by the end that switched it, as an amplitude from 0 to 1.
  let leakage: (initiator: Double, reflector: Double)
  /// Standard deviation in turns of what an inline-PCT reflector adds to the phase it returns.
  let inlineErrorTurns: Double
  /// What it adds for each MHz of carrier, in turns.
  let inlineTurnsPerMegahertz: Double

  /// - Parameter pathCount: the antenna paths, those that packets alone take included.
  init(
    initiator: ExchangeEnd, reflector: ExchangeEnd, antennas: AntennaConfiguration, pathCount: Int,
    attack: Attack?
  ) {
    let radios = (initiator.radio, reflector.radio)
    oneWayDelaysNanoseconds = (0..<pathCount).map { path in
      (radios.0.delayNanoseconds(path: path) + radios.1.delayNanoseconds(path: path)) / 2
    }
    let own = Self.phaseVariance(initiator)
    let others = Self.phaseVariance(reflector)
    phaseNoiseTurns = (own + others).squareRoot() / (2 * .pi)
    phaseNoiseShare = Self.shares(own, others)
    packetAdvanceNanoseconds = attack?.packetAdvanceNanoseconds ?? 0
    // 2 pi times the linewidth in radians squared a second.
    walkTurnsSquared = (radios.0.linewidthHertz + radios.1.linewidthHertz) * 1e-6 / (2 * .pi)
    walkShare = Self.shares(radios.0.linewidthHertz, radios.1.linewidthHertz)
    leakage = (
      antennas.initiatorAntennas > 1 ? Self.leakage(initiator) : 0,
      antennas.reflectorAntennas > 1 ? Self.leakage(reflector) : 0
    )
    inlineErrorTurns = radios.1.inlinePCTErrorRadians / (2 * .pi)
    inlineTurnsPerMegahertz = -radios.1.inlinePCTDelayNanoseconds * 1e-3
  }

  /// The parts of a deviation that two ends have whose variances are known.
  private static func shares(_ own: Double, _ others: Double) -> (initiator: Double, reflector: Double) {
    let sum = own + others
    return sum > 0 ? ((own / sum).squareRoot(), (others / sum).squareRoot()) : (0, 0)
  }

  /// In radians squared, what is left of a hop included.
  private static func phaseVariance(_ end: ExchangeEnd) -> Double {
    let settling = end.radio.settlingNoiseRadians(tFCSMicroseconds: end.timing.tFCSMicroseconds)
    return end.radio.phaseNoiseRadians * end.radio.phaseNoiseRadians + settling * settling
  }

  /// The mean over T_PM of what is left of the antenna before, after T_SW.
  private static func leakage(_ end: ExchangeEnd) -> Double {
    end.radio.switchTransient(
      from: Double(end.timing.tSWMicroseconds),
      to: Double(end.timing.tSWMicroseconds + end.timing.tPMMicroseconds))
  }
}

/// How far the phase between the two LOs has wandered in each slot of a step, in turns from the first slot on.
struct PhaseWalk {
  /// In the initiator's train.
  private(set) var outward = InlineArray<4, Double>(repeating: 0)
  /// In the reflector's train.
  private(set) var back = InlineArray<4, Double>(repeating: 0)

  init() {}

  /// Draws a way whose variance grows with time.
  ///
  /// - Parameters:
  ///   - slotMicroseconds: from one slot to the next.
  ///   - pauseMicroseconds: from a slot of the initiator's train to the same one of the reflector's.
  init(
    slots: Int, slotMicroseconds: Double, pauseMicroseconds: Double, varianceAMicrosecond: Double,
    random: inout RandomStream
  ) {
    let step = (varianceAMicrosecond * slotMicroseconds).squareRoot()
    let turn = pauseMicroseconds - Double(slots - 1) * slotMicroseconds
    let pause = (varianceAMicrosecond * turn).squareRoot()
    for slot in 1..<max(slots, 2) where slot < slots {
      outward[slot] = outward[slot - 1] + step * random.nextGaussianPair().0
    }
    back[0] = outward[slots - 1] + pause * random.nextGaussianPair().0
    for slot in 1..<max(slots, 2) where slot < slots {
      back[slot] = back[slot - 1] + step * random.nextGaussianPair().0
    }
  }
}
