public import ChannelSounding
public import CoreTypes
public import Wire

extension SubeventResult {
  /// The result as the events that a controller sends: one LE CS Subevent Result and as many Continue as the
  /// steps need. Steps are never cut; all events but the last say that more is to come.
  ///
  /// - Parameter connectionHandle: 0x000 to 0xEFF, or `LECSSubeventResultEvent.testHandle`.
  public func packets(connectionHandle: ConnectionHandle) -> [HCIPacket] {
    let stepCount = stepOffsets.count
    var packets: [HCIPacket] = []
    packets.reserveCapacity(1 + stepOctets.count / LECSSubeventResultEvent.stepCapacity)
    var firstStep = 0
    repeat {
      let isFirst = firstStep == 0
      let capacity =
        isFirst ? LECSSubeventResultEvent.stepCapacity : LECSSubeventResultContinueEvent.stepCapacity
      let endStep = endOfRun(from: firstStep, capacity: capacity)
      let steps = Array(stepOctets[offset(ofStep: firstStep)..<offset(ofStep: endStep)])
      let reported = reported(steps, count: endStep - firstStep, isLast: endStep == stepCount)
      packets.append(
        isFirst
          ? resultEvent(connectionHandle, reported).packet : continueEvent(connectionHandle, reported).packet)
      firstStep = endStep
    } while firstStep < stepCount
    return packets
  }

  /// Appends a step. A number of tones other than N_AP + 1 is a bug of the caller.
  public mutating func append(_ step: CSStep, layout: CSStepLayout) {
    stepOffsets.append(Int32(stepOctets.count))
    stepOctets += step.encoded(layout: layout)
  }

  /// Reads the steps.
  ///
  /// - Throws: `WireError` if the octets are not steps in `layout`.
  public func steps(_ layout: CSStepLayout) throws(WireError) -> [CSStep] {
    var steps: [CSStep] = []
    steps.reserveCapacity(stepOffsets.count)
    var reader = Reader(stepOctets)
    for _ in stepOffsets { steps.append(try CSStep(&reader, layout: layout)) }
    guard reader.remaining.isEmpty else { throw .trailing(octets: reader.remaining.count) }
    return steps
  }

  private func offset(ofStep step: Int) -> Int {
    step < stepOffsets.count ? Int(stepOffsets[step]) : stepOctets.count
  }

  private func endOfRun(from first: Int, capacity: Int) -> Int {
    let limit = offset(ofStep: first) + capacity
    var end = first
    while end < stepOffsets.count, offset(ofStep: end + 1) <= limit { end += 1 }
    precondition(end > first || stepOffsets.isEmpty, "step \(first) does not fit an event")
    return end
  }

  private func reported(_ steps: [UInt8], count: Int, isLast: Bool) -> ReportedSteps {
    ReportedSteps {
      $0.numAntennaPaths = numAntennaPaths
      $0.numStepsReported = UInt8(count)
      $0.steps = steps
      guard isLast else { return }
      $0.procedureDoneStatus = DoneStatus(procedureDone)
      $0.subeventDoneStatus = DoneStatus(subeventDone)
      $0.procedureAbortReason = procedureAbortReason
      $0.subeventAbortReason = subeventAbortReason
    }
  }

  private func resultEvent(_ connectionHandle: ConnectionHandle, _ reported: ReportedSteps)
    -> LECSSubeventResultEvent
  {
    LECSSubeventResultEvent {
      $0.connectionHandle = connectionHandle
      $0.configID = configID
      $0.startACLConnEventCounter = startACLConnEventCounter
      $0.procedureCounter = procedureCounter
      $0.frequencyCompensation = frequencyCompensation
      $0.referencePowerLevel = referencePowerLevel
      $0.reported = reported
    }
  }

  private func continueEvent(
    _ connectionHandle: ConnectionHandle, _ reported: ReportedSteps
  ) -> LECSSubeventResultContinueEvent {
    LECSSubeventResultContinueEvent {
      ($0.connectionHandle, $0.configID, $0.reported) = (connectionHandle, configID, reported)
    }
  }
}
