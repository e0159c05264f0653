public import ChannelSounding
public import CoreTypes
internal import Faults
public import HCI
internal import LinkLayer
internal import RadioModel
public import SimulationKernel

/// A Bluetooth LE controller: HCI above, the air below, both roles. [Vol 6, Part B, 4]
///
/// A command reaches it, and an event the host, a little after it was sent, so neither side is ever called
/// back from inside its own call.
public final class VirtualController: AirStation {
  enum RadioUser: Hashable {
    case advertiser
    case scanner
    case connection(ConnectionHandle)
  }

  /// The run this controller belongs to.
  public let simulation: Simulation
  /// What makes this controller differ from others.
  public private(set) var description: ControllerDescription
  private let original: ControllerDescription
  /// The medium.
  public let air: Air
  /// Takes what the controller sends to its host.
  public var host: ((HCIPacket) -> Void)?
  /// Sees every packet between host and controller when it is sent; the flag says whether the host sent it.
  public var hciTap: ((HCIPacket, _ isFromHost: Bool) -> Void)?
  /// The time a packet takes between host and controller; zero where a real transport takes its own.
  public var transportDelay = Picoseconds.microseconds(20)
  /// What it is tuned to.
  public private(set) var listening: Listening?
  /// The weakest packet it makes out, in dBm.
  public var sensitivityDbm: Double { description.radio.sensitivityDbm }
  private var listener: RadioUser?
  private(set) lazy var advertiser = Advertiser(controller: self)
  private(set) lazy var scanner = Scanner(controller: self)
  lazy var random = simulation.random.stream("\(description.name).controller")
  lazy var keyRandom = simulation.random.stream("\(description.name).public-key")
  lazy var privacyRandom = simulation.random.stream("\(description.name).privacy")
  var hostState = HostState()
  /// What a lower tester does to what passes through this controller; nil in a device that is none.
  public var linkProbe: LinkProbe?
  /// The Channel Sounding test that runs; it has the radio to itself.
  var csTest: CSTest?
  /// The Channel Sounding tests begun, so that each has chance of its own.
  var csTestCount = 0
  /// How often the host took the controller back to its start.
  private(set) var resetCount = 0
  private(set) var connections: [ConnectionHandle: Connection] = [:]
  private(set) var isPowered = true
  private var connectionCount = 0
  /// The last link, of which a defective controller keeps `leftovers`; nil in one that keeps nothing.
  var formerLink: Connection?
  var leftovers = FaultSet()

  /// Makes a controller after reset and puts it on the air.
  public init(_ description: ControllerDescription, air: Air) {
    self.description = description
    original = description
    self.air = air
    simulation = air.simulation
    air.add(self)
  }

  /// Takes the controller off the air at once, as pulling its power does.
  public func powerOff() {
    isPowered = false
    reset()
    host = nil
    air.remove(self)
  }

  /// Changes what this controller can do in Channel Sounding, links included, as a lower tester may.
  public func offer(_ change: (inout CSCapabilities) -> Void) {
    change(&description.identity.csCapabilities)
    updateLinks()
  }

  /// Lets the host start Channel Sounding on a link that is not encrypted, as a lower tester may.
  public func ignoreEncryptionRule() {
    description.identity.faults.insert(.encryptionNotRequired)
    updateLinks()
  }

  /// Changes what makes this controller differ from others, links included, as a lower tester may.
  public func redescribe(_ change: (inout ControllerDescription) -> Void) {
    change(&description)
    updateLinks()
  }

  /// Takes back what `offer`, `ignoreEncryptionRule` and `redescribe` changed.
  public func withdrawOffers() {
    description = original
    updateLinks()
  }

  private func updateLinks() {
    for handle in connections.keys.sorted() {
      connections[handle]?.control.identity.csCapabilities = description.identity.csCapabilities
      connections[handle]?.control.identity.faults = faults
    }
  }

  // MARK: Host

  /// Takes a packet from the host.
  public func receive(_ packet: HCIPacket) {
    hciTap?(packet, true)
    guard let linkProbe else { return accept(packet) }
    for packet in linkProbe.fromHost(packet) { accept(packet) }
  }

  private func accept(_ packet: HCIPacket) {
    simulation.schedule(after: transportDelay) { [self] in
      if isPowered { carryOut(packet) }
    }
  }

  func sendToHost(_ packet: HCIPacket) {
    guard let linkProbe else { return release(packet) }
    for packet in linkProbe.toHost(packet) { release(packet) }
  }

  private func release(_ packet: HCIPacket) {
    hciTap?(packet, false)
    simulation.schedule(after: transportDelay) { [self] in host?(packet) }
  }

  /// The true time at which this device's clock has counted `span` since the true time `start`.
  func instant(_ span: Picoseconds, after start: Instant) -> Instant {
    let clock = description.clock
    return clock.trueTime(atLocal: clock.localTime(at: start) + span)
  }

  /// What this device says of itself on the air, with the features that its host set.
  var identity: LinkIdentity {
    var identity = description.identity
    identity.features = features
    identity.transmitPower = transmitPowerLevel
    return identity
  }

  /// Back to the state after power on; links are gone without a word.
  func reset() {
    advertiser.reset()
    scanner.reset()
    for handle in connections.keys.sorted() { connections[handle]?.close() }
    connections.removeAll()
    csTest?.abandon()
    csTest = nil
    formerLink = nil
    hostState = HostState()
    resetCount += 1
  }

  // MARK: Radio

  /// Whether a frame for `user` is on its way in.
  func isReceiving(for user: RadioUser) -> Bool { listener == user && air.isReceiving(self) }

  /// Whether the radio is tuned for `user`.
  func isListening(for user: RadioUser) -> Bool { listener == user }

  /// Whether a link has the receiver; nothing else takes it then.
  var isLinkListening: Bool {
    if case .connection = listener { return true }
    return false
  }

  /// Tunes the receiver.
  func listen(_ tuning: Listening, for user: RadioUser) {
    if user == .scanner || user == .advertiser, isLinkListening { return }
    listening = tuning
    listener = user
  }

  func listen(on channel: ChannelIndex, _ phy: PHY = .le1M, for user: RadioUser) {
    listen(
      Listening(channel: channel, phy: phy, accessAddress: .advertising, since: simulation.now),
      for: user)
  }

  /// Whether the radio has one link to serve and nothing else.
  var hasQuietRadio: Bool { listening == nil && connections.count == 1 && csTest == nil }

  /// A link or an advertising set needs the radio no more for now.
  func radioIsFree() {
    if listening == nil { scanner.resumeWindow() }
  }

  func stopListening(for user: RadioUser) {
    guard listener == user else { return }
    listening = nil
    listener = nil
  }

  @discardableResult
  func transmit(
    _ pdu: AdvertisingPDU, on channel: ChannelIndex, _ phy: PHY = .le1M,
    direction: AirFrame.Direction = .advertising, powerDbm: Double? = nil
  ) -> AirFrame {
    transmit(
      AirFrame(
        start: simulation.now, channel: channel, phy: phy, accessAddress: .advertising,
        crcInit: .advertising, octets: pdu.encoded, plaintext: nil, direction: direction,
        powerDbm: powerDbm ?? description.radio.txPowerDbm))
  }

  @discardableResult
  func transmit(_ frame: AirFrame) -> AirFrame {
    listening = nil
    listener = nil
    air.transmit(frame, from: self)
    return frame
  }

  /// Takes a frame from the air.
  public func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {
    let user = listener
    listening = nil
    listener = nil
    switch user {
    case .connection(let handle):
      connections[handle]?.receive(frame, rssi: rssi, isCRCValid: isCRCValid)
    case .advertiser, .scanner:
      receiveAdvertising(frame, rssi: rssi, isCRCValid: isCRCValid, for: user)
    case nil: break
    }
  }

  private func receiveAdvertising(
    _ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool, for user: RadioUser?
  ) {
    var pdu: AdvertisingPDU?
    if isCRCValid {
      do { pdu = try AdvertisingPDU(decoding: frame.octets) } catch { pdu = nil }
    }
    switch user {
    case .advertiser: advertiser.receive(frame, pdu)
    case .scanner: scanner.receive(frame, pdu, rssi: reportedLevel(rssi))
    case .connection, nil: break
    }
  }

  // MARK: Links

  func nextHandle() -> ConnectionHandle {
    for number in 1...ConnectionHandle.greatest.rawValue {
      let handle = ConnectionHandle(rawValue: number)
      if connections[handle] == nil { return handle }
    }
    preconditionFailure("a controller has fewer links than handles")
  }

  func connect(_ origin: Connection.Origin) {
    connectionCount += 1
    if let limit = description.limitFaults.links, connectionCount > limit { return }
    let number = leftovers.contains(.randomNumbersRepeated) ? 1 : connectionCount
    let connection = Connection(origin, number: number, controller: self)
    if let formerLink { connection.inherit(leftovers, from: formerLink) }
    connections[origin.handle] = connection
    if let (map, _) = hostState.csClassification { connection.control.inheritCSChannelClassification(map) }
    reportConnection(connection)
    connection.begin()
    if hostState.suggestedLength.octets > 27, features[.dataPacketLengthExtension] {
      _ = connection.request(.setDataLength(hostState.suggestedLength))
    }
  }

  /// Ends a link and tells the host why.
  func lose(_ connection: Connection, _ reason: ErrorCode) {
    guard connections[connection.origin.handle] === connection else { return }
    forget(connection)
    keepLeftovers(of: connection, lostBy: reason)
    reportDisconnection(connection, reason)
  }

  /// Ends a link without a word to anybody.
  func forget(_ connection: Connection) {
    connection.close()
    connections[connection.origin.handle] = nil
  }

  /// What this device does wrong.
  var faults: FaultSet { description.identity.faults }

  /// Why it last refused a request of a peer on a link that stands; nil if it has reported no reason.
  public var lastRefusal: (code: ErrorCode, reason: String)? {
    connections.keys.sorted().compactMap { connections[$0]?.asking { $0.lastRefusal } }.last.map {
      ($0.code, $0.reason)
    }
  }

  /// The answer to a command for a link that is not there.
  func refusal(withoutLink handle: ConnectionHandle) -> ErrorCode {
    let isOld = handle >= 1 && Int(handle.rawValue) <= connectionCount
    let isMistaken = isOld ? faults.contains(.oldHandleWrongCode) : faults.contains(.unknownHandleWrongCode)
    return isMistaken ? .commandDisallowed : .unknownConnectionIdentifier
  }

  /// Whether a defective device lets procedure `number` of a series, counted from 0, pass in silence.
  func refusesProcedure(number: Int) -> Bool {
    description.limitFaults.procedures.map { number >= $0 } ?? false
  }

  /// The times of the steps of a configuration, as this device keeps them.
  func stepTiming(
    _ configuration: CSConfiguration, aci: AntennaConfiguration, peer: CSCapabilities?
  ) -> StepTiming {
    var kept = configuration
    if faults.contains(.tFCS100Stretched), configuration.tFCS == TFCS(microseconds: 100) {
      kept.tFCS = .mandatory
    }
    let own = description.identity.csCapabilities
    let other = peer ?? own
    return StepTiming(
      configuration: kept, aci: aci, initiator: configuration.role == .initiator ? own : other,
      reflector: configuration.role == .reflector ? own : other,
      interpretations: description.identity.interpretations)
  }

  /// Whether the host has unmasked an event. [Vol 4, Part E, 7.3.1]
  public func hasUnmasked(_ event: EventCode) -> Bool { hostState.eventMasks.admits(event) }

  /// A defective device drops a link that stays without procedures.
  func seriesEnded(on connection: Connection) {
    guard faults.contains(.linkLostOnPause) else { return }
    let seriesCount = connection.procedures.seriesCount
    simulation.schedule(after: .seconds(2)) {
      guard !connection.isClosed, connection.procedures.seriesCount == seriesCount else { return }
      _ = connection.request(.terminate(.remoteUserTerminatedConnection))
    }
  }
}

extension VirtualController: HCIController {
  /// A controller in the same process is never gone.
  public var absence: String? { nil }
  /// It is, unless a probe may change what it sends.
  public var isOurs: Bool { linkProbe == nil }
}
