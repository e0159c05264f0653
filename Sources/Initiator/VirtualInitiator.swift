public import CoreTypes
public import HCI
public import HostStack
internal import SimulationKernel
public import VirtualController

/// The virtual phone: a host above a controller, driven step by step.
///
/// Each method runs the simulation until what it asked for has happened, or throws.
public final class VirtualInitiator {
  /// An event, and its place among all packets that the controller sent to this host.
  public struct ReceivedEvent: Sendable {
    /// The event.
    public let value: HCIEventValue
    /// Counts the controller's packets from 0.
    public let packetIndex: Int
  }

  /// The controller below this host.
  public let controller: VirtualController
  /// The link, while there is one.
  public private(set) var link: HostLink?
  /// The longest the peripheral may stay silent on the link: the connection interval with latency.
  private var linkPeriod = Picoseconds.zero
  /// What pairing left.
  public private(set) var bond: Bond?
  /// The events since the last `forgetEvents()`.
  public private(set) var events: [ReceivedEvent] = []
  /// What the host's half of the link did since the last `forgetEvents()`.
  public private(set) var linkActions: [HostAction] = []
  /// The procedures that ended since the last `forgetEvents()`.
  public private(set) var procedures: [ProcedureResult] = []
  /// Takes each procedure as it ends; it is then not kept in `procedures`.
  public var procedureSink: ((ProcedureResult) -> Void)?
  private var collector = ProcedureCollector()
  private var queue = HostTransmitQueue(dataPacketCount: 8)
  private var packetCount = 0
  private var disconnection: ErrorCode?
  private var secrets: RandomStream

  var simulation: Simulation { controller.simulation }

  /// Makes a phone and puts its controller on the air.
  public init(_ description: ControllerDescription, air: Air) {
    controller = VirtualController(description, air: air)
    secrets = air.simulation.random.stream("\(description.name).pairing")
    controller.host = { [weak self] in self?.receive($0) }
  }

  /// Drops the events, actions and procedures kept so far.
  public func forgetEvents() {
    events.removeAll(keepingCapacity: true)
    linkActions.removeAll(keepingCapacity: true)
    procedures.removeAll(keepingCapacity: true)
  }

  // MARK: Commands and events

  /// Sends a packet when flow control allows.
  func send(_ packet: HCIPacket) {
    for packet in queue.append(packet) { controller.receive(packet) }
  }

  private func receive(_ packet: HCIPacket) {
    defer { packetCount += 1 }
    switch packet {
    case .acl(let data):
      guard var current = link else { return }
      let actions = current.receive(data)
      link = current
      perform(actions)
    case .event(let packet):
      do {
        receive(ReceivedEvent(value: try HCIEventValue(packet), packetIndex: packetCount))
      } catch {
        preconditionFailure("our controller sent an event that is none: \(error)")
      }
    case .command, .sco, .iso: break
    }
  }

  private func receive(_ event: ReceivedEvent) {
    switch event.value {
    case .leCSSubeventResult, .leCSSubeventResultContinue:
      guard let procedure = collector.receive(event.value, packetIndex: event.packetIndex) else { return }
      if let procedureSink { return procedureSink(procedure) }
      procedures.append(procedure)
      return
    case .disconnectionComplete(let lost) where lost.connectionHandle == link?.handle:
      disconnection = lost.reason
      link = nil
    case .leConnectionUpdateComplete(let update) where update.status == .success:
      takePeriod(interval: update.connectionInterval, latency: update.peripheralLatency)
    case .encryptionChange(let change):
      updateLink { $0.encryptionChanged(isEncrypted: change.encryptionEnabled != 0, status: change.status) }
    default: break
    }
    events.append(event)
    for packet in queue.receive(event.value) { controller.receive(packet) }
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
      case .sendACL(let packet): send(.acl(packet))
      case .startEncryption(let key):
        guard let link else { continue }
        send(
          LEEnableEncryptionCommand {
            $0.connectionHandle = link.handle
            $0.longTermKey = key
          }.packet)
      case .paired(let bond): self.bond = bond
      case .connectionParametersRequested(let identifier, let request):
        updateConnection(to: request, answering: identifier)
      default: break
      }
    }
  }

  /// Grants the peripheral's wish for other connection parameters.
  private func updateConnection(to wanted: ConnectionParameterUpdateRequest, answering identifier: UInt8) {
    guard let link else { return }
    perform(link.answerConnectionParameters(identifier: identifier, isAccepted: true))
    send(
      LEConnectionUpdateCommand {
        $0.connectionHandle = link.handle
        $0.connectionIntervalMin = wanted.intervalMin
        $0.connectionIntervalMax = wanted.intervalMax
        $0.maxLatency = wanted.latency
        $0.supervisionTimeout = wanted.timeout
      }.packet)
  }

  // MARK: Waiting

  /// Runs the simulation until `condition` holds.
  func wait(
    for what: String, within limit: Picoseconds, until condition: () -> Bool
  ) throws(InitiatorError) {
    let deadline = simulation.now + limit
    let hadLink = link != nil
    simulation.run(until: deadline) { !condition() && !(hadLink && link == nil) }
    if condition() { return }
    if hadLink, link == nil, let disconnection { throw .disconnected(disconnection) }
    throw .missing(what, within: limit)
  }

  /// Runs the simulation for `span`.
  public func idle(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// How long to wait for what takes `count` exchanges on the link, and `least` where its events are close.
  func patience(_ least: Picoseconds, exchanges count: Int) -> Picoseconds {
    link == nil ? least : max(least, linkPeriod * count)
  }

  private func takePeriod(interval: UInt16, latency: UInt16) {
    linkPeriod = .microseconds(1250 * Int(interval) * (1 + Int(latency)))
  }

  /// Waits for the first event after `start` that `select` takes.
  ///
  /// - Parameter limit: nil for what ends within a dozen exchanges.
  func event<Value>(
    _ what: String, after start: Int, within limit: Picoseconds? = nil,
    _ select: (HCIEventValue) -> Value?
  ) throws(InitiatorError) -> Value {
    let limit = limit ?? patience(.seconds(5), exchanges: 12)
    var found: Value?
    var examined = start
    try wait(for: what, within: limit) {
      while found == nil, examined < events.count {
        found = select(events[examined].value)
        examined += 1
      }
      return found != nil
    }
    guard let found else { throw .missing(what, within: limit) }
    return found
  }

  /// Sends a command and waits for its return parameters.
  func complete<Command: HCICompletedCommand>(
    _ command: Command
  ) throws(InitiatorError) -> Command.Return {
    let start = events.count
    send(command.packet)
    let name = "\(Command.opcode)"
    let answer: CommandCompleteEvent = try event("answer to \(name)", after: start) {
      if case .commandComplete(let event) = $0, event.commandOpcode == Command.opcode { return event }
      return nil
    }
    if let status = answer.status, status != .success { throw .commandRefused(name, status) }
    do {
      return try Command.returned(in: answer)
    } catch {
      preconditionFailure("our controller answered \(name) wrongly: \(error)")
    }
  }

  /// Sends a command and waits until the controller has begun it.
  ///
  /// - Returns: the number of events before the command.
  func begin<Command: HCICommand>(_ command: Command) throws(InitiatorError) -> Int {
    let start = events.count
    send(command.packet)
    let name = "\(Command.opcode)"
    let answer: CommandStatusEvent = try event("answer to \(name)", after: start) {
      if case .commandStatus(let event) = $0, event.commandOpcode == Command.opcode { return event }
      return nil
    }
    if answer.status != .success { throw .commandRefused(name, answer.status) }
    return start
  }

  /// Waits until `count` procedures have ended since the last `forgetEvents()`.
  public func waitForProcedures(
    _ count: Int, within limit: Picoseconds
  ) throws(InitiatorError) {
    try wait(for: "\(count) procedures", within: limit) { procedures.count >= count }
  }

  // MARK: Links

  /// The handle of the link.
  func handle() throws(InitiatorError) -> UInt16 {
    guard let link else { throw .notConnected }
    return link.handle
  }

  func linkEstablished(
    _ event: LEConnectionCompleteEvent, _ policy: PairingPolicy, maximumMTU: Int
  ) {
    disconnection = nil
    takePeriod(interval: event.connectionInterval, latency: event.peripheralLatency)
    let kind: DeviceAddress.Kind = event.peerAddressType & 1 == 1 ? .random : .public
    link = HostLink(
      role: .central, handle: event.connectionHandle, localAddress: controller.description.address,
      peerAddress: DeviceAddress(octets: event.peerAddress, kind: kind),
      aclLength: 251, database: GATTDatabase([.genericAccess(deviceName: "phone")]),
      maximumMTU: maximumMTU, policy: policy, pairingSecrets: nil, bond: bond)
  }

  /// Fresh random numbers for one pairing.
  func drawPairingSecrets() -> PairingSecrets { PairingSecrets(using: &secrets) }
}
