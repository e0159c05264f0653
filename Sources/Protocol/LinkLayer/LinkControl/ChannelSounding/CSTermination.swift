public import ChannelSounding
internal import CoreTypes
internal import Faults

/// The Channel Sounding procedure repeat termination procedure. [Vol 6, Part B, 5.1.27]
extension LinkControl {
  /// The series of `configID` is over: its last procedure has ended.
  public mutating func csSeriesEnded(configID: ConfigID) {
    guard configID.isDefined else { return }
    cs.series[configID.index] = nil
  }

  /// The controller has begun its `count`-th procedure since CS security was started.
  public mutating func csProcedureCounted(_ count: UInt16) { cs.procedureCount = count }

  func csTerminationRefusal(configID: ConfigID) -> ErrorCode? {
    guard cs.configuration(configID) != nil else { return .invalidHCICommandParameters }
    guard let series = cs.runningSeries(configID), !series.isStopping else { return .commandDisallowed }
    let request = LinkRequest.disableCSProcedures(configID: configID)
    return local?.request == request || queue.contains(request) ? .commandDisallowed : nil
  }

  mutating func beginCSTermination(configID: ConfigID) {
    if faults.contains(.endNotToldToPeer) { return stopSeries(configID) }
    open(
      .disableCSProcedures(configID: configID), as: .csTermination,
      with: .csTerminateReq(termination(of: configID)))
  }

  private func termination(of configID: ConfigID) -> CSTerminateReq {
    var pdu = CSTerminateReq()
    pdu.configID = configID
    pdu.procCount = cs.procedureCount
    return pdu
  }

  /// Interpretation: ProcCount is not compared, as both sides may count a procedure at different times; the
  /// alternative is to refuse another count with 0x0C.
  mutating func receiveCSTerminateReq(_ pdu: CSTerminateReq) {
    guard cs.runningSeries(pdu.configID) != nil else {
      return faults.contains(.endOfNothingAnswered)
        ? send(.csTerminateRsp(termination(of: pdu.configID))) : reject(.csTerminateReq, .commandDisallowed)
    }
    if isOpen(.csTermination), faults.contains(.crossedEndUnanswered) { return }
    skipProcedures(begunByPeer: pdu.procCount)
    if !faults.contains(.terminateNotAnswered) { send(.csTerminateRsp(termination(of: pdu.configID))) }
    stopSeries(pdu.configID)
  }

  mutating func receiveCSTerminateRsp(_ pdu: CSTerminateRsp) {
    guard case .disableCSProcedures(let id) = local?.request, id == pdu.configID,
      closeLocal(.csTermination) != nil
    else { return }
    skipProcedures(begunByPeer: pdu.procCount)
    stopSeries(id)
  }

  /// Further apart than this, the counts say nothing.
  private static let mostSkippedProcedures: UInt16 = 256

  /// Interpretation: ProcCount counts the procedures begun, and the side that began fewer counts on to the
  /// other's, or else the next series would start from another state of the DRBG.
  private mutating func skipProcedures(begunByPeer count: UInt16) {
    guard count != cs.procedureCount, count &- cs.procedureCount <= Self.mostSkippedProcedures
    else { return }
    cs.procedureCount = count
    actions.append(.skipCSProcedures(count: count))
  }

  /// Lets the running procedure finish and no further one begin.
  mutating func stopSeries(_ id: ConfigID) {
    guard let series = cs.runningSeries(id), !series.isStopping else { return }
    cs.series[id.index]?.isStopping = true
    cs.hasTerminatedSeries = true
    actions.append(.stopCSProcedures(configID: id))
  }
}
