public import CoreTypes

extension ScheduleOffer {
  /// From the anchor point to the earliest subevent, in microseconds, so that the connection event has room.
  private static let connectionEventRoom = 2500
  /// Kept free before the next anchor point, in microseconds.
  private static let anchorRoom = 1250

  /// Proposes when to run the procedures that a host asked for, so that each is whole: in as few CS events as
  /// possible, each within one connection interval, in as few subevents as possible.
  ///
  /// Where even 32 subevents do not hold a procedure, the proposal has as much of it as there is room for. Nil
  /// where no subevent of a length that the host allows fits between two anchor points.
  /// - Parameters:
  ///   - parameters: What the host asked for.
  ///   - channelMap: The channels that the configuration and the classification of both devices leave.
  ///   - connEventCount: The connection event on whose anchor point the first CS event hangs.
  public init?(
    for parameters: CSProcedureParameters, configuration: CSConfiguration, channelMap: CSChannelMap,
    timing: StepTiming, connectionIntervalMicroseconds interval: Int, connEventCount: ConnEventCounter,
    interpretations: Interpretations
  ) {
    let length = ProcedureLength(
      configuration: configuration, channelMap: channelMap, timing: timing, interpretations: interpretations)
    let range = SubeventLen.schedulable
    let shortest = max(range.lowerBound, parameters.minSubeventLen).microseconds
    let latest = interval - Self.anchorRoom - shortest
    let earliest = max(Int(ScheduleRules.offsetRange.lowerBound), min(Self.connectionEventRoom, latest))
    let window = interval - Self.anchorRoom - earliest
    let longest = min(window, min(range.upperBound, parameters.maxSubeventLen).microseconds)
    guard shortest <= longest else { return nil }
    let shape = EventShape.smallest(
      for: length, lengths: shortest...longest, window: window,
      mostSubevents: interpretations.maximumSubeventsPerEvent)

    var schedule = CSSchedule(parameters)
    schedule.connEventCount = connEventCount
    schedule.eventInterval = 1
    schedule.subeventsPerEvent = UInt8(shape.subevents)
    schedule.subeventInterval = shape.subevents > 1 ? shape.interval : .oneSubevent
    schedule.subeventLen = SubeventLen(microseconds: shape.length)
    let wanted = UInt16(clamping: max(shape.events, Int(parameters.minProcedureInterval)))
    schedule.procedureInterval = min(wanted, max(1, parameters.maxProcedureInterval))
    let period = MaxProcedureLength(atMostMicroseconds: Int(schedule.procedureInterval) * interval)
    schedule.maxProcedureLen = max(1, min(parameters.maxProcedureLen, period))
    schedule.offset = UInt32(earliest)
    self.init(
      schedule: schedule, offsetMax: UInt32(max(earliest, interval - Self.anchorRoom - shape.duration)))
  }
}

/// How the subevents of a procedure lie in its CS events.
private struct EventShape {
  let events: Int
  let subevents: Int
  let length: Int

  /// The shortest Subevent_Interval that the subevents allow.
  var interval: SubeventInterval {
    SubeventInterval(atLeastMicroseconds: length + StepTiming.tMESMicroseconds)
  }

  /// From the start of the first subevent to the end of the last.
  var duration: Int { (subevents - 1) * interval.microseconds + length }

  /// The shape with the fewest events, then the fewest subevents, that holds the whole procedure.
  static func smallest(
    for procedure: ProcedureLength, lengths: ClosedRange<Int>, window: Int, mostSubevents: Int
  ) -> EventShape {
    let most = ProcedurePlanner.maximumSubeventCount
    for events in 1...most {
      for subevents in 1...min(mostSubevents, max(1, most / events)) {
        guard let least = procedure.shortestSubevent(count: min(most, events * subevents)),
          least <= lengths.upperBound
        else { continue }
        let shape = EventShape(events: events, subevents: subevents, length: max(least, lengths.lowerBound))
        if shape.duration <= window { return shape }
      }
    }
    return EventShape(events: most, subevents: 1, length: lengths.upperBound)
  }
}

extension CSSchedule {
  /// What the host asked for; the rest is still open.
  fileprivate init(_ parameters: CSProcedureParameters) {
    self.init()
    configID = parameters.configID
    procedureCount = parameters.maxProcedureCount
    aci = parameters.toneAntennaConfigSelection
    preferredPeerAntenna = parameters.preferredPeerAntenna
    phy = parameters.phy
    powerDelta = parameters.txPowerDelta
    txSNRInitiator = parameters.snrControlInitiator.isDefined ? parameters.snrControlInitiator : .uncontrolled
    txSNRReflector = parameters.snrControlReflector.isDefined ? parameters.snrControlReflector : .uncontrolled
  }
}
