internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// Runs the mode-0 steps, by which the reflector finds its time and the initiator its frequency.
  mutating func runMode0(_ air: inout StepAir, count: Int) {
    for step in 0..<count {
      disturb(channel: Int(air.initiatorPlan.steps[step].channel))
      let channel = air.initiatorPlan.steps[step].channel
      let place = packetPlace(channel: channel)
      let reflectorChannel = air.reflectorPlan.steps[step].channel
      initiator.oscillator.hop(to: Int(channel))
      reflector.oscillator.hop(to: Int(reflectorChannel))
      if recordsTimeline {
        recordStep(air.initiatorPlan, step, isReflector: false)
        recordStep(air.reflectorPlan, step, isReflector: true)
      }
      let heard = reflectorHears(air, step: step, at: place)
      if recordsTimeline && heard != nil { recordArrival() }
      air.reflectorWriter.header(
        mode: 0, channel: reflectorChannel, recordLength: reflector.recordLength(mode: 0))
      air.reflectorWriter.mode0(
        errors: heard, rssi: reflector.rssi(place), antenna: reflector.antenna, frequencyOffset: nil)
      let answers = heard != nil && behaviour.unansweredMode0Step != step
      let answer = answers ? initiatorHears(air, step: step, at: place) : nil
      air.initiatorWriter.header(mode: 0, channel: channel, recordLength: initiator.recordLength(mode: 0))
      air.initiatorWriter.mode0(
        errors: answer?.errors, rssi: initiator.rssi(place), antenna: initiator.antenna,
        frequencyOffset: (answer?.ppm).map(FrequencyOffset.init(nearestPpm:)) ?? .notAvailable)
      if recordsTimeline { recordMode0(air, step: step, isAnswered: answers) }
    }
  }

  /// The wrong bits of the initiator's CS_SYNC; nil if the reflector does not find it. Its grid starts there.
  private mutating func reflectorHears(_ air: StepAir, step: Int, at place: PacketPlace) -> Int? {
    let (plan, own) = (air.initiatorPlan, air.reflectorPlan)
    guard !hasSilentPackets, plan.steps[step].channel == own.steps[step].channel,
      plan.steps[step].initiatorAccessAddress == own.steps[step].initiatorAccessAddress
    else { return nil }
    let sent = initiator.time(Double(plan.steps[step].start) + Double(initiator.timing.tFCSMicroseconds))
    let gridPoint = Double(own.steps[step].start) + Double(reflector.timing.tFCSMicroseconds)
    let arrival = sent + channel.flightMicroseconds(path: place.path, at: sent)
    guard reflector.finds(arrival: arrival, expected: reflector.time(gridPoint), at: place),
      let errors = reflector.mode0Errors(own.steps[step].initiatorAccessAddress, at: place)
    else { return nil }
    reflector.anchor = arrival
    reflector.anchorOffset = gridPoint
    reflector.isSynchronised = true
    return errors
  }

  /// The wrong bits of the reflector's CS_SYNC and the offset in ppm that the initiator measures there; nil if
  /// it is not found.
  private mutating func initiatorHears(
    _ air: StepAir, step: Int, at place: PacketPlace
  ) -> (errors: Int, ppm: Double)? {
    let (own, plan) = (air.initiatorPlan, air.reflectorPlan)
    guard plan.steps[step].reflectorAccessAddress == own.steps[step].reflectorAccessAddress else {
      return nil
    }
    let sent = reflector.time(
      Double(plan.steps[step].start) + Double(reflector.timing.reflectorSync(mode: 0)))
    let expected = initiator.time(
      Double(own.steps[step].start) + Double(initiator.timing.reflectorSync(mode: 0)))
    let arrival = sent + channel.flightMicroseconds(path: place.path, at: sent)
    guard initiator.finds(arrival: arrival, expected: expected, at: place),
      let errors = initiator.mode0Errors(own.steps[step].reflectorAccessAddress, at: place)
    else { return nil }
    initiator.isSynchronised = true
    let relativePpm = (initiator.rate / reflector.rate - 1) * 1e6
    let index = Int(plan.steps[step].channel)
    let noise = initiator.noise.nextGaussianPair().0 * initiator.radio.frequencyNoisePpm
    let measured = relativePpm + reflector.actuationErrorPpm(index) - knownActuationError(index) + noise
    compensationSum += measured
    compensationCount += 1
    return (errors, measured)
  }

  private func knownActuationError(_ channel: Int) -> Double {
    channel < knownFAEPpm.count ? knownFAEPpm[channel] : 0
  }

  /// Moves the initiator's carrier and grid by what it measured, from the point `planMicroseconds` on.
  mutating func compensate(planMicroseconds: Double) {
    guard compensationCount > 0 else { return }
    let ppm = ((compensationSum / Double(compensationCount)) * 100).rounded() / 100
    initiator.anchor = initiator.time(planMicroseconds)
    initiator.anchorOffset = planMicroseconds
    initiator.rate /= 1 + ppm * 1e-6
    residualOffset = initiator.rate / reflector.rate - 1
    let turnsPerMicrosecond = 2_440 * residualOffset + toneOffsetTurnsPerMicrosecond
    coherence = Self.sinc(turns: turnsPerMicrosecond * Double(initiator.timing.tPMMicroseconds))
  }

  /// sin(pi x) / (pi x): the mean of a phasor that turns `turns` times meanwhile.
  private static func sinc(turns: Double) -> Double {
    let size = turns.magnitude
    return size < 1e-4 ? 1 : PortableMath.sinCos(turns: size / 2).sin / (.pi * size)
  }

  private mutating func recordMode0(_ air: StepAir, step: Int, isAnswered: Bool) {
    let plan = air.initiatorPlan
    let sync = Double(plan.steps[step].start) + Double(initiator.timing.tFCSMicroseconds)
    timeline.initiator.append(
      step: plan.firstStep + step, mode: 0, channel: plan.steps[step].channel,
      sync: (initiator.time(sync), initiator.time(sync + Double(initiator.timing.tSYMode0Microseconds))),
      tone: nil, start: timeline.start)
    guard isAnswered else { return }
    let own = air.reflectorPlan
    timeline.carriers.append(reflector.carrier(own, step: step, sendsTones: true))
    let timing = reflector.timing
    let stepStart = Double(own.steps[step].start)
    let answer = stepStart + Double(timing.reflectorSync(mode: 0))
    let tone = stepStart + Double(timing.mode0Tone)
    timeline.reflector.append(
      step: own.firstStep + step, mode: 0, channel: own.steps[step].channel,
      sync: (reflector.time(answer), reflector.time(answer + Double(timing.tSYMode0Microseconds))),
      tone: (reflector.time(tone), reflector.time(tone + Double(StepTiming.tFMMicroseconds))),
      start: timeline.start)
  }
}

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
      let mode = step < initiatorCount ? initiatorPlan.steps[step].mode : 0
      let isShared =
        step < sharedCount && mode != 0 && mode == reflectorPlan.steps[step].mode
        && initiatorPlan.steps[step].channel == reflectorPlan.steps[step].channel
      if isShared {
        runShared(&air, initiatorPlan, reflectorPlan, step: step, mode: mode)
      } else {
        if step < initiatorCount { runAlone(&air, initiatorPlan, step: step, isReflector: false) }
        if step < reflectorCount { runAlone(&air, reflectorPlan, step: step, isReflector: true) }
      }
      step &+= 1
    }
    measureTones(&air)
    if let longToneStart = initiatorPlan.longToneStart {
      sendLongTone(initiatorPlan, at: Double(longToneStart))
    }
  }

  /// Draws whether others disturb the two receivers in this step.
  @inline(__always)
  private mutating func disturb(channel: Int) {
    guard !interference.isEmpty else { return }
    initiator.interference = interference.noiseFactor(channel: channel, chance: disturbance.nextUnit())
    reflector.interference = interference.noiseFactor(channel: channel, chance: disturbance.nextUnit())
  }

  /// Runs a step in which both ends are on the same channel in the same mode.
  @inline(__always)
  private mutating func runShared(
    _ air: inout StepAir, _ initiatorPlan: SubeventPlan, _ reflectorPlan: SubeventPlan, step: Int, mode: UInt8
  ) {
    let channel = initiatorPlan.steps[step].channel
    disturb(channel: Int(channel))
    initiator.oscillator.hop(to: Int(channel))
    reflector.oscillator.hop(to: Int(channel))
    air.initiatorWriter.header(mode: mode, channel: channel, recordLength: initiator.recordLength(mode: mode))
    air.reflectorWriter.header(mode: mode, channel: channel, recordLength: reflector.recordLength(mode: mode))
    if mode != 2 { exchangePackets(&air, step: step, mode: mode) }
    var sendsTones = true
    if mode != 1 {
      if behaviour.omittedToneFraction > 0 {
        sendsTones = faults.nextUnit() >= behaviour.omittedToneFraction
      }
      exchangeTones(
        &air, initiatorPlan.steps[step], reflectorPlan.steps[step],
        counter: initiatorPlan.firstStep &+ step, reflectorSends: sendsTones)
    }
    if recordsTimeline {
      record(initiatorPlan, step: step, isReflector: false, sendsTones: true)
      record(reflectorPlan, step: step, isReflector: true, sendsTones: sendsTones)
    }
  }

  /// Runs a step in which nothing of the peer reaches this end: it reports noise.
  private mutating func runAlone(_ air: inout StepAir, _ plan: SubeventPlan, step: Int, isReflector: Bool) {
    if !air.tones.hasRoom(for: pathCount &+ 1) { measureTones(&air) }
    if isReflector {
      reflector.reportNoise(
        plan.steps[step], isReflector: true, to: &air.reflectorWriter, tones: &air.tones)
    } else {
      initiator.reportNoise(
        plan.steps[step], isReflector: false, to: &air.initiatorWriter, tones: &air.tones)
    }
    if recordsTimeline { record(plan, step: step, isReflector: isReflector, sendsTones: true) }
  }
}

extension RunningEnd {
  /// Reports a step in which this end heard nothing of the peer. `tones` has room for its slots.
  fileprivate mutating func reportNoise(
    _ step: PlannedStep, isReflector: Bool, to writer: inout StepWriter, tones: inout ToneColumns
  ) {
    let mode = step.mode
    oscillator.hop(to: Int(step.channel))
    writer.header(mode: mode, channel: step.channel, recordLength: recordLength(mode: mode))
    if mode == 0 {
      takeAntenna()
      writer.mode0(
        errors: nil, rssi: .unavailable, antenna: antenna,
        frequencyOffset: isReflector ? nil : .notAvailable)
    }
    if mode == 1 || mode == 3 {
      takeAntenna()
      writer.timedPacket(nil, antenna: antenna, hasSounding: hasSounding)
    }
    guard mode >= 2 else { return }
    writer.octet(step.permutation)
    for slot in 0...timing.antennaPaths {
      let noise = arriving(by: (0, 0), turns: 0, overlap: 0, fill: 0)
      let isExpected = step.toneExtension >> (isReflector ? 0 : 1) & 1 == 1
      let kind = slot < timing.antennaPaths ? 0 : SubeventExchange.extensionKind(isExpected: isExpected)
      let offset = writer.leaveTone()
      tones.append(
        WaitingSlot(
          reflectorOffset: isReflector ? offset : WaitingSlot.nowhere,
          initiatorOffset: isReflector ? WaitingSlot.nowhere : offset,
          reflectorKind: kind, initiatorKind: kind, returnsPhase: false),
        reflector: isReflector ? noise : .none, initiator: isReflector ? .none : noise)
    }
  }
}
