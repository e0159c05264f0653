internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// The start of procedures, and requests that must be refused.
  static let linkStartCases =
    [
      startAndRun("CS/LLSTA/BV-01", .perRef), startAndRun("LL/CS/PER/INI/BV-05-C", .perIni, byIUT: true),
      startAndRun("LL/CS/CEN/INI/BV-01-C", .cenIni, byIUT: true),
      startAndRun("LL/CS/CEN/REF/BV-01-C", .cenRef, byIUT: true),
      startAndRun("LL/CS/CEN/INI/BV-18-C", .cenIni), lateEvent, startRefusedByPeer,
    ]
    + [
      wrongRequests("LL/CS/CEN/INI/BI-06-C", .cenIni), wrongRequests("LL/CS/CEN/REF/BI-07-C", .cenRef),
      wrongRequests("LL/CS/PER/INI/BI-07-C", .perIni), wrongRequests("LL/CS/PER/REF/BI-08-C", .perRef),
    ]
    + [
      wrongResponses("LL/CS/CEN/INI/BI-01-C", .cenIni), wrongResponses("LL/CS/CEN/REF/BI-01-C", .cenRef),
      wrongIndications("LL/CS/PER/REF/BI-03-C", .perRef), wrongIndications("CS/LLSTA/BI-01", .perIni),
      indicationTooLate, indicationLost, startOfNothing,
    ]

  private static func startAndRun(_ id: String, _ side: LinkSide, byIUT: Bool = false) -> TestCase {
    link(
      id, side, "Procedure start, \(side.id)" + (byIUT ? ", by the host under test" : ""), from: .secured,
      procedure: """
        Configure mode-1, start CS security and then a series of three procedures\
        \(byIUT ? " from the host under test" : " from the lower tester"). It must be accepted, reported to the host before \
        the first result, and run to its end with both sides on the same channels.
        """
    ) { trial, _ throws(TesterStop) in
      try trial.configure(trial.configuration(mode: 1))
      let start = trial.iut.events.count
      let run = try trial.run(trial.parameters(count: 3), byIUT: byIUT)
      trial.note(run, "series of 3 procedures", procedures: 3)
      trial.expectStartBeforeResults(after: start)
    }
  }

  private static let lateEvent = link(
    "CS/LLSTA/BV-02", .perRef, "LL_CS_RSP within the request", from: .configured,
    procedure: """
      Send LL_CS_REQ whose first connection event is 60 events away. LL_CS_RSP must have that connection event or \
      a later one, the requested offset or a higher one, subevents no longer and no more than requested, and \
      intervals no shorter than requested.
      """
  ) { trial, tester throws(TesterStop) in
    let pdu = trial.startRequest {
      $0.offer.schedule.connEventCount += 60
      $0.offer.schedule.subeventsPerEvent = 2
      $0.offer.schedule.subeventInterval = 16
      $0.offer.schedule.subeventLen = 5000
    }
    guard case .csReq(let request) = pdu else { preconditionFailure("it is LL_CS_REQ") }
    let answer = try trial.expectAnswer("LL_CS_REQ 60 events ahead", to: pdu, .csRsp)
    guard case .csRsp(let response) = answer else { return }
    let (asked, given) = (request.offer.schedule, response.offer.schedule)
    let later = given.connEventCount.distance(from: asked.connEventCount)
    func expect(_ value: some Figure & Scalar, _ expectation: Expectation<Double>, _ field: String) {
      tester.expect(
        value.number, expectation, "\(field) in LL_CS_RSP",
        frames: tester.exchangeFrames(of: trial, .csReq, .csRsp))
    }
    expect(given.configID.index, .exactly(asked.configID.index, ""), "Config_ID")
    expect(later, .atLeast(0, "events"), "delay of connEventCount")
    expect(given.offset, .atLeast(asked.offset, "us"), "Offset_Min")
    expect(response.offer.offsetMax, .atLeast(given.offset, "us"), "Offset_Max")
    expect(
      given.subeventLen.microseconds,
      .between(SubeventLen.shortest.microseconds, asked.subeventLen.microseconds, "us"), "Subevent_Len")
    expect(given.subeventsPerEvent, .between(1, asked.subeventsPerEvent, ""), "Subevents_Per_Event")
    // Beyond Procedure_Interval an event of the procedure would come after the start of the next one.
    expect(
      given.eventInterval, .between(asked.eventInterval, asked.procedureInterval, "events"), "Event_Interval")
    if given.subeventsPerEvent > 1 {
      expect(
        given.subeventInterval.rawValue, .atLeast(asked.subeventInterval.rawValue, "x 625 us"),
        "Subevent_Interval")
    }
  }

  private static let startRefusedByPeer = link(
    "LL/CS/CEN/INI/BV-20-C", .cenIni, "Start refused by the peer", from: .configured,
    procedure: """
      Have the host under test start procedures and answer LL_CS_REQ with LL_REJECT_EXT_IND. The host must be notified of an error, \
      and no step may follow.
      """
  ) { trial, tester throws(TesterStop) in
    trial.reject(.csReq, inPlaceOf: .csRsp, with: .limitedResources)
    let error = try trial.startError(trial.parameters(count: 1))
    tester.expect(
      error, .present("reported with an error", words: \.description, else: "reported as started"),
      "refused start")
    trial.idle(.seconds(1))
    tester.expect(tester.recorder.subevents.count, .exactly(0, "subevents"), "steps after the refusal")
  }

  private static func wrongRequests(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "LL_CS_REQ with invalid values, \(side.id)", from: .configured,
      procedure: """
        Send LL_CS_REQ with one illegal value after the other, and with an ACI of more paths than claimed. Each must be \
        refused with Invalid LL Parameters (0x1E).
        """
    ) { trial, _ throws(TesterStop) in
      let due: ControlOpcode = side.link == .central ? .csInd : .csRsp
      for flaw in Flaw<ScheduleOffer>.requests + Flaw.undeclared(by: trial.declared) {
        let pdu = trial.startRequest { flaw.spoil(&$0.offer) }
        trial.expectRefusal(flaw.name, of: pdu, [.invalidLLParameters], due: due)
      }
      trial.expectLink()
    }
  }

  private static func wrongResponses(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "LL_CS_RSP with invalid values, \(side.id)", from: .configured,
      procedure: """
        Have the host under test start procedures of several subevents and answer with an LL_CS_RSP that exceeds the \
        offer. It must be refused with Invalid LL Parameters (0x1E), the host must be notified, and no LL_CS_IND may follow.
        """
    ) { trial, tester throws(TesterStop) in
      for flaw in Flaw<ScheduleOffer>.responses {
        trial.alter { pdu in
          guard case .csRsp(var answer) = pdu else { return pdu }
          flaw.spoil(&answer.offer)
          return .csRsp(answer)
        }
        let mark = trial.mark
        let error = try trial.startError(trial.parameters(count: 1) { $0.maxSubeventLen = 8_000 })
        let reply = trial.reply(to: .csRsp, due: .csInd, after: mark)
        trial.note(refusal: reply, flaw.name, [.invalidLLParameters])
        tester.expect(
          error,
          .that("0x1E reported", words: { $0?.description ?? "start reported" }) {
            $0?.code == .invalidLLParameters
          }, "\(flaw.name), report to the host")
      }
    }
  }

  private static func wrongIndications(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "LL_CS_IND with invalid values, \(side.id)", from: .configured,
      procedure: """
        Request procedures of two subevents, and send an LL_CS_IND that exceeds the offer. It must be refused \
        with Invalid LL Parameters (0x1E); for a connection event that has passed, Instant Passed (0x28) is \
        accepted too.
        """
    ) { trial, _ throws(TesterStop) in
      for flaw in Flaw<CSSchedule>.indications {
        let request = trial.startRequest {
          $0.offer.schedule.subeventsPerEvent = 2
          $0.offer.schedule.subeventInterval = 16
          $0.offer.schedule.subeventLen = 5000
        }
        let answer = try trial.expectAnswer("LL_CS_REQ", to: request, .csRsp)
        guard case .csRsp(let offered) = answer else { return }
        var pdu = CSInd(offered.offer.schedule)
        flaw.spoil(&pdu.schedule)
        let codes: [ErrorCode] =
          flaw.name.contains("connEventCount")
          ? [.invalidLLParameters, .instantPassed] : [.invalidLLParameters]
        trial.expectRefusal(flaw.name, of: .csInd(pdu), codes, due: nil)
      }
      trial.expectLink()
    }
  }

  private static let indicationTooLate = link(
    "CS/LLSTA/BI-02", .perRef, "LL_CS_IND in the past", from: .configured,
    procedure: """
      Send LL_CS_REQ, and withhold LL_CS_IND until its connection event has passed. It must be refused with \
      Instant Passed (0x28) or Invalid LL Parameters (0x1E), and no start may be reported.
      """
  ) { trial, tester throws(TesterStop) in
    let answer = try trial.expectAnswer("LL_CS_REQ", to: trial.startRequest(), .csRsp)
    guard case .csRsp(let offered) = answer else { return }
    trial.idle(.seconds(1))
    let start = trial.iut.events.count
    trial.expectRefusal(
      "LL_CS_IND too late", of: .csInd(CSInd(offered.offer.schedule)),
      [.instantPassed, .invalidLLParameters], due: nil)
    let hasStarted = trial.iut.events[start...].contains {
      $0.value.csProcedureEnableComplete?.status == .success
    }
    tester.expect(!hasStarted, .holds("no start reported", else: "start reported"), "report to the host")
  }

  private static let indicationLost = link(
    "CS/LLSTA/BI-03", .perRef, "Missing LL_CS_IND", from: .configured,
    limits: [LimitRule("response_timeout_s", .number(1...100)), LimitRule("tolerance_s", .number(0...10))],
    procedure: """
      Send LL_CS_REQ without LL_CS_IND. The link must end with LL Response Timeout (0x22) after the response \
      timeout, within the tolerance.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.expectAnswer("LL_CS_REQ", to: trial.startRequest(), .csRsp)
    let begin = trial.simulation.now
    let (limit, tolerance) = (tester.limit("response_timeout_s"), tester.limit("tolerance_s"))
    let last = Picoseconds.milliseconds(Int((limit + tolerance) * 1000))
    trial.simulation.run(until: begin + last) { trial.iut.lastDisconnection == nil }
    trial.noteLoss(
      "link without LL_CS_IND", since: begin, after: limit, within: tolerance, .llResponseTimeout)
  }

  private static let startOfNothing = link(
    "CS/LLSTA/BI-04", .perRef, "Start without a configuration", from: .secured,
    procedure: """
      After CS security, send LL_CS_REQ for a configuration that was never created. It must be refused with Invalid LL \
      Parameters (0x1E).
      """
  ) { trial, _ throws(TesterStop) in
    trial.expectRefusal(
      "LL_CS_REQ without a configuration", of: trial.startRequest(), [.invalidLLParameters], due: .csRsp)
  }
}

extension LinkTrial {
  /// Has the host under test start procedures that must not start, and returns the error that it gets, if any.
  fileprivate func startError(_ parameters: CSProcedureParameters) throws(TesterStop) -> HostError? {
    do throws(HostError) {
      _ = try start(parameters, byIUT: true)
      return nil
    } catch {
      if case .commandRefused(let command, let code) = error {
        throw tester.notReached("start of procedures", "\(command) was refused: \(code)")
      }
      return error
    }
  }

  /// Judges whether the host under test received the report of the start before any result.
  fileprivate func expectStartBeforeResults(after start: Int) {
    var isFirst = false
    for event in iut.events[start...] {
      if event.value.csProcedureEnableComplete?.state == .enabled {
        isFirst = true
        break
      }
      if case .leCSSubeventResult = event.value { break }
    }
    tester.expect(
      isFirst, .holds("before the first result", else: "not before the first result"),
      "LE CS Procedure Enable Complete")
  }
}
