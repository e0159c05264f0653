import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

/// How tests advertise, scan and connect with the extended commands.
extension ControllerBench {
  typealias Report = LEExtendedAdvertisingReportEvent.Report

  /// Makes or changes an advertising set of the peripheral.
  func configure(
    set handle: AdvertisingHandle = 0, _ properties: AdvertisingEventProperties = [],
    interval: PrimaryAdvertisingInterval = 0x20,
    _ change: (inout LESetExtendedAdvertisingParametersCommand) -> Void = { _ in }
  ) {
    var command = LESetExtendedAdvertisingParametersCommand()
    command.advertisingHandle = handle
    command.advertisingEventProperties = properties
    (command.primaryAdvertisingIntervalMin, command.primaryAdvertisingIntervalMax) = (interval, interval)
    command.advertisingSID = AdvertisingSID(rawValue: handle.rawValue)
    change(&command)
    peripheral.send(command)
  }

  /// Gives a set its data in parts of 251 octets.
  func give(set handle: AdvertisingHandle = 0, _ data: [UInt8]) {
    for (operation, part) in Self.parts(data) {
      peripheral.send(
        LESetExtendedAdvertisingDataCommand {
          ($0.advertisingHandle, $0.operation, $0.advertisingData) = (handle, operation, part)
        })
    }
  }

  func give(set handle: AdvertisingHandle = 0, scanResponse data: [UInt8]) {
    for (operation, part) in Self.parts(data) {
      peripheral.send(
        LESetExtendedScanResponseDataCommand {
          ($0.advertisingHandle, $0.operation, $0.scanResponseData) = (handle, operation, part)
        })
    }
  }

  private static func parts(_ data: [UInt8]) -> [(operation: UInt8, octets: [UInt8])] {
    let starts = Array(stride(from: 0, to: max(1, data.count), by: 251))
    return starts.map { start in
      let operation: AdvertisingDataOperation =
        starts.count == 1
        ? .complete
        : start == 0 ? .firstFragment : start == starts.last ? .lastFragment : .intermediateFragment
      return (operation.rawValue, Array(data[start..<min(start + 251, data.count)]))
    }
  }

  func enable(
    sets handles: [AdvertisingHandle] = [0], duration: DiscoveryDuration = .endless, maxEvents: UInt8 = 0,
    _ isOn: Bool = true
  ) {
    peripheral.send(
      LESetExtendedAdvertisingEnableCommand {
        $0.enable = EnableState(isOn)
        $0.sets = handles.map { handle in
          .init {
            ($0.advertisingHandle, $0.duration, $0.maxExtendedAdvertisingEvents) = (
              handle, duration, maxEvents
            )
          }
        }
      })
  }

  /// The central scans on `phys`, without a pause.
  func scan(
    isActive: Bool = false, phys: [PHY] = [.le1M], duplicates: DuplicateFilter = .off,
    duration: DiscoveryDuration = .endless,
    period: ScanPeriod = .once, filterPolicy: ScanningFilterPolicy = .unfiltered
  ) {
    central.send(
      LESetExtendedScanParametersCommand {
        $0.scanningFilterPolicy = filterPolicy
        $0.scanningPHYs = PHYSet(phys.map { PHYSet($0) })
        $0.phys = phys.map { _ in
          .init {
            ($0.scanType, $0.scanInterval, $0.scanWindow) = (isActive ? .active : .passive, 0x60, 0x60)
          }
        }
      })
    central.send(
      LESetExtendedScanEnableCommand {
        ($0.enable, $0.filterDuplicates, $0.duration, $0.period) = (.enabled, duplicates, duration, period)
      })
  }

  /// The central looks for the peripheral to connect to.
  func initiateExtended(
    phys: [PHY] = [.le1M], filterPolicy: InitiatorFilterPolicy = .peerAddress,
    interval: ConnectionInterval = 24
  ) {
    central.send(
      LEExtendedCreateConnectionCommand {
        $0.initiatorFilterPolicy = filterPolicy
        $0.peerAddress.bdAddr = peripheralAddress.bdAddr
        $0.initiatingPHYs = PHYSet(phys.map { PHYSet($0) })
        $0.phys = phys.map { _ in
          .init {
            $0.parameters = ConnectionParameterRange(interval: interval, timeout: 100)
          }
        }
      })
  }

  var centralAddress: DeviceAddress { central.controller.description.address }
  var peripheralAddress: DeviceAddress { peripheral.controller.description.address }

  /// What the central's host has heard.
  var reports: [Report] {
    central.events.flatMap { event -> [Report] in
      if case .leExtendedAdvertisingReport(let event) = event { event.reports } else { [] }
    }
  }

  /// The data of the reports up to each one that ends an advertisement, with its data status.
  var advertisements: [(report: Report, data: [UInt8], status: AdvertisingDataStatus)] {
    var whole: [(report: Report, data: [UInt8], status: AdvertisingDataStatus)] = []
    var data: [UInt8] = []
    for report in reports {
      data += report.data
      let status = report.eventType.dataStatus
      guard status != .moreToCome else { continue }
      whole.append((report, data, status))
      data = []
    }
    return whole
  }

  /// What the peripheral's host heard of sets that stopped.
  var terminations: [LEAdvertisingSetTerminatedEvent] {
    peripheral.events.compactMap {
      if case .leAdvertisingSetTerminated(let event) = $0 { event } else { nil }
    }
  }
}

extension AirLog {
  /// The advertising frames with their PDUs.
  func advertisements() throws -> [(frame: AirFrame, pdu: AdvertisingPDU)] {
    try frames.filter { $0.direction.isAdvertising }.map { ($0, try AdvertisingPDU(decoding: $0.octets)) }
  }

  /// The frames on secondary channels of one kind.
  func auxiliary(_ kind: AirFrame.AuxiliaryPDU) -> [AirFrame] {
    frames.filter { $0.direction == .auxiliary(kind) }
  }
}
