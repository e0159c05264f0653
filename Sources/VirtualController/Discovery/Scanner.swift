internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel

/// Legacy scanning and initiating: it listens on the primary channels in turn, reports what it hears, and
/// answers the advertiser it is to connect to. [Vol 6, Part B, 4.4.3, 4.4.4]
final class Scanner {
  /// What the host set for scanning.
  struct Parameters {
    var isActive = false
    /// In units of 0.625 ms.
    var interval: UInt16 = 0x10
    /// In units of 0.625 ms.
    var window: UInt16 = 0x10
    var filtersDuplicates = false
    /// Scanning_Filter_Policy
    var filterPolicy: UInt8 = 0
  }

  /// A connection that waits for its advertiser.
  struct Target {
    let peer: DeviceAddress
    let ownAddress: DeviceAddress
    /// In units of 1.25 ms.
    let interval: UInt16
    let latency: UInt16
    /// In units of 10 ms.
    let timeout: UInt16
    /// Initiator_Filter_Policy is 1: any listed device will do.
    var usesFilterAcceptList = false
  }

  /// One advertisement or scan response that was heard.
  struct Report {
    let eventType: UInt8
    let address: DeviceAddress
    let data: [UInt8]
    let rssiDbm: Int8
  }

  private unowned let controller: VirtualController
  private var random: RandomStream
  var parameters = Parameters()
  var ownAddress: DeviceAddress
  private(set) var isScanning = false
  private(set) var target: Target?
  private var channelNumber = 0
  private var isWindowOpen = false
  private var timer: Simulation.Token?
  private var reported: Set<[UInt8]> = []

  init(controller: VirtualController) {
    self.controller = controller
    random = controller.simulation.random.stream("\(controller.description.name).initiating")
    ownAddress = controller.description.address
  }

  func startScanning() {
    isScanning = true
    reported.removeAll()
    openWindow()
  }

  func stopScanning() {
    isScanning = false
    stopIfIdle()
  }

  func startInitiating(_ target: Target) {
    self.target = target
    if !isScanning { openWindow() }
  }

  func cancelInitiating() {
    target = nil
    stopIfIdle()
  }

  /// Forgets what the host set.
  func reset() {
    stopScanning()
    cancelInitiating()
    parameters = Parameters()
    ownAddress = controller.description.address
  }

  private func stopIfIdle() {
    guard !isScanning, target == nil else { return }
    if let timer { controller.simulation.cancel(timer) }
    controller.stopListening(for: .scanner)
  }

  private var channel: ChannelIndex { ChannelIndex.primaryAdvertising[channelNumber] }

  /// Whether scanning may have these times, in units of 0.625 ms. [Vol 4, Part E, 7.8.10]
  static func isLegal(interval: UInt16, window: UInt16) -> Bool {
    (4...0x4000).contains(interval) && (4...interval).contains(window)
  }

  private func openWindow() {
    controller.listen(on: channel, for: .scanner)
    isWindowOpen = true
    after(parameters.window) { scanner in
      guard scanner.parameters.window < scanner.parameters.interval else { return scanner.openNextWindow() }
      scanner.isWindowOpen = false
      scanner.controller.stopListening(for: .scanner)
      scanner.after(scanner.parameters.interval - scanner.parameters.window) { $0.openNextWindow() }
    }
  }

  private func openNextWindow() {
    channelNumber = (channelNumber + 1) % 3
    openWindow()
  }

  /// Has `action` run after a time in units of 0.625 ms, instead of what waits now.
  private func after(_ units: UInt16, _ action: @escaping (Scanner) -> Void) {
    if let timer { controller.simulation.cancel(timer) }
    let time = controller.instant(.microseconds(625 * Int(units)), after: controller.simulation.now)
    timer = controller.simulation.schedule(at: time) { [weak self] in
      if let self { action(self) }
    }
  }

  /// A frame on the channel this device listens on has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?, rssiDbm: Int8) {
    if isWindowOpen { controller.listen(on: channel, for: .scanner) }
    switch pdu {
    case .advInd(let flags, let advertisement):
      let address = DeviceAddress(octets: advertisement.advA, kind: flags.sender)
      if let target, target.peer == address {
        return answer(target, on: frame.channel, chSel: flags.chSel)
      }
      report(Report(eventType: 0, address: address, data: advertisement.advData, rssiDbm: rssiDbm))
      requestScanResponse(from: address, on: frame.channel)
    case .advScanInd(let flags, let advertisement):
      let address = DeviceAddress(octets: advertisement.advA, kind: flags.sender)
      report(Report(eventType: 2, address: address, data: advertisement.advData, rssiDbm: rssiDbm))
      requestScanResponse(from: address, on: frame.channel)
    case .advNonconnInd(let flags, let advertisement):
      let address = DeviceAddress(octets: advertisement.advA, kind: flags.sender)
      report(Report(eventType: 3, address: address, data: advertisement.advData, rssiDbm: rssiDbm))
    case .scanRsp(let flags, let response):
      let address = DeviceAddress(octets: response.advA, kind: flags.sender)
      report(Report(eventType: 4, address: address, data: response.advData, rssiDbm: rssiDbm))
    case .advDirectInd, .scanReq, .connectInd, .advExtInd, .auxConnectRsp, .unknown, nil: break
    }
  }

  private func report(_ report: Report) {
    guard isScanning else { return }
    let key = [report.eventType, report.address.kind.rawValue] + report.address.octets
    if parameters.filtersDuplicates, !reported.insert(key).inserted { return }
    controller.report(report)
  }

  private func requestScanResponse(from address: DeviceAddress, on channel: ChannelIndex) {
    guard isScanning, parameters.isActive else { return }
    let request = AdvertisingPDU.scanReq(
      AdvertisingFlags(sender: ownAddress.kind, target: address.kind),
      ScanReq(scanA: ownAddress.octets, advA: address.octets))
    controller.simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self, self.isScanning, self.controller.isListening(for: .scanner) else { return }
      let frame = self.controller.transmit(request, on: channel)
      self.controller.simulation.schedule(at: frame.end) { [weak self] in
        guard let self, self.isScanning else { return }
        self.controller.listen(on: channel, for: .scanner)
      }
    }
  }

  private func answer(_ target: Target, on channel: ChannelIndex, chSel: UInt8) {
    self.target = nil
    if let timer { controller.simulation.cancel(timer) }
    controller.stopListening(for: .scanner)
    var data = LLData()
    data.accessAddress = AccessAddress.draw(using: &random)
    data.crcInit = UInt32(truncatingIfNeeded: random.next() >> 40)
    data.interval = target.interval
    data.latency = target.latency
    data.timeout = target.timeout
    data.channelMap = DataChannelMap.all.bits
    data.hop = 5 + UInt8(random.next() % 12)
    data.sca = 5
    let usesAlgorithm2 = chSel == 1 && controller.features[.channelSelectionAlgorithm2]
    let request = AdvertisingPDU.connectInd(
      AdvertisingFlags(
        sender: target.ownAddress.kind, target: target.peer.kind,
        chSel: usesAlgorithm2 ? 1 : 0),
      ConnectInd(initA: target.ownAddress.octets, advA: target.peer.octets, llData: data))
    timer = controller.simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self else { return }
      let frame = self.controller.transmit(request, on: channel)
      self.timer = self.controller.simulation.schedule(at: frame.end) { [weak self] in
        guard let self else { return }
        self.controller.connect(
          Connection.Origin(
            role: .central, handle: self.controller.nextHandle(), peer: target.peer, parameters: data,
            usesAlgorithm2: usesAlgorithm2, connectEnd: frame.end))
        if self.isScanning { self.openWindow() }
      }
    }
  }
}
