internal import CoreTypes

/// The offer of LL_CS_REQ and LL_CS_RSP: a schedule with a range of offsets. [Vol 6, Part B, 2.4.2.48]
public struct ScheduleOffer: Hashable, Sendable {
  /// The offered schedule, with Offset_Min as its offset.
  public var schedule: CSSchedule
  /// Offset_Max in microseconds.
  public var offsetMax: UInt32

  /// Offset_Min in microseconds: that of the schedule.
  public var offsetMin: UInt32 {
    get { schedule.offset }
    set { schedule.offset = newValue }
  }

  public init(schedule: CSSchedule, offsetMax: UInt32) {
    self.schedule = schedule
    self.offsetMax = offsetMax
  }
}

/// What is wrong with one field of LL_CS_REQ, LL_CS_RSP or LL_CS_IND; each is refused with 0x1E.
public struct ScheduleProblem: Hashable, Sendable, CustomStringConvertible {
  /// A field, by its name in the PDU.
  public enum Field: String, Sendable, CaseIterable {
    case configID = "Config_ID"
    case connEventCount = "connEventCount"
    case offset = "Offset"
    case offsetMin = "Offset_Min"
    case offsetMax = "Offset_Max"
    case maxProcedureLen = "Max_Procedure_Len"
    case eventInterval = "Event_Interval"
    case subeventsPerEvent = "Subevents_Per_Event"
    case subeventInterval = "Subevent_Interval"
    case subeventLen = "Subevent_Len"
    case procedureInterval = "Procedure_Interval"
    case aci = "ACI"
    case preferredPeerAntenna = "Preferred_Peer_Ant"
    case phy = "PHY"
    case txSNRInitiator = "TX_SNR_I"
    case txSNRReflector = "TX_SNR_R"
  }

  /// The rule that the field breaks.
  public enum Rule: String, Sendable, CaseIterable {
    case outOfRange = "is out of range"
    case belowOffsetMin = "is below Offset_Min"
    case notBelowConnectionInterval = "is not below the connection interval"
    case presentForOneSubevent = "is not 0 with one subevent"
    case subeventsOverlap = "is shorter than Subevent_Len and T_MES"
    case tooManyAntennas = "names more antennas than there are paths"
    case differsFromRequest = "differs from the PDU it answers"
    case earlierThanOffered = "is before that of the PDU it answers"
    case belowOffered = "is below that of the PDU it answers"
    case aboveOffered = "is above that of the PDU it answers"
    case outsideOffered = "is outside what was offered"
  }

  public let field: Field
  public let rule: Rule

  public init(_ field: Field, _ rule: Rule) {
    self.field = field
    self.rule = rule
  }

  /// The field and its rule, for people.
  public var description: String { field.rawValue + " " + rule.rawValue }
}

/// The rules of the PDUs that start a series of procedures. [Vol 6, Part B, 5.1.26]
public enum ScheduleRules {
  /// Offset_Min and Offset_Max in microseconds; the least offset leaves room for the connection event.
  public static let offsetRange: Range<UInt32> = 500..<4_000_000

  /// What is wrong with LL_CS_REQ by itself.
  public static func problems(
    inRequest offer: ScheduleOffer, connectionIntervalMicroseconds: Int, interpretations: Interpretations
  ) -> [ScheduleProblem] {
    let schedule = offer.schedule
    var checks = Checks()
    checks.check(schedule.configID.isDefined, .configID, .outOfRange)
    checks.check(schedule.maxProcedureLen.isLegal, .maxProcedureLen, .outOfRange)
    checks.check(
      schedule.procedureInterval >= 1 || schedule.procedureCount == 1, .procedureInterval, .outOfRange)
    checkOffsets(offer, connectionIntervalMicroseconds: connectionIntervalMicroseconds, &checks)
    checkShape(schedule, interpretations: interpretations, &checks)
    let paths = schedule.aci.isDefined ? schedule.aci.pathCount : 4
    let antennas = schedule.preferredPeerAntenna & 0xF
    checks.check(antennas != 0, .preferredPeerAntenna, .outOfRange)
    checks.check(antennas.nonzeroBitCount <= paths, .preferredPeerAntenna, .tooManyAntennas)
    checks.check(schedule.txSNRInitiator.isDefined, .txSNRInitiator, .outOfRange)
    checks.check(schedule.txSNRReflector.isDefined, .txSNRReflector, .outOfRange)
    return checks.problems
  }

  /// What is wrong with LL_CS_RSP, by itself and as an answer to LL_CS_REQ.
  public static func problems(
    inResponse response: ScheduleOffer, to request: ScheduleOffer, connectionIntervalMicroseconds: Int,
    interpretations: Interpretations
  ) -> [ScheduleProblem] {
    var checks = Checks()
    checkOffsets(response, connectionIntervalMicroseconds: connectionIntervalMicroseconds, &checks)
    checks.check(response.offsetMin >= request.offsetMin, .offsetMin, .belowOffered)
    checkShape(response.schedule, interpretations: interpretations, &checks)
    checkAnswer(response.schedule, to: request.schedule, &checks)
    return checks.problems
  }

  /// What is wrong with LL_CS_IND, by itself and as an answer to LL_CS_RSP or to the peripheral's LL_CS_REQ.
  public static func problems(
    inIndication schedule: CSSchedule, to offer: ScheduleOffer, interpretations: Interpretations
  ) -> [ScheduleProblem] {
    var checks = Checks()
    let isOffered = offer.offsetMin <= schedule.offset && schedule.offset <= offer.offsetMax
    checks.check(isOffered, .offset, .outsideOffered)
    checkShape(schedule, interpretations: interpretations, &checks)
    checkAnswer(schedule, to: offer.schedule, &checks)
    return checks.problems
  }

  /// The problems found so far.
  private struct Checks {
    var problems: [ScheduleProblem] = []

    mutating func check(_ isRight: Bool, _ field: ScheduleProblem.Field, _ rule: ScheduleProblem.Rule) {
      if !isRight { problems.append(ScheduleProblem(field, rule)) }
    }
  }

  private static func checkOffsets(
    _ offer: ScheduleOffer, connectionIntervalMicroseconds: Int, _ checks: inout Checks
  ) {
    checks.check(offsetRange.contains(offer.offsetMin), .offsetMin, .outOfRange)
    checks.check(offer.offsetMax >= offer.offsetMin, .offsetMax, .belowOffsetMin)
    checks.check(offer.offsetMax < connectionIntervalMicroseconds, .offsetMax, .notBelowConnectionInterval)
  }

  /// The fields that all three PDUs have.
  private static func checkShape(
    _ schedule: CSSchedule, interpretations: Interpretations, _ checks: inout Checks
  ) {
    checks.check(schedule.eventInterval >= 1, .eventInterval, .outOfRange)
    let most = interpretations.maximumSubeventsPerEvent
    checks.check((1...most).contains(Int(schedule.subeventsPerEvent)), .subeventsPerEvent, .outOfRange)
    checks.check(SubeventLen.schedulable.contains(schedule.subeventLen), .subeventLen, .outOfRange)
    let interval = schedule.subeventInterval
    if schedule.subeventsPerEvent <= 1 {
      checks.check(interval == .oneSubevent, .subeventInterval, .presentForOneSubevent)
    } else {
      let least = schedule.subeventLen.microseconds + StepTiming.tMESMicroseconds
      checks.check(interval.microseconds >= least, .subeventInterval, .subeventsOverlap)
    }
    checks.check(schedule.aci.isDefined, .aci, .outOfRange)
    checks.check(schedule.phy.isDefined, .phy, .outOfRange)
  }

  /// Each answer may only make the series later and smaller.
  private static func checkAnswer(_ answer: CSSchedule, to offered: CSSchedule, _ checks: inout Checks) {
    checks.check(answer.configID == offered.configID, .configID, .differsFromRequest)
    let later = answer.connEventCount.distance(from: offered.connEventCount)
    checks.check(later >= 0, .connEventCount, .earlierThanOffered)
    checks.check(answer.eventInterval >= offered.eventInterval, .eventInterval, .belowOffered)
    checks.check(answer.subeventsPerEvent <= offered.subeventsPerEvent, .subeventsPerEvent, .aboveOffered)
    if answer.subeventsPerEvent > 1 {
      checks.check(answer.subeventInterval >= offered.subeventInterval, .subeventInterval, .belowOffered)
    }
    checks.check(answer.subeventLen <= offered.subeventLen, .subeventLen, .aboveOffered)
    let (antennas, most) = (answer.aci, offered.aci)
    guard antennas.isDefined, most.isDefined else { return }
    let usesNoMore =
      antennas.initiatorAntennas <= most.initiatorAntennas
      && antennas.reflectorAntennas <= most.reflectorAntennas
    checks.check(usesNoMore, .aci, .aboveOffered)
  }
}

extension Interpretations {
  /// The most subevents of one CS event.
  public var maximumSubeventsPerEvent: Int { subeventMaximum == .thirtyTwo ? 32 : 16 }
}
