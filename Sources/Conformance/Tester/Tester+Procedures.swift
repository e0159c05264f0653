internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import Initiator

extension Tester {
  /// Starts procedures, waits for `count` of them, and stops; a start that is refused is a step not met.
  func run(procedures count: Int) throws(TesterStop) -> [ProcedureResult] {
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
  func awaitCompletion(of count: Int) throws(TesterStop) {
    let intervals = Int(request.phone.procedures.maxProcedureInterval) * (count + 3)
    let limit = Picoseconds.microseconds(
      1250 * Int(request.phone.connection.intervalUnits) * intervals * 4)
    try attempt("\(count) procedures", required: "completed", frames: { lastFrame }) {
      () throws(InitiatorError) in try phone.waitForProcedures(count, within: limit)
    }
    let aborted = phone.procedures.prefix(count).filter { $0.done != .complete }
    guard let first = aborted.first else { return }
    try require(
      "\(count) procedures", required: "completed",
      measured: "\(aborted.count) aborted, subevent abort reason \(first.subeventAbortReason)",
      isMet: false, frames: frames(of: first))
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
