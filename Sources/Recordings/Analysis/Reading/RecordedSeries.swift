public import Capture
public import ChannelSounding
public import HCI

/// Procedures that run from one start on, as one end's HCI tells of them.
public struct RecordedSeries: Hashable, Sendable {
  /// The LE CS Procedure Enable Complete event that started them.
  public var start: Seen<LECSProcedureEnableCompleteEvent>
  /// The frame that says that they have ended; nil if none does.
  public var endFrame: Int?
  /// Procedures with all their results.
  public private(set) var completeCount = 0
  /// The frame of the last result of the last complete procedure.
  public private(set) var lastFrame: Int?
  /// When the first complete procedure told its first result.
  public private(set) var firstTime: RecordTime?
  /// When the last complete procedure told its first result.
  public private(set) var lastTime: RecordTime?

  /// The antennas of both ends; nil where the index has no meaning.
  public var antennas: AntennaConfiguration? {
    let index = Int(start.value.toneAntennaConfigSelection)
    return AntennaConfiguration.all.indices.contains(index) ? AntennaConfiguration.all[index] : nil
  }

  init(_ start: LECSProcedureEnableCompleteEvent, _ frame: Int) { self.start = Seen(start, frame: frame) }

  /// The silence between the last complete procedure of `earlier` and the first of these, in seconds; nil where the
  /// recording has no times.
  public func silence(after earlier: RecordedSeries) -> Double? {
    guard let from = earlier.lastTime, let firstTime else { return nil }
    return firstTime.microseconds(since: from) / 1e6
  }

  mutating func count(_ procedure: RecordedProcedure) {
    guard procedure.ending == .complete else { return }
    completeCount += 1
    lastFrame = procedure.frames.upperBound
    firstTime = firstTime ?? procedure.time
    lastTime = procedure.time ?? lastTime
  }
}
