internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel

/// Legacy advertising: an ADV_IND on each primary channel, and an ear for who answers. [Vol 6, Part B, 4.4.2]
final class Advertiser {
  /// What the host set for advertising.
  struct Parameters {
    /// In units of 0.625 ms.
    var interval: UInt16 = 0x0800
    var type: AdvertisingType = .connectableScannable
    var ownAddress: DeviceAddress
    /// Bits 0 to 2 for channels 37 to 39.
    var channelMap: UInt8 = 7
    /// Advertising_Filter_Policy
    var filterPolicy: UInt8 = 0
  }

  /// Advertising_Type values of LE Set Advertising Parameters.
  enum AdvertisingType: UInt8 {
    case connectableScannable = 0
    case scannable = 2
    case nonConnectable = 3
  }

  private unowned let controller: VirtualController
  private var delays: RandomStream
  private(set) var isEnabled = false
  var parameters: Parameters
  var data: [UInt8] = []
  var scanResponse: [UInt8] = []
  private var channels: ArraySlice<ChannelIndex> = []
  private var timer: Simulation.Token?
  private var eventTimer: Simulation.Token?

  init(controller: VirtualController) {
    self.controller = controller
    delays = controller.simulation.random.stream("\(controller.description.name).advertising-delay")
    parameters = Parameters(ownAddress: controller.description.address)
  }

  func start() {
    isEnabled = true
    beginEvent()
  }

  func stop() {
    isEnabled = false
    for case let timer? in [timer, eventTimer] { controller.simulation.cancel(timer) }
    controller.stopListening(for: .advertiser)
  }

  /// Forgets what the host set.
  func reset() {
    stop()
    parameters = Parameters(ownAddress: controller.description.address)
    data = []
    scanResponse = []
  }

  private func beginEvent() {
    let used = ChannelIndex.primaryAdvertising.enumerated().filter {
      parameters.channelMap >> UInt8($0.offset) & 1 == 1
    }
    channels = used.map(\.element)[...]
    let delay = Picoseconds.microseconds(Int(delays.nextUnit() * 10_000))
    let next = controller.instant(
      .microseconds(625 * Int(parameters.interval)), after: controller.simulation.now)
    eventTimer = controller.simulation.schedule(at: next + delay) { [weak self] in
      guard let self, self.isEnabled else { return }
      self.beginEvent()
    }
    advertise()
  }

  private func advertise() {
    guard isEnabled, !controller.isLinkListening, let channel = channels.popFirst() else { return }
    let frame = controller.transmit(advertisingPDU, on: channel)
    timer = controller.simulation.schedule(at: frame.end) { [weak self] in self?.listen(on: channel) }
  }

  private var advertisingPDU: AdvertisingPDU {
    let address = parameters.ownAddress.octets
    let sender = parameters.ownAddress.kind
    switch parameters.type {
    case .connectableScannable:
      return .advInd(
        AdvertisingFlags(sender: sender, chSel: controller.features[.channelSelectionAlgorithm2] ? 1 : 0),
        AdvInd(advA: address, advData: data))
    case .scannable:
      return .advScanInd(AdvertisingFlags(sender: sender), AdvScanInd(advA: address, advData: data))
    case .nonConnectable:
      return .advNonconnInd(
        AdvertisingFlags(sender: sender), AdvNonconnInd(advA: address, advData: data))
    }
  }

  private func listen(on channel: ChannelIndex) {
    guard isEnabled else { return }
    if parameters.type != .nonConnectable { controller.listen(on: channel, for: .advertiser) }
    let wait = Connection.interFrameSpace + Connection.syncTime
    timer = controller.simulation.schedule(after: wait) { [weak self] in self?.listeningTimedOut() }
  }

  private func listeningTimedOut() {
    if controller.isReceiving(for: .advertiser) { return }
    controller.stopListening(for: .advertiser)
    advertise()
  }

  /// A frame on the advertising channel this device just used has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?) {
    if let timer { controller.simulation.cancel(timer) }
    switch pdu {
    case .scanReq(_, let request) where request.advA == parameters.ownAddress.octets:
      timer = controller.simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
        self?.answerScan(on: frame.channel)
      }
    case .connectInd(let flags, let request)
    where request.advA == parameters.ownAddress.octets && parameters.type == .connectableScannable
      && Connection.isLegal(request.llData):
      stop()
      controller.connect(
        Connection.Origin(
          role: .peripheral, handle: controller.nextHandle(),
          peer: DeviceAddress(octets: request.initA, kind: flags.sender),
          parameters: request.llData, usesAlgorithm2: flags.chSel == 1,
          connectEnd: controller.simulation.now))
    default: advertise()
    }
  }

  private func answerScan(on channel: ChannelIndex) {
    guard isEnabled else { return }
    let frame = controller.transmit(
      .scanRsp(
        AdvertisingFlags(sender: parameters.ownAddress.kind),
        ScanRsp(advA: parameters.ownAddress.octets, advData: scanResponse)), on: channel)
    timer = controller.simulation.schedule(at: frame.end) { [weak self] in self?.advertise() }
  }
}
