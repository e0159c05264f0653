internal import ChannelSounding

/// What a defective controller makes of steps that it planned rightly: every time and every draw by itself. The
/// default changes nothing.
public struct StepLapses: Hashable, Sendable {
  /// When a tone is sent in the extension slot.
  public enum Extension: Sendable {
    /// In every step.
    case always
    /// In no step.
    case never
  }

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
  /// When the extension slot is used; nil for as drawn.
  public var `extension`: Extension?
  /// The last step of each subevent is on the next channel.
  public var missesLastChannel = false
  /// The antenna paths are taken in their order.
  public var ignoresPermutations = false
  /// The last mode-0 step of a subevent is answered with the access address of the first.
  public var repeatsAccessAddress = false
  /// A subevent has its last step twice.
  public var repeatsLastStep = false

  public init() {}

  /// Changes the times within a step.
  func spoil(_ timing: inout ExchangeTiming) {
    timing.tIP1 += interlude1
    timing.tIP2 += interlude2
    if timing.tSW > 0 { timing.tSW += switching }
  }

  /// Changes a subevent.
  ///
  /// - Parameter subevent: its place in the procedure, from 0.
  func spoil(_ plan: inout SubeventPlan, subevent: Int) {
    guard self != StepLapses(), plan.count > 0 else { return }
    let mode0Count = plan.mode0Count
    if !isInSecondSubeventAlone || subevent == 1 { delay(&plan, mode0Count) }
    for step in plan.mode.indices where plan.mode[step] >= 2 {
      // Bit 1 is the reflector's own tone.
      if let `extension` {
        plan.toneExtension[step] = plan.toneExtension[step] & 1 | (`extension` == .always ? 2 : 0)
      }
      if ignoresPermutations { plan.permutation[step] = 0 }
    }
    if repeatsLastStep { plan.repeatLastStep() }
    let last = plan.count - 1
    if missesLastChannel { plan.channel[last] = plan.channel[last] == 76 ? 75 : plan.channel[last] + 1 }
    if repeatsAccessAddress, mode0Count > 1 {
      plan.reflectorAccessAddress[mode0Count - 1] = plan.reflectorAccessAddress[0]
    }
  }

  private func delay(_ plan: inout SubeventPlan, _ mode0Count: Int) {
    var late = 0
    for step in plan.mode.indices.dropFirst() {
      if step < mode0Count {
        late += hopInMode0
      } else {
        late += step == mode0Count ? hopAfterMode0 : hopBetweenMainSteps
        if step == plan.count - 1 { late += hopToLastStep }
      }
      plan.start[step] += Int32(late)
    }
  }
}

extension SubeventPlan {
  /// Adds the last step once more.
  fileprivate mutating func repeatLastStep() {
    let last = count - 1
    let length = duration - start[last]
    mode.append(mode[last])
    channel.append(channel[last])
    start.append(duration)
    initiatorAccessAddress.append(initiatorAccessAddress[last])
    reflectorAccessAddress.append(reflectorAccessAddress[last])
    permutation.append(permutation[last])
    toneExtension.append(toneExtension[last])
    sequenceIndex.append(sequenceIndex[last])
    duration += length
  }
}
