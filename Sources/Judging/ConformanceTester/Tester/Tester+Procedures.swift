package import ChannelSounding
internal import CoreTypes
package import HCI
internal import Initiator
internal import LinkLayer
package import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualHost

extension Tester {
  /// The longest wait for procedures.
  private static let timeout = Picoseconds.seconds(3600)

  /// Runs `count` procedures, in as few series as the accessory's capabilities allow; a start that is refused is a
  /// step not met.
  ///
  /// - Parameters:
  ///   - mustComplete: whether a procedure that does not complete is a step not met, too.
  ///   - change: changes the parameters that the phone requests.
  package func run(
    procedures count: Int, intervalFactor: UInt16 = 1, mustComplete: Bool = true,
    under condition: String = "", _ change: (inout CSProcedureParameters) -> Void = { _ in }
  ) throws(TesterStop) -> [ProcedureResult] {
    bed.forgetProcedures()
    let most = declared?.maxConsecutiveProcedures.limit
    var started = 0
    while started < count {
      let next = most.map { min($0, count - started) } ?? count
      var parameters = procedureParameters(count: ProcedureCount(next), intervalFactor: intervalFactor)
      change(&parameters)
      let agreed = try start(parameters)
      started += next
      try awaitCompletion(of: started, agreed, mustComplete: mustComplete, under: condition)
    }
    return phone.procedures
  }

  /// Ends the case if it needs more consecutive procedures than are claimed.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - most: what is claimed.
  package func requireProcedures(
    _ count: ProcedureCount, claimed most: ProcedureCount
  ) throws(TesterStop) {
    guard !most.allows(count) else { return }
    let wanted = count.isEndless ? "an unlimited procedure count" : "\(count) consecutive procedures"
    throw .notApplicable("not claimed: \(wanted); claimed: \(most) at most (\(Claim.endlessProcedures.key))")
  }

  /// Starts procedures without a count, waits for `count` of them, and terminates.
  package func runEndless(untilCompleted count: Int) throws(TesterStop) -> [ProcedureResult] {
    let agreed = try startEndless()
    try awaitCompletion(of: count, agreed, isEndless: true)
    let procedures = Array(phone.procedures.prefix(count))
    try endSeries()
    return procedures
  }

  /// Starts procedures without a count.
  package func startEndless() throws(TesterStop) -> LECSProcedureEnableCompleteEvent {
    bed.forgetProcedures()
    return try start(procedureParameters())
  }

  /// Terminates the procedures under way.
  package func endSeries() throws(TesterStop) {
    try prepare("end of procedures", phone.stopProcedures(configID: 0))
  }

  /// Starts procedures; a refusal is a step not met.
  package func start(
    _ parameters: CSProcedureParameters
  ) throws(TesterStop) -> LECSProcedureEnableCompleteEvent {
    try requireAntennas()
    return try attempt(
      "start of procedures", phone.startProcedures(parameters), required: "accepted", frames: startFrames)
  }

  /// Waits for procedures; if they are missing, or must complete and do not, a step is not met.
  package func awaitCompletion(
    of count: Int, _ agreed: LECSProcedureEnableCompleteEvent, isEndless: Bool = false,
    mustComplete: Bool = true, under condition: String = ""
  ) throws(TesterStop) {
    let what = count == 1 ? "a procedure\(condition)" : "\(count) procedures\(condition)"
    let interval = max(1, Int(agreed.procedureInterval))
    guard phone.connectionInterval * (interval * (count + 1)) <= Self.timeout else {
      throw .inconclusive("\(what) at the phone's rate take longer than an hour")
    }
    let seen = recorder.controlPDUs.count
    let endBySelf = { self.endBySelf(after: seen) }
    func wait() throws(HostError) {
      try phone.waitForProcedures(
        count, intervals: interval * (count + 3) * 4, atMost: Self.timeout
      ) { endBySelf() != nil }
    }
    // An endless series runs at normal speed, since the accessory may end it.
    try attempt(what, isEndless ? wait() : bed.hurry(wait), required: "completed")
    if phone.procedures.count < count, let end = endBySelf() {
      try require(
        "the accessory ended the series with LL_CS_TERMINATE_REQ after \(phone.procedures.count) procedures",
        .inPlaceOf("completed"), what, frames: [end.frame])
    }
    let aborted = phone.procedures.prefix(count).filter { $0.done != .complete }
    guard mustComplete, let first = aborted.first else { return }
    try require(
      "\(aborted.count) aborted: \(meaning(ofAbort: first))",
      .inPlaceOf("completed"), what, frames: frames(of: first))
  }

  /// Ends the case if the phone's own schedule leaves too few mode-2 steps for a result.
  package func requireTones(
    in procedures: [ProcedureResult], _ configuration: CSConfiguration
  ) throws(TesterStop) {
    let counts = procedures.map { procedure in
      procedure.steps(configuration).count {
        if case .mode2 = $0.data { return true }
        return false
      }
    }
    guard let least = counts.min(), least < CSChannelMap.minimumChannelCount else { return }
    throw .inconclusive(
      "the phone's procedures have room for \(least) mode-2 steps, "
        + "\(CSChannelMap.minimumChannelCount) are needed")
  }

  /// Why a procedure was aborted, as text. [Vol 4, Part E, 7.7.65.44]
  package func meaning(ofAbort procedure: ProcedureResult) -> String {
    let reason = procedure.subeventAbortReason
    return switch reason {
    case .byRequest: "by request"
    case .noSyncReceived: "no CS_SYNC received"
    case .schedulingConflict: "scheduling conflict"
    default: "reason \(reason.rawValue)"
    }
  }

  /// A number for people, rounded to three digits after the point.
  package func number(_ value: Double) -> String { MeasureText.number(value) }
}

extension ControlPDU {
  /// Whether it ends a series of procedures.
  var endsSeries: Bool { if case .csTerminateReq = self { true } else { false } }
}
