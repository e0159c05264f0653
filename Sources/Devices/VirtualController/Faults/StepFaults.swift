internal import ChannelSounding
public import Faults

/// What a defective controller makes of steps that it planned rightly: every time and every draw by itself.
public struct StepFaults: Hashable, Sendable {
  /// How much longer than T_FCS the hop from one mode-0 step to the next takes, in microseconds.
  public var hopInMode0 = 0
  /// How much longer the hop from mode-0 to the first step after it takes.
  public var hopAfterMode0 = 0
  /// How much longer every further hop takes.
  public var hopBetweenMainSteps = 0
  /// How much longer the hop to the last step of a subevent takes.
  public var hopToLastStep = 0
  /// Whether hops are wrong in the second subevent of a procedure alone.
  public var isInSecondSubeventAlone = false
  /// What T_IP1 has too much, in microseconds.
  public var interlude1 = 0
  /// What T_IP2 has too much.
  public var interlude2 = 0
  /// What T_SW has too much, where antennas are switched at all.
  public var switching = 0
  /// What T_SY of modes 1 and 3 has too much.
  public var syncLength = 0
  /// A tone is sent in each extension slot, drawn or not.
  public var alwaysExtends = false
  /// The last step of each subevent is on the next channel.
  public var missesLastChannel = false
  /// The antenna paths are taken in their order.
  public var ignoresPermutations = false
  /// The last mode-0 step of a subevent is answered with the access address of the first.
  public var repeatsAccessAddress = false
  /// A subevent has its last step twice.
  public var repeatsLastStep = false

  /// As those faults have it; without any, nothing is changed.
  public init(_ faults: FaultSet = []) {
    if faults.contains(.hopAfterMode0Late) { hopAfterMode0 = 5 }
    if faults.contains(.hopsShortInSecondSubevent) {
      (hopBetweenMainSteps, isInSecondSubeventAlone) = (-3, true)
    }
    if faults.contains(.lastStepLate) { hopToLastStep = 4 }
    if faults.contains(.hopsInMode0Late) { hopInMode0 = 6 }
    if faults.contains(.mode0AnsweredLate) { interlude1 = 4 }
    if faults.contains(.tonesAnsweredEarly) { interlude2 = -4 }
    if faults.contains(.antennasSwitchedSlowly) { switching = 2 }
    if faults.contains(.hops3usTooLong) { (hopInMode0, hopAfterMode0, hopBetweenMainSteps) = (3, 3, 3) }
    alwaysExtends = faults.contains(.extensionAlwaysSent)
    missesLastChannel = faults.contains(.lastChannelMissed)
    ignoresPermutations = faults.contains(.pathsInFixedOrder)
    repeatsLastStep = faults.contains(.lastStepTwice)
    repeatsAccessAddress = faults.contains(.accessAddressRepeated)
  }

  /// Changes the times within a step.
  func spoil(_ timing: inout StepTiming) {
    timing.tIP1Microseconds += interlude1
    timing.tIP2Microseconds += interlude2
    timing.tSYRTTMicroseconds += syncLength
    if timing.tSWMicroseconds > 0 { timing.tSWMicroseconds += switching }
  }

  /// Changes a subevent.
  ///
  /// - Parameter subevent: its place in the procedure, from 0.
  func spoil(_ plan: inout SubeventPlan, subevent: Int) {
    guard self != StepFaults(), plan.count > 0 else { return }
    let mode0Count = plan.mode0Count
    if !isInSecondSubeventAlone || subevent == 1 { delay(&plan, mode0Count) }
    for step in plan.steps.indices where plan.steps[step].mode >= 2 {
      // Bit 1 is the reflector's own tone.
      if alwaysExtends { plan.steps[step].toneExtension |= 2 }
      if ignoresPermutations { plan.steps[step].permutation = 0 }
    }
    if repeatsLastStep { plan.repeatLastStep() }
    let last = plan.count - 1
    if missesLastChannel {
      let channel = plan.steps[last].channel
      plan.steps[last].channel = channel == 76 ? 75 : channel + 1
    }
    if repeatsAccessAddress, mode0Count > 1 {
      plan.steps[mode0Count - 1].reflectorAccessAddress = plan.steps[0].reflectorAccessAddress
    }
  }

  private func delay(_ plan: inout SubeventPlan, _ mode0Count: Int) {
    var late = 0
    for step in plan.steps.indices.dropFirst() {
      if step < mode0Count {
        late += hopInMode0
      } else {
        late += step == mode0Count ? hopAfterMode0 : hopBetweenMainSteps
        if step == plan.count - 1 { late += hopToLastStep }
      }
      plan.steps[step].start += Int32(late)
    }
  }
}

extension SubeventPlan {
  /// Adds the last step once more.
  fileprivate mutating func repeatLastStep() {
    var last = steps[count - 1]
    let length = duration - last.start
    last.start = duration
    steps.append(last)
    duration += length
  }
}
