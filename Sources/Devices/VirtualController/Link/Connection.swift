internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel
internal import Wire

/// One LE connection as one of its ends runs it: anchor points, hopping, acknowledgement, encryption.
/// [Vol 6, Part B, 4.5]
final class Connection {
  static let interFrameSpace = FrameSpace.usual.time
  /// How long after a frame may begin a receiver waits before it knows that none came.
  static let syncTime = Picoseconds.microseconds(60)

  let origin: Origin
  /// It closes its links before it leaves the air, which holds it until then; a closed link never asks for it.
  unowned(unsafe) let controller: VirtualController
  var control: LinkControl
  private(set) lazy var procedures = CSProcedures(connection: self)
  let hopping: ChannelSelection
  var channelMap: DataChannelMap
  var interval: ConnectionInterval
  var supervisionTimeout: SupervisionTimeout
  var rhythm: LinkRhythm
  private var isEstablished = false
  var queue = TransmitQueue()
  /// The host's packets that the peer has not acknowledged to their end.
  private(set) var hostPacketCount = 0
  private var inFlight: PDUInFlight?
  /// The last packet that was carried out, which a defective device carries out again.
  private var lastPacket: (header: UInt8, payload: [UInt8])?
  var encryption = LinkEncryption()
  var transmitPHY: PHY
  var receivePHY: PHY
  var transmitLength = 27
  /// Those that this side leaves.
  var frameSpaces = FrameSpaces()
  /// The longest that the peer may have left on this link.
  var awaitedSpaces = FrameSpaces()
  private(set) var eventTimer: Simulation.Token?
  /// Whether `eventTimer` begins a connection event.
  private var isBetweenEvents = false
  private var hasHeardPeer = false
  private var hasMoreData = false
  private var peerHasMoreData = false
  /// Why the peer left; this side leaves when it has acknowledged that.
  private var departure: ErrorCode?
  private(set) var isClosed = false
  /// What a host's request asked for and is not yet done.
  private var pendingActions: [LinkAction] = []

  var simulation: Simulation { controller.simulation }
  var role: LinkRole { origin.role }
  private var user: VirtualController.RadioUser { .connection(origin.handle) }

  /// - Parameter number: counts the links of the controller, so that each has chance of its own.
  init(_ origin: Origin, number: Int, controller: VirtualController) {
    let llData = origin.llData
    let parameters = llData.parameters
    self.origin = origin
    self.controller = controller
    control = LinkControl(
      role: origin.role, identity: controller.identity,
      random: controller.simulation.random.stream("\(controller.description.name).link-control.\(number)"),
      latency: parameters.latency, timeout: parameters.timeout, phy: origin.phy)
    // A central's host that wants to know of such a wish decides on it; one that does not is not asked.
    if origin.role == .central, controller.hostState.eventMasks.admits(.leRemoteConnectionParameterRequest) {
      control.connectionParameterAnswer = .askHost
    }
    hopping =
      origin.usesAlgorithm2
      ? .algorithm2(accessAddress: llData.accessAddress) : .algorithm1(hopIncrement: llData.hop)
    channelMap = llData.channelMap
    interval = parameters.interval
    supervisionTimeout = parameters.timeout
    rhythm = LinkRhythm(
      anchor: controller.instant(
        origin.windowDelay + llData.winOffset.time, after: origin.connectEnd),
      window: llData.winSize.time, connectEnd: origin.connectEnd, sca: llData.sca)
    transmitPHY = origin.phy
    receivePHY = origin.phy
    control.preferPHYs(tx: controller.hostState.preferredTX, rx: controller.hostState.preferredRX)
    rhythm.isWidened = !faults.contains(.windowNotWidened)
  }

  /// Waits for the first connection event.
  func begin() { scheduleEvent() }

  /// connEventCounter
  var eventCounter: ConnEventCounter { rhythm.eventCounter }

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

  /// Asks the control procedures in their place: a question to the property would copy all of them first.
  func asking<Answer>(_ question: (inout LinkControl) -> Answer) -> Answer { question(&control) }

  /// Passes a host's request to the control procedures and carries out what they ask.
  func request(_ request: LinkRequest) -> ErrorCode {
    let (status, actions) = control.request(request, at: moment)
    // The host hears the status of its command before what the command brings about.
    pendingActions += actions
    simulation.schedule(after: .zero) { [self, controller] in
      // The owner of a device releases its controller when the power goes off.
      withExtendedLifetime(controller) { perform([]) }
    }
    return status
  }

  // MARK: Connection events

  private func scheduleEvent() {
    isBetweenEvents = true
    switch role {
    case .central:
      eventTimer = simulation.schedule(at: rhythm.anchor) { [self] in beginCentralEvent() }
    case .peripheral:
      let opening = max(simulation.now, rhythm.listening.lowerBound)
      eventTimer = simulation.schedule(at: opening) { [self] in beginPeripheralEvent() }
    }
  }

  var nextAnchor: Instant {
    controller.instant(interval.time, after: rhythm.anchor)
  }

  private var channel: ChannelIndex { hopping.channel(event: hopEvent(rhythm.eventNumber), map: channelMap) }

  private func beginCentralEvent() {
    isBetweenEvents = false
    hasHeardPeer = false
    rhythm.lastSync = rhythm.anchor
    procedures.connectionEvent(anchor: rhythm.anchor)
    transmit()
  }

  private func beginPeripheralEvent() {
    if passQuietEvents() { return }
    isBetweenEvents = false
    hasHeardPeer = false
    if oversleeps, isEstablished { return endEvent() }
    listen()
    eventTimer = simulation.schedule(at: rhythm.listening.upperBound) { [self] in listeningTimedOut() }
  }

  private func listen() {
    controller.listen(
      Listening(
        channel: channel, phy: receivePHY, accessAddress: origin.llData.accessAddress,
        since: simulation.now), for: user)
  }

  private func listeningTimedOut() {
    if controller.isReceiving(for: user) {
      let longest = AirFrame.duration(of: 2 + 255, on: receivePHY)
      eventTimer = simulation.schedule(after: longest) { [self] in listeningTimedOut() }
      return
    }
    controller.stopListening(for: user)
    if role == .peripheral, !hasHeardPeer {
      if faults.contains(.missedProcedureNotCounted) { procedures.forgetProcedure() }
      procedures.connectionEvent(anchor: rhythm.anchor)
      mistakeSilence()
    }
    endEvent()
  }

  private func endEvent() {
    guard !isClosed else { return }
    let limit = isEstablished ? supervisionTimeout.time : interval.time * 6
    if simulation.now - rhythm.lastValid > limit,
      !(isEstablished && faults.contains(.supervisionTimeoutIgnored))
    {
      controller.lose(self, isEstablished ? .connectionTimeout : .connectionFailedToBeEstablished)
      return
    }
    rhythm.anchor = nextAnchor
    if hasHeardPeer { rhythm.window = .zero }
    rhythm.eventNumber += 1
    perform(control.connectionEventBegins(at: moment))
    if let deadline = asking({ $0.responseDeadline }), deadline <= simulation.now {
      perform(control.timeElapsed(at: moment))
    }
    if let deadline = asking({ $0.payloadDeadline }), deadline <= simulation.now {
      perform(control.payloadTimeElapsed(at: moment))
    }
    controller.radioIsFree()
    if !isClosed { scheduleEvent() }
  }

  // MARK: Quiet events

  /// Whether this end knows of nothing but empty packets for the next connection event.
  var isQuiet: Bool {
    isBetweenEvents && isEstablished && rhythm.window == .zero && departure == nil && pendingActions.isEmpty
      && queue.isEmpty && hasNothingInFlight && asking { $0.isIdle }
  }

  private var hasNothingInFlight: Bool {
    guard let inFlight else { return true }
    if case .empty = inFlight.pdu.content { return true }
    return false
  }

  /// Goes on from where quiet events left this end.
  func take(_ rhythm: LinkRhythm) {
    self.rhythm = rhythm
    (hasHeardPeer, hasMoreData, peerHasMoreData) = (true, false, false)
    inFlight = role == .central ? nil : .empty
    perform(control.connectionEventBegins(at: moment))
    scheduleEvent()
  }

  // MARK: Frames

  private func transmit() {
    guard !isClosed else { return }
    if inFlight == nil { load() }
    guard var flight = inFlight else { preconditionFailure("a link always has something to send") }
    flight = mistake(repeated: flight)
    flight.isSent = true
    inFlight = flight
    hasMoreData = !queue.isEmpty && canContinue(after: flight.octets.count)
    var pdu = DataPDU(llid: flight.pdu.llid, payload: flight.octets)
    pdu.nesn = rhythm.acknowledgement.nextExpected
    pdu.sn = rhythm.acknowledgement.transmitSequence
    pdu.md = hasMoreData
    let octets = pdu.encoded()
    let plaintext = flight.plaintext.map { plaintext in
      pdu.payload = plaintext
      return pdu.encoded()
    }
    let frame = controller.transmit(
      AirFrame(
        start: simulation.now, channel: channel, phy: transmitPHY, accessAddress: origin.llData.accessAddress,
        crcInit: origin.llData.crcInit, octets: octets, plaintext: plaintext,
        direction: role == .central ? .centralToPeripheral : .peripheralToCentral,
        powerDbm: controller.description.radio.txPowerDbm))
    eventTimer = simulation.schedule(at: frame.end) { [self] in transmitted() }
  }

  private func transmitted() {
    guard !isClosed else { return }
    if let departure { return controller.lose(self, departure) }
    guard role == .central || hasMoreData || peerHasMoreData else { return endEvent() }
    listen()
    eventTimer = simulation.schedule(after: peerSpace + Self.syncTime) { [self] in
      listeningTimedOut()
    }
  }

  private func load() {
    guard var pdu = queue.next(linkIsEncrypted: encryption.transmit != nil, limit: longestPayload) else {
      inFlight = .empty
      return
    }
    if case .control(.csTerminateReq) = pdu.content { procedures.hold() }
    pdu.isEncrypted = pdu.isEncrypted && encryption.transmit != nil && !pdu.payload.isEmpty
    guard pdu.isEncrypted, let sealed = encryption.transmit?.seal(pdu.payload, header: pdu.llid.rawValue)
    else {
      inFlight = PDUInFlight(pdu: pdu, octets: pdu.payload, plaintext: nil)
      return
    }
    inFlight = PDUInFlight(pdu: pdu, octets: sealed, plaintext: pdu.payload)
  }

  /// A frame on this link's channel and access address has ended.
  func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {
    rhythm.rssi = rssi
    if let eventTimer { simulation.cancel(eventTimer) }
    if role == .peripheral, !hasHeardPeer {
      rhythm.anchor = simulation.now - frame.duration
      rhythm.lastSync = rhythm.anchor
      procedures.connectionEvent(anchor: rhythm.anchor)
    }
    hasHeardPeer = true
    guard isCRCValid else {
      peerHasMoreData = false
      mistake(damaged: frame)
      return role == .central ? endEvent() : scheduleTransmission()
    }
    rhythm.lastValid = simulation.now
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
    eventTimer = simulation.schedule(after: ownSpace) { [self] in transmit() }
  }

  private func accept(_ frame: AirFrame) {
    let header = frame.octets[0]
    peerHasMoreData = header & 1 << 4 != 0
    let hasRoom =
      LLID(header: header) == .control || frame.octets.count == 2 || controller.hostState.flowControl.canTake
    let (isAcknowledged, isNew) = rhythm.acknowledgement.receive(
      sn: header >> 3 & 1, nesn: header >> 2 & 1, hasRoom: hasRoom)
    if isAcknowledged || faults.contains(.neverRepeated), let flight = inFlight {
      inFlight = nil
      acknowledge(flight.pdu.content)
    }
    var payload = Array(frame.octets[2...])
    guard !payload.isEmpty, !isClosed else { return }
    guard isNew else {
      if hasRoom, faults.contains(.duplicatesExecuted), let lastPacket { carryOut(lastPacket) }
      return
    }
    if encryption.receive != nil {
      guard let opened = encryption.receive?.open(payload, header: header) else {
        return controller.lose(self, .micFailure)
      }
      payload = opened
      asking { $0.authenticatedPayloadReceived(at: simulation.now) }
    }
    lastPacket = (header, payload)
    carryOut((header, payload))
  }

  private func carryOut(_ packet: (header: UInt8, payload: [UInt8])) {
    let llid = LLID(header: packet.header)
    if llid == .control {
      acceptControl(packet.payload)
    } else {
      controller.deliver(packet.payload, startsMessage: llid == .start, from: self)
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
  func inject(_ pdu: ControlPDU) {
    control.noteSent(pdu)
    queue.append(control: pdu, isEncrypted: encryption.transmit != nil)
  }

  /// Carries out what the control procedures ask, in their order.
  func perform(_ actions: [LinkAction]) {
    let due = pendingActions + actions
    pendingActions.removeAll()
    for action in due where !isClosed { carryOut(action) }
  }
}
