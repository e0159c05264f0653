internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import Initiator

extension TestCase {
  /// Series of procedures: endless, stopped and started, slower, paused.
  static let procedureCases = [endless, restart, rateChange, pause]

  private static let endless = TestCase(
    id: "CS/PRC/BV-01", title: "Procedures without end",
    procedure: """
      Start procedures with a count of 0 and watch a dozen. Each must complete; then the series is stopped.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging()
    let count = Int(tester.limit("procedures"))
    let procedures = try tester.runEndless(untilCompleted: count)
    tester.note(
      "procedures of an endless series", required: "\(count) or more completed",
      measured: "\(procedures.count) completed", isMet: procedures.count >= count,
      frames: procedures.last.map { tester.frames(of: $0) } ?? [], isHeadline: true)
  }

  private static let restart = TestCase(
    id: "CS/PRC/BV-02", title: "Stopped and started again",
    procedure: """
      Start procedures, watch two, terminate, and start again, as often as the limit says. Every start must be \
      accepted and every procedure complete.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging()
    let count = Int(tester.limit("restarts"))
    var last: [ProcedureResult] = []
    for _ in 0...count { last = try tester.runEndless(untilCompleted: 2) }
    tester.note(
      "starts after a termination", required: "\(count) accepted", measured: "\(count) accepted",
      isMet: true, frames: last.last.map { tester.frames(of: $0) } ?? [])
  }

  private static let rateChange = TestCase(
    id: "CS/PRC/BV-03", title: "A lower rate",
    procedure: """
      Run a short series, then start one with a procedure interval several times as long. The start must be \
      accepted, the procedures complete, and the connection stay up.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging()
    _ = try tester.run(procedures: 2)
    tester.bed.forgetProcedures()
    let factor = UInt16(tester.limit("interval_factor"))
    let parameters = tester.procedureParameters(intervalFactor: factor)
    try tester.start(parameters)
    try tester.awaitCompletion(of: 2)
    let frames = tester.phone.procedures.last.map { tester.frames(of: $0) } ?? []
    tester.note(
      "procedures \(parameters.maxProcedureInterval) connection events apart",
      required: "accepted, connection up",
      measured: tester.phone.link == nil ? "connection lost" : "2 completed, connection up",
      isMet: tester.phone.link != nil, frames: frames)
  }

  private static let pause = TestCase(
    id: "CS/PRC/BV-04", title: "A pause",
    procedure: """
      Run a short series, stay silent for a while, and start another. The connection must stay up and the procedures \
      after the pause complete.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging()
    _ = try tester.run(procedures: 2)
    let seconds = tester.limit("pause_s")
    tester.phone.idle(.milliseconds(Int(seconds * 1000)))
    try tester.require(
      "connection during a pause of \(tester.number(seconds)) s", required: "up",
      measured: tester.phone.link == nil ? "lost" : "up", isMet: tester.phone.link != nil,
      frames: tester.lastFrame)
    let procedures = try tester.run(procedures: 2)
    tester.note(
      "procedures after the pause", required: "completed", measured: "\(procedures.count) completed",
      isMet: true, frames: procedures.last.map { tester.frames(of: $0) } ?? [])
  }
}
