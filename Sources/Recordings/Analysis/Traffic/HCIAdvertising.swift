internal import Capture
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Wire

/// The advertising that the HCI of one controller shows: what it hears, and what its host has it send.
struct HCIAdvertising {
  private typealias ExtendedReport = LEExtendedAdvertisingReportEvent.Report

  private static let longestData = 1650
  private static let openLimit = 32

  private let source: Int
  private let interface: Int
  private let name: String?
  private let table: AdvertiserTable
  /// Data that comes in parts.
  private var parts: [(key: AdvertiserTable.Key, isResponse: Bool, data: [UInt8])] = []
  /// The kind of own address that advertising was asked to use; nil before.
  private(set) var ownAddressType: OwnAddressType?

  init(source: Int, interface: Int, name: String?, table: AdvertiserTable) {
    self.source = source
    self.interface = interface
    self.name = name
    self.table = table
  }

  private func key(
    _ shownBy: RecordedAdvertiser.Source, _ address: DeviceAddress?, _ set: UInt8?
  ) -> AdvertiserTable.Key {
    AdvertiserTable.Key(source: source, interface: interface, shownBy: shownBy, address: address, set: set)
  }

  // MARK: What the controller hears

  /// Takes the reports of legacy scanning.
  mutating func take(_ event: LEAdvertisingReportEvent, _ frame: RecordedFrame) {
    for report in event.reports {
      let key = key(.reports, report.address.asPublicOrRandom, nil)
      let data = AdvertisingData(parsing: report.data)
      guard report.eventType != .scanResponse else {
        table.change(key) { $0.scanResponse.see(data, frame.number) }
        continue
      }
      update(key, Self.properties(ofLegacy: report.eventType), rssi: report.rssi, frame) {
        if report.eventType != .directed { $0.see(data: data, frame.number) }
      }
    }
  }

  private static func properties(ofLegacy eventType: AdvertisingReportType) -> AdvertisingEventProperties {
    switch eventType {
    case .connectable: .advInd
    case .directed: .advDirectInd
    case .scannable: .advScanInd
    default: .advNonconnInd
    }
  }

  private func update(
    _ key: AdvertiserTable.Key, _ properties: AdvertisingEventProperties, rssi: ReceivedPowerLevel,
    _ frame: RecordedFrame,
    _ body: (inout RecordedAdvertiser) -> Void
  ) {
    table.update(key, interface: name, properties, frame: frame.number) {
      $0.count += 1
      $0.properties = properties
      // A report tells no channel, so that all count as one.
      $0.see(frame.time, channel: .max)
      if let signal = rssi.dbm { $0.see(signal: signal) }
      body(&$0)
    }
  }

  /// Takes the reports of extended scanning.
  mutating func take(_ event: LEExtendedAdvertisingReportEvent, _ frame: RecordedFrame) {
    for report in event.reports { take(report, frame) }
  }

  private mutating func take(_ report: ExtendedReport, _ frame: RecordedFrame) {
    let address = report.address.kind == .anonymous ? nil : report.address.asPublicOrRandom
    let key = key(
      .reports, address, report.advertisingSID == .absent ? nil : report.advertisingSID.rawValue)
    let isResponse = report.eventType.contains(.scanResponse)
    let before = parts.firstIndex { $0.key == key && $0.isResponse == isResponse }
    let data = Array(((before.map { parts[$0].data } ?? []) + report.data).prefix(Self.longestData))
    if let before { parts.remove(at: before) }
    // Data that the controller truncated shows nothing of what is behind.
    let status = report.eventType.dataStatus
    let isPartial = status == .moreToCome
    if isPartial {
      if parts.count == Self.openLimit { parts.removeFirst() }
      parts.append((key, isResponse, data))
    }
    let properties = AdvertisingEventProperties(rawValue: report.eventType.rawValue)
      .intersection(.reported)
    guard !isResponse else {
      guard status == .complete else { return }
      table.change(key) { $0.scanResponse.see(AdvertisingData(parsing: data), frame.number) }
      return
    }
    guard before == nil || !isPartial else { return }
    update(key, properties, rssi: report.rssi, frame) {
      if before != nil { $0.count -= 1 }
      if report.txPower != .unknown { $0.txPower.see(report.txPower, frame.number) }
      if status == .complete { $0.see(data: AdvertisingData(parsing: data), frame.number) }
    }
  }

  // MARK: What the host has sent

  /// Takes a command that is about advertising, or asks for a connection to an advertiser; others change nothing.
  mutating func take(_ packet: CommandPacket, _ frame: RecordedFrame) throws(WireError) {
    switch packet.opcode {
    case .leCreateConnection:
      table.expectConnection(with: try LECreateConnectionCommand(packet).peerAddress.asPublicOrRandom)
    case .leExtendedCreateConnection:
      table.expectConnection(with: try LEExtendedCreateConnectionCommand(packet).peerAddress.asPublicOrRandom)
    case .leSetAdvertisingParameters:
      let command = try LESetAdvertisingParametersCommand(packet)
      ownAddressType = command.ownAddressType
      let properties = AdvertisingEventProperties(command.advertisingType) ?? .advNonconnInd
      see(
        nil, properties, PrimaryAdvertisingInterval(command.advertisingIntervalMin),
        PrimaryAdvertisingInterval(command.advertisingIntervalMax), frame)
    case .leSetAdvertisingData:
      let command = try LESetAdvertisingDataCommand(packet)
      see(command.advertisingData.prefix(Int(command.advertisingDataLength)), isResponse: false, nil, frame)
    case .leSetScanResponseData:
      let command = try LESetScanResponseDataCommand(packet)
      see(command.scanResponseData.prefix(Int(command.scanResponseDataLength)), isResponse: true, nil, frame)
    case .leSetExtendedAdvertisingParameters:
      let command = try LESetExtendedAdvertisingParametersCommand(packet)
      ownAddressType = command.ownAddressType
      see(
        command.advertisingHandle.rawValue, command.advertisingEventProperties,
        command.primaryAdvertisingIntervalMin, command.primaryAdvertisingIntervalMax, frame)
    case .leSetExtendedAdvertisingData:
      let command = try LESetExtendedAdvertisingDataCommand(packet)
      see(
        command.advertisingData[...], isResponse: false, command.advertisingHandle.rawValue, frame,
        AdvertisingDataOperation(rawValue: command.operation) ?? .complete)
    case .leSetExtendedScanResponseData:
      let command = try LESetExtendedScanResponseDataCommand(packet)
      see(
        command.scanResponseData[...], isResponse: true, command.advertisingHandle.rawValue, frame,
        AdvertisingDataOperation(rawValue: command.operation) ?? .complete)
    default: break
    }
  }

  private func see(
    _ set: UInt8?, _ properties: AdvertisingEventProperties, _ intervalMin: PrimaryAdvertisingInterval,
    _ intervalMax: PrimaryAdvertisingInterval, _ frame: RecordedFrame
  ) {
    let properties = properties.intersection(.reported)
    table.update(key(.commands, nil, set), interface: name, properties, frame: frame.number) {
      $0.count += 1
      $0.properties = properties
      $0.interval.see(
        .init(
          minMicroseconds: Double(intervalMin.microseconds), maxMicroseconds: Double(intervalMax.microseconds)
        ),
        frame.number)
    }
  }

  private mutating func see(
    _ octets: ArraySlice<UInt8>, isResponse: Bool, _ set: UInt8?, _ frame: RecordedFrame,
    _ operation: AdvertisingDataOperation = .complete
  ) {
    guard operation != .unchanged else { return }
    let key = key(.commands, nil, set)
    var data = Array(octets)
    if let place = parts.firstIndex(where: { $0.key == key && $0.isResponse == isResponse }) {
      let before = parts.remove(at: place)
      if operation == .intermediateFragment || operation == .lastFragment { data = before.data + data }
    }
    guard operation == .complete || operation == .lastFragment else {
      if parts.count == Self.openLimit { parts.removeFirst() }
      parts.append((key, isResponse, Array(data.prefix(Self.longestData))))
      return
    }
    let shown = AdvertisingData(parsing: data)
    table.update(key, interface: name, .legacy, frame: frame.number) {
      $0.count += 1
      $0.see(shown, isResponse: isResponse, frame.number)
    }
  }
}
