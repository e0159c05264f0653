internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// What comes on the primary channels.
extension Scanner {
  func receivePrimary(_ frame: AirFrame, _ pdu: AdvertisingPDU?, rssi: ReceivedPowerLevel) {
    let questioned = questioned
    self.questioned = nil
    var heard = Advertisement()
    (heard.isLegacy, heard.rssi, heard.primaryPHY) = (true, rssi, frame.phy)
    switch pdu {
    case .advInd(let flags, let advertisement):
      (heard.isConnectable, heard.isScannable) = (true, true)
      hear(heard, flags, advertisement, on: frame.channel)
    case .advScanInd(let flags, let advertisement):
      heard.isScannable = true
      hear(heard, flags, advertisement, on: frame.channel)
    case .advNonconnInd(let flags, let advertisement):
      hear(heard, flags, advertisement, on: frame.channel)
    case .advDirectInd(let flags, let advertisement):
      heard.isConnectable = true
      heard.target = DeviceAddress(advertisement.targetA, kind: flags.target)
      hear(heard, flags, AdvInd(advA: advertisement.advA, advData: []), on: frame.channel)
    case .scanRsp(let flags, let response):
      guard var heard = questioned,
        heard.address == DeviceAddress(response.advA, kind: flags.sender)
      else { return }
      (heard.isScanResponse, heard.rssi, heard.data) = (true, rssi, response.advData)
      report(heard)
    case .advExtInd(let flags, let payload):
      hearExtended(flags, payload, frame, rssi: rssi)
    case .scanReq, .connectInd, .auxConnectRsp, .unknown, nil: break
    }
  }

  private func hear(
    _ heard: Advertisement, _ flags: AdvertisingFlags, _ advertisement: AdvInd, on channel: ChannelIndex
  ) {
    let address = DeviceAddress(advertisement.advA, kind: flags.sender)
    var heard = heard
    (heard.address, heard.data) = (address, advertisement.advData)
    heard.sender = controller.identify(address)
    if let target, let sender = heard.sender, wants(heard, for: target) {
      return answer(target, sender, on: channel, chSel: flags.chSel)
    }
    report(heard)
    if heard.isScannable { requestScanResponse(of: heard, on: channel) }
  }

  private func requestScanResponse(of heard: Advertisement, on channel: ChannelIndex) {
    guard isActive(on: .le1M), accepts(heard), let address = heard.address else { return }
    let own = ownAddress(toward: heard.sender)
    let request = AdvertisingPDU.scanReq(
      AdvertisingFlags(sender: own.kind, target: address.kind),
      ScanReq(scanA: own.bdAddr, advA: address.bdAddr))
    simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self, self.isReporting, self.controller.isListening(for: .scanner),
        self.following?.isTuned != true
      else { return }
      let frame = self.controller.transmit(request, on: channel)
      self.simulation.schedule(at: frame.end) { [weak self] in
        guard let self, self.isReporting, self.following?.isTuned != true else { return }
        self.questioned = heard
        self.controller.listen(on: channel, for: .scanner)
      }
    }
  }

  /// ADV_EXT_IND: the advertisement itself is where its AuxPtr leads, or it has no data.
  private func hearExtended(
    _ flags: AdvertisingFlags, _ payload: AdvExtInd, _ frame: AirFrame, rssi: ReceivedPowerLevel
  ) {
    guard following == nil, isReporting && isExtended || target?.isExtended == true else { return }
    var heard = Advertisement()
    (heard.primaryPHY, heard.rssi) = (frame.phy, rssi)
    heard.take(flags, payload)
    heard.sender = heard.address.flatMap(controller.identify)
    guard let pointer = payload.auxPtr else { return report(heard) }
    follow(pointer, of: frame, Following(advertisement: heard, phase: .advInd))
  }
}

extension Advertisement {
  /// Takes over what the header of a PDU says; what it leaves out stays.
  mutating func take(_ flags: AdvertisingFlags, _ payload: AdvExtInd) {
    isConnectable = payload.advMode == .connectable
    isScannable = payload.advMode == .scannable
    if let advA = payload.advA { address = DeviceAddress(advA, kind: flags.sender) }
    if let targetA = payload.targetA { target = DeviceAddress(targetA, kind: flags.target) }
    if let adi = payload.adi { dataInfo = adi }
    if let power = payload.txPower { txPower = power }
    if let interval = payload.syncInfo?.interval { periodicInterval = interval }
  }
}

/// One advertisement or scan response that was heard, whole or as far as it came.
struct Advertisement {
  var isConnectable = false
  var isScannable = false
  var isScanResponse = false
  var isLegacy = false
  /// What the advertiser calls itself; nil if it does not tell.
  var address: DeviceAddress?
  /// Who that is; nil if it does not tell, or is not to be listened to.
  var sender: VirtualController.Seen?
  /// The one device that is meant.
  var target: DeviceAddress?
  var primaryPHY = PHY.le1M
  var secondaryPHY: PHY?
  /// ADI.
  var dataInfo: AdvertisingDataInfo?
  var txPower: TransmitPowerLevel?
  var periodicInterval = PeriodicAdvertisingInterval.absent
  var rssi = ReceivedPowerLevel.unavailable
  var data: [UInt8] = []
  /// Whether data is missing at the end.
  var isTruncated = false

  /// Event_Type of LE Extended Advertising Report without the data status. [Vol 4, Part E, 7.7.65.13]
  private var kind: ExtendedReportType {
    var kind: ExtendedReportType = isConnectable ? .connectable : []
    if isScannable { kind.insert(.scannable) }
    if target != nil { kind.insert(.directed) }
    if isScanResponse { kind.insert(.scanResponse) }
    if isLegacy { kind.insert(.legacy) }
    return kind
  }

  /// What two reports have in common that a host calls duplicates. [Vol 6, Part B, 4.4.3.5]
  struct Identity: Hashable {
    let kind: ExtendedReportType
    let sender: DeviceAddress?
    let dataInfo: AdvertisingDataInfo?
  }

  var identity: Identity { Identity(kind: kind, sender: sender?.identity, dataInfo: dataInfo) }

  /// Event_Type of LE Advertising Report. [Vol 4, Part E, 7.7.65.2]
  private var legacyEventType: AdvertisingReportType {
    if isScanResponse { return .scanResponse }
    if target != nil { return .directed }
    return isConnectable ? .connectable : isScannable ? .scannable : .nonConnectable
  }

  /// The report to a host that scans with the legacy commands.
  var legacyReport: LEAdvertisingReportEvent.Report {
    .init {
      $0.eventType = legacyEventType
      $0.address = sender?.reported ?? DeviceAddress()
      $0.data = data
      $0.rssi = rssi
    }
  }

  /// The reports to a host that scans with the extended commands, each with as much data as it holds.
  var extendedReports: [LEExtendedAdvertisingReportEvent.Report] {
    typealias Report = LEExtendedAdvertisingReportEvent.Report
    let maximum = Report.maximumDataLength
    let starts = Array(stride(from: 0, to: max(1, data.count), by: maximum))
    return starts.map { start in
      let isLast = start == starts.last
      let status: AdvertisingDataStatus = isLast ? (isTruncated ? .truncated : .complete) : .moreToCome
      return Report {
        $0.eventType = kind
        $0.eventType.dataStatus = status
        $0.address = sender?.reported ?? DeviceAddress(0, kind: .anonymous)
        $0.primaryPHY = PHYNumber(primaryPHY)
        $0.secondaryPHY = secondaryPHY.map { phy in PHYNumber(phy) } ?? 0
        $0.advertisingSID = dataInfo?.sid ?? .absent
        $0.txPower = txPower ?? .unknown
        $0.rssi = rssi
        $0.periodicAdvertisingInterval = periodicInterval
        $0.directAddress = target ?? DeviceAddress()
        $0.data = Array(data[start..<min(start + maximum, data.count)])
      }
    }
  }
}
