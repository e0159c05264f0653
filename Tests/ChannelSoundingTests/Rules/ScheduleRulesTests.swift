import CoreTypes
import Testing

@testable import ChannelSounding

@Suite struct ScheduleRulesTests {
  typealias OfferChange = Change<ScheduleOffer, ScheduleProblem>

  static func change(
    _ field: ScheduleProblem.Field, _ rule: ScheduleProblem.Rule,
    _ apply: @escaping @Sendable (inout ScheduleOffer) -> Void
  ) -> OfferChange {
    Change(field.rawValue + " " + rule.rawValue, ScheduleProblem(field, rule), apply)
  }

  /// Two subevents of 5 ms in a connection interval of 50 ms.
  static let offer: ScheduleOffer = {
    var schedule = CSSchedule()
    schedule.connEventCount = 0xFFFE
    schedule.offset = 2500
    schedule.eventInterval = 2
    schedule.subeventsPerEvent = 2
    schedule.subeventInterval = 10
    schedule.subeventLen = 5000
    schedule.procedureInterval = 4
    schedule.aci = 7
    return ScheduleOffer(schedule: schedule, offsetMax: 30_000)
  }()

  static let shapes = [
    change(.eventInterval, .outOfRange) { $0.schedule.eventInterval = 0 },
    change(.subeventsPerEvent, .outOfRange) { $0.schedule.subeventsPerEvent = 33 },
    change(.subeventInterval, .subeventsOverlap) { $0.schedule.subeventInterval = 8 },
    change(.subeventInterval, .presentForOneSubevent) { $0.schedule.subeventsPerEvent = 1 },
    change(.subeventLen, .outOfRange) { $0.schedule.subeventLen = 1249 },
    change(.aci, .outOfRange) { $0.schedule.aci = 8 },
    change(.phy, .outOfRange) { $0.schedule.phy = 0 },
  ]

  static let requests =
    shapes + [
      change(.configID, .outOfRange) { $0.schedule.configID = 4 },
      change(.maxProcedureLen, .outOfRange) { $0.schedule.maxProcedureLen = 0 },
      change(.procedureInterval, .outOfRange) { $0.schedule.procedureInterval = 0 },
      change(.offsetMin, .outOfRange) { $0.offsetMin = 499 },
      change(.offsetMax, .belowOffsetMin) { $0.offsetMax = 2499 },
      change(.offsetMax, .notBelowConnectionInterval) { $0.offsetMax = 50_000 },
      change(.preferredPeerAntenna, .outOfRange) { $0.schedule.preferredPeerAntenna = 0 },
      change(.preferredPeerAntenna, .tooManyAntennas) {
        $0.schedule.aci = 1
        $0.schedule.preferredPeerAntenna = 7
      },
      change(.txSNRInitiator, .outOfRange) { $0.schedule.txSNRInitiator = 5 },
      change(.txSNRReflector, .outOfRange) { $0.schedule.txSNRReflector = 5 },
    ]

  static let answers = [
    change(.configID, .differsFromRequest) { $0.schedule.configID = 1 },
    change(.connEventCount, .earlierThanOffered) { $0.schedule.connEventCount = 0xFFFD },
    change(.eventInterval, .belowOffered) { $0.schedule.eventInterval = 1 },
    change(.subeventsPerEvent, .aboveOffered) { $0.schedule.subeventsPerEvent = 3 },
    change(.subeventInterval, .belowOffered) { $0.schedule.subeventInterval = 9 },
    change(.aci, .aboveOffered) { $0.schedule.aci = 2 },
  ]

  private func problems(inRequest offer: ScheduleOffer) -> [ScheduleProblem] {
    ScheduleRules.problems(
      inRequest: offer, connectionIntervalMicroseconds: 50_000, interpretations: Interpretations())
  }

  private func problems(inResponse offer: ScheduleOffer) -> [ScheduleProblem] {
    ScheduleRules.problems(
      inResponse: offer, to: Self.offer, connectionIntervalMicroseconds: 50_000,
      interpretations: Interpretations())
  }

  private func problems(inIndication schedule: CSSchedule) -> [ScheduleProblem] {
    ScheduleRules.problems(inIndication: schedule, to: Self.offer, interpretations: Interpretations())
  }

  @Test("a request outside the rules is named", arguments: requests)
  func illegalRequest(change: OfferChange) {
    #expect(problems(inRequest: Self.offer).isEmpty)
    var offer = Self.offer
    change.apply(&offer)
    #expect(problems(inRequest: offer) == [change.problem])
    #expect(change.problem.description == change.name)
  }

  @Test("an answer outside the rules is named", arguments: shapes + answers)
  func illegalAnswer(change: OfferChange) {
    var response = Self.offer
    change.apply(&response)
    #expect(problems(inResponse: response).contains(change.problem))
    #expect(problems(inIndication: response.schedule).contains(change.problem))
  }

  @Test("an answer may be later and smaller")
  func laterAnswer() {
    var response = Self.offer
    response.schedule.connEventCount = 3
    response.schedule.eventInterval = 3
    response.schedule.subeventInterval = 12
    response.schedule.subeventLen = 4000
    response.schedule.aci = 4
    response.offsetMin = 3000
    #expect(problems(inResponse: response).isEmpty)
    response.schedule.subeventsPerEvent = 1
    response.schedule.subeventInterval = 0
    #expect(problems(inResponse: response).isEmpty)
  }

  @Test("a response may not move the offset forward or lengthen the subevent")
  func illegalResponse() {
    var response = Self.offer
    response.offsetMin = 2400
    response.schedule.subeventLen = 5001
    #expect(
      problems(inResponse: response) == [
        ScheduleProblem(.offsetMin, .belowOffered), ScheduleProblem(.subeventLen, .aboveOffered),
      ])
  }

  @Test(
    "the offset of the indication lies in what was offered",
    arguments: [(2499, false), (2500, true), (30_000, true), (30_001, false)])
  func offsetIndication(offset: UInt32, isRight: Bool) {
    var schedule = Self.offer.schedule
    schedule.offset = offset
    #expect(problems(inIndication: schedule) == (isRight ? [] : [ScheduleProblem(.offset, .outsideOffered)]))
  }

  @Test("the most subevents follow the reading")
  func mostSubevents() {
    var offer = Self.offer
    offer.schedule.subeventsPerEvent = 20
    #expect(problems(inRequest: offer).isEmpty)
    var interpretations = Interpretations()
    interpretations.subeventMaximum = .sixteen
    let problems = ScheduleRules.problems(
      inRequest: offer, connectionIntervalMicroseconds: 50_000, interpretations: interpretations)
    #expect(problems == [ScheduleProblem(.subeventsPerEvent, .outOfRange)])
  }
}
