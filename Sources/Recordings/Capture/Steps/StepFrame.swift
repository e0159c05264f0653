public import CoreTypes

/// A CS step as a capture shows it.
public struct StepFrame: Hashable, Sendable {
  /// When the step begins, its T_FCS first.
  public var time: Instant
  /// What happened in it.
  public var record: StepRecord

  public init(time: Instant, record: StepRecord) {
    self.time = time
    self.record = record
  }
}

/// Steps that are known before their time has come, in the order of time.
struct AwaitedSteps {
  private var frames: [StepFrame] = []
  private var next = 0

  /// Takes the steps of one more subevent. Those of another link may stand between them.
  mutating func add(_ steps: [StepFrame]) {
    let isInOrder =
      next == frames.count || steps.first.map { frames[frames.count - 1].time <= $0.time } ?? true
    if next == frames.count { removeAll() }
    frames += steps
    if isInOrder { return }
    let order = frames.indices.dropFirst(next).sorted { (frames[$0].time, $0) < (frames[$1].time, $1) }
    frames = order.map { frames[$0] }
    next = 0
  }

  /// Takes out the next step that begins by `time`, if there is one.
  mutating func take(by time: Instant) -> StepFrame? {
    guard next < frames.count, frames[next].time <= time else { return nil }
    next += 1
    return frames[next - 1]
  }

  private mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    next = 0
  }
}
