package import Capture
internal import CoreTypes
internal import HCI

/// What a capture shows of the frames that verdicts cite.
package struct CaptureEvidence: Sendable {
  /// Those frames by their numbers.
  package let frames: [Int: FrameExplanation]
  private let subevents: [[StepFrame]]

  /// How long before its result a subevent begins at most.
  private static let reach = Picoseconds.seconds(1)
  private static let results = [EventCode.leCSSubeventResult, .leCSSubeventResultContinue].compactMap(\.name)

  /// Nothing, where no capture was made.
  package static let none = CaptureEvidence(frames: [:], subevents: [])

  private init(frames: [Int: FrameExplanation], subevents: [[StepFrame]]) {
    self.frames = frames
    self.subevents = subevents
  }

  /// Explains the frames `numbers` of a log; those that it does not have are left out.
  package init(_ log: CaptureLog, frames numbers: Set<Int>) {
    guard log.count > 0, !numbers.isEmpty else {
      self = .none
      return
    }
    do {
      frames = try FrameExplainer.explain(numbers, of: RecordingReader(log))
    } catch {
      preconditionFailure("a log that was just written cannot be read: \(error)")
    }
    var subevents: [[StepFrame]] = []
    for step in log.subeventStarts {
      if step.record.stepIndex > 0, let last = subevents.last?.last, last.time <= step.time,
        last.record.isSameSubevent(as: step.record)
      {
        subevents[subevents.count - 1].append(step)
      } else {
        subevents.append([step])
      }
    }
    self.subevents = subevents
  }

  /// The first steps of the procedure whose result a frame has; empty if it has none, or if nothing is known of them.
  package func steps(behind frame: FrameExplanation) -> [StepFrame] {
    guard Self.results.contains(frame.name), let nanoseconds = frame.time?.nanoseconds else { return [] }
    let time = Instant(picoseconds: nanoseconds * 1_000)
    guard let last = subevents.lastIndex(where: { $0[0].time <= time }),
      time - subevents[last][0].time <= Self.reach
    else { return [] }
    let procedure = subevents[last][0].record
    let first = subevents[...last].lastIndex { !$0[0].record.isSameProcedure(as: procedure) } ?? -1
    return subevents[first + 1]
  }
}

extension StepRecord {
  fileprivate func isSameProcedure(as other: StepRecord) -> Bool {
    (accessAddress, configID, procedureCounter) == (
      other.accessAddress, other.configID, other.procedureCounter
    )
  }

  fileprivate func isSameSubevent(as other: StepRecord) -> Bool {
    (accessAddress, procedureCounter, subeventIndex, subeventStart)
      == (other.accessAddress, other.procedureCounter, other.subeventIndex, other.subeventStart)
  }
}

extension RecordingReader {
  /// Reads a log as the file that it makes.
  convenience init(_ log: CaptureLog) throws(CaptureError) {
    var sink = OctetSink()
    try PcapngWriter(application: "log").write(log, to: &sink)
    try self.init(octets: sink.octets)
  }
}
