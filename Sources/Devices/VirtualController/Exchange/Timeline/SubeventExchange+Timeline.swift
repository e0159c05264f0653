internal import ChannelSounding
internal import CoreTypes
internal import RadioModel

extension SubeventExchange {
  /// Notes a step of one end before anything of it has happened.
  mutating func recordStep(_ plan: SubeventPlan, _ index: Int, isReflector: Bool) {
    let opening = isReflector ? reflector.opening(plan, index) : initiator.opening(plan, index)
    let own = OwnStep(plan, index, opening: picoseconds(opening))
    if isReflector { timeline.reflectorSteps.append(own) } else { timeline.initiatorSteps.append(own) }
  }

  /// Notes that the reflector found the packet of the mode-0 step noted last.
  mutating func recordArrival() {
    timeline.reflectorSteps[timeline.reflectorSteps.count - 1].arrival = picoseconds(reflector.anchor)
  }

  /// Notes what an end sent in a step after mode-0.
  mutating func record(_ plan: SubeventPlan, step: Int, isReflector: Bool, sendsTones: Bool) {
    let mode = plan.steps[step].mode
    recordStep(plan, step, isReflector: isReflector)
    if isReflector && mode == 0 { return }
    let sync =
      isReflector
      ? reflector.syncSpan(plan, step, isReflector: true) : initiator.syncSpan(plan, step, isReflector: false)
    var tone: (Double, Double)?
    if mode >= 2 && sendsTones {
      let hasExtension = plan.steps[step].toneExtension >> (isReflector ? 1 : 0) & 1 == 1
      let slots = 0..<pathCount + (hasExtension ? 1 : 0)
      tone = toneSpan(plan, step, slots: slots, isReflector: isReflector)
      recordTones(plan, step, slots: slots, isReflector: isReflector)
    }
    if sync == nil && tone == nil { return }
    if isReflector {
      timeline.carriers.append(reflector.carrier(plan, step: step, sendsTones: sendsTones))
      timeline.reflector.append(
        step: plan.firstStep + step, mode: mode, channel: plan.steps[step].channel, sync: sync, tone: tone,
        start: timeline.start)
    } else {
      if mode & 1 == 1, let sent = initiator.lastOutputSNRDecibels {
        timeline.initiatorSNRDecibels.append(sent)
      }
      timeline.initiator.append(
        step: plan.firstStep + step, mode: mode, channel: plan.steps[step].channel, sync: sync, tone: tone,
        start: timeline.start)
    }
  }

  /// Notes the tones of one end, slot by slot.
  private mutating func recordTones(_ plan: SubeventPlan, _ index: Int, slots: Range<Int>, isReflector: Bool)
  {
    for slot in slots {
      let path = AntennaPermutation.path(slot: slot, index: plan.steps[index].permutation, paths: pathCount)
      let span = toneSpan(plan, index, slots: slot..<slot + 1, isReflector: isReflector)
      let tone = SentTone(
        step: Int32(truncatingIfNeeded: plan.firstStep + index), slot: UInt8(slot), path: UInt8(path),
        start: picoseconds(span.0), end: picoseconds(span.1))
      if isReflector { timeline.reflectorTones.append(tone) } else { timeline.initiatorTones.append(tone) }
    }
  }

  func toneSpan(_ plan: SubeventPlan, _ step: Int, slots: Range<Int>, isReflector: Bool) -> (Double, Double) {
    isReflector
      ? reflector.toneSpan(plan, step, slots: slots, isReflector: true, cut: behaviour.toneCutMicroseconds)
      : initiator.toneSpan(plan, step, slots: slots, isReflector: false, cut: 0)
  }

  /// A time in picoseconds, given in microseconds of true time from the start of the subevent.
  private func picoseconds(_ microseconds: Double) -> Int64 {
    timeline.start.picoseconds + Int64((microseconds * 1e6).rounded())
  }
}

extension RunningEnd {
  /// When T_FCS of a step is over by this end's grid, in microseconds of true time from the start of the subevent.
  func opening(_ plan: SubeventPlan, _ step: Int) -> Double {
    time(Double(plan.steps[step].start + Int32(timing.tFCSMicroseconds)))
  }

  /// From when to when the CS_SYNC of this end lasts in a step after mode-0; nil in mode-2.
  func syncSpan(_ plan: SubeventPlan, _ step: Int, isReflector: Bool) -> (Double, Double)? {
    let mode = plan.steps[step].mode
    guard mode != 2 else { return nil }
    let start =
      Double(plan.steps[step].start)
      + Double(isReflector ? timing.reflectorSync(mode: mode) : timing.initiatorSync)
    return (time(start), time(start + Double(timing.tSYMicroseconds(mode: mode))))
  }

  /// From the first tone of `slots`, after its T_SW, to the end of the last, which ends `cut` microseconds early.
  func toneSpan(
    _ plan: SubeventPlan, _ step: Int, slots: Range<Int>, isReflector: Bool, cut: Double
  ) -> (Double, Double) {
    let mode = plan.steps[step].mode
    let train = isReflector ? timing.reflectorSlot(0, mode: mode) : timing.initiatorSlot(0, mode: mode)
    let start = Double(plan.steps[step].start) + Double(train)
    return (
      time(start + Double(slots.lowerBound * timing.tonePeriod + timing.tSWMicroseconds)),
      time(start + Double(slots.upperBound * timing.tonePeriod) - cut)
    )
  }

  /// The carrier of this end, as the reflector, in a step.
  func carrier(_ plan: SubeventPlan, step: Int, sendsTones: Bool) -> ExchangeTimeline.Carrier {
    let mode = plan.steps[step].mode
    let channel = Int(plan.steps[step].channel)
    let stepStart = time(Double(plan.steps[step].start))
    let actuation = mode == 0 ? actuationErrorPpm(channel) * Double(2_402 + channel) : 0
    var packetHertz: Double?
    if mode != 2 {
      let start = Double(timing.reflectorSync(mode: mode))
      packetHertz =
        carrierHertz(
          channel: channel, from: start, to: start + Double(timing.tSYMode0Microseconds), stepStart: stepStart
        ) + actuation
    }
    let slots: [(Double, Double)] =
      mode == 0
      ? [(Double(timing.mode0Tone), Double(timing.mode0Tone + StepTiming.tFMMicroseconds))]
      : mode == 1 || !sendsTones
        ? []
        : (0..<timing.antennaPaths).map { slot in
          let start = timing.reflectorSlot(slot, mode: mode) + timing.tSWMicroseconds
          return (Double(start), Double(start + timing.tPMMicroseconds))
        }
    return ExchangeTimeline.Carrier(
      step: Int32(plan.firstStep + step), mode: mode, channel: plan.steps[step].channel,
      packetHertz: packetHertz,
      toneHertz: slots.map {
        carrierHertz(channel: channel, from: $0.0, to: $0.1, stepStart: stepStart) + actuation
          + radio.toneOffsetHertz
      }, packetSNRDecibels: mode & 1 == 1 ? lastOutputSNRDecibels : nil)
  }

  /// The mean offset of the carrier in Hz between two times, in microseconds from the start of a step.
  ///
  /// - Parameter stepStart: in microseconds of true time from the start of the subevent.
  private func carrierHertz(channel: Int, from first: Double, to last: Double, stepStart: Double) -> Double {
    let middle = beginning + Picoseconds(Int64(((stepStart + (first + last) / 2) * 1e6).rounded()))
    let nominal = Double(2_402 + channel) * 1e6
    let gone = oscillator.settlingDecay(after: last) - oscillator.settlingDecay(after: first)
    let settling = 1e6 * oscillator.settlingTurns(decay: gone) / (last - first)
    return nominal * clock.fractionalOffset(at: middle) + settling
  }
}
