import CoreTypes
import HCI
import Notation
import ProjectFiles
import Testing
import Wire

/// What Bumble laid out, against the same packets of ours; Tests/Fixtures/README.md says how they came.
@Suite("Extended advertising over HCI") struct ExtendedAdvertisingTests {
  private struct Vector: Decodable {
    var id: String
    var h4Hex: String
  }

  private static let packets: [(id: String, packet: HCIPacket)] = commands + answers + events

  private static let commands: [(id: String, packet: HCIPacket)] = [
    (
      "set-random-address",
      LESetAdvertisingSetRandomAddressCommand {
        ($0.advertisingHandle, $0.randomAddress) = (3, 0xC605_0403_0201)
      }.packet
    ),
    ("parameters", parameters.packet),
    (
      "advertising-data",
      LESetExtendedAdvertisingDataCommand {
        ($0.advertisingHandle, $0.operation, $0.fragmentPreference) = (1, 2, 1)
        $0.advertisingData = [2, 1, 6, 9]
      }.packet
    ),
    (
      "scan-response-data",
      LESetExtendedScanResponseDataCommand {
        ($0.advertisingHandle, $0.operation, $0.scanResponseData) = (4, 1, [3, 9, 0x41, 0x42])
      }.packet
    ),
    (
      "enable-two-sets",
      LESetExtendedAdvertisingEnableCommand {
        $0.enable = 1
        let sets: [(AdvertisingHandle, DiscoveryDuration, UInt8)] = [(1, 0x0304, 7), (2, 0x0506, 8)]
        $0.sets = sets.map { handle, duration, events in
          .init {
            ($0.advertisingHandle, $0.duration, $0.maxExtendedAdvertisingEvents) = (handle, duration, events)
          }
        }
      }.packet
    ),
    ("disable-all", LESetExtendedAdvertisingEnableCommand().packet),
    ("read-maximum-length", LEReadMaximumAdvertisingDataLengthCommand().packet),
    ("read-number-of-sets", LEReadNumberOfSupportedAdvertisingSetsCommand().packet),
    ("remove-set", LERemoveAdvertisingSetCommand { $0.advertisingHandle = 5 }.packet),
    ("clear-sets", LEClearAdvertisingSetsCommand().packet),
    (
      "scan-parameters",
      LESetExtendedScanParametersCommand {
        ($0.ownAddressType, $0.scanningFilterPolicy, $0.scanningPHYs) = (1, 1, 5)
        $0.phys = [(.active, 0x0203, 0x0102), (.passive, 0x0405, 0x0304)].map {
          (type: ScanType, interval: ScanTime, window: ScanTime) in
          .init { ($0.scanType, $0.scanInterval, $0.scanWindow) = (type, interval, window) }
        }
      }.packet
    ),
    (
      "scan-enable",
      LESetExtendedScanEnableCommand {
        ($0.enable, $0.filterDuplicates, $0.duration, $0.period) = (1, 2, 0x0304, 0x0506)
      }.packet
    ),
    ("create-connection", createConnection.packet),
  ]

  private static let parameters = LESetExtendedAdvertisingParametersCommand {
    ($0.advertisingHandle, $0.advertisingEventProperties) = (2, 0x0145)
    ($0.primaryAdvertisingIntervalMin, $0.primaryAdvertisingIntervalMax) = (0x01_0203, 0x04_0506)
    ($0.primaryAdvertisingChannelMap, $0.ownAddressType) = (5, 1)
    ($0.peerAddress.bdAddr, $0.advertisingFilterPolicy) = (0x0708_090A_0B0C, 2)
    ($0.advertisingTXPower, $0.primaryAdvertisingPHY) = (-10, 3)
    ($0.secondaryAdvertisingMaxSkip, $0.secondaryAdvertisingPHY, $0.advertisingSID) = (13, 2, 14)
    $0.scanRequestNotificationEnable = .enabled
  }

  private static let createConnection = LEExtendedCreateConnectionCommand {
    ($0.initiatorFilterPolicy, $0.ownAddressType) = (1, 2)
    ($0.peerAddress, $0.initiatingPHYs) = (DeviceAddress(0xC102_0304_0506, kind: .random), 3)
    $0.phys = [
      .init {
        ($0.scanInterval, $0.scanWindow) = (0x0102, 0x0304)
        $0.parameters = ConnectionParameterRange(
          intervalMin: 0x0506, intervalMax: 0x0708, latency: 0x090A, timeout: 0x0B0C)
        ($0.ceLengths.min, $0.ceLengths.max) = (0x0D0E, 0x0F10)
      },
      .init {
        ($0.scanInterval, $0.scanWindow) = (0x1112, 0x1314)
        $0.parameters = ConnectionParameterRange(
          intervalMin: 0x1516, intervalMax: 0x1718, latency: 0x191A, timeout: 0x1B1C)
        ($0.ceLengths.min, $0.ceLengths.max) = (0x1D1E, 0x1F20)
      },
    ]
  }

  private static let answers: [(id: String, packet: HCIPacket)] = [
    (
      "parameters-return",
      LESetExtendedAdvertisingParametersCommand.commandComplete(.init { $0.selectedTXPower = -9 })
    ),
    (
      "maximum-length-return",
      LEReadMaximumAdvertisingDataLengthCommand.commandComplete(.init { $0.maxAdvertisingDataLength = 1650 })
    ),
    (
      "number-of-sets-return",
      LEReadNumberOfSupportedAdvertisingSetsCommand.commandComplete(
        .init { $0.numSupportedAdvertisingSets = 4 })
    ),
  ]

  private static let events: [(id: String, packet: HCIPacket)] = [
    (
      "report",
      LEExtendedAdvertisingReportEvent {
        $0.reports = [
          .init {
            ($0.eventType, $0.address) = (0x23, DeviceAddress(0xC102_0304_0506, kind: .random))
            ($0.secondaryPHY, $0.advertisingSID, $0.txPower, $0.rssi) = (2, 11, 12, -44)
            ($0.periodicAdvertisingInterval, $0.directAddress.bdAddr) = (0x0D0E, 0x1112_1314_1516)
            $0.data = [0xAA, 0xBB]
          },
          .init { ($0.eventType, $0.address.bdAddr, $0.rssi) = (0x10, 0x0102_0304_0506, -100) },
        ]
      }.packet
    ),
    (
      "set-terminated",
      LEAdvertisingSetTerminatedEvent {
        ($0.status, $0.advertisingHandle, $0.connectionHandle) = (.limitReached, 2, 0x0304)
        $0.numCompletedExtendedAdvertisingEvents = 5
      }.packet
    ),
  ]

  @Test("every packet is laid out as Bumble does it")
  func packetLaid() throws {
    let vectors = try Fixture("vectors-extended-advertising.json").decode([Vector].self, "vectors")
    #expect(vectors.map(\.id) == Self.packets.map(\.id))
    for (vector, own) in zip(vectors, Self.packets) {
      #expect(own.packet.h4Encoded.hex() == vector.h4Hex, "\(vector.id)")
    }
  }

  @Test("blocks for a PHY stand as often as bits are set, reserved ones too")
  func phyBlocks() throws {
    let octets: [UInt8] = [0, 0, 0x81, 1, 2, 0, 3, 0, 0, 4, 0, 5, 0]
    let command = try LESetExtendedScanParametersCommand(decoding: octets)
    #expect(command.phys.map(\.scanInterval) == [2, 4])
    #expect(command.encoded() == octets)
    #expect(throws: WireError.self) { try LESetExtendedScanParametersCommand(decoding: octets.dropLast(5)) }
    #expect(throws: WireError.trailing(octets: 1)) {
      try LESetExtendedScanParametersCommand(decoding: octets + [0])
    }
  }
}
