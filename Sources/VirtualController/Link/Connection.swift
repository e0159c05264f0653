internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel
internal import Wire

/// One LE connection as one of its ends runs it: anchor points, hopping, acknowledgement, encryption.
/// [Vol 6, Part B, 4.5]
final class Connection {
  static let interFrameSpace = Picoseconds.microseconds(150)
  /// How long after a frame may begin a receiver waits before it knows that none came.
  static let syncTime = Picoseconds.microseconds(60)

  let origin: Origin
  unowned let controller: VirtualController
  var control: LinkControl
  private(set) lazy var procedures = CSProcedures(connection: self)
  private let hopping: ChannelSelection
  private(set) var channelMap: DataChannelMap
  private(set) var interval: UInt16
  private var supervisionTimeout: UInt16
  private var eventNumber: UInt64 = 0
  private var anchor: Instant
  private var window: Picoseconds
  private var lastSync: Instant
  private var lastValid: Instant
  private var isEstablished = false
  private var acknowledgement = Acknowledgement()
  private var queue = TransmitQueue()
  /// The host's packets that the peer has not acknowledged to their end.
  private(set) var hostPacketCount = 0
  private var inFlight: (pdu: QueuedPDU, octets: [UInt8], plaintext: [UInt8]?)?
  private var transmitCipher: LinkDirectionCipher?
  private var receiveCipher: LinkDirectionCipher?
  private(set) var transmitPHY: PHY
  private(set) var receivePHY: PHY
  /// The strength of the last packet heard; nil before the first.
  private(set) var rssiDbm: Int8?
  private var transmitLength = 27
  private var eventTimer: Simulation.Token?
  private var hasHeardPeer = false
  private var hasMoreData = false
  private var peerHasMoreData = false
  /// Why the peer left; this side leaves when it has acknowledged that.
  private var departure: ErrorCode?
  private(set) var isClosed = false
  /// What a host's request asked for and is not yet done.
  private var pendingActions: [LinkAction] = []

  private var simulation: Simulation { controller.simulation }
  private var role: LinkRole { origin.role }
  private var user: VirtualController.RadioUser { .connection(origin.handle) }

  /// - Parameter number: counts the links of the controller, so that each has chance of its own.
  init(_ origin: Origin, number: Int, controller: VirtualController) {
    let parameters = origin.parameters
    self.origin = origin
    self.controller = controller
    control = LinkControl(
      role: origin.role, identity: controller.identity,
      random: controller.simulation.random.stream(
        "\(controller.description.name).link-control.\(number)"),
      latency: parameters.latency, timeout: parameters.timeout, phy: origin.phy)
    hopping =
      origin.usesAlgorithm2
      ? .algorithm2(accessAddress: parameters.accessAddress) : .algorithm1(hopIncrement: parameters.hop)
    channelMap = DataChannelMap(bits: parameters.channelMap)
    interval = parameters.interval
    supervisionTimeout = parameters.timeout
    anchor = controller.instant(
      origin.windowDelay + .microseconds(1250 * Int(parameters.winOffset)), after: origin.connectEnd)
    window = .microseconds(1250 * Int(parameters.winSize))
    lastSync = origin.connectEnd
    lastValid = origin.connectEnd
    transmitPHY = origin.phy
    receivePHY = origin.phy
  }

  /// Waits for the first connection event.
  func begin() { scheduleEvent() }

  /// connEventCounter
  var eventCounter: UInt16 { UInt16(truncatingIfNeeded: eventNumber) }

  /// The moment for the control procedures.
  var moment: LinkMoment {
    LinkMoment(now: simulation.now, eventCounter: eventCounter, interval: interval)
  }

  /// Ends the link without a word to the peer.
  func close() {
    isClosed = true
    if let eventTimer { simulation.cancel(eventTimer) }
    controller.stopListening(for: user)
  }

  // MARK: Host traffic

  /// Queues a host packet.
  func send(hostPacket octets: [UInt8], startsMessage: Bool) {
    hostPacketCount += 1
    queue.append(hostPacket: octets, startsMessage: startsMessage, limit: transmitLength)
  }

  /// Passes a host's request to the control procedures and carries out what they ask.
  func request(_ request: LinkRequest) -> ErrorCode {
    let (status, actions) = control.request(request, at: moment)
    // The host hears the status of its command before what the command brings about.
    pendingActions += actions
    simulation.schedule(after: .zero) { [weak self] in self?.perform([]) }
    return status
  }

  // MARK: Connection events

  /// The ppm that each value of SCA stands for at worst. [Vol 6, Part B, 2.3.3.1]
  private static let sleepClockAccuraciesPpm: [Int64] = [500, 250, 150, 100, 75, 50, 30, 20]
  static let ownAccuracyPpm: Int64 = 50

  /// How far a packet may be from its expected start. [Vol 6, Part B, 4.2.4]
  private var widening: Picoseconds {
    let peerPpm = Self.sleepClockAccuraciesPpm[Int(origin.parameters.sca & 7)]
    let elapsed = (anchor - lastSync).rawValue
    return Picoseconds(elapsed / 1_000_000 * (peerPpm + Self.ownAccuracyPpm)) + .microseconds(16)
  }

  private func scheduleEvent() {
    switch role {
    case .central:
      eventTimer = simulation.schedule(at: anchor) { [weak self] in self?.beginCentralEvent() }
    case .peripheral:
      let opening = max(simulation.now, anchor - widening)
      eventTimer = simulation.schedule(at: opening) { [weak self] in self?.beginPeripheralEvent() }
    }
  }

  private var nextAnchor: Instant {
    controller.instant(.microseconds(1250 * Int(interval)), after: anchor)
  }

  private var channel: ChannelIndex { hopping.channel(event: eventNumber, map: channelMap) }

  private func beginCentralEvent() {
    hasHeardPeer = false
    lastSync = anchor
    procedures.connectionEvent(anchor: anchor)
    transmit()
  }

  private func beginPeripheralEvent() {
    hasHeardPeer = false
    listen()
    let closing = anchor + widening + window + Self.syncTime
    eventTimer = simulation.schedule(at: closing) { [weak self] in self?.listeningTimedOut() }
  }

  private func listen() {
    controller.listen(
      Listening(
        channel: channel, phy: receivePHY, accessAddress: origin.parameters.accessAddress,
        since: simulation.now), for: user)
  }

  private func listeningTimedOut() {
    if controller.isReceiving(for: user) {
      let longest = AirFrame.duration(of: 2 + 255, on: receivePHY)
      eventTimer = simulation.schedule(after: longest) { [weak self] in self?.listeningTimedOut() }
      return
    }
    controller.stopListening(for: user)
    if role == .peripheral, !hasHeardPeer { procedures.connectionEvent(anchor: anchor) }
    endEvent()
  }

  private func endEvent() {
    guard !isClosed else { return }
    let limit = isEstablished ? 10_000 * Int(supervisionTimeout) : 6 * 1250 * Int(interval)
    if simulation.now - lastValid > .microseconds(limit) {
      controller.lose(self, isEstablished ? .connectionTimeout : .connectionFailedToBeEstablished)
      return
    }
    anchor = nextAnchor
    if hasHeardPeer { window = .zero }
    eventNumber += 1
    perform(control.connectionEventBegins(at: moment))
    if let deadline = control.responseDeadline, deadline <= simulation.now {
      perform(control.timeElapsed(at: moment))
    }
    controller.radioIsFree()
    if !isClosed { scheduleEvent() }
  }

  // MARK: Frames

  private func transmit() {
    guard !isClosed else { return }
    if inFlight == nil { load() }
    guard let flight = inFlight else { preconditionFailure("a link always has something to send") }
    hasMoreData = !queue.isEmpty && canContinue(after: flight.octets.count)
    var pdu = DataPDU(llid: flight.pdu.llid, payload: flight.octets)
    pdu.nesn = acknowledgement.nextExpected
    pdu.sn = acknowledgement.transmitSequence
    pdu.md = hasMoreData ? 1 : 0
    let octets = pdu.encoded()
    let plaintext = flight.plaintext.map { plaintext in
      pdu.payload = plaintext
      return pdu.encoded()
    }
    let frame = controller.transmit(
      AirFrame(
        start: simulation.now, channel: channel, phy: transmitPHY,
        accessAddress: origin.parameters.accessAddress, crcInit: origin.parameters.crcInit,
        octets: octets, plaintext: plaintext,
        direction: role == .central ? .centralToPeripheral : .peripheralToCentral,
        powerDbm: controller.description.radio.txPowerDbm))
    eventTimer = simulation.schedule(at: frame.end) { [weak self] in self?.transmitted() }
  }

  private func transmitted() {
    guard !isClosed else { return }
    if let departure { return controller.lose(self, departure) }
    guard role == .central || hasMoreData || peerHasMoreData else { return endEvent() }
    listen()
    eventTimer = simulation.schedule(after: Self.interFrameSpace + Self.syncTime) { [weak self] in
      self?.listeningTimedOut()
    }
  }

  /// The most octets whose exchange, with an answer as long, ends before a CS subevent of this event begins.
  private var longestPayload: Int {
    guard let start = procedures.nextSubeventStart, start > simulation.now else { return 255 }
    let half = Picoseconds((start - simulation.now).rawValue / 2) - Self.interFrameSpace
    let overhead = AirFrame.duration(of: 2 + 4, on: transmitPHY)
    let octet = AirFrame.duration(of: 1, on: transmitPHY) - AirFrame.duration(of: 0, on: transmitPHY)
    return max(0, Int((half - overhead).rawValue / octet.rawValue))
  }

  private func load() {
    guard var pdu = queue.next(linkIsEncrypted: transmitCipher != nil, limit: longestPayload) else {
      let empty = QueuedPDU(llid: 1, payload: [], content: .empty, isEncrypted: false)
      inFlight = (empty, [], nil)
      return
    }
    if case .control(ControlOpcode.csTerminateReq.rawValue) = pdu.content { procedures.hold() }
    pdu.isEncrypted = pdu.isEncrypted && transmitCipher != nil && !pdu.payload.isEmpty
    guard pdu.isEncrypted, let sealed = transmitCipher?.seal(pdu.payload, header: pdu.llid) else {
      inFlight = (pdu, pdu.payload, nil)
      return
    }
    inFlight = (pdu, sealed, pdu.payload)
  }

  /// Whether another exchange would end before the next thing this link must do.
  private func canContinue(after octetCount: Int) -> Bool {
    let exchange =
      AirFrame.duration(of: octetCount + 2, on: transmitPHY) + AirFrame.duration(of: 2 + 255, on: .le1M)
      + Self.interFrameSpace * 4
    let limit = min(nextAnchor - widening, procedures.nextSubeventStart ?? nextAnchor)
    return simulation.now + exchange + exchange < limit
  }

  /// A frame on this link's channel and access address has ended.
  func receive(_ frame: AirFrame, rssiDbm: Int8, isCRCValid: Bool) {
    self.rssiDbm = rssiDbm
    if let eventTimer { simulation.cancel(eventTimer) }
    if role == .peripheral, !hasHeardPeer {
      anchor = simulation.now - frame.duration
      lastSync = anchor
      procedures.connectionEvent(anchor: anchor)
    }
    hasHeardPeer = true
    guard isCRCValid else {
      peerHasMoreData = false
      return role == .central ? endEvent() : scheduleTransmission()
    }
    lastValid = simulation.now
    isEstablished = true
    accept(frame)
    guard !isClosed else { return }
    if role == .peripheral || ((peerHasMoreData || hasMoreData) && canContinue(after: 251)) {
      scheduleTransmission()
    } else {
      endEvent()
    }
  }

  private func scheduleTransmission() {
    eventTimer = simulation.schedule(after: Self.interFrameSpace) { [weak self] in self?.transmit() }
  }

  private func accept(_ frame: AirFrame) {
    let header = frame.octets[0]
    peerHasMoreData = header & 1 << 4 != 0
    let hasRoom = header & 3 == 3 || frame.octets.count == 2 || controller.hostState.flowControl.canTake
    let (isAcknowledged, isNew) = acknowledgement.receive(
      sn: header >> 3 & 1, nesn: header >> 2 & 1, hasRoom: hasRoom)
    if isAcknowledged, let flight = inFlight {
      inFlight = nil
      acknowledge(flight.pdu.content)
    }
    guard isNew, !isClosed else { return }
    var payload = Array(frame.octets[2...])
    guard !payload.isEmpty else { return }
    if receiveCipher != nil {
      guard let opened = receiveCipher?.open(payload, header: header) else {
        return controller.lose(self, .micFailure)
      }
      payload = opened
    }
    if header & 3 == 3 {
      acceptControl(payload)
    } else {
      controller.deliver(payload, startsMessage: header & 3 == 2, from: self)
    }
  }

  private func acceptControl(_ payload: [UInt8]) {
    if let probe = controller.linkProbe, !probe.admits(payload) { return }
    var actions = control.receive(payload, at: moment)
    if payload[0] == ControlOpcode.terminateInd.rawValue, case .disconnect(let reason) = actions.last {
      departure = reason
      actions.removeLast()
    }
    perform(actions)
  }

  private func acknowledge(_ content: QueuedPDU.Content) {
    switch content {
    case .control(let opcode): perform(control.acknowledged(opcode: opcode, at: moment))
    case .data(let endsHostPacket):
      guard endsHostPacket else { return }
      hostPacketCount -= 1
      controller.completedPacket(on: self)
    case .empty: break
    }
  }

  // MARK: Control procedures

  /// Queues a control PDU.
  func inject(_ pdu: ControlPDU) { queue.append(control: pdu, isEncrypted: transmitCipher != nil) }

  /// Carries out what the control procedures ask, in their order.
  func perform(_ actions: [LinkAction]) {
    let due = pendingActions + actions
    pendingActions.removeAll()
    for action in due where !isClosed { perform(action) }
  }

  private func perform(_ action: LinkAction) {
    switch action {
    case .send(let pdu):
      guard let probe = controller.linkProbe else { return inject(pdu) }
      for pdu in probe.outgoing(pdu) { inject(pdu) }
    case .notify(let notification): controller.notify(notification, on: self)
    case .useConnectionParameters(let update):
      anchor = controller.instant(.microseconds(1250 * Int(update.winOffset)), after: anchor)
      window = .microseconds(1250 * Int(update.winSize))
      interval = update.interval
      supervisionTimeout = update.timeout
    case .useChannelMap(let map): channelMap = map
    case .usePHY(let centralToPeripheral, let peripheralToCentral):
      transmitPHY = role == .central ? centralToPeripheral : peripheralToCentral
      receivePHY = role == .central ? peripheralToCentral : centralToPeripheral
    case .useTransmitLength(let octets): transmitLength = octets
    case .pauseData(let isPaused): queue.isDataPaused = isPaused
    case .requestLongTermKey(let rand, let ediv):
      controller.requestLongTermKey(rand: rand, ediv: ediv, on: self)
    case .startReceivingEncrypted(let keys):
      receiveCipher = LinkDirectionCipher(keys, isFromCentral: role == .peripheral)
    case .startTransmittingEncrypted(let keys):
      transmitCipher = LinkDirectionCipher(keys, isFromCentral: role == .central)
    case .stopReceivingEncrypted: receiveCipher = nil
    case .stopTransmittingEncrypted: transmitCipher = nil
    case .useCSSecurity(let vectors):
      procedures.use(vectors)
    case .startCSProcedures(let configuration, let schedule):
      procedures.start(configuration, schedule)
    case .stopCSProcedures(let configID): procedures.stop(configID: configID)
    case .skipCSProcedures(let count): procedures.skip(to: count)
    case .abortCSProcedure(let configID, let reason):
      procedures.abort(configID: configID, reason: reason)
    case .disconnect(let reason): controller.lose(self, reason)
    }
  }
}
