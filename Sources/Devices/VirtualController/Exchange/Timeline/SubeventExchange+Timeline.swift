internal import ChannelSounding
internal import CoreTypes

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
    let mode = plan.mode[step]
    recordStep(plan, step, isReflector: isReflector)
    if isReflector && mode == 0 { return }
    let sync =
      isReflector
      ? reflector.syncSpan(plan, step, isReflector: true) : initiator.syncSpan(plan, step, isReflector: false)
    var tone: (Double, Double)?
    if mode >= 2 && sendsTones {
      let hasExtension = plan.toneExtension[step] >> (isReflector ? 1 : 0) & 1 == 1
      let slots = 0..<pathCount + (hasExtension ? 1 : 0)
      tone = toneSpan(plan, step, slots: slots, isReflector: isReflector)
      recordTones(plan, step, slots: slots, isReflector: isReflector)
    }
    if sync == nil && tone == nil { return }
    if isReflector {
      timeline.carriers.append(reflector.carrier(plan, step: step, sendsTones: sendsTones))
      timeline.reflector.append(
        step: plan.firstStep + step, mode: mode, channel: plan.channel[step], sync: sync, tone: tone,
        start: timeline.start)
    } else {
      if mode & 1 == 1, let sent = initiator.lastOutputSNRDecibels {
        timeline.initiatorSNRDecibels.append(sent)
      }
      timeline.initiator.append(
        step: plan.firstStep + step, mode: mode, channel: plan.channel[step], sync: sync, tone: tone,
        start: timeline.start)
    }
  }

  /// Notes the tones of one end, slot by slot.
  private mutating func recordTones(_ plan: SubeventPlan, _ index: Int, slots: Range<Int>, isReflector: Bool)
  {
    for slot in slots {
      let path = AntennaPermutation.path(slot: slot, index: plan.permutation[index], paths: pathCount)
      let span = toneSpan(plan, index, slots: slot..<slot + 1, isReflector: isReflector)
      let tone = SentTone(
        step: Int32(truncatingIfNeeded: plan.firstStep + index), slot: UInt8(slot), path: UInt8(path),
        start: picoseconds(span.0), end: picoseconds(span.1))
      if isReflector { timeline.reflectorTones.append(tone) } else { timeline.initiatorTones.append(tone) }
    }
  }

  private func toneSpan(
    _ plan: SubeventPlan, _ step: Int, slots: Range<Int>, isReflector: Bool
  ) -> (Double, Double) {
    isReflector
      ? reflector.toneSpan(
        plan, step, slots: slots, isReflector: true, cut: behaviour.toneCutMicroseconds)
      : initiator.toneSpan(plan, step, slots: slots, isReflector: false, cut: 0)
  }

  /// A time in picoseconds, given in microseconds of true time from the start of the subevent.
  private func picoseconds(_ microseconds: Double) -> Int64 {
    timeline.start.picoseconds + Int64((microseconds * 1e6).rounded())
  }
}
