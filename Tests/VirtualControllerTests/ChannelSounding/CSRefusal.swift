import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

/// A command of Channel Sounding that is refused, and what makes it so.
struct CSRefusal: Sendable, CustomTestStringConvertible {
  typealias Devices = @Sendable (inout ControllerDescription, inout ControllerDescription) -> Void

  let name: String
  let status: ErrorCode
  var stage = CSStage.capabilitiesExchanged
  /// Who sends the command.
  var side = LinkRole.central
  /// Makes the devices, central first, other than ones that can do everything.
  var devices: Devices = { _, _ in }
  /// What the hosts do between the stage and the command.
  var prepare: @Sendable (ControllerBench) -> Void = { _ in }
  /// The command on the link of that handle.
  let command: @Sendable (ConnectionHandle) -> any HCICommand

  var testDescription: String { name }

  /// Whether the link is there and the command is refused as it should be, without an event or a change.
  func check() {
    let bench = ControllerBench { devices(&$0, &$1) }
    #expect(bench.reach(stage), "\(name): the hosts did not come to \(stage)")
    prepare(bench)
    let host = bench[side]
    host.forget()
    let handle = bench.handle(of: side)
    send(command(handle), to: host)
    bench.run(.milliseconds(1))
    #expect(host.status(of: type(of: command(handle)).opcode) == status, "\(name)")
    #expect(bench.isConnected)
  }

  private func send(_ command: some HCICommand, to host: BenchHost) { host.send(command) }

  // MARK: Devices

  static let centralLacksHostSupport: Devices = { central, _ in
    central.identity.features[.channelSoundingHostSupport] = false
  }
  static let peripheralLacksHostSupport: Devices = { _, peripheral in
    peripheral.identity.features[.channelSoundingHostSupport] = false
  }
  static let peripheralHasFAE: Devices = { _, peripheral in
    peripheral.identity.csCapabilities.subfeatures.remove(.noFAE)
  }

  static func central(_ change: @escaping @Sendable (inout CSCapabilities) -> Void) -> Devices {
    { central, _ in change(&central.identity.csCapabilities) }
  }

  static func peripheral(_ change: @escaping @Sendable (inout CSCapabilities) -> Void) -> Devices {
    { _, peripheral in change(&peripheral.identity.csCapabilities) }
  }

  // MARK: Commands

  static func create(
    _ change: @escaping @Sendable (inout LECSCreateConfigCommand) -> Void
  ) -> @Sendable (ConnectionHandle) -> any HCICommand {
    { handle in
      var command = LECSCreateConfigCommand(connectionHandle: handle, configuration: CSConfiguration())
      change(&command)
      return command
    }
  }

  static func settings(
    _ change: @escaping @Sendable (inout LECSSetDefaultSettingsCommand) -> Void
  ) -> @Sendable (ConnectionHandle) -> any HCICommand {
    { handle in
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable) = (handle, 3)
        change(&$0)
      }
    }
  }

  static func parameters(
    _ change: @escaping @Sendable (inout CSProcedureParameters) -> Void
  ) -> @Sendable (ConnectionHandle) -> any HCICommand {
    { handle in
      LECSSetProcedureParametersCommand {
        $0.connectionHandle = handle
        change(&$0.parameters)
      }
    }
  }

  static func enable(_ value: EnableState, id: UInt8 = 0) -> @Sendable (ConnectionHandle) -> any HCICommand {
    { handle in
      LECSProcedureEnableCommand {
        ($0.connectionHandle, $0.configID, $0.enable) = (handle, .init(rawValue: id), value)
      }
    }
  }
}

extension ControllerBench {
  /// The handle of the link at one side, whatever its host has forgotten.
  func handle(of side: LinkRole) -> ConnectionHandle { self[side].controller.connections.keys.min() ?? 0 }
}
