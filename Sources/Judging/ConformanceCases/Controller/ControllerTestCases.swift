internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Notation
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The Channel Sounding test over HCI. Other sets judge what the test does on the air.
  static let controllerTestCases = [testAndEnd, wrongTests]

  private static let testAndEnd = TestCase(
    id: "HCI/TST/BV-01", title: "End and report of LE CS Test", needs: .hci,
    procedure: """
      Start LE CS Test, in the role of the reflector where it is claimed, and end it with LE CS Test End. LE CS Test End \
      Complete must report success. Then another test must be possible.
      """
  ) { tester throws(TesterStop) in
    let test = try tester.readyTest()
    for name in ["for the first time", "for the second time"] {
      try tester.expectAcceptance(of: test, name)
      tester.idle(.milliseconds(50))
      let start = try tester.expectAcceptance(of: LECSTestEndCommand(), name)
      let status: ErrorCode = try tester.expectEvent("LE CS Test End Complete \(name)", after: start) {
        if case .leCSTestEndComplete(let event) = $0 { return event.status }
        return nil
      }
      tester.expect(status, .equals(.success), "LE CS Test End Complete \(name)")
    }
  }

  private static let wrongTests = TestCase(
    id: "HCI/TST/BI-01", title: "Refusal of invalid LE CS Test commands", needs: .hci,
    procedure: """
      Send LE CS Test End while no test runs, which must be refused with Command Disallowed (0x0C), and LE CS Test with \
      main mode 0, with main mode 1 and sub mode 2, without a mode-0 step and with a subevent of 1249 us, which must be \
      refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let test = try tester.readyTest()
    try tester.expectRefusal(of: LECSTestEndCommand(), "while no test runs", with: .commandDisallowed)
    for wrong in Flaw<LECSTestCommand>.illegal {
      var spoilt = test
      wrong.spoil(&spoilt)
      try tester.expectRefusal(of: spoilt, wrong.name, with: .invalidHCICommandParameters)
    }
  }
}

extension Flaw where Value == LECSTestCommand {
  /// Tests that no controller may run.
  fileprivate static let illegal = [
    Flaw("with main mode 0") { $0.configuration.mainMode = 0 },
    Flaw("with main mode 1 and sub mode 2") {
      ($0.configuration.mainMode, $0.configuration.subMode) = (1, 2)
    },
    Flaw("without a mode-0 step") { $0.configuration.mode0Steps = 0 },
    Flaw("with a subevent of 1249 us") { $0.subeventLen = 1249 },
  ]
}

extension Tester {
  /// Brings the controller up and gives a test on all channels that it has to carry out; a controller without that
  /// command claims none.
  fileprivate func readyTest() throws(TesterStop) -> LECSTestCommand {
    try bringUp()
    let isReflector = try localCapabilities(iut)?.roles.contains(.reflector) ?? true
    let bits = try supportedCommands()
    if let bit = LECSTestCommand.opcode.supportedCommandsBit, bits[bit / 8] >> (bit % 8) & 1 == 0 {
      throw .notApplicable("LE CS Test is not claimed: its bit among the supported commands is clear")
    }
    return LECSTestCommand {
      $0.configuration.role = isReflector ? 1 : 0
      $0.subeventLen = 20_000
      $0.overrideParametersData = CSChannelMap.allowed.octets + [0, 0, 2]
    }
  }
}

extension TestCase {
  /// What a controller reports of procedures over HCI.
  static let controllerResultCases = [results]

  private static let procedureCount = 2

  private static let results = TestCase(
    id: "HCI/RES/BV-01", title: "Complete and well-formed results", needs: [.hci, .peer],
    procedure: """
      Run two procedures of mode-2 that the peer initiates. The controller under test must report their start \
      before any result, and every subevent with whole steps of legal length on channels of the configuration, \
      beginning with mode-0, up to the end of both procedures. No event may be shorter or longer than the \
      specification defines.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    let start = tester.iut.events.count
    try tester.startSecurity(link)
    try tester.startProcedures(link, count: ProcedureCount(procedureCount))
    let review = try tester.review(resultsAfter: start)
    tester.expect(
      review.isStartReportedFirst, .holds("before the first result", else: "not before the first result"),
      "LE CS Procedure Enable Complete")
    tester.expect(review.counters.count, .equals(procedureCount), "procedures reported until their end")
    tester.expect(review.problems.first, .absent("complete and legal"), "steps of the results")
    let malformed = tester.iut.malformedPackets
    tester.expect(
      malformed.first,
      .absent("as the specification defines them") { "\($0.packet.h4Encoded.hex()): \($0.reason)" },
      "format of the controller's events")
  }
}

/// What a controller reported of procedures.
private struct ResultReview {
  /// The procedures that ended, by their counters.
  private(set) var counters: [UInt16] = []
  private(set) var isStartReportedFirst = false
  private(set) var problems: [String] = []
  private var hasResult = false
  private var accumulator = SubeventAccumulator()

  mutating func take(_ event: HCIEventValue) {
    do throws(SubeventAccumulator.Failure) {
      switch event {
      case .leCSProcedureEnableComplete(let event):
        if event.reportsStart, !hasResult { isStartReportedFirst = true }
      case .leCSSubeventResult(let event):
        hasResult = true
        try accumulator.append(event).map { judge($0) }
      case .leCSSubeventResultContinue(let event): try accumulator.append(event).map { judge($0) }
      default: break
      }
    } catch {
      problems.append("the events do not form a subevent: \(error)")
    }
  }

  private mutating func judge(_ subevent: SubeventResult) {
    if subevent.procedureDone == .complete { counters.append(subevent.procedureCounter) }
    guard subevent.subeventDone == .complete else { return }
    let layout = CSStepLayout(role: .reflector, numAntennaPaths: subevent.numAntennaPaths)
    let steps: [CSStep]
    do {
      steps = try subevent.steps(layout)
    } catch {
      return problems.append("steps of procedure \(subevent.procedureCounter): \(error)")
    }
    if let first = steps.first, first.mode != 0 {
      problems.append("the first step of a subevent is of mode \(first.mode)")
    }
    for step in steps {
      if case .opaque(let mode, let octets) = step.data {
        problems.append("a step of mode \(mode) has \(octets.count) octets")
      }
      if !CSChannelMap.allowed.contains(step.channel) {
        problems.append("a step is on channel \(step.channel)")
      }
    }
  }
}

extension Tester {
  /// Waits for both procedures, or for a timeout, and checks the reports.
  fileprivate func review(resultsAfter start: Int) throws(TesterStop) -> ResultReview {
    var review = ResultReview()
    var examined = start
    do throws(HostError) {
      try iut.wait(for: "procedures", within: .seconds(10)) {
        while examined < iut.events.count {
          review.take(iut.events[examined].value)
          examined += 1
        }
        return review.counters.count >= 2
      }
    } catch {
      if case .controllerGone(let reason) = error {
        throw .inconclusive("the controller disconnected: \(reason)")
      }
    }
    return review
  }
}
