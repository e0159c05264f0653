internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// Runs the steps from `first` on. An end that found no CS_SYNC in mode-0 takes no part.
  mutating func runMainModes(_ air: inout StepAir, from first: Int) {
    // Taken out once: a plan passed on from within `air` would be copied for each step.
    let (initiatorPlan, reflectorPlan) = (air.initiatorPlan, air.reflectorPlan)
    let initiatorCount = initiator.isSynchronised ? initiatorPlan.count : initiatorPlan.mode0Count
    let reflectorCount = reflector.isSynchronised ? reflectorPlan.count : reflectorPlan.mode0Count
    let sharedCount = min(initiatorCount, reflectorCount)
    var step = first
    while step < max(initiatorCount, reflectorCount) {
      let mode = step < initiatorCount ? initiatorPlan.mode[step] : 0
      let isShared =
        step < sharedCount && mode != 0 && mode == reflectorPlan.mode[step]
        && initiatorPlan.channel[step] == reflectorPlan.channel[step]
      if isShared {
        runShared(&air, initiatorPlan, reflectorPlan, step: step, mode: mode)
      } else {
        if step < initiatorCount { runAlone(&air, initiatorPlan, step: step, isReflector: false) }
        if step < reflectorCount { runAlone(&air, reflectorPlan, step: step, isReflector: true) }
      }
      step &+= 1
    }
    if let longToneStart = initiatorPlan.longToneStart {
      sendLongTone(initiatorPlan, at: Double(longToneStart))
    }
  }

  /// Draws whether others disturb the two receivers in this step.
  @inline(__always)
  mutating func disturb(channel: Int) {
    guard !interference.isEmpty else { return }
    initiator.interference = interference.noiseFactor(channel: channel, chance: disturbance.nextUnit())
    reflector.interference = interference.noiseFactor(channel: channel, chance: disturbance.nextUnit())
  }

  /// Runs a step in which both ends are on the same channel in the same mode.
  @inline(__always)
  private mutating func runShared(
    _ air: inout StepAir, _ initiatorPlan: SubeventPlan, _ reflectorPlan: SubeventPlan, step: Int, mode: UInt8
  ) {
    let channel = initiatorPlan.channel[step]
    disturb(channel: Int(channel))
    initiator.oscillator.hop(to: Int(channel))
    reflector.oscillator.hop(to: Int(channel))
    air.initiatorWriter.header(
      mode: mode, channel: channel, recordLength: initiator.recordLength(mode: mode))
    air.reflectorWriter.header(
      mode: mode, channel: channel, recordLength: reflector.recordLength(mode: mode))
    if mode != 2 { exchangePackets(&air, step: step, mode: mode) }
    var sendsTones = true
    if mode != 1 {
      if behaviour.omittedToneFraction > 0 {
        sendsTones = faults.nextUnit() >= behaviour.omittedToneFraction
      }
      exchangeTones(&air, step: step, mode: mode, reflectorSends: sendsTones)
    }
    if recordsTimeline {
      record(initiatorPlan, step: step, isReflector: false, sendsTones: true)
      record(reflectorPlan, step: step, isReflector: true, sendsTones: sendsTones)
    }
  }

  /// Runs a step in which nothing of the peer reaches this end: it reports noise.
  private mutating func runAlone(_ air: inout StepAir, _ plan: SubeventPlan, step: Int, isReflector: Bool) {
    if isReflector {
      let reportsAmplitude = usesInlinePCT && !behaviour.reportsQuadrature
      reflector.reportNoise(
        plan, step: step, isReflector: true, reportsAmplitude: reportsAmplitude,
        to: &air.reflectorWriter)
      if recordsTimeline { record(plan, step: step, isReflector: true, sendsTones: true) }
    } else {
      initiator.reportNoise(
        plan, step: step, isReflector: false, reportsAmplitude: false,
        to: &air.initiatorWriter)
      if recordsTimeline { record(plan, step: step, isReflector: false, sendsTones: true) }
    }
  }
}

extension RunningEnd {
  /// Reports a step in which this end heard nothing of the peer.
  mutating func reportNoise(
    _ plan: SubeventPlan, step: Int, isReflector: Bool, reportsAmplitude: Bool, to writer: inout StepWriter
  ) {
    let mode = plan.mode[step]
    oscillator.hop(to: Int(plan.channel[step]))
    writer.header(mode: mode, channel: plan.channel[step], recordLength: recordLength(mode: mode))
    if mode == 0 {
      takeAntenna()
      writer.mode0(
        rssi: nil, antenna: antenna, frequencyOffset: isReflector ? nil : SubeventResult.unavailableFrequency)
    }
    if mode == 1 || mode == 3 {
      takeAntenna()
      writer.timedPacket(nil, antenna: antenna, hasSounding: timing.hasSounding)
    }
    guard mode >= 2 else { return }
    writer.octet(plan.permutation[step])
    for slot in 0...timing.pathCount {
      let tone = measured(re: 0, im: 0)
      let peerBit = plan.toneExtension[step] >> (isReflector ? 0 : 1) & 1
      let kind: UInt8 = slot < timing.pathCount ? 0 : (1 + peerBit) << 4
      writer.tone(pct: pct(tone, amplitudeOnly: reportsAmplitude), quality: kind | rating(tone, overlap: 0))
    }
  }

  /// The PCT that is reported; an inline-PCT reflector reports its size alone, in I.
  @inline(__always)
  func pct(_ tone: MeasuredTone, amplitudeOnly: Bool) -> UInt32 {
    if amplitudeOnly { return PCTQuantiser.packed(i: quantiser.part(tone.power.squareRoot()), q: 0) }
    return PCTQuantiser.packed(i: tone.i, q: tone.q)
  }
}
