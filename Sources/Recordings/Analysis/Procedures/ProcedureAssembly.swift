internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI

/// Joins the results of one connection into procedures, and keeps what breaks off.
struct ProcedureAssembly {
  /// Where a subevent stands in its recording.
  struct Place {
    var frames: ClosedRange<Int>
    var time: RecordTime?
    /// Of a log of text.
    var lines: ClosedRange<Int>?
    /// Of a log of text that says whose results these are.
    var role: CSRole?
  }

  private var accumulator = SubeventAccumulator()
  private var firstFrame = 0
  private var lastFrame = 0
  private var time: RecordTime?
  private var open: RecordedProcedure?
  private let table: ConnectionTable
  /// Its place in the table.
  let connection: Int

  init(table: ConnectionTable, connection: Int) {
    self.table = table
    self.connection = connection
  }

  /// Takes the start of a subevent. Throws if what was open before never ended; the event is taken all the same.
  mutating func receive(
    _ event: LECSSubeventResultEvent, frame: Int, time: RecordTime?, into done: inout [RecordedProcedure]
  ) throws(SubeventAccumulator.Failure) {
    let broken = accumulator.takeOpen()
    take(broken, lastFrame, &done)
    (firstFrame, lastFrame, self.time) = (frame, frame, time)
    try take(accumulator.append(event), frame, &done)
    if let broken { throw .subeventUnfinished(stepCount: broken.stepOffsets.count) }
  }

  /// Takes more of a subevent. Throws if it belongs to none.
  mutating func receive(
    _ event: LECSSubeventResultContinueEvent, frame: Int, into done: inout [RecordedProcedure]
  ) throws(SubeventAccumulator.Failure) {
    lastFrame = frame
    try take(accumulator.append(event), frame, &done)
  }

  private mutating func take(_ subevent: SubeventResult?, _ frame: Int, _ done: inout [RecordedProcedure]) {
    guard let subevent else { return }
    take(subevent, at: Place(frames: firstFrame...frame, time: time), into: &done)
  }

  /// Takes a whole subevent.
  mutating func take(_ subevent: SubeventResult, at place: Place, into done: inout [RecordedProcedure]) {
    if let earlier = open,
      earlier.counter != subevent.procedureCounter || earlier.configID != subevent.configID
    {
      finish(earlier, into: &done)
    }
    var procedure =
      open.take()
      ?? RecordedProcedure(
        connection: connection, role: place.role, configID: subevent.configID,
        counter: subevent.procedureCounter, frames: place.frames, lines: place.lines, time: place.time)
    procedure.subevents.append(subevent)
    procedure.frames = procedure.frames.lowerBound...place.frames.upperBound
    if let lines = procedure.lines, let last = place.lines {
      procedure.lines = lines.lowerBound...max(lines.upperBound, last.upperBound)
    }
    switch subevent.procedureDone {
    case .complete: procedure.ending = .complete
    case .aborted: procedure.ending = .aborted
    case .partial:
      open = procedure
      return
    }
    finish(procedure, into: &done)
  }

  /// Gives what is open when nothing more can come.
  mutating func end(into done: inout [RecordedProcedure]) {
    take(accumulator.takeOpen(), lastFrame, &done)
    if let open { finish(open, into: &done) }
  }

  private mutating func finish(_ procedure: RecordedProcedure, into done: inout [RecordedProcedure]) {
    open = nil
    var procedure = procedure
    table.finish(&procedure)
    done.append(procedure)
  }
}

extension LoggedSubevent {
  /// The subevent as HCI tells it; what the log does not say is not available. Steps behind a damaged one are left
  /// out.
  var result: SubeventResult {
    var result = SubeventResult()
    result.configID = ConfigID(rawValue: UInt8(clamping: configuration.id ?? 0))
    result.procedureCounter = UInt16(truncatingIfNeeded: procedureCounter ?? procedure)
    if let frequencyCompensation {
      result.frequencyCompensation = FrequencyOffset(hundredths: frequencyCompensation)
    }
    result.referencePowerLevel =
      referencePower.map { ReceivedPowerLevel(rawValue: Int8(clamping: $0)) } ?? .unavailable
    result.numAntennaPaths = UInt8(clamping: antennaPathCount ?? 0)
    result.procedureDone = procedureDone.flatMap(Self.done) ?? .complete
    result.subeventDone = subeventDone.flatMap(Self.done) ?? .complete
    result.procedureAbortReason = ProcedureAbortReason(rawValue: UInt8(clamping: procedureAbortReason ?? 0))
    result.subeventAbortReason = SubeventAbortReason(rawValue: UInt8(clamping: subeventAbortReason ?? 0))
    var offset = 0
    while offset + 3 <= steps.count, offset + 3 + Int(steps[offset + 2]) <= steps.count {
      result.stepOffsets.append(Int32(offset))
      offset += 3 + Int(steps[offset + 2])
    }
    result.stepOctets = Array(steps[..<offset])
    return result
  }

  private static func done(_ value: Int) -> SubeventResult.Done? {
    UInt8(exactly: value).flatMap(SubeventResult.Done.init)
  }
}

extension LoggedConfiguration {
  /// What the log says of it, the rest as a configuration usually has it; nil if the log says nothing.
  var configuration: CSConfiguration? {
    guard mainMode != nil || role != nil else { return nil }
    var result = CSConfiguration()
    result.id = ConfigID(rawValue: UInt8(clamping: id ?? 0))
    if let mainMode { result.mainMode = CSMode(rawValue: UInt8(clamping: mainMode)) }
    if let mode0Steps { result.mode0Steps = UInt8(clamping: mode0Steps) }
    if let minMainModeSteps { result.minMainModeSteps = UInt8(clamping: minMainModeSteps) }
    if let maxMainModeSteps { result.maxMainModeSteps = UInt8(clamping: maxMainModeSteps) }
    if let mainModeRepetition { result.mainModeRepetition = UInt8(clamping: mainModeRepetition) }
    let role = role.map { CSRole(rawValue: UInt8(clamping: $0)) }
    if let role, role.isDefined { result.role = role }
    if let csSyncPHY { result.csSyncPHY = SyncPHY(rawValue: UInt8(clamping: csSyncPHY)) }
    if let channelSelectionType {
      result.channelSelection = ChannelSelectionType(rawValue: UInt8(clamping: channelSelectionType))
    }
    return result
  }
}

/// What a step says that no step can. [Vol 4, Part E, 7.7.65.44]
enum StepFlaw {
  /// The first flaw of the steps that an event brings, in words; nil if there is none.
  static func first(in event: HCIEventValue) -> String? {
    switch event {
    case .leCSSubeventResult(let result): first(in: result.reported.steps)
    case .leCSSubeventResultContinue(let result): first(in: result.reported.steps)
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
