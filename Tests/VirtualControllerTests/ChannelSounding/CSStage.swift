import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import SimulationKernel

@testable import VirtualController

/// How far two hosts have come on their way to ranging.
enum CSStage: Int, Comparable, Sendable {
  case connected
  case featuresExchanged
  case encrypted
  case capabilitiesExchanged
  case configured
  case secured
  case parametersSet
  case running

  static func < (a: CSStage, b: CSStage) -> Bool { a.rawValue < b.rawValue }
}

extension ControllerBench {
  /// Takes both hosts, plain commands only, to `stage`; gives whether they came there.
  func reach(_ stage: CSStage, _ plan: RangingPlan = RangingPlan(count: 0)) -> Bool {
    guard connect(interval: 80, timeout: 500) else { return false }
    if stage >= .featuresExchanged, !exchangeFeatures() { return false }
    if stage >= .encrypted, !encrypt() { return false }
    if stage >= .capabilitiesExchanged, !exchangeCapabilities() { return false }
    if stage >= .configured, configure(plan) == nil { return false }
    if stage >= .secured, !secureRanging() { return false }
    if stage >= .parametersSet { setParameters(plan.parameters) }
    if stage >= .running, enable(true, plan)?.status != .success { return false }
    return true
  }

  private func exchangeFeatures() -> Bool {
    central.send(LEReadRemoteFeaturesCommand { $0.connectionHandle = central.handle })
    peripheral.send(LEReadRemoteFeaturesCommand { $0.connectionHandle = peripheral.handle })
    return run(until: {
      [central, peripheral].allSatisfy { host in
        host.count { if case .leReadRemoteFeaturesComplete = $0 { true } else { false } } > 0
      }
    })
  }

  private func exchangeCapabilities() -> Bool {
    for host in [central, peripheral] { enableBothRoles(on: host) }
    central.send(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = central.handle })
    return run(until: {
      [central, peripheral].allSatisfy { host in
        host.count {
          if case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event) = $0 {
            event.status == .success
          } else {
            false
          }
        } > 0
      }
    })
  }

  /// Lets a host's controller take every role it has.
  func enableBothRoles(on host: BenchHost) {
    let roles = host.controller.description.identity.csCapabilities.roles.rawValue
    host.send(
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (host.handle, .init(rawValue: roles), 20)
      })
    run(.milliseconds(1))
  }

  /// The central's host sets the parameters of procedures.
  func setParameters(_ parameters: CSProcedureParameters) {
    central.send(
      LECSSetProcedureParametersCommand {
        ($0.connectionHandle, $0.parameters) = (central.handle, parameters)
      })
    run(.milliseconds(1))
  }

  /// Both controllers are left only these channels by their hosts.
  func classify(_ map: CSChannelMap, on host: BenchHost) {
    host.send(LECSSetChannelClassificationCommand { $0.channelClassification = map })
    run(.milliseconds(1))
  }
}

extension BenchHost {
  /// The status with which the last command of this opcode was answered.
  func status(of opcode: Opcode) -> ErrorCode? {
    last {
      switch $0 {
      case .commandStatus(let event) where event.commandOpcode == opcode: event.status
      case .commandComplete(let event) where event.commandOpcode == opcode: event.status
      default: nil
      }
    }
  }
}

extension CSChannelMap {
  /// The first `count` channels that Channel Sounding may use.
  static func lowest(_ count: Int) -> CSChannelMap {
    CSChannelMap(channels: CSChannelMap.allowed.channels.prefix(count))
  }

  /// The last `count` channels that Channel Sounding may use.
  static func highest(_ count: Int) -> CSChannelMap {
    CSChannelMap(channels: CSChannelMap.allowed.channels.suffix(count))
  }
}
