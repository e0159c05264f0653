internal import CoreTypes
internal import HCI

/// What a step says that no step can. [Vol 4, Part E, 7.7.65.44]
enum StepFlaw {
  /// The first flaw of the steps that an event brings, in words; nil if there is none.
  static func first(in event: HCIEventValue) -> String? {
    switch event {
    case .leCSSubeventResult(let result): first(in: result.steps)
    case .leCSSubeventResultContinue(let result): first(in: result.steps)
    default: nil
    }
  }

  /// The first flaw of steps as events have them, in words; nil if there is none.
  static func first(in steps: [UInt8]) -> String? {
    var (start, number) = (0, 1)
    while start + 3 <= steps.count {
      let (mode, channel) = (steps[start], steps[start + 1])
      if mode > 3 { return "step \(number) is of mode \(mode), expected 0 to 3" }
      if !CSChannelMap.allowed.contains(channel) {
        return "step \(number) is on channel \(channel), expected 2 to 22 or 26 to 76"
      }
      start += 3 + Int(steps[start + 2])
      number += 1
    }
    return nil
  }
}
