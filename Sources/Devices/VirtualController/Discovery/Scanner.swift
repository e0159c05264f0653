internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// Scanning and initiating: it listens on the primary channels in turn, follows what it hears to the secondary
/// channels, reports it, and answers the advertiser it is to connect to. [Vol 6, Part B, 4.4.3, 4.4.4]
final class Scanner {
  unowned let controller: VirtualController
  var random: RandomStream
  var parameters = ScanParameters()
  var duplicateFilter = DuplicateFilter.off
  private(set) var isScanning = false
  /// Whether a period has to end before the scan goes on.
  private var isPaused = false
  var target: ConnectionTarget?
  /// An AUX_CONNECT_REQ that waits for its answer.
  var attempt: Attempt?
  /// Where the radio goes, or is, on the secondary channels.
  var following: Following?
  /// Whom this device has just asked for a scan response.
  var questioned: Advertisement?
  private var channelNumber = 0
  private var windowNumber = 0
  private var isWindowOpen = false
  private var timer: Simulation.Token?
  /// What comes next on a secondary channel.
  var auxiliaryTimer: Simulation.Token?
  /// What comes next of the answer to an advertiser.
  var answerTimer: Simulation.Token?
  private var durationTimer: Simulation.Token?
  private var reported: Set<Advertisement.Identity> = []

  init(controller: VirtualController) {
    self.controller = controller
    random = controller.simulation.random.stream("\(controller.description.name).initiating")
  }

  var simulation: Simulation { controller.simulation }
  /// The address that this device asks for scan responses with.
  var ownAddress: DeviceAddress {
    controller.ownAddress(type: parameters.ownAddressType) ?? controller.description.address
  }

  /// Whether the host hears what is received now.
  var isReporting: Bool { isScanning && !isPaused }

  /// Whether the extended PDUs are received.
  var isExtended: Bool { controller.hostState.advertisingCommands == .extended }

  /// Whether the filter accept list decides what is received, so that it must not change.
  var usesFilterAcceptList: Bool {
    isScanning && parameters.usesFilterAcceptList || target.map { $0.peer == nil } ?? false
  }

  // MARK: Start and stop

  /// - Parameters:
  ///   - duration: ends the scan, or with a period pauses it.
  ///   - period: from one start of the scan to the next.
  func startScanning(duration: Picoseconds? = nil, period: Picoseconds? = nil) {
    isScanning = true
    isPaused = false
    reported.removeAll()
    limit(duration, period)
    openWindow()
  }

  func stopScanning() {
    isScanning = false
    if let durationTimer { simulation.cancel(durationTimer) }
    stopIfIdle()
  }

  func startInitiating(_ target: ConnectionTarget) {
    self.target = target
    if !isReporting { openWindow() }
  }

  func cancelInitiating() {
    let wasAnswering = attempt != nil
    target = nil
    attempt = nil
    if let answerTimer { simulation.cancel(answerTimer) }
    if isReporting, wasAnswering { openWindow() } else { stopIfIdle() }
  }

  /// Forgets what the host set.
  func reset() {
    stopScanning()
    cancelInitiating()
    parameters = ScanParameters()
    duplicateFilter = .off
  }

  private func limit(_ duration: Picoseconds?, _ period: Picoseconds?) {
    if let durationTimer { simulation.cancel(durationTimer) }
    durationTimer = duration.map { duration in
      simulation.schedule(at: controller.instant(duration, after: simulation.now)) { [weak self] in
        self?.durationIsOver(duration, period)
      }
    }
  }

  private func durationIsOver(_ duration: Picoseconds, _ period: Picoseconds?) {
    guard let period else {
      stopScanning()
      return controller.reportScanTimeout()
    }
    isPaused = true
    stopIfIdle()
    let rest = controller.instant(period - duration, after: simulation.now)
    durationTimer = simulation.schedule(at: rest) { [weak self] in
      guard let self else { return }
      self.isPaused = false
      if self.duplicateFilter == .withinPeriod { self.reported.removeAll() }
      self.limit(duration, period)
      self.openWindow()
    }
  }

  func stopIfIdle() {
    guard !isReporting, target == nil else { return }
    leaveWindows()
  }

  // MARK: Windows

  private var windows: [ScanParameters.Window] {
    isReporting ? parameters.windows : target?.windows ?? parameters.windows
  }

  /// The PHY and the times of the window that is open, or was last.
  var window: ScanParameters.Window {
    let windows = windows
    return windows[windowNumber % windows.count]
  }

  private var channel: ChannelIndex { ChannelIndex.primaryAdvertising[channelNumber] }

  func openWindow() {
    guard attempt == nil else { return }
    isWindowOpen = true
    resumeWindow()
    after(window.window.time) { scanner in
      let window = scanner.window
      guard window.window < window.interval else { return scanner.openNextWindow() }
      scanner.isWindowOpen = false
      if scanner.following?.isTuned != true { scanner.controller.stopListening(for: .scanner) }
      scanner.after(window.interval.time - window.window.time) { $0.openNextWindow() }
    }
  }

  /// The radio goes back to the primary channel if a window is open and nothing else keeps it.
  func resumeWindow() {
    guard isWindowOpen, isReporting || target != nil, following?.isTuned != true, attempt == nil else {
      return
    }
    controller.listen(on: channel, window.phy, for: .scanner)
  }

  /// The radio is needed elsewhere, until a window is opened again.
  func leaveWindows() {
    isWindowOpen = false
    stopFollowing()
    if let timer { simulation.cancel(timer) }
    controller.stopListening(for: .scanner)
  }

  private func openNextWindow() {
    windowNumber += 1
    if windowNumber >= windows.count {
      windowNumber = 0
      channelNumber = (channelNumber + 1) % 3
    }
    openWindow()
  }

  /// Has `action` run after a time, instead of what waits now.
  private func after(_ span: Picoseconds, _ action: @escaping (Scanner) -> Void) {
    if let timer { simulation.cancel(timer) }
    let time = controller.instant(span, after: simulation.now)
    timer = simulation.schedule(at: time) { [weak self] in
      if let self { action(self) }
    }
  }

  // MARK: Reports

  /// Whether the host wants scan responses of those who advertise on `phy`.
  func isActive(on phy: PHY) -> Bool {
    isReporting && parameters.windows.contains { $0.phy == phy && $0.isActive }
  }

  /// Whether the host wants to hear of this advertiser. [Vol 6, Part B, 4.3.3]
  func accepts(_ advertisement: Advertisement) -> Bool {
    if let target = advertisement.target, !controller.isOwn(target, own: ownAddress) { return false }
    if advertisement.sender == nil, advertisement.address != nil { return false }
    let sender = advertisement.sender?.identity ?? FilterAcceptList.anonymous
    return !parameters.usesFilterAcceptList || controller.hostState.filterAcceptList.contains(sender)
  }

  /// The address that this device asks an advertiser with.
  func ownAddress(toward peer: VirtualController.Seen?) -> DeviceAddress {
    controller.ownAddress(type: parameters.ownAddressType, peer: peer?.identity) ?? ownAddress
  }

  func report(_ advertisement: Advertisement) {
    guard isReporting, accepts(advertisement) else { return }
    if duplicateFilter != .off, !advertisement.isTruncated {
      guard reported.insert(advertisement.identity).inserted else { return }
    }
    controller.report(advertisement, isExtended: isExtended)
  }

  /// A frame on the channel this device listens on has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?, rssi: ReceivedPowerLevel) {
    if attempt != nil { return receiveAnswer(frame, pdu) }
    if following?.isTuned == true { return receiveAuxiliary(frame, pdu, rssi: rssi) }
    resumeWindow()
    receivePrimary(frame, pdu, rssi: rssi)
  }
}
