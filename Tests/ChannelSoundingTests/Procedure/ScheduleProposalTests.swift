import CoreTypes
import CryptoToolbox
import Testing

@testable import ChannelSounding

@Suite struct ScheduleProposalTests {
  private func proposal(
    _ parameters: CSProcedureParameters, interval: Int, configuration: CSConfiguration = CSConfiguration()
  ) -> ScheduleOffer? {
    ScheduleOffer(
      for: parameters, configuration: configuration, channelMap: .allowed,
      timing: StepTiming(configuration: configuration, antennaPaths: 1, tSW: 0),
      connectionIntervalMicroseconds: interval, connEventCount: 100, interpretations: Interpretations())
  }

  @Test("a whole procedure fits one subevent of a long interval")
  func procedureFits() throws {
    let offer = try #require(proposal(CSProcedureParameters(), interval: 50_000))
    #expect(offer.schedule.subeventsPerEvent == 1)
    #expect(offer.schedule.subeventInterval == 0)
    #expect(offer.schedule.subeventLen.microseconds == 3 * 483 + 72 * 465)
    #expect(offer.schedule.eventInterval == 1)
    #expect(offer.schedule.procedureInterval == 1)
    #expect(offer.schedule.connEventCount == 100)
    #expect(offer.offsetMin == 2500)
    #expect(offer.offsetMax == 50_000 - 1250 - (3 * 483 + 72 * 465))
  }

  @Test("short subevents share an event")
  func shortSubevents() throws {
    var parameters = CSProcedureParameters()
    parameters.maxSubeventLen = 12_500
    let offer = try #require(proposal(parameters, interval: 100_000))
    #expect(offer.schedule.subeventsPerEvent == 4)
    #expect(offer.schedule.subeventLen <= 12_500)
    #expect(offer.schedule.procedureInterval == 1)
  }

  @Test("a short interval spreads the procedure over events")
  func shortInterval() throws {
    let offer = try #require(proposal(CSProcedureParameters(with: 100), interval: 15_000))
    #expect(offer.schedule.subeventsPerEvent == 1)
    #expect(offer.schedule.procedureInterval == 4)
    #expect(offer.offsetMin == 2500)
  }

  @Test("the limits of the host hold")
  func limitsHost() throws {
    var parameters = CSProcedureParameters()
    parameters.minSubeventLen = 40_000
    parameters.minProcedureInterval = 7
    parameters.maxProcedureInterval = 9
    parameters.maxProcedureCount = 5
    parameters.maxProcedureLen = 200
    let offer = try #require(proposal(parameters, interval: 60_000))
    #expect(offer.schedule.subeventLen == 40_000)
    #expect(offer.schedule.procedureInterval == 7)
    #expect(offer.schedule.procedureCount == 5)
    #expect(offer.schedule.maxProcedureLen == 200)
    parameters.maxSubeventLen = 30_000
    #expect(proposal(parameters, interval: 60_000) == nil)
  }

  @Test("a procedure is cut where the host wants it more often than it fits")
  func procedureCut() throws {
    let offer = try #require(proposal(CSProcedureParameters(with: 1), interval: 15_000))
    #expect(offer.schedule.procedureInterval == 1)
    #expect(offer.schedule.maxProcedureLen == 24)
  }

  @Test(
    "every proposal is legal and holds the procedure",
    arguments: [7_500, 10_000, 15_000, 30_000, 50_000, 100_000, 1_000_000, 4_000_000])
  func proposalLegal(interval: Int) throws {
    for configuration in ProcedureLengthTests.configurations {
      let offer = try #require(
        proposal(CSProcedureParameters(with: 100), interval: interval, configuration: configuration))
      let problems = ScheduleRules.problems(
        inRequest: offer, connectionIntervalMicroseconds: interval, interpretations: Interpretations())
      #expect(problems.isEmpty)
      let schedule = offer.schedule
      let subevents = Int(schedule.subeventsPerEvent)
      let last = Int(offer.offsetMax) + (subevents - 1) * schedule.subeventInterval.microseconds
      #expect(last + schedule.subeventLen.microseconds <= interval - 1250)
      var planned = Planned(configuration)
      let count = planned.subevents(length: schedule.subeventLen.microseconds).count
      if count < 32 { #expect(count <= subevents * Int(schedule.procedureInterval)) }
    }
  }
}

extension CSProcedureParameters {
  fileprivate init(with maxProcedureInterval: UInt16) {
    self.init()
    self.maxProcedureInterval = maxProcedureInterval
  }
}
