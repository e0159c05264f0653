internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// What is the same in all slots of a step.
  struct ToneStep {
    let initiatorStart: Double
    let reflectorStart: Double
    let initiatorWindow: Int
    let reflectorWindow: Int
    /// Phase of the initiator's LO against the reflector's, in turns.
    let oscillatorTurns: Double
    /// What the residual carrier offset turns in a microsecond.
    let turnsPerMicrosecond: Double
    let megahertz: Double
    let channel: Int
    /// CS step counter.
    let counter: Int
  }

  /// A tone of one slot where it is received.
  private struct Arrival {
    /// The part of the receiver's window that the tone fills, 0 to 1; 0 where it is less than half.
    let overlap: Double
    /// Middle of the receiver's window, in microseconds from the initiator's step start.
    let middle: Double
  }

  /// The tone trains of mode-2 or mode-3: each end measures the other's tones, slot by slot.
  @inline(__always)
  mutating func exchangeTones(
    _ air: inout StepAir, _ own: PlannedStep, _ peers: PlannedStep, counter: Int, reflectorSends: Bool
  ) {
    let channel = Int(own.channel)
    let initiatorStart = initiator.time(Double(own.start))
    let megahertz = Double(2_402 &+ channel)
    let offset = residualOffset + residualDrift * (initiatorStart - initiator.anchor)
    let toneStep = ToneStep(
      initiatorStart: initiatorStart, reflectorStart: reflector.time(Double(peers.start)),
      initiatorWindow: RunningEnd.window(mode: own.mode, isReflector: false),
      reflectorWindow: RunningEnd.window(mode: own.mode, isReflector: true),
      oscillatorTurns: initiator.oscillator.phaseTurns - reflector.oscillator.phaseTurns,
      turnsPerMicrosecond: megahertz * offset + toneOffsetTurnsPerMicrosecond, megahertz: megahertz,
      channel: channel, counter: counter)
    if !air.tones.hasRoom(for: pathCount &+ 1) { measureTones(&air) }
    air.initiatorWriter.octet(own.permutation)
    air.reflectorWriter.octet(peers.permutation)
    // One oscillator runs through all slots of a step, and one phase is returned in them.
    let (chance, inlineError) = reflector.noise.nextGaussianPair()
    let wander = impairments.walkTurnsSquared > 0 ? drawWander() : PhaseWalk()
    var before = 0
    for slot in 0..<pathCount {
      let path = physicalPath(own.permutation, peers.permutation, slot: slot)
      exchangeTone(
        toneStep, slot: slot, path: path, before: slot == 0 ? path : before, wander: wander,
        noiseTurns: chance * impairments.phaseNoiseTurns,
        inlineErrorTurns: inlineError * impairments.inlineErrorTurns, reflectorSends: reflectorSends,
        air: &air)
      before = path
    }
    // The extension slot keeps the antennas of the last path slot.
    exchangeExtension(
      toneStep, path: before, initiatorSends: own.toneExtension & 1 == 1,
      reflectorExpects: peers.toneExtension & 1 == 1,
      reflectorSends: reflectorSends && peers.toneExtension & 2 == 2,
      initiatorExpects: own.toneExtension & 2 == 2, air: &air)
  }

  /// The path between the antennas that the two ends connect in a slot, each by its own permutation.
  @inline(__always)
  private func physicalPath(_ permutation: UInt8, _ reflectorPermutation: UInt8, slot: Int) -> Int {
    if permutation | reflectorPermutation == 0, !behaviour.reversesAntennas { return slot }
    let path = AntennaPermutation.path(slot: slot, index: permutation, paths: pathCount)
    if permutation == reflectorPermutation, !behaviour.reversesAntennas { return path }
    let other = AntennaPermutation.path(slot: slot, index: reflectorPermutation, paths: pathCount)
    return path / reflectorAntennas * reflectorAntennas + connected(other % reflectorAntennas)
  }

  /// Whether the antenna of the reflector on a path is never switched on.
  @inline(__always)
  private func isSilent(path: Int) -> Bool { behaviour.silentAntenna == path % reflectorAntennas }

  /// The way of the phase between the two LOs over the slots of a step.
  private mutating func drawWander() -> PhaseWalk {
    let timing = initiator.timing
    return PhaseWalk(
      slots: pathCount, slotMicroseconds: Double(timing.tonePeriod),
      pauseMicroseconds: Double(timing.reciprocalInterval),
      varianceAMicrosecond: impairments.walkTurnsSquared, random: &walk)
  }

  /// The response of an antenna path at a time, with what is left of the antennas before.
  @inline(__always)
  private mutating func response(
    _ step: ToneStep, path: Int, before: Int, middle: Double
  ) -> (re: Double, im: Double) {
    let isPure = path == before || impairments.leakage == (0, 0)
    return isPure && !channel.isMoving
      ? channel.stillResponse(path: path, channel: step.channel)
      : changingResponse(step, path: path, before: before, time: step.initiatorStart + middle)
  }

  /// The same where devices move or antennas leak. It is no part of the loop over tones, which would copy the channel
  /// for it, and mutating, for which nothing is copied.
  @inline(never)
  private mutating func changingResponse(
    _ step: ToneStep, path: Int, before: Int, time: Double
  ) -> (re: Double, im: Double) {
    let own = channel.response(path: path, channel: step.channel, microseconds: time)
    if path == before || impairments.leakage == (0, 0) { return own }
    return channel.mixed(
      own, impairments.leakage, step.channel, path: path, before: before,
      reflectorAntennas: reflectorAntennas, microseconds: time)
  }

  /// One path slot, there and back. The two-way phase is that of the path squared; the LO phases cancel.
  @inline(__always)
  private mutating func exchangeTone(
    _ step: ToneStep, slot: Int, path: Int, before: Int, wander: PhaseWalk, noiseTurns: Double,
    inlineErrorTurns: Double, reflectorSends: Bool, air: inout StepAir
  ) {
    let first = arrivalAtReflector(step, slot: slot)
    let outward = outwardTurns(step, slot: slot, middle: first.middle) + wander.outward[slot]
    let isSilent = isSilent(path: path)
    let way = response(step, path: path, before: before, middle: first.middle)
    let there = reflector.arriving(
      by: way, turns: outward, overlap: isSilent ? 0 : first.overlap,
      fill: isSilent ? 0 : first.overlap * coherence)
    var guessedTurns: Double?
    if behaviour.wrongToneFraction > 0, faults.nextUnit() < behaviour.wrongToneFraction {
      guessedTurns = faults.nextUnit()
    }
    let isUnheard = behaviour.unheardToneFraction > 0 && faults.nextUnit() < behaviour.unheardToneFraction
    let second = arrivalAtInitiator(step, slot: slot, isSent: reflectorSends && !isSilent)
    let inlineTurns = usesInlinePCT ? inlineErrorTurns + step.megahertz * inlineTurnsPerMegahertz : 0
    let turns =
      backTurns(step, slot: slot, middle: second.middle) - wander.back[slot] + noiseTurns + inlineTurns
    let wayBack = response(step, path: path, before: before, middle: second.middle)
    let back = initiator.arriving(
      by: wayBack, turns: turns, overlap: second.overlap, fill: second.overlap * coherence)
    if recordsTimeline && reflectorSends {
      note(
        step, slot: slot, path: path, at: air.tones.count, there: there, back: back, inlineTurns: inlineTurns,
        noiseTurns: noiseTurns, walkTurns: wander.back[slot] - wander.outward[slot],
        pause: second.middle - first.middle)
    }
    air.tones.append(
      WaitingSlot(
        reflectorOffset: air.reflectorWriter.leaveTone(), initiatorOffset: air.initiatorWriter.leaveTone(),
        reflectorKind: 0, initiatorKind: 0, returnsPhase: usesInlinePCT, isUnheard: isUnheard,
        guessedTurns: guessedTurns), reflector: there, initiator: back)
  }

  /// The extension slot: each end sends or not, and expects or not, by its own plan.
  @inline(__always)
  private mutating func exchangeExtension(
    _ step: ToneStep, path: Int, initiatorSends: Bool, reflectorExpects: Bool, reflectorSends: Bool,
    initiatorExpects: Bool, air: inout StepAir
  ) {
    let first = arrivalAtReflector(step, slot: pathCount)
    let outward = outwardTurns(step, slot: pathCount, middle: first.middle)
    let isSilent = isSilent(path: path)
    let firstOverlap = initiatorSends && !isSilent ? first.overlap : 0
    let way = response(step, path: path, before: path, middle: first.middle)
    let there = reflector.arriving(
      by: way, turns: outward, overlap: firstOverlap, fill: firstOverlap * coherence)
    let second = arrivalAtInitiator(step, slot: pathCount, isSent: reflectorSends && !isSilent)
    let wayBack = response(step, path: path, before: path, middle: second.middle)
    let back = initiator.arriving(
      by: wayBack, turns: backTurns(step, slot: pathCount, middle: second.middle),
      overlap: second.overlap, fill: second.overlap * coherence)
    air.tones.append(
      WaitingSlot(
        reflectorOffset: air.reflectorWriter.leaveTone(), initiatorOffset: air.initiatorWriter.leaveTone(),
        reflectorKind: Self.extensionKind(isExpected: reflectorExpects),
        initiatorKind: Self.extensionKind(isExpected: initiatorExpects), returnsPhase: false),
      reflector: there, initiator: back)
  }

  /// Tone quality of an extension slot, bits 4 to 7: whether a tone was expected there.
  @inline(__always)
  static func extensionKind(isExpected: Bool) -> UInt8 { isExpected ? 0x20 : 0x10 }

  @inline(__always)
  private mutating func arrivalAtReflector(_ step: ToneStep, slot: Int) -> Arrival {
    let index = step.initiatorWindow &+ slot
    let sent = initiator.windowStart(index, stepStart: step.initiatorStart)
    let arrival = sent + flightMicroseconds(at: sent)
    let window = reflector.windowStart(index, stepStart: step.reflectorStart)
    return Arrival(
      overlap: Self.overlap(
        sent: arrival, for: initiator.toneMicroseconds, window: window, of: reflector.toneMicroseconds),
      middle: window - step.initiatorStart + reflector.toneMicroseconds * 0.5)
  }

  @inline(__always)
  private mutating func arrivalAtInitiator(_ step: ToneStep, slot: Int, isSent: Bool) -> Arrival {
    let index = step.reflectorWindow &+ slot
    let sent = reflector.windowStart(index, stepStart: step.reflectorStart)
    let arrival = sent + flightMicroseconds(at: sent)
    let window = initiator.windowStart(index, stepStart: step.initiatorStart)
    return Arrival(
      overlap: isSent
        ? Self.overlap(
          sent: arrival, for: reflector.toneMicroseconds - behaviour.toneCutMicroseconds, window: window,
          of: initiator.toneMicroseconds) : 0,
      middle: window - step.initiatorStart + initiator.toneMicroseconds * 0.5)
  }

  /// The time of flight of a tone that is sent at a time.
  @inline(__always)
  private mutating func flightMicroseconds(at time: Double) -> Double {
    channel.isMoving ? changingFlightMicroseconds(at: time) : channel.stillFlightMicroseconds
  }

  @inline(never)
  private mutating func changingFlightMicroseconds(at time: Double) -> Double {
    channel.flightMicroseconds(at: time)
  }

  @inline(__always)
  private static func overlap(sent: Double, for duration: Double, window: Double, of length: Double) -> Double
  {
    let end = min(sent + duration, window + length)
    let fraction = (end - max(sent, window)) / length
    return fraction < 0.5 ? 0 : fraction
  }

  /// Phase of the initiator's tone against the reflector's LO, the path left out.
  @inline(__always)
  private func outwardTurns(_ step: ToneStep, slot: Int, middle: Double) -> Double {
    let index = step.initiatorWindow &+ slot
    let settling = initiator.settlingTurns(index) - reflector.settlingTurns(index)
    return step.oscillatorTurns - step.turnsPerMicrosecond * middle + settling
  }

  /// Phase of the reflector's tone against the initiator's LO, the path left out.
  @inline(__always)
  private func backTurns(_ step: ToneStep, slot: Int, middle: Double) -> Double {
    let index = step.reflectorWindow &+ slot
    let settling = reflector.settlingTurns(index) - initiator.settlingTurns(index)
    return step.turnsPerMicrosecond * middle - step.oscillatorTurns + settling
  }
}

extension SubeventExchange {
  /// Sends the long tone of the stable phase test, on the channel of the last step. Nobody answers it.
  ///
  /// - Parameter point: its start, in microseconds of the initiator's plan.
  mutating func sendLongTone(_ plan: SubeventPlan, at point: Double) {
    guard let channel = plan.steps.last?.channel else { return }
    initiator.oscillator.hop(to: Int(channel))
    let turns = initiator.longTone(channel: Int(channel), at: initiator.time(point), random: &walk)
    if recordsTimeline { timeline.longTone = ExchangeTimeline.LongTone(channel: channel, turns: turns) }
  }
}

extension RunningEnd {
  /// The phase of a tone of 652 us against the nominal frequency of its channel, in turns, once a microsecond: what
  /// the clock is off and drifts, what the PLL has yet to settle, how far the oscillator walks.
  ///
  /// - Parameter start: when it begins, in microseconds of true time from the start of the subevent.
  func longTone(channel: Int, at start: Double, random: inout RandomStream) -> [Double] {
    let megahertz = Double(2_402 + channel)
    let first = beginning + Picoseconds(Int64((start * 1e6).rounded()))
    let offset = megahertz * clock.fractionalOffset(at: first) + radio.toneOffsetHertz * 1e-6
    let drift = megahertz * clock.driftPpmPerSecond * 1e-12
    let linewidth = radio.linewidthHertz + longToneLinewidthHertz
    let walkTurns = (linewidth * 1e-6 / (2 * .pi)).squareRoot()
    var walked = 0.0
    return (0..<StepTiming.longToneMicroseconds).map { index in
      let time = Double(index)
      if index > 0 { walked += walkTurns * random.nextGaussianPair().0 }
      let settling = oscillator.settlingTurns(
        decay: oscillator.settlingDecay(after: Double(timing.tFCSMicroseconds) + time))
      return offset * time + drift * time * time / 2 + settling + walked
    }
  }
}

extension PropagationChannel {
  /// The response `own` of a path, with what each end that switched still lets through of its antenna before.
  ///
  /// No part of the loop over tones, which is slower the more it holds.
  @inline(never)
  fileprivate func mixed(
    _ own: (re: Double, im: Double), _ leakage: (initiator: Double, reflector: Double), _ index: Int,
    path: Int, before: Int, reflectorAntennas: Int, microseconds: Double
  ) -> (re: Double, im: Double) {
    func other(_ path: Int) -> (re: Double, im: Double) {
      response(path: path, channel: index, microseconds: microseconds)
    }
    func mix(_ a: (re: Double, im: Double), _ b: (re: Double, im: Double), _ part: Double) -> (
      re: Double, im: Double
    ) {
      (a.re * (1 - part) + b.re * part, a.im * (1 - part) + b.im * part)
    }
    let initiators = (own: path / reflectorAntennas, before: before / reflectorAntennas)
    let reflectors = (own: path % reflectorAntennas, before: before % reflectorAntennas)
    let first =
      initiators.own == initiators.before
      ? own : mix(own, other(initiators.before * reflectorAntennas + reflectors.own), leakage.initiator)
    if reflectors.own == reflectors.before { return first }
    let changed = other(initiators.own * reflectorAntennas + reflectors.before)
    let second =
      initiators.own == initiators.before ? changed : mix(changed, other(before), leakage.initiator)
    return mix(first, second, leakage.reflector)
  }
}
