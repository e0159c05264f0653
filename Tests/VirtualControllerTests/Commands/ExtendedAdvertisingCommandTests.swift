import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Commands of extended advertising")
struct ExtendedAdvertisingCommandTests {
  private func status<Command: HCICommand>(_ bench: ControllerBench, _ command: Command) -> ErrorCode? {
    bench.peripheral.send(command)
    bench.run(.milliseconds(1))
    return bench.peripheral.status(of: Command.self)
  }

  static func parameters(
    _ properties: AdvertisingEventProperties,
    _ change: (inout LESetExtendedAdvertisingParametersCommand) -> Void = { _ in }
  ) -> LESetExtendedAdvertisingParametersCommand {
    LESetExtendedAdvertisingParametersCommand {
      $0.advertisingEventProperties = properties
      change(&$0)
    }
  }

  @Test(
    "parameters are accepted or refused as the specification says",
    arguments: [
      (parameters(0), .success), (parameters(1), .success), (parameters(2), .success),
      (parameters(0x65), .invalidHCICommandParameters), (parameters(0x60), .success),
      (parameters(0x13), .success), (parameters(0x15), .success), (parameters(0x1D), .success),
      (parameters(0x12), .success), (parameters(0x10), .success), (parameters(0xFF80), .success),
      (parameters(0x11), .invalidHCICommandParameters), (parameters(0x30), .invalidHCICommandParameters),
      (parameters(0x53), .invalidHCICommandParameters), (parameters(3), .invalidHCICommandParameters),
      (parameters(0x0D), .invalidHCICommandParameters), (parameters(0x21), .invalidHCICommandParameters),
      (parameters(0) { $0.advertisingHandle = 0xF0 }, .invalidHCICommandParameters),
      (parameters(0) { $0.primaryAdvertisingIntervalMin = 0x801 }, .invalidHCICommandParameters),
      (parameters(0) { $0.primaryAdvertisingIntervalMin = 0x1F }, .unsupportedFeatureOrParameterValue),
      (parameters(0x1D) { $0.primaryAdvertisingIntervalMin = 0 }, .success),
      (parameters(0) { $0.primaryAdvertisingIntervalMax = 0xFF_FFFF }, .success),
      (parameters(0) { $0.primaryAdvertisingChannelMap = 0xF8 }, .invalidHCICommandParameters),
      (parameters(0) { $0.ownAddressType = 4 }, .invalidHCICommandParameters),
      (parameters(0) { $0.advertisingFilterPolicy = 4 }, .invalidHCICommandParameters),
      (parameters(0) { $0.advertisingTXPower = 21 }, .invalidHCICommandParameters),
      (parameters(0) { $0.primaryAdvertisingPHY = 2 }, .invalidHCICommandParameters),
      (parameters(0) { $0.primaryAdvertisingPHY = 3 }, .unsupportedFeatureOrParameterValue),
      (parameters(0x13) { $0.primaryAdvertisingPHY = 3 }, .invalidHCICommandParameters),
      (parameters(0) { $0.secondaryAdvertisingPHY = 2 }, .success),
      (parameters(0) { $0.secondaryAdvertisingPHY = 3 }, .unsupportedFeatureOrParameterValue),
      (parameters(0) { $0.secondaryAdvertisingPHY = 4 }, .invalidHCICommandParameters),
      (parameters(0x10) { $0.secondaryAdvertisingPHY = 0 }, .success),
      (parameters(0) { $0.advertisingSID = 16 }, .invalidHCICommandParameters),
      (parameters(0) { $0.scanRequestNotificationEnable = 2 }, .invalidHCICommandParameters),
    ] as [(LESetExtendedAdvertisingParametersCommand, ErrorCode)])
  func setParameters(command: LESetExtendedAdvertisingParametersCommand, expected: ErrorCode) {
    let bench = ControllerBench()
    #expect(status(bench, command) == expected)
    let isMade = status(
      bench, LERemoveAdvertisingSetCommand { $0.advertisingHandle = command.advertisingHandle })
    #expect(isMade == (expected == .success ? .success : .unknownAdvertisingIdentifier))
  }

  @Test("a set that is not there is unknown to every command")
  func unknownSet() {
    let bench = ControllerBench()
    #expect(status(bench, LESetAdvertisingSetRandomAddressCommand()) == .unknownAdvertisingIdentifier)
    #expect(status(bench, LESetExtendedAdvertisingDataCommand()) == .unknownAdvertisingIdentifier)
    #expect(status(bench, LESetExtendedScanResponseDataCommand()) == .unknownAdvertisingIdentifier)
    #expect(status(bench, LERemoveAdvertisingSetCommand()) == .unknownAdvertisingIdentifier)
    bench.configure(set: 0)
    bench.enable(sets: [0, 1])
    bench.run(.milliseconds(1))
    let enabling = bench.peripheral.status(of: LESetExtendedAdvertisingEnableCommand.self)
    #expect(enabling == .unknownAdvertisingIdentifier)
    bench.run(.seconds(1))
    #expect(bench.log.frames.isEmpty)
  }

  @Test("what a controller offers can be read, and its sets cleared while none advertises")
  func capacity() throws {
    let bench = ControllerBench()
    bench.peripheral.send(LEReadMaximumAdvertisingDataLengthCommand())
    bench.peripheral.send(LEReadNumberOfSupportedAdvertisingSetsCommand())
    bench.run(.milliseconds(1))
    let answers = bench.peripheral.events.suffix(2).compactMap { event -> String? in
      if case .commandComplete(let event) = event {
        event.returnParameters.map(String.init).joined(separator: " ")
      } else {
        nil
      }
    }
    #expect(answers == ["0 114 6", "0 4"])
    for handle in [0, 1, 2, 3] as [AdvertisingHandle] { bench.configure(set: handle) }
    bench.enable(sets: [1])
    #expect(status(bench, LEClearAdvertisingSetsCommand()) == .commandDisallowed)
    #expect(status(bench, LERemoveAdvertisingSetCommand { $0.advertisingHandle = 1 }) == .commandDisallowed)
    #expect(status(bench, Self.parameters(0) { $0.advertisingHandle = 1 }) == .commandDisallowed)
    #expect(status(bench, LESetExtendedAdvertisingEnableCommand()) == .success)
    #expect(status(bench, LEClearAdvertisingSetsCommand()) == .success)
    #expect(
      status(bench, LERemoveAdvertisingSetCommand { $0.advertisingHandle = 1 })
        == .unknownAdvertisingIdentifier)
  }

  static func part(_ operation: UInt8, _ count: Int) -> LESetExtendedAdvertisingDataCommand {
    LESetExtendedAdvertisingDataCommand {
      ($0.operation, $0.advertisingData) = (operation, [UInt8](repeating: 7, count: count))
    }
  }

  @Test(
    "the parts of the data come in order, and no more of them than a set holds",
    arguments: [
      (0, [(1, 200), (0, 200), (2, 5)], .success), (0, [(0, 5)], .commandDisallowed),
      (0, [(2, 5)], .commandDisallowed), (0, [(3, 0)], .success), (0, [(1, 0)], .invalidHCICommandParameters),
      (0, [(4, 0)], .invalidHCICommandParameters), (0, [(5, 1)], .invalidHCICommandParameters),
      (0, [(1, 251)] + [(UInt8, Int)](repeating: (0, 251), count: 6), .memoryCapacityExceeded),
      (2, [(3, 1)], .invalidHCICommandParameters), (0x13, [(3, 31)], .success),
      (0x13, [(3, 32)], .invalidHCICommandParameters), (0x13, [(1, 5)], .invalidHCICommandParameters),
      (0x15, [(3, 1)], .invalidHCICommandParameters),
    ] as [(AdvertisingEventProperties, [(UInt8, Int)], ErrorCode)])
  func data(properties: AdvertisingEventProperties, parts: [(UInt8, Int)], expected: ErrorCode) {
    let bench = ControllerBench()
    #expect(status(bench, Self.parameters(properties)) == .success)
    for (index, part) in parts.enumerated() {
      let isLast = index + 1 == parts.count
      #expect(status(bench, Self.part(part.0, part.1)) == (isLast ? expected : .success))
    }
  }

  @Test("a set advertises only what is whole and fits")
  func enabling() {
    let bench = ControllerBench()
    let enable = LESetExtendedAdvertisingEnableCommand {
      ($0.enable, $0.sets) = (.enabled, [.init()])
    }
    #expect(status(bench, Self.parameters(0)) == .success)
    #expect(status(bench, Self.part(1, 9)) == .success)
    #expect(status(bench, enable) == .commandDisallowed)
    #expect(status(bench, Self.part(2, 251)) == .success)
    #expect(status(bench, Self.parameters(1)) == .success)
    #expect(status(bench, enable) == .invalidHCICommandParameters)
    #expect(status(bench, Self.part(3, 245)) == .success)
    #expect(status(bench, enable) == .success)
    #expect(status(bench, Self.part(3, 246)) == .packetTooLong)
    #expect(status(bench, Self.part(1, 5)) == .commandDisallowed)
    #expect(status(bench, Self.part(3, 20)) == .success)
    #expect(status(bench, LESetExtendedAdvertisingEnableCommand()) == .success)
    #expect(status(bench, Self.parameters(2)) == .invalidHCICommandParameters)
    #expect(status(bench, Self.part(3, 0)) == .success)
    #expect(status(bench, Self.parameters(2)) == .success)
    #expect(status(bench, enable) == .commandDisallowed)
    #expect(status(bench, Self.parameters(0) { $0.ownAddressType = 1 }) == .success)
    #expect(status(bench, enable) == .invalidHCICommandParameters)
    #expect(status(bench, LESetAdvertisingSetRandomAddressCommand()) == .success)
    #expect(status(bench, enable) == .success)
    var twice = enable
    twice.sets.append(.init())
    #expect(status(bench, twice) == .invalidHCICommandParameters)
    #expect(
      status(bench, LESetExtendedAdvertisingEnableCommand { $0.enable = 1 }) == .invalidHCICommandParameters)
  }

  @Test("data that does not fit between two events on LE Coded is too long")
  func interval() {
    let bench = ControllerBench { _, peripheral in peripheral.identity.phys = 0b111 }
    let coded = Self.parameters(0) {
      ($0.secondaryAdvertisingPHY, $0.primaryAdvertisingIntervalMin) = (3, 0x20)
    }
    #expect(status(bench, coded) == .success)
    let enable = LESetExtendedAdvertisingEnableCommand { ($0.enable, $0.sets) = (.enabled, [.init()]) }
    #expect(status(bench, Self.part(3, 251)) == .success)
    #expect(status(bench, enable) == .packetTooLong)
    #expect(status(bench, Self.part(3, 200)) == .success)
    #expect(status(bench, enable) == .success)
    #expect(status(bench, Self.part(3, 251)) == .packetTooLong)
    #expect(status(bench, LESetExtendedAdvertisingEnableCommand()) == .success)
    #expect(status(bench, Self.parameters(0)) == .success)
    #expect(status(bench, Self.part(1, 251)) == .success)
    #expect(status(bench, Self.part(2, 251)) == .success)
    #expect(status(bench, coded) == .packetTooLong)
  }

  @Test("commands of one family shut out those of the other until a reset")
  func families() {
    let bench = ControllerBench()
    let create = LECreateConnectionCommand {
      $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
    }
    #expect(status(bench, LEReadNumberOfSupportedAdvertisingSetsCommand()) == .success)
    #expect(status(bench, LESetScanParametersCommand()) == .success)
    #expect(status(bench, Self.parameters(0)) == .commandDisallowed)
    #expect(status(bench, LESetExtendedScanParametersCommand()) == .commandDisallowed)
    #expect(status(bench, LESetExtendedScanEnableCommand()) == .commandDisallowed)
    #expect(status(bench, LEExtendedCreateConnectionCommand()) == .commandDisallowed)
    #expect(status(bench, LEClearAdvertisingSetsCommand()) == .commandDisallowed)
    #expect(status(bench, LEReadNumberOfSupportedAdvertisingSetsCommand()) == .success)
    #expect(status(bench, ResetCommand()) == .success)
    #expect(status(bench, Self.parameters(0)) == .success)
    #expect(status(bench, LESetAdvertisingParametersCommand()) == .commandDisallowed)
    #expect(status(bench, LESetAdvertisingDataCommand()) == .commandDisallowed)
    #expect(status(bench, LESetScanResponseDataCommand()) == .commandDisallowed)
    #expect(status(bench, LESetAdvertisingEnableCommand()) == .commandDisallowed)
    #expect(status(bench, LESetScanParametersCommand()) == .commandDisallowed)
    #expect(status(bench, LESetScanEnableCommand()) == .commandDisallowed)
    #expect(status(bench, create) == .commandDisallowed)
  }

  @Test("a controller without the feature does not know the commands")
  func feature() {
    let bench = ControllerBench { _, peripheral in peripheral.identity.features[.extendedAdvertising] = false
    }
    for opcode in Array(UInt16(0x2035)...0x203D) + [0x2041, 0x2042, 0x2043] {
      bench.peripheral.controller.receive(
        .command(CommandPacket(opcode: Opcode(rawValue: opcode), parameters: [])))
      bench.run(.milliseconds(1))
      guard case .commandStatus(let event) = bench.peripheral.events.last else {
        Issue.record("no Command Status for \(opcode)")
        continue
      }
      #expect(event.status == .unknownHCICommand && event.commandOpcode.rawValue == opcode)
    }
    #expect(status(bench, LESetAdvertisingParametersCommand()) == .success)
  }

  static func scan(
    _ phys: PHYSet, _ change: (inout LESetExtendedScanParametersCommand) -> Void = { _ in }
  ) -> LESetExtendedScanParametersCommand {
    LESetExtendedScanParametersCommand {
      $0.scanningPHYs = phys
      $0.phys = (0..<phys.rawValue.nonzeroBitCount).map { _ in .init() }
      change(&$0)
    }
  }

  @Test(
    "scan parameters are accepted or refused as the specification says",
    arguments: [
      (scan(1), .success), (scan(0), .invalidHCICommandParameters),
      (scan(2), .unsupportedFeatureOrParameterValue), (scan(4), .unsupportedFeatureOrParameterValue),
      (scan(0x81), .unsupportedFeatureOrParameterValue),
      (scan(1) { $0.phys[0].scanWindow = 0x11 }, .invalidHCICommandParameters),
      (scan(1) { $0.phys[0].scanInterval = 3 }, .invalidHCICommandParameters),
      (scan(1) { $0.phys[0].scanInterval = 0xFFFF }, .success),
      (scan(1) { $0.phys[0].scanType = 2 }, .invalidHCICommandParameters),
      (scan(1) { $0.scanningFilterPolicy = 2 }, .unsupportedFeatureOrParameterValue),
    ] as [(LESetExtendedScanParametersCommand, ErrorCode)])
  func scanParameters(command: LESetExtendedScanParametersCommand, expected: ErrorCode) {
    #expect(status(ControllerBench(), command) == expected)
  }

  @Test(
    "a scan needs a duration shorter than its period, and a period to filter by",
    arguments: [
      (1, 0, 0, .success), (2, 10, 1, .success), (2, 10, 0, .invalidHCICommandParameters),
      (2, 0, 1, .invalidHCICommandParameters), (0, 128, 1, .invalidHCICommandParameters),
      (0, 127, 1, .success), (3, 0, 0, .invalidHCICommandParameters),
    ] as [(DuplicateFilter, DiscoveryDuration, ScanPeriod, ErrorCode)])
  func scanEnable(
    duplicates: DuplicateFilter, duration: DiscoveryDuration, period: ScanPeriod, expected: ErrorCode
  ) {
    let command = LESetExtendedScanEnableCommand {
      ($0.enable, $0.filterDuplicates, $0.duration, $0.period) = (.enabled, duplicates, duration, period)
    }
    let bench = ControllerBench()
    #expect(status(bench, command) == expected)
    let again = status(bench, Self.scan(1))
    #expect(again == (expected == .success ? .commandDisallowed : .success))
  }

  static func connect(
    _ phys: PHYSet, _ change: (inout LEExtendedCreateConnectionCommand) -> Void = { _ in }
  ) -> LEExtendedCreateConnectionCommand {
    LEExtendedCreateConnectionCommand {
      $0.initiatingPHYs = phys
      $0.phys = (0..<phys.rawValue.nonzeroBitCount).map { _ in
        .init { $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100) }
      }
      change(&$0)
    }
  }

  @Test(
    "a connection is looked for, or not, as the specification says",
    arguments: [
      (connect(1), .success), (connect(3), .success), (connect(2), .invalidHCICommandParameters),
      (connect(0), .invalidHCICommandParameters), (connect(5), .unsupportedFeatureOrParameterValue),
      (connect(8), .unsupportedFeatureOrParameterValue),
      (connect(1) { $0.ownAddressType = 1 }, .invalidHCICommandParameters),
      (connect(1) { $0.initiatorFilterPolicy = 2 }, .invalidHCICommandParameters),
      (connect(1) { $0.phys[0].parameters.timeout = 5 }, .invalidHCICommandParameters),
      (connect(3) { $0.phys[1].parameters.intervalMax = 23 }, .invalidHCICommandParameters),
      (connect(1) { $0.phys[0].scanWindow = 0x61 }, .invalidHCICommandParameters),
    ] as [(LEExtendedCreateConnectionCommand, ErrorCode)])
  func createConnection(command: LEExtendedCreateConnectionCommand, expected: ErrorCode) {
    let bench = ControllerBench()
    #expect(status(bench, command) == expected)
    let again = status(bench, Self.connect(1))
    #expect(again == (expected == .success ? .commandDisallowed : .success))
  }
}
