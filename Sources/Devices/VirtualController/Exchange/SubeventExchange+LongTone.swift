internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// Sends the long tone of the stable phase test, on the channel of the last step. Nobody answers it.
  ///
  /// - Parameter point: its start, in microseconds of the initiator's plan.
  mutating func sendLongTone(_ plan: SubeventPlan, at point: Double) {
    guard let channel = plan.channel.last else { return }
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
    let walkTurns = (radio.linewidthHertz * 1e-6 / (2 * .pi)).squareRoot()
    var walked = 0.0
    return (0..<CSTime.tLongTone).map { index in
      let time = Double(index)
      if index > 0 { walked += walkTurns * random.nextGaussianPair().0 }
      let settling = oscillator.settlingTurns(
        decay: oscillator.settlingDecay(after: Double(timing.tFCS) + time))
      return offset * time + drift * time * time / 2 + settling + walked
    }
  }
}
