internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
package import VirtualController

/// Phases of one antenna path in one subevent, in turns by channel index.
package struct PathPhases {
  /// CS step counter of each phase.
  package private(set) var steps: [Int] = []
  /// The channel index of each phase.
  package private(set) var channels: [UInt8] = []
  /// The phases.
  package private(set) var turns: [Double] = []

  /// Takes the phase of one step.
  package mutating func append(step: Int, channel: UInt8, turns: Double) {
    steps.append(step)
    channels.append(channel)
    self.turns.append(turns)
  }

  /// The line through them.
  package var line: LineOverFrequency? { LineOverFrequency(channels: channels, turns: turns) }
}

extension RadioSubevent {
  /// What the reflector's report differs from the phases at its antenna: the phase of its PCT, less that of the
  /// tone it received against the one it sent. By antenna path. [Vol 6, Part A, 6.2]
  ///
  /// Interpretation: the formula itself was not seen; the sign of a delay does not matter to what is judged.
  package func internalPhases(_ test: RadioTest) -> [PathPhases] {
    let paths = test.antennas.pathCount
    var phases = [PathPhases](repeating: PathPhases(), count: paths)
    let reported = iut.readableSteps(test.configuration(of: .reflector))
    for tone in timeline.tones {
      let step = Int(tone.step)
      guard step < reported.count, let exchange = reported[step].toneExchange,
        let slot = (0..<paths).first(where: { exchange.path(slot: $0, paths: paths) == Int(tone.path) }),
        slot < exchange.tones.count, exchange.tones[slot].quality == exchange.bestQuality
      else { continue }
      let pct = exchange.tones[slot]
      let measured = PortableMath.atan2(Double(pct.q), Double(pct.i)) / (2 * .pi)
      phases[Int(tone.path)].append(
        step: step, channel: tone.channel, turns: measured - (tone.receivedTurns - tone.sentTurns))
    }
    return phases
  }

  /// What the tone that comes back under inline PCT differs from the one that came in, at the reflector's antenna.
  /// By antenna path.
  package func returnedPhases(_ test: RadioTest) -> [PathPhases] {
    var phases = [PathPhases](repeating: PathPhases(), count: test.antennas.pathCount)
    for tone in timeline.tones {
      phases[Int(tone.path)].append(
        step: Int(tone.step), channel: tone.channel, turns: tone.sentTurns - tone.receivedTurns)
    }
    return phases
  }

  /// The carriers of the reflector in steps of some modes.
  package func carriers(_ modes: ClosedRange<UInt8>) -> [ExchangeTimeline.Carrier] {
    timeline.carriers.filter { modes.contains($0.mode) }
  }
}

extension CSStep.ToneExchange {
  fileprivate func path(slot: Int, paths: Int) -> Int {
    AntennaPermutation.path(slot: slot, index: antennaPermutationIndex, paths: paths)
  }

  /// The best rating that a device gives: high, or none at all.
  fileprivate var bestQuality: CSTone.Quality {
    tones.contains { $0.quality != .unavailable } ? .high : .unavailable
  }
}
