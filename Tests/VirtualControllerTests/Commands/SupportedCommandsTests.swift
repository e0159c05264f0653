import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing
import Wire

@testable import VirtualController

@Suite("Supported commands")
struct SupportedCommandsTests {
  private typealias Change = @Sendable (inout FeatureSet, inout CoreVersion) -> Void

  /// What is left out of a device that has everything.
  private static let devices: [(name: String, change: Change)] = [
    ("everything", { _, _ in }),
    ("no Channel Sounding", { features, _ in features[.channelSounding] = false }),
    ("no enhancement", { features, _ in features[.channelSoundingEnhancement1] = false }),
    ("Core 6.0", { _, version in version = .v6_0 }),
    ("no privacy", { features, _ in features[.llPrivacy] = false }),
    ("no feature at all", { features, _ in features = FeatureSet() }),
  ]

  private func bench(_ name: String) throws -> ControllerBench {
    let change = try #require(Self.devices.first { $0.name == name }).change
    return ControllerBench { central, _ in
      change(&central.identity.features, &central.identity.version)
    }
  }

  private func supportedCommands(_ bench: ControllerBench) throws -> [UInt8] {
    bench.central.send(ReadLocalSupportedCommandsCommand())
    bench.run(.milliseconds(1))
    let octets = bench.central.last { event -> [UInt8]? in
      guard case .commandComplete(let complete) = event,
        complete.commandOpcode == .readLocalSupportedCommands
      else { return nil }
      return complete.returnParameters
    }
    let returned = try #require(octets)
    #expect(returned.count == 65 && returned[0] == 0)
    return Array(returned.dropFirst())
  }

  /// Whether the answer to a command of that opcode, its parameters at their defaults, is 0x01.
  private func isUnknown(_ type: any HCICommand.Type, to host: BenchHost, _ bench: ControllerBench) -> Bool {
    host.forget()
    host.send(type.init())
    bench.run(.milliseconds(1))
    return host.count {
      switch $0 {
      case .commandStatus(let event): event.commandOpcode == type.opcode && event.status == .unknownHCICommand
      case .commandComplete(let event):
        event.commandOpcode == type.opcode && event.status == .unknownHCICommand
      default: false
      }
    } > 0
  }

  @Test("a bit is set exactly where the command is not answered as unknown", arguments: devices.map(\.name))
  func agreement(device: String) throws {
    let bench = try bench(device)
    let bits = try supportedCommands(bench)
    for type in CommandTable.types {
      guard let bit = type.opcode.supportedCommandsBit else { continue }
      let isSet = bits[bit / 8] >> UInt8(bit % 8) & 1 == 1
      #expect(isSet != isUnknown(type, to: bench.central, bench), "\(type.opcode)")
    }
  }

  @Test("the commands of Channel Sounding need the feature, their second versions the enhancement")
  func channelSounding() throws {
    let all = try supportedCommands(bench("everything"))
    #expect(all[20] & 0xE0 == 0xE0 && all[49] & 0b1100 == 0b1100)
    let without = try supportedCommands(bench("no Channel Sounding"))
    #expect(without[20] & 0xE0 == 0 && without[49] & 0b1100 == 0 && without[29] & 7 == 0)
    let first = try supportedCommands(bench("no enhancement"))
    #expect(first[20] & 0xE0 == 0xE0 && first[49] & 0b1100 == 0)
  }

  @Test("the long form has 251 octets that begin with the short form")
  func longForm() throws {
    let bench = ControllerBench()
    let short = try supportedCommands(bench)
    bench.central.send(ReadLocalSupportedCommandsV2Command())
    bench.run(.milliseconds(1))
    let long = try #require(bench.central.returned(ReadLocalSupportedCommandsV2Command.self))
    #expect(long.supportedCommands.count == 251)
    #expect(Array(long.supportedCommands.prefix(64)) == short)
  }

  @Test("every command that a host brings a controller up with is supported")
  func startUp() throws {
    let opcodes: [ClosedRange<UInt16>] = [
      0x0406...0x0406, 0x041D...0x041D, 0x0C01...0x0C01, 0x0C03...0x0C03, 0x0C63...0x0C63, 0x0C6D...0x0C6D,
      0x1001...0x1005, 0x1009...0x1009, 0x1010...0x1010, 0x1405...0x1405, 0x2001...0x2003, 0x2005...0x201C,
      0x2022...0x2026, 0x202F...0x2032, 0x2060...0x2060, 0x2074...0x2074, 0x2087...0x2094, 0x20A4...0x20A6,
    ]
    let bench = ControllerBench()
    for opcode in opcodes.joined() {
      #expect(CommandTable.type(of: Opcode(rawValue: opcode)) != nil, "\(String(opcode, radix: 16))")
      #expect(CommandHandlers.all.opcodes.contains(Opcode(rawValue: opcode)))
      #expect(bench.central.controller.offers(Opcode(rawValue: opcode)))
    }
  }
}
