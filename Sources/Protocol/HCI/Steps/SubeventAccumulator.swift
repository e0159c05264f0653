public import ChannelSounding
public import Wire

/// Joins LE CS Subevent Result and Continue events of one connection into subevents.
/// [Vol 4, Part E, 7.7.65.44, 7.7.65.45]
public struct SubeventAccumulator: Sendable {
  /// Why events do not join. The event is not taken, and the subevent that was open is lost.
  public enum Failure: Error, Hashable, Sendable {
    /// A Continue event came and no subevent was open.
    case noSubeventOpen
    /// A Result event came while a subevent of `stepCount` steps was open; append it again to take it.
    case subeventUnfinished(stepCount: Int)
    /// A Continue event is of another configuration than the open subevent.
    case otherConfiguration(ConfigID)
    /// The parameters contradict each other.
    case malformed(WireError)
  }

  private var open: SubeventResult?

  public init() {}

  /// Whether a subevent waits for a Continue event.
  public var isOpen: Bool { open != nil }

  /// Gives the subevent that waits for a Continue event, when none can come; nil if none waits.
  public mutating func takeOpen() -> SubeventResult? { open.take() }

  /// Takes the start of a subevent; returns the subevent if this is all of it.
  public mutating func append(_ event: LECSSubeventResultEvent) throws(Failure) -> SubeventResult? {
    if let unfinished = open.take() {
      throw .subeventUnfinished(stepCount: unfinished.stepOffsets.count)
    }
    var result = SubeventResult()
    result.configID = event.configID
    result.startACLConnEventCounter = event.startACLConnEventCounter
    result.procedureCounter = event.procedureCounter
    result.frequencyCompensation = event.frequencyCompensation
    result.referencePowerLevel = event.referencePowerLevel
    result.numAntennaPaths = event.reported.numAntennaPaths
    return try add(event.reported, to: &result)
  }

  /// Takes more of a subevent; returns the subevent if this is the last of it.
  public mutating func append(_ event: LECSSubeventResultContinueEvent) throws(Failure) -> SubeventResult? {
    guard var result = open.take() else { throw .noSubeventOpen }
    guard event.configID == result.configID else { throw .otherConfiguration(event.configID) }
    if result.numAntennaPaths == 0 { result.numAntennaPaths = event.reported.numAntennaPaths }
    return try add(event.reported, to: &result)
  }

  private mutating func add(
    _ reported: ReportedSteps, to result: inout SubeventResult
  ) throws(Failure) -> SubeventResult? {
    result.procedureAbortReason = reported.procedureAbortReason
    result.subeventAbortReason = reported.subeventAbortReason
    do throws(WireError) {
      result.procedureDone = try Self.done(reported.procedureDoneStatus, "Procedure_Done_Status")
      result.subeventDone = try Self.done(reported.subeventDoneStatus, "Subevent_Done_Status")
      try Self.appendSteps(reported.steps, count: reported.numStepsReported, to: &result)
    } catch {
      throw .malformed(error)
    }
    guard result.subeventDone == .partial else { return result }
    open = result
    return nil
  }

  private static func done(_ status: DoneStatus, _ field: String) throws(WireError) -> SubeventResult.Done {
    guard let done = status.done else {
      throw .invalid(field: field, value: UInt64(status.rawValue))
    }
    return done
  }

  private static func appendSteps(
    _ octets: [UInt8], count: UInt8, to result: inout SubeventResult
  ) throws(WireError) {
    let base = result.stepOctets.count
    var offset = 0
    for _ in 0..<count {
      guard offset + 3 <= octets.count else { throw missing("Step_Data_Length", 3, octets.count - offset) }
      result.stepOffsets.append(Int32(base + offset))
      let length = Int(octets[offset + 2])
      offset += 3
      guard offset + length <= octets.count else { throw missing("Step_Data", length, octets.count - offset) }
      offset += length
    }
    guard offset == octets.count else { throw .trailing(octets: octets.count - offset) }
    result.stepOctets += octets
  }

  private static func missing(_ field: String, _ needed: Int, _ available: Int) -> WireError {
    .truncated(field: field, neededBits: 8 * needed, availableBits: 8 * available)
  }
}
