package import ChannelSounding
package import CoreTypes
package import HCI
package import ProcedureRanging
package import Ranging
internal import SimulationKernel
internal import VirtualController

/// Something worth telling of a session, as seen at the phone's controller.
package enum SessionEvent: Hashable, Sendable {
  /// A link to this address is up.
  case connected(DeviceAddress)
  /// The link is gone.
  case disconnected(ErrorCode)
  /// The link is encrypted, or could not be.
  case encrypted(ErrorCode)
  /// The phone learned what the accessory can do.
  case capabilities(CSCapabilities)
  /// A configuration was created.
  case configured(CSConfiguration)
  /// CS security was started, or could not be.
  case secured(ErrorCode)
  /// Procedures started, or stopped.
  case procedures(isRunning: Bool)
  /// A procedure ended.
  case procedure(RangedProcedure)
}

/// A procedure, and the distance it tells.
package struct RangedProcedure: Hashable, Sendable {
  /// CSProcCount
  package let counter: UInt16
  /// Whether all of it came about.
  package let isComplete: Bool
  /// From the phone's report alone under inline PCT, else from both; nil if the tones tell none.
  package var metres: Double? { estimate?.peakMetres }
  /// The tones behind the distance, over all antenna paths.
  package var toneCount: Int { estimate?.toneCount ?? 0 }
  /// The tones and round-trip times behind the distance.
  package let measurement: RangingMeasurement
  /// What the estimator makes of them; nil if they have nothing for it.
  package let estimate: DistanceEstimate?
}

/// Watches the events of two controllers to their hosts, and estimates distances from them.
package final class SessionMonitor {
  private let report: (SessionEvent) -> Void
  private var configurations: [ConfigID: CSConfiguration] = [:]
  private var collectors: [CSRole: ProcedureCollector] = [
    .initiator: ProcedureCollector(), .reflector: ProcedureCollector(),
  ]
  /// The procedures that one side has ended and the other has not.
  private var waiting: [CSRole: PairingWindow<ProcedureResult>] = [:]
  private var schedule = MeasurementReader.Schedule()
  private var estimator: RangingEstimator
  /// The most procedures of one side that wait for the other.
  private static let longestWait = 32
  /// Whether the phone tells the results of both sides itself, having read the reflector's over the link.
  package var phoneReadsResults: () -> Bool = { false }

  /// Tells `report` what happens, with the distances of an estimator.
  package init(_ kind: RangingEstimatorKind = .usual, _ report: @escaping (SessionEvent) -> Void) {
    estimator = RangingEstimator(kind)
    self.report = report
  }

  /// Takes a packet that the controller in `role` sent to its host.
  package func take(_ packet: HCIPacket, from role: CSRole) {
    guard case .event(let event) = packet else { return }
    do {
      let value = try HCIEventValue(event)
      if let procedure = collectors[role]?.receive(value, packetIndex: 0) { take(procedure, from: role) }
      if role == .initiator { take(value) }
    } catch {
      preconditionFailure("our controller sent an event that is none: \(error)")
    }
  }

  private func take(_ event: HCIEventValue) {
    if let event = event.connectionComplete, event.status == .success {
      forget()
      report(.connected(event.peerAddress.asPublicOrRandom))
    }
    schedule.take(event)
    if let event = event.encryptionOutcome { report(.encrypted(event.status)) }
    switch event {
    case .disconnectionComplete(let event): report(.disconnected(event.reason))
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event) where event.status == .success:
      report(.capabilities(event.capabilities))
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event) where event.status == .success:
      report(.capabilities(event.capabilities))
    case .leCSSecurityEnableComplete(let event): report(.secured(event.status))
    case .leCSConfigComplete(let event) where event.status == .success && event.action == .create:
      configured(event)
    case .leCSProcedureEnableComplete(let event) where event.status == .success:
      report(.procedures(isRunning: event.state == .enabled))
    default: break
    }
  }

  private func forget() {
    configurations.removeAll()
    for role in [CSRole.initiator, .reflector] {
      collectors[role] = ProcedureCollector()
      waiting[role] = PairingWindow(limit: Self.longestWait)
    }
  }

  private func configured(_ event: LECSConfigCompleteEvent) {
    do {
      let configuration = try event.configuration()
      configurations[event.configID] = configuration
      report(.configured(configuration))
    } catch {
      preconditionFailure("our controller reported a configuration that is none: \(error)")
    }
  }

  // MARK: Procedures

  /// Takes a procedure of which the phone has both sides.
  ///
  /// - Parameters:
  ///   - own: what the phone, the initiator, reported.
  ///   - reflector: what it read of the reflector.
  package func take(_ own: ProcedureResult, reflector: ProcedureResult) {
    guard let id = own.subevents.first?.configID, let configuration = configurations[id] else { return }
    conclude(own, reflector, configuration)
  }

  private func take(_ procedure: ProcedureResult, from role: CSRole) {
    guard let id = procedure.subevents.first?.configID, let configuration = configurations[id] else { return }
    let isPhoneInitiator = configuration.role == .initiator
    let own: CSRole = isPhoneInitiator ? .initiator : .reflector
    if configuration.usesInlinePCT {
      if role == own { conclude(procedure, nil, configuration) }
      return
    }
    if phoneReadsResults() { return }
    guard let other = waiting[role.peer]?.takeInOrder(where: procedure.isSameProcedure)?.match else {
      waiting[role, default: PairingWindow(limit: Self.longestWait)].wait(procedure)
      return
    }
    let (first, second) = role == own ? (procedure, other) : (other, procedure)
    conclude(first, second, configuration)
  }

  /// - Parameters:
  ///   - initiator: what the initiator reported.
  ///   - reflector: what the reflector reported; nil under inline PCT.
  private func conclude(
    _ initiator: ProcedureResult, _ reflector: ProcedureResult?, _ configuration: CSConfiguration
  ) {
    let measurement = initiator.measurement(configuration, reflector: reflector, schedule: schedule)
    report(
      .procedure(
        RangedProcedure(
          counter: initiator.counter, isComplete: initiator.done == .complete, measurement: measurement,
          estimate: estimator.estimate(measurement))))
  }
}
