internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel

/// What one advertising set sends, and when: events on the primary channels, and for extended advertising what
/// follows them on a secondary channel. [Vol 6, Part B, 4.4.2]
final class AdvertisingSet {
  /// The least time between the packets of an event that one AuxPtr joins. [Vol 6, Part B, 4.1.2]
  static let minimumAuxiliaryFrameSpace = Picoseconds.microseconds(300)

  /// Advertising_Handle; nil for the set of the legacy commands.
  let handle: AdvertisingHandle?
  unowned let controller: VirtualController
  var parameters = AdvertisingParameters()
  var data = AdvertisingSetData()
  var scanResponse = AdvertisingSetData()
  var randomAddress: BDADDR?
  private(set) var isEnabled = false
  /// The address that it advertises with.
  private(set) var address: DeviceAddress
  /// Advertising DID, another one for other data.
  private(set) var did: UInt16 = 0
  private var delays: RandomStream
  private var secondaryChannels: RandomStream
  private var dataIDs: RandomStream
  /// The primary channels that are left of an event.
  var channels: ArraySlice<ChannelIndex> = []
  /// Where the next packet of an event goes after the primary channels.
  var auxiliaryChannel = ChannelIndex(rawValue: 0)
  var auxiliaryStart = Instant.start
  /// What comes next within an event.
  var timer: Simulation.Token?
  private var eventTimer: Simulation.Token?
  private var endTimer: Simulation.Token?
  private var maxEvents: UInt8 = 0
  private var completedEvents: UInt8 = 0

  /// - Parameter number: counts the sets of the controller, so that each has chance of its own; 0 for the set
  ///   of the legacy commands.
  init(handle: AdvertisingHandle? = nil, number: Int = 0, controller: VirtualController) {
    self.handle = handle
    self.controller = controller
    address = controller.description.address
    let name = controller.description.name
    let random = controller.simulation.random
    delays = random.stream("\(name).advertising-delay" + (number > 0 ? ".\(number)" : ""))
    secondaryChannels = random.stream("\(name).secondary-advertising-channel.\(number)")
    dataIDs = random.stream("\(name).advertising-data-id.\(number)")
    changeDataID()
  }

  var simulation: Simulation { controller.simulation }
  var properties: AdvertisingEventProperties { parameters.properties }
  var isLegacy: Bool { properties.contains(.legacy) }

  /// The address that the host's choice comes to; nil if it needs a random address and there is none.
  var chosenAddress: DeviceAddress? {
    controller.ownAddress(
      type: parameters.ownAddressType,
      random: handle == nil ? controller.hostState.randomAddress : randomAddress, peer: parameters.peer)
  }

  /// How directed advertising names the device that may answer.
  var target: DeviceAddress { controller.targetAddress(of: parameters.peer) }

  /// Advertises until it is stopped, or a time or number of events is over.
  func start(duration: Picoseconds? = nil, maxEvents: UInt8 = 0) {
    self.maxEvents = maxEvents
    completedEvents = 0
    if let endTimer { simulation.cancel(endTimer) }
    endTimer = duration.map { duration in
      simulation.schedule(at: controller.instant(duration, after: simulation.now)) { [weak self] in
        self?.terminate(.advertisingTimeout)
      }
    }
    guard !isEnabled else { return }
    isEnabled = true
    address = chosenAddress ?? address
    beginEvent()
  }

  func stop() {
    isEnabled = false
    for case let timer? in [timer, eventTimer, endTimer] { simulation.cancel(timer) }
    controller.advertiser.endTurn(self)
  }

  /// Forgets what the host set.
  func reset() {
    parameters = AdvertisingParameters()
    data = AdvertisingSetData()
    scanResponse = AdvertisingSetData()
  }

  /// Takes another address; one that advertises goes on with it.
  func use(randomAddress address: BDADDR) {
    randomAddress = address
    if isEnabled { self.address = chosenAddress ?? self.address }
  }

  /// Tells scanners that the data is not what it was.
  func changeDataID() {
    let old = did
    while did == old { did = UInt16(dataIDs.next() >> 52) }
  }

  func drawSecondaryChannel() -> ChannelIndex {
    ChannelIndex(rawValue: UInt8(secondaryChannels.next() % 37))
  }

  // MARK: Events

  private func beginEvent() {
    if parameters.ownAddressType.isResolvable { address = chosenAddress ?? address }
    let isHighDutyCycle = properties.contains(.highDutyCycle)
    let isDelayed = !controller.faults.contains(.advertisingDelayMissing)
    let delay =
      isHighDutyCycle || !isDelayed
      ? Picoseconds.zero : Picoseconds.microseconds(Int(delays.nextUnit() * 10_000))
    let next = controller.instant(parameters.intervalTime, after: simulation.now)
    eventTimer = simulation.schedule(at: next + delay) { [weak self] in
      guard let self, self.isEnabled else { return }
      self.beginEvent()
    }
    controller.advertiser.takeTurn(self)
  }

  /// The radio is this set's: the event begins.
  func advertise() {
    if let timer { simulation.cancel(timer) }
    channels = parameters.channelMap.channels[...]
    if isLegacy { advertiseOnNextChannel() } else { beginExtendedEvent() }
  }

  /// A link needs the radio, so the rest of the event does not come.
  func abandonEvent() { controller.advertiser.endTurn(self) }

  /// Everything of the event has been sent.
  func endEvent() {
    completedEvents = min(completedEvents, .max - 1) + 1
    controller.advertiser.endTurn(self)
    if isEnabled, maxEvents > 0, completedEvents >= maxEvents { terminate(.limitReached) }
  }

  /// Ends advertising and tells the host why; directed advertising of the legacy commands failed to connect.
  private func terminate(_ reason: ErrorCode) {
    stop()
    if handle == nil {
      controller.reportConnection(failure: reason, role: .peripheral, peer: parameters.peer)
    } else {
      reportTerminated(reason, connectionHandle: 0)
    }
  }

  /// Ends advertising in a link.
  func connect(_ origin: Connection.Origin) {
    stop()
    var origin = origin
    origin.handle = controller.nextHandle()
    controller.connect(origin)
    reportTerminated(.success, connectionHandle: origin.handle)
  }

  private func reportTerminated(_ status: ErrorCode, connectionHandle: ConnectionHandle) {
    guard let handle else { return }
    controller.send(
      LEAdvertisingSetTerminatedEvent {
        ($0.status, $0.advertisingHandle, $0.connectionHandle) = (status, handle, connectionHandle)
        $0.numCompletedExtendedAdvertisingEvents = maxEvents > 0 ? completedEvents : 0
      })
  }

  // MARK: Radio

  /// The power at the antenna, in dBm.
  var txPowerDbm: Double {
    let compensation = controller.hostState.pathCompensation.tx.decibels
    return parameters.txPower.map { Double($0.rawValue) - compensation }
      ?? controller.description.radio.txPowerDbm
  }

  /// Waits for someone who answers what was just sent, then goes on.
  func listen(on channel: ChannelIndex, _ phy: PHY) {
    guard isEnabled else { return }
    if properties.allowsRequests { controller.listen(on: channel, phy, for: .advertiser) }
    let wait = Connection.interFrameSpace + Connection.syncTime
    timer = simulation.schedule(after: wait) { [weak self] in self?.listeningTimedOut(phy) }
  }

  private func listeningTimedOut(_ phy: PHY) {
    guard controller.isReceiving(for: .advertiser) else { return requestIsOver() }
    // The longest request is AUX_CONNECT_REQ; another frame ends when its CRC fails.
    let longest = AirFrame.duration(of: 2 + 255, on: phy)
    timer = simulation.schedule(after: longest) { [weak self] in self?.requestIsOver() }
  }

  /// Nobody answers, or not as it should.
  func requestIsOver() {
    controller.stopListening(for: .advertiser)
    if isLegacy { advertiseOnNextChannel() } else { endEvent() }
  }
}
