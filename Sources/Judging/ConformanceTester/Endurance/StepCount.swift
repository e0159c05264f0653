internal import ChannelSounding
internal import ProcedureRanging
package import Verdicts
internal import VirtualController

/// Steps of the initiator, and those in which the reflector was on the same channel in the same mode.
package struct StepCount {
  /// All steps of the initiator.
  package var count = 0
  /// Those in step.
  package var inStep = 0

  /// The steps in step among all of them.
  package var proportion: Proportion { Proportion(inStep, of: count) }

  package init() {}

  /// Counts others too.
  package mutating func add(_ other: StepCount) {
    count += other.count
    inStep += other.inStep
  }

  /// Counts the steps that one side reported of a procedure, and those that the other side reported on the same channel
  /// in the same mode.
  mutating func add(reported one: ProcedureResult, _ other: ProcedureResult) {
    for (index, subevent) in one.subevents.enumerated() {
      count += subevent.stepOffsets.count
      guard index < other.subevents.count else { continue }
      let peer = other.subevents[index]
      for (own, theirs) in zip(subevent.stepOffsets, peer.stepOffsets) {
        let (i, j) = (Int(own), Int(theirs))
        let isAlike =
          subevent.stepOctets[i] == peer.stepOctets[j] && subevent.stepOctets[i + 1] == peer.stepOctets[j + 1]
        if isAlike { inStep += 1 }
      }
    }
  }
}

extension Sequence<ObservedSubevent> {
  /// How many steps both sides were in step.
  package var stepsInStep: StepCount {
    var total = StepCount()
    for subevent in self {
      let (one, other) = (subevent.timeline.initiator, subevent.timeline.reflector)
      var j = 0
      for i in one.step.indices {
        total.count += 1
        while j < other.step.count, other.step[j] < one.step[i] { j += 1 }
        guard j < other.step.count, other.step[j] == one.step[i] else { continue }
        if other.channel[j] == one.channel[i], other.mode[j] == one.mode[i] { total.inStep += 1 }
      }
    }
    return total
  }
}
