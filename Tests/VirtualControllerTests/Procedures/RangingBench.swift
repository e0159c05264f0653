import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import Ranging

@testable import VirtualController

extension CSCapabilities {
  /// Everything there is.
  static var everything: CSCapabilities {
    var all = CSCapabilities()
    all.numConfigs = 4
    all.numAntennas = 4
    all.maxAntennaPaths = 4
    all.roles = [.initiator, .reflector]
    all.modes = 1
    (all.rttAAOnlyN, all.rttSoundingN, all.rttRandomSequenceN) = (10, 10, 10)
    all.csSyncPHYs = 0b110
    all.subfeatures = [.noFAE, .channelSelection3c, .inlinePCT]
    (all.tIP1, all.tIP2, all.tail.tIP2IPT, all.tFCS, all.tPM) = (0x7F, 0x7F, 0x7F, 0x1FF, 3)
    (all.tSW, all.tail.tSWIPT) = (2, 1)
    return all
  }
}

/// What is to be ranged, and who does what.
struct RangingPlan {
  /// Who asks for the configuration and for the procedures.
  var starter = LinkRole.central
  /// Who initiates the steps.
  var initiator = LinkRole.central
  /// The configuration as the initiator holds it.
  var configuration = CSConfiguration()
  var parameters = CSProcedureParameters()
  var interval: ConnectionInterval = 80

  init(count: ProcedureCount = 2, _ fill: (inout RangingPlan) -> Void = { _ in }) {
    parameters.maxProcedureCount = count
    parameters.maxProcedureInterval = 10
    fill(&self)
  }

  var reflector: LinkRole { initiator == .central ? .peripheral : .central }
}

extension ControllerBench {
  /// A bench of two controllers that support no time but the mandatory ones, so that steps last long.
  static func slow(
    seed: UInt64 = 1,
    _ change: (_ central: inout ControllerDescription, _ peripheral: inout ControllerDescription) -> Void = {
      _, _ in
    }
  ) -> ControllerBench {
    ControllerBench(seed: seed) { central, peripheral in
      for path in [\CSCapabilities.tIP1, \.tIP2, \.tail.tIP2IPT] {
        central.identity.csCapabilities[keyPath: path] = []
      }
      central.identity.csCapabilities.tFCS = []
      central.identity.csCapabilities.tPM = []
      change(&central, &peripheral)
    }
  }

  /// Connects, encrypts, exchanges capabilities and lets both sides take either role.
  func prepareRanging(interval: ConnectionInterval = 80) -> Bool {
    guard connect(interval: interval, timeout: 500), encrypt() else { return false }
    for host in [central, peripheral] {
      host.send(
        LECSSetDefaultSettingsCommand {
          ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (host.handle, 3, maxTXPower)
        })
      host.send(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = host.handle })
    }
    run(.milliseconds(20 * Int(interval.rawValue)))
    return [central, peripheral].allSatisfy { host in
      host.last {
        switch $0 {
        case .leCSReadRemoteSupportedCapabilitiesComplete(let event): event.status == .success
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): event.status == .success
        default: nil
        }
      } ?? false
    }
  }

  /// Creates the configuration of `plan` and gives it as the initiator holds it; nil if it was refused.
  func configure(_ plan: RangingPlan) -> CSConfiguration? {
    let host = self[plan.starter]
    let held = plan.starter == plan.initiator ? plan.configuration : plan.configuration.seenByPeer
    let count = host.configurations.count
    host.send(LECSCreateConfigCommand(connectionHandle: host.handle, configuration: held))
    guard run(until: { host.configurations.count > count }, within: .seconds(3)),
      let complete = host.configurations.last, complete.status == .success
    else { return nil }
    do {
      let agreed = try complete.configuration()
      return plan.starter == plan.initiator ? agreed : agreed.seenByPeer
    } catch {
      return nil
    }
  }

  /// Starts CS security.
  func secureRanging() -> Bool {
    let isSecured = { (host: BenchHost) in
      host.count {
        if case .leCSSecurityEnableComplete(let event) = $0 { event.status == .success } else { false }
      }
    }
    let count = isSecured(central)
    central.send(LECSSecurityEnableCommand { $0.connectionHandle = central.handle })
    return run(until: { isSecured(central) > count && isSecured(peripheral) > count }, within: .seconds(3))
  }

  /// Asks for procedures and gives what the side that asked gets.
  func start(_ plan: RangingPlan) -> LECSProcedureEnableCompleteEvent? {
    let host = self[plan.starter]
    host.send(
      LECSSetProcedureParametersCommand {
        ($0.connectionHandle, $0.parameters) = (host.handle, plan.parameters)
      })
    return enable(true, plan)
  }

  /// Starts or stops procedures and gives what the side that asked gets.
  func enable(_ isEnabled: Bool, _ plan: RangingPlan) -> LECSProcedureEnableCompleteEvent? {
    let host = self[plan.starter]
    let count = host.enablings.count
    host.send(
      LECSProcedureEnableCommand {
        ($0.connectionHandle, $0.configID) = (host.handle, plan.parameters.configID)
        $0.enable = EnableState(isEnabled)
      })
    run(until: { host.enablings.count > count }, within: .seconds(5))
    return host.enablings.count > count ? host.enablings.last : nil
  }

  /// Ranges from the beginning and gives the configuration agreed on; nil if it did not come to procedures.
  func range(_ plan: RangingPlan, within limit: Picoseconds = .seconds(30)) -> CSConfiguration? {
    guard prepareRanging(interval: plan.interval), let agreed = configure(plan), secureRanging(),
      start(plan)?.status == .success
    else { return nil }
    let count = Int(plan.parameters.maxProcedureCount.rawValue)
    run(
      until: { central.procedures.count >= count && peripheral.procedures.count >= count }, within: limit)
    return agreed
  }

  /// The distance that procedure `index` tells.
  func estimate(_ index: Int, _ plan: RangingPlan, _ agreed: CSConfiguration) -> DistanceEstimate? {
    let own = self[plan.initiator].procedures
    let peer = self[plan.reflector].procedures
    guard index < own.count, index < peer.count else { return nil }
    var estimator = RangingEstimator(.ml)
    return estimator.estimate(
      own[index].measurement(agreed, reflector: agreed.usesInlinePCT ? nil : peer[index]))
  }
}

extension BenchHost {
  var configurations: [LECSConfigCompleteEvent] {
    events.compactMap { if case .leCSConfigComplete(let event) = $0 { event } else { nil } }
  }

  var enablings: [LECSProcedureEnableCompleteEvent] {
    events.compactMap { if case .leCSProcedureEnableComplete(let event) = $0 { event } else { nil } }
  }
}
