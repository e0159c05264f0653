package import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
package import ProcedureRanging
internal import Profiles
internal import RadioModel
internal import SimulationKernel
internal import VirtualHost

/// The capabilities and the configuration of a session: what the phone requests, as far as the accessory supports it.
package struct RangingSession {
  /// What the accessory declared.
  package let capabilities: CSCapabilities
  /// The configuration that the phone requests, including inline PCT.
  package let asked: CSConfiguration
  /// The T_FCS that the phone offers.
  package let tFCS: TFCS.Set
  package let agreed: CSConfiguration

  /// As text: `inline PCT, T_FCS 100 us`.
  package var words: String {
    (agreed.usesInlinePCT ? "inline PCT" : "no inline PCT") + ", T_FCS \(agreed.tFCS)"
  }
}

extension Tester {
  /// How far phases may be from a line for procedures to count as working, in radians.
  package static let lineRadians = 0.3

  /// Connects and configures as the phone does for itself: with inline PCT if the phone requests it and the accessory
  /// claims it, and with the T_FCS that the phone offers.
  ///
  /// Other cases judge whether that works. If a trial procedure does not complete, or its phases do not lie on a line,
  /// the session falls back to the mandatory T_FCS, then to no inline PCT.
  package func openSession() throws(TesterStop) -> RangingSession {
    let capabilities = try connectForRanging()
    var candidates = [(asked: plainConfiguration, tFCS: request.phone.tFCS)]
    if canRequestInlinePCT(of: capabilities) {
      var asked = plainConfiguration
      asked.enhancements = .inlinePCT
      candidates.insert((asked, request.phone.tFCS), at: 0)
      candidates.insert((asked, Self.mandatoryTFCS), at: 1)
    }
    for candidate in candidates {
      guard let agreed = try tryRanging(candidate.asked, tFCS: candidate.tFCS),
        try isWorking(agreed)
      else { continue }
      return RangingSession(
        capabilities: capabilities, asked: candidate.asked, tFCS: candidate.tFCS, agreed: agreed)
    }
    return RangingSession(
      capabilities: capabilities, asked: plainConfiguration, tFCS: Self.mandatoryTFCS,
      agreed: try prepareRanging(plainConfiguration))
  }

  /// Configures something else in a session; the configuration itself is under test.
  package func configure(
    _ session: RangingSession, _ step: String, _ change: (inout CSConfiguration) -> Void
  ) throws(TesterStop) -> CSConfiguration {
    var asked = session.asked
    change(&asked)
    return try prepareRanging(asked, tFCS: session.tFCS, onTrial: step)
  }

  /// Whether a procedure completes and its phases lie on a line.
  package func isWorking(_ configuration: CSConfiguration) throws(TesterStop) -> Bool {
    bed.forgetProcedures()
    defer { bed.forgetProcedures() }
    if try runOnTrial(), let own = phone.procedures.last, own.done == .complete {
      guard bed.environment.isFixed else { return true }
      if let comparison = comparison(of: own, configuration) {
        return comparison.residualRadians <= Self.lineRadians
      }
    }
    // A side that did not receive the other may still be in the procedure.
    phone.idle(.milliseconds(500))
    return false
  }

  /// The phases of a procedure against the place: the initiator's alone under inline PCT, else those of both sides.
  ///
  /// - Parameter path: the antenna path that is looked at alone, from 0; nil for one line through all paths.
  package func comparison(
    of own: ProcedureResult, _ configuration: CSConfiguration, path: Int? = nil
  ) -> PhaseComparison? {
    var peer: ProcedureResult?
    if !configuration.usesInlinePCT {
      peer = recorder.accessoryProcedures.otherEnd(of: own)
      if peer == nil { return nil }
    }
    return PhaseComparison(
      own.measurement(configuration, reflector: peer), environment: bed.environment, path: path)
  }

  /// Runs one procedure that may fail. Returns whether it ended.
  private func runOnTrial() throws(TesterStop) -> Bool {
    try requireAntennas()
    do throws(HostError) {
      let agreed = try phone.startProcedures(procedureParameters(count: 1))
      try phone.waitForProcedures(
        1, within: phone.connectionInterval * (16 * max(1, Int(agreed.procedureInterval))))
      return true
    } catch {
      switch error {
      case .failed, .commandRefused: return false
      case .missing: break
      default: throw .inconclusive("trial procedure: \(error)")
      }
    }
    // The series may be running.
    do throws(HostError) {
      try phone.stopProcedures(configID: 0)
    } catch {
      if phone.link == nil { throw .inconclusive("end of the trial procedure: \(error)") }
    }
    return false
  }
}
