internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import ProcedureRanging
internal import Profiles
internal import Verdicts

extension TestCase {
  /// Series of procedures: endless, stopped and started, slower, paused.
  static let procedureCases = [endless, restart, rateChange, pause]

  private static let endless = TestCase(
    id: "CS/PRC/BV-01", title: "Unlimited procedure count",
    budget: CaseBudget(seconds: 14_400, events: 5_000_000),
    limits: [LimitRule("procedures", .whole(1...60_000)), LimitRule("distance_change_m", .number(0...1000))],
    procedure: """
      The capabilities must not limit the number of consecutive procedures. Range as the phone does, start \
      procedures with a count of 0 and watch as many as the limit says, or as many as take 20 minutes; at most \
      120 with an attached host, which runs in real time. Each must complete and increment the counter. In an \
      environment without random echoes, the phases of each must lie on the line of the first ten, with the same \
      distance. Then the series is stopped. The capture keeps the first procedures, the last, and those that \
      deviate more than all before them.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let most = session.capabilities.maxConsecutiveProcedures
    if !most.isEndless {
      try tester.require(
        "\(most) at most", .inPlaceOf("any number"), "procedures in a row", frames: tester.capabilityFrames)
    }
    // An attached host ranges in real time, so the case takes half a minute of it.
    let count =
      tester.bed.isAttached ? min(tester.wholeLimit("procedures"), 120) : tester.wholeLimit("procedures")
    tester.judgeSteadiness(try tester.watchEndless(count, session.agreed))
  }

  private static let restart = TestCase(
    id: "CS/PRC/BV-02", title: "Stop and restart of procedures", appliesTo: [.endlessProcedures],
    limits: [LimitRule("restarts", .whole(1...100))],
    procedure: """
      Start procedures, watch two, terminate, and start again, as often as the limit says. Every start must be \
      accepted and every procedure complete.
      """
  ) { tester throws(TesterStop) in
    let most = try tester.openSession().capabilities.maxConsecutiveProcedures
    if !most.isEndless {
      throw .notApplicable("the capabilities allow \(most) procedures in a row, not an endless series")
    }
    let count = tester.wholeLimit("restarts")
    var last: [ProcedureResult] = []
    for _ in 0...count { last = try tester.runEndless(untilCompleted: 2) }
    tester.expect(
      "\(count) accepted", .equals("\(count) accepted"), "starts after a termination",
      frames: tester.frames(ofLast: last))
  }

  private static let rateChange = TestCase(
    id: "CS/PRC/BV-03", title: "Lower procedure rate",
    limits: [LimitRule("interval_factor", .whole(1...1000))],
    procedure: """
      Run a short series, then start one with a procedure interval several times as long. The start must be \
      accepted, the procedures complete, and the connection stay up.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.openSession()
    _ = try tester.run(procedures: 2)
    let factor = UInt16(tester.wholeLimit("interval_factor"))
    let parameters = tester.procedureParameters(intervalFactor: factor)
    let procedures = try tester.run(procedures: 2, intervalFactor: factor)
    let frames = tester.frames(ofLast: procedures)
    tester.expect(
      tester.phone.link != nil,
      .holds("accepted, connection up", met: "2 completed, connection up", else: "connection lost"),
      "procedures \(parameters.minProcedureInterval) connection events apart", frames: frames)
  }

  private static let pause = TestCase(
    id: "CS/PRC/BV-04", title: "Pause between procedures",
    limits: [LimitRule("pause_s", .number(0...3600))],
    procedure: """
      Run a short series, wait, and start another. The connection must stay up and the procedures after the pause \
      complete.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.openSession()
    _ = try tester.run(procedures: 2)
    let seconds = tester.limit("pause_s")
    tester.phone.idle(.milliseconds(Int(seconds * 1000)))
    try tester.require(
      tester.phone.link, .present("up", else: "lost"),
      "connection during a pause of \(tester.number(seconds)) s")
    let procedures = try tester.run(procedures: 2)
    tester.expect(
      "\(procedures.count) completed", .reported("completed"), "procedures after the pause",
      frames: tester.frames(ofLast: procedures))
  }
}
