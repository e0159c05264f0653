public import ChannelSounding
public import CoreTypes
public import RadioModel

/// What both ends of a link really sent in one CS subevent, as a receiver with the true time sees it.
public struct ObservedSubevent: Sendable {
  /// The access address of the link; 0 without a link.
  public let accessAddress: AccessAddress
  /// The place of the subevent in its procedure, from 0.
  public let subeventIndex: Int
  /// The transmissions of both ends.
  public let timeline: ExchangeTimeline
  /// What the initiator went by.
  public let initiator: Terms
  /// What the reflector went by.
  public let reflector: Terms

  /// What one end goes by.
  public struct Terms: Sendable {
    /// What was agreed, as this end holds it.
    public let configuration: CSConfiguration
    /// CSProcCount of the procedure.
    public let procedureCounter: UInt16
    /// The antenna configuration index, 0 to 7.
    public let aci: AntennaConfiguration
    /// The times of its steps.
    public let timing: StepTiming

    init(_ end: CSEnd) {
      configuration = end.configuration
      procedureCounter = end.procedureCounter
      aci = end.aci
      timing = end.exchangeEnd.timing
    }
  }
}

/// A CS subevent to which only one end came, so that nothing of it was exchanged.
public struct LoneSubevent: Sendable {
  /// The access address of the link; 0 without a link.
  public let accessAddress: AccessAddress
  /// The role of the end that came.
  public let role: CSRole
  /// When it began by that end's grid.
  public let start: Instant
  /// CSProcCount of the procedure.
  public let procedureCounter: UInt16
  /// The place of the subevent in its procedure, from 0.
  public let subeventIndex: Int
}

/// The steps of one CS subevent: what each end planned, what both really sent, and what each measured.
public struct ObservedSteps: Sendable {
  /// One end.
  public struct End: Sendable {
    /// What was agreed, as this end holds it.
    public let configuration: CSConfiguration
    /// CSProcCount of the procedure.
    public let procedureCounter: UInt16
    /// Its clock.
    public let clock: DeviceClock
    /// What this end derived.
    public let plan: SubeventPlan
    /// What it measured, step by step; the fields of the whole subevent are not filled yet.
    public let result: SubeventResult

    init(_ end: CSEnd) {
      configuration = end.configuration
      procedureCounter = end.procedureCounter
      clock = end.exchangeEnd.clock
      plan = end.plan
      result = end.result
    }
  }

  /// The access address of the link; 0 without a link.
  public let accessAddress: AccessAddress
  /// The place of the subevent in its procedure, from 0.
  public let subeventIndex: Int
  /// The antenna configuration index, 0 to 7.
  public let aci: AntennaConfiguration
  /// T_SW in microseconds as it applies.
  public let tSW: Int
  /// What both ends really sent, in true time.
  public let timeline: ExchangeTimeline
  /// The end that sends first.
  public let initiator: End
  /// The end that answers.
  public let reflector: End

  init(accessAddress: AccessAddress, timeline: ExchangeTimeline, initiator: CSEnd, reflector: CSEnd) {
    self.accessAddress = accessAddress
    subeventIndex = initiator.subeventIndex
    aci = initiator.aci
    tSW = initiator.exchangeEnd.timing.tSWMicroseconds
    self.timeline = timeline
    self.initiator = End(initiator)
    self.reflector = End(reflector)
  }
}
