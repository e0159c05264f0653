package import Capture
package import ChannelSounding
package import CoreTypes
package import HCI

/// What one end reported of one procedure.
package struct RecordedProcedure: Sendable {
  package enum Ending: Hashable, Sendable {
    /// All results are there.
    case complete
    /// The controller says that it was aborted.
    case aborted
    /// The results break off.
    case unfinished
  }

  /// Which of the recording's connections it belongs to, from 0.
  package var connection: Int
  /// Which end reported it; nil where nothing says so.
  package var role: CSRole?
  package var configID: ConfigID
  /// The configuration that was in force when it ended; nil where the recording does not show it.
  package var configuration: CSConfiguration?
  /// Procedure_Counter; in a log that has none, the place in the log.
  package var counter: UInt16
  /// The subevents in order.
  package var subevents: [SubeventResult] = []
  package var ending = Ending.unfinished
  /// The frames of its first and its last result.
  package var frames: ClosedRange<Int>
  /// The lines of a log of text.
  package var lines: ClosedRange<Int>?
  /// When the first result came.
  package var time: RecordTime?
  /// Whether the other end read it over the Ranging Service; its channels and its connection are then those of that end.
  package var isFromRangingService = false
  /// The frame of the start of its series; nil if the recording does not show it.
  var seriesStart: Int?
  /// Whether the recording has it from another tap too; such a procedure counts once.
  var isRepeated = false
  /// How many jumps of the capture clock its connection had before.
  var clockJumpCount = 0

  /// Why it was aborted: of the procedure, or of its last aborted subevent; nil if it was not.
  package var abortReason: String? {
    let isAborted = ending == .aborted || subevents.contains { $0.subeventDone == .aborted }
    guard isAborted else { return nil }
    let procedure = subevents.last?.procedureAbortReason ?? .none
    if procedure != .none { return "\(procedure)" }
    let subevent = subevents.last { $0.subeventAbortReason != .none }?.subeventAbortReason ?? .none
    return "\(subevent)"
  }

  /// Whether it was aborted, neither by request of a host nor since the initiator had no time for it.
  var isBroken: Bool {
    ending == .aborted
      && !subevents.contains {
        $0.procedureAbortReason == .byRequest || $0.subeventAbortReason == .byRequest
          || role != .reflector && $0.subeventAbortReason == .schedulingConflict
      }
  }

  /// Which end reported it, by how long its mode-0 steps are: an initiator also tells the frequency offset.
  var impliedRole: CSRole? {
    for subevent in subevents {
      for step in subevent.stepOffsets.indices {
        let view = StepView(subevent, step)
        if view.mode == 0 { return view.count == 5 ? .initiator : .reflector }
      }
    }
    return nil
  }

  /// The frequency offset of the peer that each mode-0 step measured, in parts per million; nil for a step that
  /// measured none, or one at an end of its range.
  package var frequencyOffsets: [Double?] {
    subevents.flatMap { subevent in
      subevent.stepOffsets.indices.lazy.map { StepView(subevent, $0) }.filter { $0.mode == 0 }.map { step in
        step.frequencyOffset.exactHundredths.map { Double($0) / 100 }
      }
    }
  }

  /// Gives the PCT of each tone of the mode-2 steps, without extension slots, until `isEnough` says so.
  func eachTone(until isEnough: (PhaseCorrectionTerm) -> Bool) {
    for subevent in subevents {
      for step in subevent.stepOffsets.indices {
        let view = StepView(subevent, step)
        guard view.mode == 2, view.count >= 9 else { continue }
        for slot in 0..<(view.count - 1) / 4 - 1 {
          if isEnough(view.tone(1 + 4 * slot).pct) { return }
        }
      }
    }
  }

  /// Whether `other` has the same results, octet by octet, which no end measures twice.
  func hasSameResults(as other: RecordedProcedure) -> Bool {
    guard counter == other.counter, configID == other.configID, subevents.count == other.subevents.count
    else { return false }
    return zip(subevents, other.subevents).allSatisfy {
      $0.startACLConnEventCounter == $1.startACLConnEventCounter
        && $0.frequencyCompensation == $1.frequencyCompensation && $0.subeventDone == $1.subeventDone
        && $0.stepOctets == $1.stepOctets
    }
  }

  /// Whether `other` can be the other end's account of the same procedure: the same counter, and the same modes
  /// and channels step by step as far as both go.
  func isCounterpart(of other: RecordedProcedure) -> Bool {
    guard counter == other.counter, configID == other.configID else { return false }
    for (one, two) in zip(subevents, other.subevents) {
      for step in 0..<min(one.stepOffsets.count, two.stepOffsets.count) {
        let (own, peer) = (StepView(one, step), StepView(two, step))
        guard own.mode == peer.mode, own.channel == peer.channel else { return false }
      }
    }
    return true
  }
}

/// Procedures that run from one start on, as one end's HCI tells of them.
package struct RecordedSeries: Hashable, Sendable {
  /// The LE CS Procedure Enable Complete event that started them.
  package var start: Seen<LECSProcedureEnableCompleteEvent>
  /// The frame that says that they have ended; nil if none does.
  package var endFrame: Int?
  /// Procedures with all their results.
  package private(set) var completeCount = 0
  /// Procedures with all their results before the first that was aborted without a reason of the hosts or the
  /// initiator, or that the recording lacks by its Procedure_Counter.
  package private(set) var unbrokenCount = 0
  /// Whether a procedure was aborted so.
  package private(set) var isBroken = false
  /// The frame of the last result of the last complete procedure.
  package private(set) var lastFrame: Int?
  /// When the first procedure reported its first result.
  package private(set) var firstTime: RecordTime?
  /// When the last procedure reported its first result.
  package private(set) var lastTime: RecordTime?
  package internal(set) var distances = SeriesDistances()
  private var lastCounter: UInt16?
  private var isWhole = true

  /// The antennas of both ends; nil where the index has no meaning.
  package var antennas: AntennaConfiguration? {
    let antennas = start.value.toneAntennaConfigSelection
    return antennas.isDefined ? antennas : nil
  }

  init(_ start: LECSProcedureEnableCompleteEvent, _ frame: Int) { self.start = Seen(start, frame: frame) }

  /// The silence between the last procedure of `earlier` and the first of these, in seconds; nil where the recording
  /// has no times.
  package func silence(after earlier: RecordedSeries) -> Double? {
    guard let from = earlier.lastTime, let firstTime else { return nil }
    return firstTime.microseconds(since: from) / 1e6
  }

  mutating func count(_ procedure: RecordedProcedure) {
    firstTime = firstTime ?? procedure.time
    lastTime = procedure.time ?? lastTime
    if procedure.isBroken { isBroken = true }
    if let lastCounter, procedure.counter != lastCounter &+ 1 { isWhole = false }
    lastCounter = procedure.counter
    guard procedure.ending == .complete else { return }
    completeCount += 1
    if !isBroken, isWhole { unbrokenCount += 1 }
    lastFrame = procedure.frames.upperBound
  }
}

/// How many procedures ended how, by what one end reported of them.
package struct ProcedureCounts: Hashable, Sendable {
  package struct Aborted: Hashable, Sendable {
    /// In words.
    package var reason: String
    package var count: Int
  }

  /// All results are there.
  package var complete = 0
  /// By reason, in the order of their first appearance.
  package private(set) var aborted: [Aborted] = []
  /// The results break off.
  package var unfinished = 0

  package var total: Int { complete + unfinished + aborted.reduce(0) { $0 + $1.count } }

  mutating func count(_ procedure: RecordedProcedure) {
    switch procedure.ending {
    case .complete: complete += 1
    case .unfinished: unfinished += 1
    case .aborted:
      let reason = procedure.abortReason ?? ""
      if let index = aborted.firstIndex(where: { $0.reason == reason }) {
        aborted[index].count += 1
      } else {
        aborted.append(Aborted(reason: reason, count: 1))
      }
    }
  }
}
