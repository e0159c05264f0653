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
