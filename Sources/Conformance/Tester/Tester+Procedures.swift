internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import Initiator

extension Tester {
  /// Runs a series of `count` procedures to its end; a start that is refused, or a procedure that does not
  /// complete, is a step not met.
  func run(procedures count: Int, under condition: String = "") throws(TesterStop) -> [ProcedureResult] {
    bed.forgetProcedures()
    try start(procedureParameters(count: UInt16(count)))
    try awaitCompletion(of: count, under: condition)
    return phone.procedures
  }

  /// Starts procedures without a count, waits for `count` of them, and terminates.
  func runEndless(untilCompleted count: Int) throws(TesterStop) -> [ProcedureResult] {
    bed.forgetProcedures()
    try start(procedureParameters())
    try awaitCompletion(of: count)
    let procedures = Array(phone.procedures.prefix(count))
    try prepare("end of procedures") { () throws(InitiatorError) in
      try phone.stopProcedures(configID: 0)
    }
    return procedures
  }

  /// Starts procedures; a refusal is a step not met.
  func start(_ parameters: CSProcedureParameters) throws(TesterStop) {
    _ = try attempt("start of procedures", required: "accepted", frames: { startFrames }) {
      () throws(InitiatorError) in try phone.startProcedures(parameters)
    }
  }

  /// Waits for procedures; if they stay away, or do not complete, a step is not met.
  func awaitCompletion(of count: Int, under condition: String = "") throws(TesterStop) {
    let what = count == 1 ? "a procedure\(condition)" : "\(count) procedures\(condition)"
    let intervals = Int(request.phone.procedures.maxProcedureInterval) * (count + 3)
    let limit = Picoseconds.microseconds(
      1250 * Int(request.phone.connection.intervalUnits) * intervals * 4)
    try attempt(what, required: "completed", frames: { lastFrame }) {
      () throws(InitiatorError) in try phone.waitForProcedures(count, within: limit)
    }
    let aborted = phone.procedures.prefix(count).filter { $0.done != .complete }
    guard let first = aborted.first else { return }
    try require(
      what, required: "completed",
      measured: "\(aborted.count) aborted: \(Self.meaning(ofSubeventAbort: first.subeventAbortReason))",
      isMet: false, frames: frames(of: first))
  }

  /// The subevent abort reasons in words. [Vol 4, Part E, 7.7.65.44]
  private static func meaning(ofSubeventAbort reason: UInt8) -> String {
    switch reason {
    case 1: "by request"
    case 2: "no CS_SYNC received"
    case 3: "scheduling conflict"
    default: "reason \(reason)"
    }
  }

  /// A number for people, rounded to three digits after the point.
  func number(_ value: Double) -> String {
    guard value.isFinite else { return "no value" }
    let thousandths = Int((value * 1000).rounded())
    let sign = thousandths < 0 ? "-" : ""
    let digits = String(thousandths.magnitude % 1000)
    let fraction = String(repeating: "0", count: 3 - digits.count) + digits
    var text = "\(sign)\(thousandths.magnitude / 1000).\(fraction)"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension CSTime {
  /// The times that capability bits declare, without the mandatory last one, and then that one: `60, 80, 150`.
  static func list(_ bits: UInt16, of times: [Int]) -> String {
    supportedIndices(bits, of: times).map { "\(times[Int($0)])" }.joined(separator: ", ")
  }
}
