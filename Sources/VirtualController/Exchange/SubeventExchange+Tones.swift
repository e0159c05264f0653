internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// What is the same in all slots of a step.
  private struct ToneStep {
    let initiatorStart: Double
    let reflectorStart: Double
    let initiatorWindow: Int
    let reflectorWindow: Int
    /// Phase of the initiator's LO against the reflector's, in turns.
    let oscillatorTurns: Double
    /// What the residual carrier offset turns in a microsecond.
    let turnsPerMicrosecond: Double
    let channel: Int
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
  mutating func exchangeTones(_ air: inout StepAir, step: Int, mode: UInt8, reflectorSends: Bool) {
    let channel = Int(air.initiatorPlan.channel[step])
    let toneStep = ToneStep(
      initiatorStart: initiator.time(Double(air.initiatorPlan.start[step])),
      reflectorStart: reflector.time(Double(air.reflectorPlan.start[step])),
      initiatorWindow: RunningEnd.window(mode: mode, isReflector: false),
      reflectorWindow: RunningEnd.window(mode: mode, isReflector: true),
      oscillatorTurns: initiator.oscillator.phaseTurns - reflector.oscillator.phaseTurns,
      turnsPerMicrosecond: Double(2_402 &+ channel) * residualOffset, channel: channel)
    let permutation = air.initiatorPlan.permutation[step]
    let reflectorPermutation = air.reflectorPlan.permutation[step]
    let extensions = air.initiatorPlan.toneExtension[step]
    let reflectorExtensions = air.reflectorPlan.toneExtension[step]
    air.initiatorWriter.octet(permutation)
    air.reflectorWriter.octet(reflectorPermutation)
    for slot in 0..<pathCount {
      let path = physicalPath(permutation, reflectorPermutation, slot: slot)
      exchangeTone(
        toneStep, slot: slot, entry: path &* ChannelResponse.channelCount &+ channel,
        reflectorSends: reflectorSends, air: &air)
    }
    // The extension slot keeps the antennas of the last path slot.
    let last = physicalPath(permutation, reflectorPermutation, slot: pathCount - 1)
    exchangeExtension(
      toneStep, entry: last &* ChannelResponse.channelCount &+ channel,
      initiatorSends: extensions & 1 == 1, reflectorExpects: reflectorExtensions & 1 == 1,
      reflectorSends: reflectorSends && reflectorExtensions & 2 == 2,
      initiatorExpects: extensions & 2 == 2, air: &air)
  }

  /// The path between the antennas that the two ends connect in a slot, each by its own permutation.
  @inline(__always)
  private func physicalPath(_ permutation: UInt8, _ reflectorPermutation: UInt8, slot: Int) -> Int {
    if permutation | reflectorPermutation == 0 { return slot }
    let path = AntennaPermutation.path(slot: slot, index: permutation, paths: pathCount)
    if permutation == reflectorPermutation { return path }
    let other = AntennaPermutation.path(slot: slot, index: reflectorPermutation, paths: pathCount)
    return path / reflectorAntennas * reflectorAntennas + other % reflectorAntennas
  }

  /// One path slot, there and back. The two-way phase is that of the path squared; the LO phases cancel.
  @inline(__always)
  private mutating func exchangeTone(
    _ step: ToneStep, slot: Int, entry: Int, reflectorSends: Bool, air: inout StepAir
  ) {
    let (chance, inlineError) = reflector.noise.nextGaussianPair()
    let first = arrivalAtReflector(step, slot: slot)
    let outward = outwardTurns(step, slot: slot, middle: first.middle)
    let heard = reflector.measured(
      response, entry: entry, turns: outward, amplitude: first.overlap)
    let reflectorRating = reflector.rating(i: heard.i, q: heard.q, overlap: first.overlap)

    let second = arrivalAtInitiator(step, slot: slot, isSent: reflectorSends)
    var back = backTurns(step, slot: slot, middle: second.middle) + chance * phaseNoiseTurns
    var rotation = (re: 1.0, im: 0.0)
    if usesInlinePCT {
      back += inlineError * inlineErrorTurns
      rotation = behaviour.returnedPhase.rotation(i: heard.i, q: heard.q)
      let i = behaviour.reportsQuadrature ? heard.i : reflector.amplitude(i: heard.i, q: heard.q)
      let q = behaviour.reportsQuadrature ? heard.q : 0
      air.reflectorWriter.tone(pct: PCTQuantiser.packed(i: i, q: q), quality: reflectorRating)
    } else {
      air.reflectorWriter.tone(
        pct: PCTQuantiser.packed(i: heard.i, q: heard.q), quality: reflectorRating)
    }
    let returned = initiator.measured(
      response, entry: entry, turns: back, amplitude: second.overlap, rotation: rotation)
    air.initiatorWriter.tone(
      pct: PCTQuantiser.packed(i: returned.i, q: returned.q),
      quality: initiator.rating(i: returned.i, q: returned.q, overlap: second.overlap))
  }

  /// The extension slot: each end sends or not, and expects or not, by its own plan.
  @inline(__always)
  private mutating func exchangeExtension(
    _ step: ToneStep, entry: Int, initiatorSends: Bool, reflectorExpects: Bool, reflectorSends: Bool,
    initiatorExpects: Bool, air: inout StepAir
  ) {
    let first = arrivalAtReflector(step, slot: pathCount)
    let outward = outwardTurns(step, slot: pathCount, middle: first.middle)
    let firstOverlap = initiatorSends ? first.overlap : 0
    let heard = reflector.measured(response, entry: entry, turns: outward, amplitude: firstOverlap)
    let reportsAmplitude = usesInlinePCT && !behaviour.reportsQuadrature
    let i = reportsAmplitude ? reflector.amplitude(i: heard.i, q: heard.q) : heard.i
    air.reflectorWriter.tone(
      pct: PCTQuantiser.packed(i: i, q: reportsAmplitude ? 0 : heard.q),
      quality: (reflectorExpects ? 0x20 : 0x10)
        | reflector.rating(i: heard.i, q: heard.q, overlap: firstOverlap))

    let second = arrivalAtInitiator(step, slot: pathCount, isSent: reflectorSends)
    let back = backTurns(step, slot: pathCount, middle: second.middle)
    let returned = initiator.measured(response, entry: entry, turns: back, amplitude: second.overlap)
    air.initiatorWriter.tone(
      pct: PCTQuantiser.packed(i: returned.i, q: returned.q),
      quality: (initiatorExpects ? 0x20 : 0x10)
        | initiator.rating(i: returned.i, q: returned.q, overlap: second.overlap))
  }

  @inline(__always)
  private func arrivalAtReflector(_ step: ToneStep, slot: Int) -> Arrival {
    let index = step.initiatorWindow &+ slot
    let sent = initiator.windowStart(index, stepStart: step.initiatorStart) + flight
    let window = reflector.windowStart(index, stepStart: step.reflectorStart)
    return Arrival(
      overlap: overlap(sent: sent, sender: initiator, window: window, receiver: reflector),
      middle: window - step.initiatorStart + Double(reflector.timing.tPM) * 0.5)
  }

  @inline(__always)
  private func arrivalAtInitiator(_ step: ToneStep, slot: Int, isSent: Bool) -> Arrival {
    let index = step.reflectorWindow &+ slot
    let sent = reflector.windowStart(index, stepStart: step.reflectorStart) + flight
    let window = initiator.windowStart(index, stepStart: step.initiatorStart)
    return Arrival(
      overlap: isSent ? overlap(sent: sent, sender: reflector, window: window, receiver: initiator) : 0,
      middle: window - step.initiatorStart + Double(initiator.timing.tPM) * 0.5)
  }

  @inline(__always)
  private func overlap(sent: Double, sender: RunningEnd, window: Double, receiver: RunningEnd) -> Double {
    let length = Double(receiver.timing.tPM)
    let end = min(sent + Double(sender.timing.tPM), window + length)
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

extension RunningEnd {
  /// Measures a tone of `turns` and relative `amplitude` that comes through entry `entry` of the response.
  @inline(__always)
  mutating func measured(
    _ response: borrowing ChannelResponse, entry: Int, turns: Double, amplitude: Double,
    rotation: (re: Double, im: Double) = (1, 0)
  ) -> (i: Int32, q: Int32) {
    let size = amplitude * budget.amplitude
    if size == 0 { return measured(re: 0, im: 0) }
    let (sin, cos) = PortableMath.sinCos(turns: turns)
    let (re, im) = (response.re[entry] * size, response.im[entry] * size)
    let (turnedRe, turnedIm) = (re * cos - im * sin, re * sin + im * cos)
    return measured(
      re: turnedRe * rotation.re - turnedIm * rotation.im,
      im: turnedRe * rotation.im + turnedIm * rotation.re)
  }
}

extension ReflectorBehaviour.ReturnedPhase {
  /// The unit phasor that the tone is turned by after measuring (`i`, `q`).
  @inline(__always)
  func rotation(i: Int32, q: Int32) -> (re: Double, im: Double) {
    let power = Double(i &* i &+ q &* q)
    if power == 0 { return (1, 0) }
    let scale = 1 / power.squareRoot()
    let (re, im) = (Double(i) * scale, Double(q) * scale)
    switch self {
    case .measured: return (re, im)
    case .none: return (1, 0)
    case .negated: return (re, -im)
    case .doubled: return (re * re - im * im, 2 * re * im)
    }
  }
}
