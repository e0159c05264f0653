internal import ChannelSounding
public import CoreTypes
public import HCI
public import HostStack
public import ProcedureRanging
internal import SimulationKernel
public import VirtualHost

/// The virtual phone, driven step by step, with one link at a time.
///
/// Each method runs the simulation until what it asked for has happened, or throws.
public final class VirtualInitiator {
  /// The phone, which does not wait.
  public let phone: Phone
  /// The last link, which may be gone; nil before the first.
  private var lastLink: PhoneLink?
  /// What pairing left.
  public internal(set) var bond: Bond?
  /// What the host's half of the link did since the last `forgetEvents()`.
  public private(set) var linkActions: [HostAction] = []
  /// The procedures that ended since the last `forgetEvents()`.
  public private(set) var procedures: [ProcedureResult] = []
  /// Takes each procedure as it ends; it is then not kept in `procedures`.
  public var procedureSink: ((ProcedureResult) -> Void)?
  /// Takes each procedure of which the Ranging Service reported the reflector's side: our own result and that one.
  public var rangedSink: ((ProcedureResult, ProcedureResult) -> Void)?
  /// Whether the frames of links are kept in `frames`.
  public var keepsFrames = false
  /// The L2CAP frames that came since the last `forgetEvents()`.
  public internal(set) var frames: [ReceivedFrame] = []
  /// Channels whose frames only go to `frames`: somebody else acts as this host there.
  public var heldChannels: Set<ChannelID> = []
  /// Changes what this host sends on a link; nil drops it.
  public var outgoingEditor: ((ACLPacket) -> ACLPacket?)?
  /// What this host goes back to when it is in disguise.
  var hiddenIdentity: HiddenIdentity?
  var reassembler = L2CAPReassembler()

  /// Sends commands and waits for answers.
  public var driver: HCIDriver { phone.driver }
  /// The controller's public address, once this host has read it.
  public var address: DeviceAddress? { phone.address }
  /// The random address that this host connects with; nil for its public one.
  public var privateAddress: DeviceAddress? { phone.privateAddress }
  /// The key of this host's private addresses; nil if it has none.
  public var identityResolvingKey: UInt128? { phone.identityResolvingKey }
  /// Which wishes for other connection parameters this host grants; all where it is nil.
  public var grantsParameters: ((ConnectionParameterRange) -> Bool)? {
    get { phone.grantsParameters }
    set { phone.grantsParameters = newValue }
  }
  /// The longest that this host waits for an answer, however long it may take; nil for no such bound.
  public var longestWait: Picoseconds? {
    get { phone.longestWait }
    set { phone.longestWait = newValue }
  }

  var simulation: Simulation { phone.simulation }
  var events: [HCIDriver.ReceivedEvent] { driver.events }

  /// Makes a phone above `controller`.
  ///
  /// - Parameter name: names its streams of chance.
  public init(_ controller: any HCIController, name: String = "initiator") {
    phone = Phone(controller, name: name)
    phone.receiver = { [weak self] in self?.take($0) }
    phone.dataSender = { [weak self] in self?.send($0) }
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

  private func take(_ event: PhoneEvent) {
    switch event {
    case .connected(let link):
      lastLink = link
      reassembler = L2CAPReassembler()
    case .action(let action, _):
      linkActions.append(action)
      if case .paired(let bond) = action { self.bond = bond }
    case .procedure(let procedure, _):
      if let procedureSink { procedureSink(procedure) } else { procedures.append(procedure) }
    case .ranged(let own, let peer, _): rangedSink?(own, peer)
    case .event, .disconnected, .hasRoom: break
    }
  }

  // MARK: The link

  /// The host's half of the link, while there is one.
  public var link: HostLink? { phoneLink?.host }

  /// The link, while there is one.
  var phoneLink: PhoneLink? { lastLink.flatMap { $0.isUp ? $0 : nil } }

  /// The link, or the error that there is none.
  func requireLink() throws(HostError) -> PhoneLink {
    guard let phoneLink else { throw .notConnected }
    return phoneLink
  }

  /// The connection interval of the link as it is now, or of the last link; zero before the first.
  public var connectionInterval: Picoseconds { lastLink?.connectionInterval ?? .zero }

  /// How long the link outlasts the peripheral's silence, as last granted; that of the last link where there is none.
  public var supervisionTimeout: Picoseconds { lastLink?.supervisionTimeout ?? .zero }

  /// Whether the reflector's results are read from the Ranging Service of this link.
  public var readsRangingService: Bool { phoneLink?.readsRangingService ?? false }

  /// Has the host's half of the link take or do something; nothing where there is no link.
  func updateLink(_ update: (inout HostLink) -> [HostAction]) { phoneLink?.update(update) }

  // MARK: Waiting

  /// Runs a request to its end.
  public func run<Value>(_ request: HostRequest<Value>) throws(HostError) -> Value {
    try driver.run(request) { linkActions }
  }

  /// Runs a request of the link to its end.
  public func run<Value>(_ request: (PhoneLink) -> HostRequest<Value>) throws(HostError) -> Value {
    try run(request(try requireLink()))
  }

  /// Runs the simulation for `span`.
  public func idle(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// The timeout of `count` exchanges on the link, and of `least` where its events are close.
  public func timeout(atLeast least: Picoseconds, exchanges count: Int) -> Picoseconds {
    lastLink?.timeout(atLeast: least, exchanges: count) ?? longestWait.map { min(least, $0) } ?? least
  }

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
        let start = timeout(atLeast: .zero, exchanges: PhoneLink.exchangesOfProcedure)
        return min(start + connectionInterval * intervals, most)
      }
    ) { procedures.count >= count || isOver() }
  }
}
