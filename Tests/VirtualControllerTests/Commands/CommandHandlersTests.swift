import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Commands of the host")
struct CommandHandlersTests {
  private func lastStatus(_ bench: ControllerBench) -> ErrorCode? {
    bench.central.last { if case .commandStatus(let event) = $0 { event.status } else { nil } }
  }

  @Test(
    "an unknown command is answered with 0x01 in Command Status",
    arguments: [0xFC00, 0x20FF, 0x0000] as [UInt16])
  func unknown(opcode: UInt16) {
    let bench = ControllerBench()
    bench.central.controller.receive(
      .command(CommandPacket(opcode: Opcode(rawValue: opcode), parameters: [])))
    bench.run(.milliseconds(1))
    #expect(lastStatus(bench) == .unknownHCICommand)
  }

  @Test(
    "a command of another length is answered with 0x12", arguments: [[], [1], [1, 0, 0x13, 0]] as [[UInt8]])
  func malformed(parameters: [UInt8]) {
    let bench = ControllerBench()
    bench.central.controller.receive(.command(CommandPacket(opcode: .disconnect, parameters: parameters)))
    bench.run(.milliseconds(1))
    #expect(lastStatus(bench) == .invalidHCICommandParameters)
  }

  @Test(
    "a command that Command Complete answers is so refused too when it has another length",
    arguments: [
      (.reset, [0], 1), (.leSetEventMask, [], 1), (.readLocalSupportedCommands, [1], 65),
      (.leReadPHY, [1], 5),
    ] as [(Opcode, [UInt8], Int)])
  func malformedCompleted(opcode: Opcode, parameters: [UInt8], count: Int) {
    let bench = ControllerBench()
    bench.run(.milliseconds(1))
    bench.central.controller.receive(.command(CommandPacket(opcode: opcode, parameters: parameters)))
    bench.run(.milliseconds(1))
    let answer = bench.central.last {
      if case .commandComplete(let event) = $0, event.commandOpcode == opcode { event } else { nil }
    }
    #expect(answer?.status == .invalidHCICommandParameters)
    #expect(answer?.returnParameters.count == count)
  }

  @Test("the values of legacy discovery without a meaning are refused")
  func discoveryRanges() {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LESetAdvertisingDataCommand { $0.advertisingDataLength = 32 })
    host.send(LESetScanResponseDataCommand { $0.scanResponseDataLength = 32 })
    host.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = 2 })
    host.send(LESetScanParametersCommand { $0.leScanType = 2 })
    host.send(LESetScanEnableCommand { ($0.leScanEnable, $0.filterDuplicates) = (1, 2) })
    host.send(
      LECreateConnectionCommand {
        $0.ownAddressType = 4
        $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
      })
    bench.run(.milliseconds(1))
    #expect(host.status(of: LESetAdvertisingDataCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LESetScanResponseDataCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LESetAdvertisingEnableCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LESetScanParametersCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LESetScanEnableCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LECreateConnectionCommand.self) == .invalidHCICommandParameters)
  }

  @Test("the random address does not change under what uses it", arguments: [true, false])
  func randomAddress(isScanning: Bool) {
    let bench = ControllerBench()
    let host = bench.central
    if isScanning { host.send(LESetScanEnableCommand { $0.leScanEnable = .enabled }) }
    host.send(LESetRandomAddressCommand { $0.randomAddress = 0xC605_0403_0201 })
    bench.run(.milliseconds(1))
    #expect(host.status(of: LESetRandomAddressCommand.self) == (isScanning ? .commandDisallowed : .success))
    #expect((host.controller.hostState.randomAddress == nil) == isScanning)
  }

  @Test("a command about a link that is not there is answered with 0x02")
  func noLink() {
    let bench = ControllerBench()
    bench.central.send(DisconnectCommand { $0.connectionHandle = 7 })
    bench.central.send(LECSSetDefaultSettingsCommand { $0.connectionHandle = 7 })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: DisconnectCommand.self) == .unknownConnectionIdentifier)
    #expect(bench.central.status(of: LECSSetDefaultSettingsCommand.self) == .unknownConnectionIdentifier)
  }

  @Test("commands are answered in order, each once, after the way there and back")
  func answers() {
    let bench = ControllerBench()
    bench.run(.milliseconds(1))
    bench.central.forget()
    let start = bench.simulation.now
    for _ in 0..<3 {
      bench.central.send(LERandCommand())
      bench.central.send(ReadBDADDRCommand())
    }
    #expect(bench.run(until: { bench.central.events.count == 6 }))
    #expect(bench.simulation.now - start == .microseconds(40))
    let opcodes = bench.central.events.map { event in
      if case .commandComplete(let event) = event { event.commandOpcode } else { Opcode(rawValue: 0) }
    }
    #expect(opcodes == [.leRand, .readBDADDR, .leRand, .readBDADDR, .leRand, .readBDADDR])
  }

  @Test("reset ends links without a word, stops advertising and forgets what was set")
  func reset() {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    bench.run(.milliseconds(200))
    bench.central.forget()
    bench.central.send(ResetCommand())
    #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil }))
    #expect(bench.peripheral.disconnectionReason == .connectionTimeout)
    #expect(bench.central.count { if case .disconnectionComplete = $0 { true } else { false } } == 0)

    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.peripheral.send(ResetCommand())
    bench.log.forget()
    bench.run(.seconds(1))
    #expect(bench.log.frames.count <= 1)
    bench.log.forget()
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.run(.seconds(3))
    let lengths = Set(bench.log.frames.map(\.octets.count))
    #expect(lengths == [8], "advertising data survived a reset")
  }

  @Test("the host feature bit shows in the features, and cannot be set on a link")
  func hostFeature() {
    let bench = ControllerBench { central, _ in
      central.identity.features[.channelSoundingHostSupport] = false
    }
    let command = LESetHostFeatureCommand {
      $0.bitNumber = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
      $0.bitValue = .enabled
    }
    #expect(!bench.central.controller.features[.channelSoundingHostSupport])
    bench.central.send(command)
    bench.run(.milliseconds(1))
    #expect(bench.central.controller.features[.channelSoundingHostSupport])
    #expect(bench.connect())
    bench.central.send(command)
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LESetHostFeatureCommand.self) == .commandDisallowed)
  }
}
