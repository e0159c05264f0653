internal import ChannelSounding
public import CoreTypes
public import HCI
public import HostStack
public import ProcedureRanging
internal import RangingService
internal import SimulationKernel
public import VirtualHost

/// The virtual phone: a host above a controller, driven step by step.
///
/// Each method runs the simulation until what it asked for has happened, or throws.
public final class VirtualInitiator {
  /// Sends commands and waits for answers.
  public let driver: HCIDriver
  /// The controller's public address, once this host has read it.
  public internal(set) var address: DeviceAddress?
  /// The most octets of a data packet.
  var aclLength = 27
  /// The link, while there is one.
  public private(set) var link: HostLink?
  /// The connection interval of the link as it is now; zero before the first.
  public private(set) var connectionInterval = Picoseconds.zero
  /// The longest the peripheral may stay silent on the link: the connection interval with latency.
  private var linkPeriod = Picoseconds.zero
  /// Whether encryption is starting.
  private(set) var isEncrypting = false
  /// How long the link outlasts the peripheral's silence, as last granted; that of the last link where there is none.
  public private(set) var supervisionTimeout = Picoseconds.zero
  /// What pairing left.
  public internal(set) var bond: Bond?
  /// What the host's half of the link did since the last `forgetEvents()`.
  public private(set) var linkActions: [HostAction] = []
  /// The procedures that ended since the last `forgetEvents()`.
  public private(set) var procedures: [ProcedureResult] = []
  /// Takes each procedure as it ends; it is then not kept in `procedures`.
  public var procedureSink: ((ProcedureResult) -> Void)?
  /// Takes each procedure of which the Ranging Service told the reflector's side: our own result and that one.
  public var rangedSink: ((ProcedureResult, ProcedureResult) -> Void)?
  /// The configurations of the link by their ids.
  var configurations: [ConfigID: CSConfiguration] = [:]
  private var rangingReader: RangingReader?
  /// Whether the frames of links are kept in `frames`.
  public var keepsFrames = false
  /// The L2CAP frames that came since the last `forgetEvents()`.
  public internal(set) var frames: [ReceivedFrame] = []
  /// Channels whose frames only go to `frames`: somebody else acts as this host there.
  public var heldChannels: Set<ChannelID> = []
  /// Changes what this host sends on a link; nil drops it.
  public var outgoingEditor: ((ACLPacket) -> ACLPacket?)?
  /// The random address that this host connects with; nil for its public one.
  public internal(set) var privateAddress: DeviceAddress?
  /// The key of this host's private addresses; nil if it has none.
  public internal(set) var identityResolvingKey: UInt128?
  /// What this host goes back to when it is in disguise.
  var hiddenIdentity: HiddenIdentity?
  /// Which wishes for other connection parameters this host grants; all where it is nil.
  public var grantsParameters: ((ConnectionParameterRange) -> Bool)?
  /// The longest that this host waits for an answer, however long it may take; nil for no such bound.
  public var longestWait: Picoseconds?
  var reassembler = L2CAPReassembler()
  private var collector = ProcedureCollector()
  private var secrets: RandomStream
  var privacy: RandomStream

  var simulation: Simulation { driver.simulation }
  var events: [HCIDriver.ReceivedEvent] { driver.events }

  /// Makes a phone above `controller`.
  ///
  /// - Parameter name: names its streams of chance.
  public init(_ controller: any HCIController, name: String = "initiator") {
    driver = HCIDriver(controller)
    secrets = controller.simulation.random.stream("\(name).pairing")
    privacy = controller.simulation.random.stream("\(name).privacy")
    driver.eventReceiver = { [weak self] in self?.receive($0) ?? true }
    driver.dataReceiver = { [weak self] in self?.receive($0) }
    driver.endsWait = { [weak self] in $0.connectionHandle == self?.link?.handle }
  }

  /// Drops the events, actions and procedures kept so far.
  public func forgetEvents() {
    driver.forgetEvents()
    linkActions.removeAll(keepingCapacity: true)
    procedures.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
  }

  // MARK: Packets

  /// Takes an event; the driver keeps it if the answer is true.
  private func receive(_ event: HCIDriver.ReceivedEvent) -> Bool {
    switch event.value {
    case .leCSSubeventResult, .leCSSubeventResultContinue:
      guard let procedure = collector.receive(event.value, packetIndex: event.packetIndex) else {
        return false
      }
      if let procedureSink { procedureSink(procedure) } else { procedures.append(procedure) }
      rangingReader?.take(procedure)
      return false
    case .disconnectionComplete(let lost) where lost.connectionHandle == link?.handle:
      (link, isEncrypting) = (nil, false)
      rangingReader = nil
      configurations = [:]
    case .leConnectionUpdateComplete(let update) where update.status == .success:
      take(update.parameters)
    case .leRemoteConnectionParameterRequest(let wish): answer(wish)
    default: break
    }
    if let change = event.value.encryptionOutcome {
      isEncrypting = false
      updateLink { $0.encryptionChanged(isEncrypted: change.encryptionEnabled != 0, status: change.status) }
    }
    return true
  }

  func updateLink(_ update: (inout HostLink) -> [HostAction]) {
    guard var current = link else { return }
    let actions = update(&current)
    link = current
    perform(actions)
  }

  private func perform(_ actions: [HostAction]) {
    for action in actions {
      linkActions.append(action)
      switch action {
      case .sendACL(let packet): send(packet)
      case .startEncryption(let key):
        guard let link else { continue }
        isEncrypting = true
        driver.send(
          LEEnableEncryptionCommand {
            $0.connectionHandle = link.handle
            $0.longTermKey = key
          })
      case .paired(let bond): self.bond = bond
      case .client(let event): rangingReader?.take(event)
      case .connectionParametersRequested(let identifier, let request):
        updateConnection(to: request, answering: identifier)
      default: break
      }
    }
  }

  /// Grants the peripheral's wish for other connection parameters, or refuses it.
  private func updateConnection(to wanted: ConnectionParameterRange, answering identifier: UInt8) {
    guard let link else { return }
    let isGranted = grantsParameters?(wanted) ?? true
    perform(link.answerConnectionParameters(identifier: identifier, isAccepted: isGranted))
    guard isGranted else { return }
    driver.send(
      LEConnectionUpdateCommand { ($0.connectionHandle, $0.parameters) = (link.handle, wanted) })
  }

  // MARK: The Ranging Service

  /// Whether the reflector's results are read from the Ranging Service of this link.
  public var readsRangingService: Bool { rangingReader != nil }

  /// Reads the reflector's results, all subscriptions being made.
  func read(_ handles: RangingServiceHandles, _ requestor: RangingRequestor) {
    rangingReader = RangingReader(
      handles, requestor, simulation: simulation, configuration: { [weak self] in self?.configurations[$0] },
      write: { [weak self] value, handle, needsResponse in
        self?.updateLink {
          needsResponse ? $0.start(.write(handle, value)) : $0.writeCommand(value, to: handle)
        }
      }, report: { [weak self] in self?.rangedSink?($0, $1) })
  }

  private func answer(_ wish: LERemoteConnectionParameterRequestEvent) {
    guard grantsParameters?(wish.parameters) ?? true else {
      return driver.send(
        LERemoteConnectionParameterRequestNegativeReplyCommand {
          $0.connectionHandle = wish.connectionHandle
        })
    }
    driver.send(
      LERemoteConnectionParameterRequestReplyCommand {
        ($0.connectionHandle, $0.parameters) = (wish.connectionHandle, wish.parameters)
      })
  }

  // MARK: Waiting

  /// Runs the simulation for `span`.
  public func idle(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// The exchanges that a procedure of the link takes: its PDUs, and an Instant six of them ahead, twice where the
  /// peripheral has asked for other connection parameters at the same time.
  private static let exchangesOfProcedure = 24

  /// The timeout of `count` exchanges on the link, and of `least` where its events are close.
  public func timeout(atLeast least: Picoseconds, exchanges count: Int) -> Picoseconds {
    let usual = link == nil ? least : max(least, linkPeriod * count)
    return longestWait.map { min(usual, max($0, linkPeriod * count)) } ?? usual
  }

  private func take(_ parameters: ConnectionParameters) {
    connectionInterval = .microseconds(1250 * Int(parameters.interval))
    linkPeriod = connectionInterval * (1 + Int(parameters.latency))
    supervisionTimeout = .milliseconds(10 * Int(parameters.timeout))
  }

  /// Waits until `condition` holds, for so many exchanges on the link.
  func wait(
    for what: String, atLeast least: Picoseconds, exchanges count: Int, until condition: () -> Bool
  ) throws(HostError) {
    try driver.wait(for: what, within: { timeout(atLeast: least, exchanges: count) }, until: condition)
  }

  /// Waits for the first event after `start` that `select` takes.
  ///
  /// - Parameter limit: nil for the timeout of a procedure of the link.
  func event<Value>(
    _ what: String, after start: Int, within limit: Picoseconds? = nil,
    _ select: (HCIEventValue) -> Value?
  ) throws(HostError) -> Value {
    try driver.event(what, after: start, within: { limit ?? procedureLimit }, select)
  }

  /// The timeout of a procedure of the link; it grows if the peripheral is granted a slower link.
  var procedureLimit: Picoseconds { timeout(atLeast: .seconds(5), exchanges: Self.exchangesOfProcedure) }

  /// Waits until `count` procedures have ended since the last `forgetEvents()`, or no more of them will come.
  public func waitForProcedures(
    _ count: Int, within limit: Picoseconds, isOver: () -> Bool = { false }
  ) throws(HostError) {
    try driver.wait(for: "\(count) procedures", within: limit) { procedures.count >= count || isOver() }
  }

  /// Waits until `count` procedures have ended since the last `forgetEvents()`, for so many connection intervals after
  /// the start.
  public func waitForProcedures(
    _ count: Int, intervals: Int, atMost most: Picoseconds, isOver: () -> Bool = { false }
  ) throws(HostError) {
    try driver.wait(
      for: "\(count) procedures",
      within: {
        let start = timeout(atLeast: .zero, exchanges: Self.exchangesOfProcedure)
        return min(start + connectionInterval * intervals, most)
      }
    ) { procedures.count >= count || isOver() }
  }

  // MARK: Links

  /// The handle of the link.
  func handle() throws(HostError) -> ConnectionHandle {
    guard let link else { throw .notConnected }
    return link.handle
  }

  func linkEstablished(
    _ event: LEConnectionCompleteEvent, _ policy: PairingPolicy, maximumMTU: Int
  ) {
    take(event.parameters)
    reassembler = L2CAPReassembler()
    isEncrypting = false
    link = HostLink(
      role: .central, handle: event.connectionHandle,
      localAddress: privateAddress ?? address ?? DeviceAddress(),
      peerAddress: event.peerAddress.asPublicOrRandom,
      aclLength: aclLength,
      database: GATTDatabase([.genericAccess(deviceName: "phone"), .genericAttribute(canChange: true)]),
      maximumMTU: maximumMTU, policy: showingIdentity(policy), pairingSecrets: nil, bond: bond)
  }

  /// Fresh random numbers for one pairing.
  func drawPairingSecrets() -> PairingSecrets { PairingSecrets(using: &secrets) }
}
