import ChannelSounding
import ConformanceTester
import CoreTypes
import Testing

@Suite("Flaws of PDUs that start procedures")
struct FlawTests {
  /// An answer to LL_CS_REQ with the widest window that the connection interval of 30 ms allows.
  private static var widest: ScheduleOffer {
    var schedule = CSSchedule()
    (schedule.connEventCount, schedule.offset) = (1000, 2500)
    (schedule.subeventsPerEvent, schedule.subeventInterval, schedule.subeventLen) = (2, 16, 5000)
    return ScheduleOffer(schedule: schedule, offsetMax: 29_999)
  }

  @Test("break a rule even where LL_CS_RSP offers all of the connection interval")
  func indications() {
    let offer = Self.widest
    for flaw in Flaw<CSSchedule>.indications {
      var schedule = offer.schedule
      flaw.spoil(&schedule)
      let problems = ScheduleRules.problems(
        inIndication: schedule, to: offer, interpretations: Interpretations())
      #expect(!problems.isEmpty, "\(flaw.name)")
    }
  }
}
