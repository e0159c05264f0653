internal import Capture
internal import CoreTypes
internal import HCI
internal import HostStack
internal import LinkLayer

/// The advertising that one interface of the air shows.
struct AirAdvertising {
  private static let longestData = 1650

  private let source: Int
  private let interface: Int
  private let name: String?
  private let table: AdvertiserTable
  /// The last extended set of each Advertising_SID, and its data so far.
  private var chains:
    [(adi: AdvertisingDataInfo, key: AdvertiserTable.Key, isResponse: Bool, data: [UInt8])] = []

  init(source: Int, interface: Int, name: String?, table: AdvertiserTable) {
    self.source = source
    self.interface = interface
    self.name = name
    self.table = table
  }

  /// Takes a PDU of an advertising channel.
  mutating func take(_ pdu: AdvertisingPDU, _ frame: RecordedFrame, _ reception: LinkReception) {
    switch pdu {
    case .advInd(let flags, let pdu):
      legacy(pdu, flags, [.connectable, .scannable, .legacy], frame, reception)
    case .advScanInd(let flags, let pdu):
      legacy(pdu, flags, [.scannable, .legacy], frame, reception)
    case .advNonconnInd(let flags, let pdu):
      legacy(pdu, flags, .legacy, frame, reception)
    case .advDirectInd(let flags, let pdu):
      update(pdu.advA, flags, nil, [.connectable, .directed, .legacy], frame, reception)
    case .scanRsp(let flags, let pdu):
      table.change(key(pdu.advA, flags, nil)) {
        $0.scanResponse.see(AdvertisingData(parsing: pdu.advData), frame.number)
      }
    case .advExtInd(let flags, let pdu): extended(pdu, flags, frame, reception)
    default: break
    }
  }

  private func key(_ address: BDADDR?, _ flags: LinkLayer.AdvertisingFlags, _ sid: AdvertisingSID?)
    -> AdvertiserTable.Key
  {
    AdvertiserTable.Key(
      source: source, interface: interface, shownBy: .air,
      address: address.map { DeviceAddress($0, kind: flags.sender) }, set: sid?.rawValue)
  }

  private func legacy(
    _ pdu: AdvInd, _ flags: LinkLayer.AdvertisingFlags, _ properties: AdvertisingEventProperties,
    _ frame: RecordedFrame, _ reception: LinkReception
  ) {
    update(pdu.advA, flags, nil, properties, frame, reception) {
      $0.see(data: AdvertisingData(parsing: pdu.advData), frame.number)
    }
  }

  private func update(
    _ address: BDADDR?, _ flags: LinkLayer.AdvertisingFlags, _ sid: AdvertisingSID?,
    _ properties: AdvertisingEventProperties, _ frame: RecordedFrame, _ reception: LinkReception,
    _ body: (inout RecordedAdvertiser) -> Void = { _ in }
  ) {
    table.update(key(address, flags, sid), interface: name, properties, frame: frame.number) {
      $0.count += 1
      $0.properties = properties
      $0.see(frame.time, channel: reception.rfChannel ?? .max)
      if let signal = reception.signalDbm { $0.see(signal: signal) }
      body(&$0)
    }
  }

  // MARK: Extended advertising

  private mutating func extended(
    _ pdu: AdvExtInd, _ flags: LinkLayer.AdvertisingFlags, _ frame: RecordedFrame, _ reception: LinkReception
  ) {
    guard case .auxiliary(let kind) = reception.channel else { return primary(pdu, flags, frame, reception) }
    switch kind {
    case .advInd, .scanRsp:
      let known = chains.first { $0.adi.sid == pdu.adi?.sid }?.key
      let key =
        pdu.advA == nil && known != nil
        ? known ?? key(nil, flags, pdu.adi?.sid)
        : key(pdu.advA, flags, pdu.adi?.sid)
      begin(pdu, key, isResponse: kind == .scanRsp, frame, reception)
    case .chainInd:
      guard let place = chains.firstIndex(where: { $0.adi == pdu.adi }) else { return }
      chains[place].data = Array((chains[place].data + pdu.advData).prefix(Self.longestData))
      if pdu.auxPtr == nil { finish(chains[place], frame.number) }
    // The packet before it describes what follows.
    case .syncInd: break
    }
  }

  /// A packet on a primary channel has no data of its own, and tells when the event begins.
  private mutating func primary(
    _ pdu: AdvExtInd, _ flags: LinkLayer.AdvertisingFlags, _ frame: RecordedFrame, _ reception: LinkReception
  ) {
    guard let adi = pdu.adi else { return }
    let known = chains.first {
      $0.adi.sid == adi.sid && (pdu.advA == nil || $0.key.address?.bdAddr == pdu.advA)
    }
    guard let key = known?.key else { return }
    table.change(key) {
      $0.see(frame.time, channel: reception.rfChannel ?? .max)
      if let power = pdu.txPower { $0.txPower.see(power, frame.number) }
    }
  }

  private mutating func begin(
    _ pdu: AdvExtInd, _ key: AdvertiserTable.Key, isResponse: Bool, _ frame: RecordedFrame,
    _ reception: LinkReception
  ) {
    var properties: AdvertisingEventProperties = []
    if pdu.advMode.contains(.connectable) { properties.insert(.connectable) }
    if pdu.advMode.contains(.scannable) { properties.insert(.scannable) }
    if pdu.targetA != nil { properties.insert(.directed) }
    table.update(key, interface: name, properties, frame: frame.number) {
      if !isResponse {
        $0.count += 1
        $0.properties = properties
      }
      if let power = pdu.txPower { $0.txPower.see(power, frame.number) }
      if let signal = reception.signalDbm { $0.see(signal: signal) }
    }
    let chain = (adi: pdu.adi ?? AdvertisingDataInfo(), key: key, isResponse: isResponse, data: pdu.advData)
    if pdu.auxPtr == nil { finish(chain, frame.number) }
    guard pdu.adi != nil else { return }
    chains.removeAll { $0.adi.sid == chain.adi.sid }
    chains.append(chain)
  }

  private func finish(
    _ chain: (adi: AdvertisingDataInfo, key: AdvertiserTable.Key, isResponse: Bool, data: [UInt8]),
    _ frame: Int
  ) {
    let data = AdvertisingData(parsing: chain.data)
    table.change(chain.key) { $0.see(data, isResponse: chain.isResponse, frame) }
  }
}
