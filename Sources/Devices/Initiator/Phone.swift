public import CoreTypes
public import HCI
public import HostStack
public import ProcedureRanging
public import SimulationKernel
public import VirtualHost

/// What a phone reports.
public enum PhoneEvent {
  /// Its controller sent an event.
  case event(HCIEventValue)
  /// A link is up.
  case connected(PhoneLink)
  /// A link is gone.
  case disconnected(PhoneLink, ErrorCode)
  /// The host's half of a link does this, or reports this.
  case action(HostAction, PhoneLink)
  /// A procedure ended at the phone's controller.
  case procedure(ProcedureResult, PhoneLink)
  /// A link that had no room for write commands has some now.
  case hasRoom(PhoneLink)
  /// The Ranging Service delivered the reflector's results of a procedure: the phone's own results, then those.
  case ranged(ProcedureResult, ProcedureResult, PhoneLink)
}

/// The host of a virtual phone, with any number of links. Requests go in, events come out; nothing waits.
///
/// `VirtualInitiator` is the same phone for callers that wait for each request.
public final class Phone {
  /// How a link that is being made will be.
  struct LinkTerms {
    /// How this host pairs on it.
    var policy: PairingPolicy
    /// The ATT_MTU that this host's server answers with, 23 to 517 octets.
    var maximumMTU: Int
    /// What an earlier pairing with that accessory left.
    var bond: Bond?
  }

  /// Sends and receives packets by the rules of flow control.
  public let driver: HCIDriver
  /// Receives each event of the phone.
  public var receiver: ((PhoneEvent) -> Void)?
  /// The links that are up, oldest first.
  public private(set) var links: [PhoneLink] = []
  /// The controller's public address, once this host has read it.
  public internal(set) var address: DeviceAddress?
  /// The random address that this host connects with; nil for its public one.
  public internal(set) var privateAddress: DeviceAddress?
  /// The key of this host's private addresses; nil if it has none.
  public internal(set) var identityResolvingKey: UInt128?
  /// Which wishes for other connection parameters this host grants; all where it is nil.
  public var grantsParameters: ((ConnectionParameterRange) -> Bool)?
  /// The longest that a request waits for an answer, however long it may take; nil for no such bound.
  public var longestWait: Picoseconds?
  /// How long this host waits for the answer to a request of the Attribute protocol.
  public var transactionTime = HostLink.transactionTimeout
  /// Takes the data that this host sends on links, in place of the driver.
  public var dataSender: ((ACLPacket) -> Void)?
  /// The parameters of links to accessories that it seeks.
  public var connectionParameters = ConnectionParameterRange(interval: 24, timeout: 200)
  /// The terms of the link that is being made to one accessory; nil while none is.
  var terms: LinkTerms?
  var seeking = PhoneSeeking()
  /// The most octets of a data packet.
  var aclLength = 27
  /// The requests that run side by side.
  var runs: [any HostRun] = []
  /// The commands that have no answer yet, in the order of sending, with who waits for it.
  var unanswered: [(opcode: Opcode, run: (any HostRun)?)] = []
  private var secrets: RandomStream
  var privacy: RandomStream

  /// The run whose clock the phone goes by.
  public var simulation: Simulation { driver.simulation }

  /// Makes a phone above `controller`.
  ///
  /// - Parameter name: names its streams of chance.
  public init(_ controller: any HCIController, name: String = "initiator") {
    driver = HCIDriver(controller)
    secrets = controller.simulation.random.stream("\(name).pairing")
    privacy = controller.simulation.random.stream("\(name).privacy")
    driver.eventReceiver = { [weak self] in self?.receive($0) ?? true }
    driver.dataReceiver = { [weak self] in self?.receive($0) }
    driver.roomReceiver = { [weak self] handle in
      guard let self, let link = link(handle) else { return }
      receiver?(.hasRoom(link))
    }
  }

  /// The link with a handle; nil if it is not up.
  public func link(_ handle: ConnectionHandle) -> PhoneLink? { links.first { $0.handle == handle } }

  /// Fresh random numbers for one pairing.
  func drawPairingSecrets() -> PairingSecrets { PairingSecrets(using: &secrets) }

  // MARK: Packets

  /// Takes data that came on a link.
  public func receive(_ packet: ACLPacket) { link(packet.handle)?.update { $0.receive(packet) } }

  /// Sends a command and ignores its answer.
  public func send(_ command: some HCICommand) { send(command.commandPacket, for: nil) }

  func send(_ packet: ACLPacket) {
    if let dataSender { dataSender(packet) } else { driver.send(.acl(packet)) }
  }

  /// Takes an event; the driver keeps it if the answer is true.
  private func receive(_ event: HCIDriver.ReceivedEvent) -> Bool {
    switch event.value {
    case .leCSSubeventResult(let result):
      link(result.connectionHandle)?.collect(event)
      return false
    case .leCSSubeventResultContinue(let result):
      link(result.connectionHandle)?.collect(event)
      return false
    case .disconnectionComplete(let lost): lose(lost)
    case .leConnectionUpdateComplete(let update) where update.status == .success:
      link(update.connectionHandle)?.take(update.parameters)
    case .leRemoteConnectionParameterRequest(let wish): answer(wish)
    case .commandComplete(let event) where event.commandOpcode == ResetCommand.opcode: loseAll()
    default: break
    }
    if let complete = event.value.connectionComplete { establish(complete) }
    if let change = event.value.encryptionOutcome { link(change.connectionHandle)?.encryptionChanged(change) }
    receiver?(.event(event.value))
    if !unanswered.isEmpty { giveAnswer(event.value) }
    if !runs.isEmpty { offer(.event(event.value), of: event.value.connectionHandle) }
    return true
  }

  // MARK: Links

  private func establish(_ complete: LEConnectionCompleteEvent) {
    guard complete.status == .success else { return }
    let wish = seeking.take(complete.peerAddress.asPublicOrRandom)
    guard let terms = wish ?? terms.take() else { return }
    let link = PhoneLink(complete, terms, of: self)
    links.append(link)
    receiver?(.connected(link))
    if wish != nil, !seeking.wishes.isEmpty { lookAnew() }
  }

  private func lose(_ lost: DisconnectionCompleteEvent) {
    guard let index = links.firstIndex(where: { $0.handle == lost.connectionHandle }) else { return }
    lose(links.remove(at: index), lost.reason)
  }

  /// A reset ends every link without an event. [Vol 4, Part E, 7.3.2]
  private func loseAll() {
    let lost = links
    links = []
    seeking.forget()
    for link in lost { lose(link, .connectionTerminatedByLocalHost) }
  }

  private func lose(_ link: PhoneLink, _ reason: ErrorCode) {
    link.end()
    receiver?(.disconnected(link, reason))
    endRuns(of: link, .disconnected(reason))
  }

  private func answer(_ wish: LERemoteConnectionParameterRequestEvent) {
    guard grantsParameters?(wish.parameters) ?? true else {
      return send(
        LERemoteConnectionParameterRequestNegativeReplyCommand {
          $0.connectionHandle = wish.connectionHandle
        })
    }
    send(
      LERemoteConnectionParameterRequestReplyCommand {
        ($0.connectionHandle, $0.parameters) = (wish.connectionHandle, wish.parameters)
      })
  }
}
