import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import Testing
import Wire

@testable import VirtualController

@Suite("Refused commands about Channel Sounding capabilities")
struct CSCapabilityRefusalTests {
  private static let read: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle }
  }
  private static let readFAE: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSReadRemoteFAETableCommand { $0.connectionHandle = handle }
  }
  private static let writeFAE: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSWriteCachedRemoteFAETableCommand { $0.connectionHandle = handle }
  }
  private static let write: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSWriteCachedRemoteSupportedCapabilitiesCommand {
      ($0.connectionHandle, $0.capabilities) = (handle, .everything)
    }
  }
  private static let write2: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSWriteCachedRemoteSupportedCapabilitiesV2Command {
      ($0.connectionHandle, $0.capabilities) = (handle, .everything)
    }
  }
  private static let writeNothing: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSWriteCachedRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle }
  }

  /// A host gives capabilities and makes a configuration of its own, and none came over the air.
  @Sendable private static func configureFromCache(_ bench: ControllerBench) {
    let host = bench.central
    bench.enableBothRoles(on: host)
    host.send(
      LECSWriteCachedRemoteSupportedCapabilitiesV2Command {
        ($0.connectionHandle, $0.capabilities) = (host.handle, .everything)
        $0.capabilities.subfeatures.remove(.noFAE)
      })
    var command = LECSCreateConfigCommand(connectionHandle: host.handle, configuration: CSConfiguration())
    command.createContext = .local
    host.send(command)
    bench.run(.milliseconds(1))
    #expect(host.configurations.map(\.status) == [.success])
  }

  static let rows: [CSRefusal] = [
    CSRefusal(
      name: "read capabilities without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: read),
    CSRefusal(
      name: "read capabilities of a peer without the host bit", status: .commandDisallowed,
      stage: .encrypted, devices: CSRefusal.peripheralLacksHostSupport, command: read),
    CSRefusal(
      name: "read capabilities unencrypted", status: .insufficientSecurity, stage: .connected,
      command: read),
    CSRefusal(
      name: "read FAE without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: readFAE),
    CSRefusal(
      name: "read FAE of a peer that has none", status: .unsupportedFeatureOrParameterValue,
      command: readFAE),
    CSRefusal(
      name: "read FAE unencrypted", status: .insufficientSecurity, stage: .connected, command: readFAE),
    CSRefusal(
      name: "write FAE for a peer that has none", status: .unsupportedFeatureOrParameterValue,
      command: writeFAE),
    CSRefusal(
      name: "write FAE when it was received", status: .commandDisallowed,
      devices: CSRefusal.peripheralHasFAE,
      prepare: { bench in
        bench.central.send(LECSReadRemoteFAETableCommand { $0.connectionHandle = bench.central.handle })
        bench.run(.seconds(1))
      }, command: writeFAE),
    CSRefusal(
      name: "write FAE when there is a configuration", status: .commandDisallowed, stage: .encrypted,
      prepare: configureFromCache, command: writeFAE),
    CSRefusal(
      name: "write FAE without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: writeFAE),
    CSRefusal(
      name: "write capabilities without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: write),
    CSRefusal(name: "write capabilities after the exchange", status: .commandDisallowed, command: write),
    CSRefusal(name: "write them [v2] after the exchange", status: .commandDisallowed, command: write2),
    CSRefusal(
      name: "write capabilities when there is a configuration", status: .commandDisallowed,
      stage: .encrypted, prepare: configureFromCache, command: write),
    CSRefusal(
      name: "write capabilities that no device has", status: .invalidHCICommandParameters,
      stage: .encrypted,
      command: { handle in
        LECSWriteCachedRemoteSupportedCapabilitiesCommand {
          $0.connectionHandle = handle
          $0.capabilities.numAntennas = 5
        }
      }),
    CSRefusal(
      name: "disable the role of a configuration", status: .invalidHCICommandParameters,
      stage: .configured, command: CSRefusal.settings { $0.roleEnable = 2 }),
    CSRefusal(
      name: "disable the role of the peer's configuration", status: .invalidHCICommandParameters,
      stage: .configured, side: .peripheral, command: CSRefusal.settings { $0.roleEnable = 1 }),
    CSRefusal(
      name: "enable a role that is not supported", status: .unsupportedFeatureOrParameterValue,
      stage: .connected, devices: CSRefusal.central { $0.roles = [.initiator] },
      command: CSRefusal.settings { $0.roleEnable = 2 }),
    CSRefusal(
      name: "enable a role that does not exist", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.roleEnable = 4 }),
    CSRefusal(
      name: "choose an antenna that is not there", status: .unsupportedFeatureOrParameterValue,
      devices: CSRefusal.central { ($0.numAntennas, $0.maxAntennaPaths) = (2, 4) },
      command: CSRefusal.settings { $0.csSyncAntennaSelection = 3 }),
    CSRefusal(
      name: "choose antenna 0", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.csSyncAntennaSelection = 0 }),
    CSRefusal(
      name: "choose antenna 5", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.csSyncAntennaSelection = 5 }),
    CSRefusal(
      name: "choose antenna 0xFC", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.csSyncAntennaSelection = 0xFC }),
    CSRefusal(
      name: "more than 20 dBm", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.maxTXPower = 21 }),
    CSRefusal(
      name: "less than -127 dBm", status: .invalidHCICommandParameters,
      command: CSRefusal.settings { $0.maxTXPower = -128 }),
  ]

  @Test("each for its reason", arguments: rows)
  func refused(row: CSRefusal) { row.check() }

  @Test(
    "the antennas and powers at the ends of their ranges are taken",
    arguments: [1, 4, 0xFD, 0xFE, 0xFF] as [UInt8], [-127, 20] as [TransmitPowerLevel])
  func accepted(antenna: UInt8, power: TransmitPowerLevel) {
    let bench = ControllerBench()
    #expect(bench.reach(.encrypted))
    bench.central.send(
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable) = (bench.central.handle, 3)
        ($0.csSyncAntennaSelection, $0.maxTXPower) = (.init(rawValue: antenna), power)
      })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LECSSetDefaultSettingsCommand.self) == .success)
  }

  @Test(
    "every command about a link is refused where there is no such link",
    arguments: CommandTable.types.map { $0.opcode }.filter { (0x208A...0x2094).contains($0.rawValue) })
  func noLink(opcode: Opcode) throws {
    guard opcode != .leCSSetChannelClassification else { return }
    let bench = ControllerBench()
    #expect(bench.reach(.connected))
    let type = try #require(CommandTable.type(of: opcode))
    var parameters = try #require(encoded(type))
    parameters.replaceSubrange(0..<2, with: [0x77, 0x0E])
    bench.central.forget()
    bench.central.controller.receive(.command(CommandPacket(opcode: opcode, parameters: parameters)))
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: opcode) == .unknownConnectionIdentifier)
  }

  private func encoded(_ type: any HCICommand.Type) -> [UInt8]? {
    guard case .command(let packet) = type.init().packet else { return nil }
    return packet.parameters
  }
}
