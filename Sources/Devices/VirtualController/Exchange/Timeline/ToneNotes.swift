internal import CoreTypes
internal import RadioModel

/// A slot that waits to be measured, for the timeline: what is known of it before.
struct ToneNote {
  /// Its index among the slots that wait.
  let index: Int
  let step: SubeventExchange.ToneStep
  let path: Int
  /// On the way there: the response, and the phase that it turns.
  let there: (way: (re: Double, im: Double), turns: Double)
  /// The same of the way back.
  let back: (way: (re: Double, im: Double), turns: Double)
  /// What the PLL of each end has yet to go through in the slots of both trains, in turns.
  let settling: (reflector: SlotSettling, initiator: SlotSettling)
  /// What inline PCT adds to the phase that it returns.
  let inlineTurns: Double
  /// The phase noise of the step.
  let noiseTurns: Double
  /// How far the initiator's LO walks against the reflector's from one tone to the other.
  let walkTurns: Double
  /// From the initiator's tone to that of the reflector, in microseconds.
  let pause: Double
}

/// What the PLL of an end has yet to go through, in turns.
struct SlotSettling {
  /// While it receives.
  let received: Double
  /// While it sends.
  let sent: Double
}

extension SubeventExchange {
  /// Keeps what the timeline says of a slot until its tones are measured. It is no part of the loop over tones, which
  /// is slower the more it holds.
  @inline(never)
  mutating func note(
    _ step: ToneStep, slot: Int, path: Int, at index: Int, there: ArrivingTone, back: ArrivingTone,
    inlineTurns: Double, noiseTurns: Double, walkTurns: Double, pause: Double
  ) {
    let (first, second) = (step.initiatorWindow &+ slot, step.reflectorWindow &+ slot)
    toneNotes.append(
      ToneNote(
        index: index, step: step, path: path, there: (there.way, there.turns), back: (back.way, back.turns),
        settling: (
          SlotSettling(received: reflector.settlingTurns(first), sent: reflector.settlingTurns(second)),
          SlotSettling(received: initiator.settlingTurns(second), sent: initiator.settlingTurns(first))
        ),
        inlineTurns: inlineTurns, noiseTurns: noiseTurns, walkTurns: walkTurns, pause: pause))
  }

  /// Notes the phases of slots that were measured, as they are at the antennas of both ends.
  ///
  /// - Parameters:
  ///   - slots: the indices of the slots that wait; the first is that of the first lane.
  ///   - rotation: what inline PCT turned the reflector's tones by, `inlineTurns` left out.
  @inline(never)
  mutating func recordTones(
    _ slots: Range<Int>, heard: MeasuredTones, returned: MeasuredTones,
    rotation: (re: RealLanes, im: RealLanes)
  ) {
    func turns(_ tone: (re: Double, im: Double)) -> Double {
      PortableMath.atan2(tone.im, tone.re) / (2 * .pi)
    }
    let (share, walkShare) = (impairments.phaseNoiseShare, impairments.walkShare)
    for note in toneNotes where slots.contains(note.index) {
      let lane = note.index - slots.lowerBound
      let rotation = turns((rotation.re[lane], rotation.im[lane]))
      // Noise is left out of what a converter saw.
      let reflectors = (
        received: note.there.turns + turns(note.there.way),
        sent: rotation + note.inlineTurns + note.noiseTurns * share.reflector
          - note.walkTurns * walkShare.reflector
      )
      // The initiator's LO turns against the reflector's from its own tone to that of the reflector.
      let initiators = (
        received: note.back.turns + turns(note.back.way) + rotation - note.noiseTurns * share.initiator,
        sent: note.step.turnsPerMicrosecond * note.pause - note.walkTurns * walkShare.initiator
      )
      timeline.tones.append(
        ExchangeTimeline.Tone(
          step: Int32(truncatingIfNeeded: note.step.counter), path: UInt8(note.path),
          channel: UInt8(note.step.channel),
          reflector: reflector.atAntenna(
            reflectors, note.settling.reflector, path: note.path, megahertz: note.step.megahertz),
          initiator: initiator.atAntenna(
            initiators, note.settling.initiator, path: note.path, megahertz: note.step.megahertz),
          reflectorRe: heard.re[lane], reflectorIm: heard.im[lane], initiatorRe: returned.re[lane],
          initiatorIm: returned.im[lane]))
    }
  }
}

extension RunningEnd {
  /// Phases of this end's converter as they are at its antenna.
  fileprivate func atAntenna(
    _ turns: (received: Double, sent: Double), _ settling: SlotSettling, path: Int, megahertz: Double
  ) -> ExchangeTimeline.Phases {
    // Half of the device's delay lies on either side of its converter; a GHz turns once in a nanosecond.
    let delayTurns = megahertz * 1e-3 * radio.delayNanoseconds(path: path) / 2
    return ExchangeTimeline.Phases(
      receivedTurns: turns.received + settling.received + delayTurns,
      sentTurns: turns.sent + settling.sent - delayTurns)
  }
}
