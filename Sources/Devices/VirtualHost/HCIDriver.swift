public import CoreTypes
public import HCI
internal import HostStack
public import SimulationKernel

/// The lowest part of a host: it sends by the rules of flow control, keeps the events, and waits for answers.
///
/// What waits runs the simulation until what it waits for has happened, or throws.
public final class HCIDriver {
  /// An event, and its place among all packets that the controller sent to this host.
  public struct ReceivedEvent: Sendable {
    /// The event.
    public let value: HCIEventValue
    /// Counts the controller's packets from 0.
    public let packetIndex: Int
  }

  /// A packet that the controller should not have sent.
  public struct MalformedPacket: Hashable, Sendable {
    public let packet: HCIPacket
    /// What is wrong with it.
    public let reason: String
    /// Counts the controller's packets from 0.
    public let packetIndex: Int
  }

  /// The controller below.
  public let controller: any HCIController
  /// How long this host takes before it sends a command that somebody waits for. Real hosts on the other side of a
  /// link need time as well, and a host that takes none leaves them behind.
  public var thinkingTime = Picoseconds.zero
  /// Asked before each such command whether there is anything to think about; nil for always.
  public var thinkingIsDue: (() -> Bool)?
  /// How long this host thinks before the next command; nil for not at all.
  public var dueThinkingTime: Picoseconds? {
    thinkingTime > .zero && thinkingIsDue?() ?? true ? thinkingTime : nil
  }
  /// Takes the data of links.
  public var dataReceiver: ((ACLPacket) -> Void)?
  /// Sees each event first, and says whether it is kept in `events`.
  public var eventReceiver: ((ReceivedEvent) -> Bool)?
  /// Whether the end of a link ends what is being waited for: that of a link of before does not concern a wait on
  /// the link that took its place. Every end does, unless a host that has one link at a time says otherwise.
  public var endsWait: (DisconnectionCompleteEvent) -> Bool = { _ in true }
  /// The events since the last `forgetEvents()`.
  public private(set) var events: [ReceivedEvent] = []
  /// The packets that could not be read.
  public private(set) var malformedPackets: [MalformedPacket] = []
  /// How the last link was lost.
  public private(set) var lastDisconnection: ErrorCode?
  private var disconnectionCount = 0
  /// The packets that the controller has sent to this host; while one is taken, those before it.
  public private(set) var packetCount = 0
  private var queue = HostTransmitQueue(dataPacketCount: 8, waitingLimit: 32)
  /// Called with each connection that had no room for data and has some now.
  public var roomReceiver: ((ConnectionHandle) -> Void)?

  /// The run whose clock this host waits by.
  public var simulation: Simulation { controller.simulation }

  /// Becomes the host of `controller`.
  public init(_ controller: any HCIController) {
    self.controller = controller
    controller.host = { [weak self] in self?.receive($0) }
  }

  /// Drops the events kept so far.
  public func forgetEvents() { events.removeAll(keepingCapacity: true) }

  /// Forgets how the last link was lost, before the next.
  public func forgetDisconnection() { lastDisconnection = nil }

  // MARK: Packets

  /// Sends a packet when flow control allows.
  public func send(_ packet: HCIPacket) { pass(queue.append(packet)) }

  /// Sends a command when flow control allows.
  public func send(_ command: some HCICommand) { send(command.packet) }

  /// Takes from the controller how many data packets it has room for; none may be on their way.
  public func useDataPacketCount(_ count: Int) { pass(queue.useDataPacketCount(count)) }

  /// Whether so few data packets of a connection wait for the controller that this host may send what it could also
  /// leave out, as a notification.
  public func hasRoom(for handle: ConnectionHandle) -> Bool { queue.hasRoom(for: handle) }

  /// Whether data of a connection has yet to be acknowledged by the peer.
  public func holdsData(of handle: ConnectionHandle) -> Bool { queue.holdsData(of: handle) }

  /// Goes on as if the answer to the last command had come: a controller may stay silent for ever, and the next command
  /// has to get a chance all the same.
  public func giveUpAnswer() { pass(queue.giveUpAnswer()) }

  private func pass(_ packets: [HCIPacket]) {
    for packet in packets { controller.receive(packet) }
  }

  private func receive(_ packet: HCIPacket) {
    defer { packetCount += 1 }
    switch packet {
    case .acl(let data): dataReceiver?(data)
    case .event(let event):
      do {
        receive(ReceivedEvent(value: try HCIEventValue(event), packetIndex: packetCount))
      } catch {
        precondition(!controller.isOurs, "our controller sent an event that is none: \(error)")
        malformedPackets.append(MalformedPacket(packet: packet, reason: "\(error)", packetIndex: packetCount))
      }
    case .command, .sco, .iso: break
    }
  }

  private func receive(_ event: ReceivedEvent) {
    pass(queue.receive(event.value))
    for handle in queue.takeReadyConnections() { roomReceiver?(handle) }
    if case .disconnectionComplete(let lost) = event.value, endsWait(lost) {
      lastDisconnection = lost.reason
      disconnectionCount += 1
    }
    if eventReceiver?(event) ?? true { events.append(event) }
  }

  // MARK: Waiting

  /// Runs the simulation until `condition` holds.
  public func wait(
    for what: String, within limit: Picoseconds, until condition: () -> Bool
  ) throws(HostError) {
    let deadline = simulation.now + limit
    let count = disconnectionCount
    simulation.run(until: deadline) {
      !condition() && disconnectionCount == count && controller.absence == nil
    }
    if condition() { return }
    if let absence = controller.absence { throw .controllerGone(absence) }
    if disconnectionCount != count, let lastDisconnection { throw .disconnected(lastDisconnection) }
    throw .missing(what, within: limit)
  }

  /// Waits until `condition` holds. When `limit` has passed, it is asked again, since the link may have become slower.
  public func wait(
    for what: String, within limit: () -> Picoseconds, until condition: () -> Bool
  ) throws(HostError) {
    let begin = simulation.now
    var waited = limit()
    while true {
      do throws(HostError) {
        return try wait(for: what, within: begin + waited - simulation.now, until: condition)
      } catch {
        guard case .missing = error else { throw error }
        let longer = limit()
        if longer <= waited { throw .missing(what, within: waited) }
        waited = longer
      }
    }
  }

  /// Waits for the first event that `select` takes; the first `start` entries of `events` do not count.
  public func event<Value>(
    _ what: String, after start: Int, within limit: Picoseconds, _ select: (HCIEventValue) -> Value?
  ) throws(HostError) -> Value {
    try event(what, after: start, within: { limit }, select)
  }

  /// Waits for the first event that `select` takes; the first `start` entries of `events` do not count. When `limit` has
  /// passed, it is asked again, since the link may have become slower.
  public func event<Value>(
    _ what: String, after start: Int, within limit: () -> Picoseconds, _ select: (HCIEventValue) -> Value?
  ) throws(HostError) -> Value {
    var found: Value?
    var examined = start
    try wait(for: what, within: limit) {
      while found == nil, examined < events.count {
        found = select(events[examined].value)
        examined += 1
      }
      return found != nil
    }
    guard let found else { throw .missing(what, within: limit()) }
    return found
  }

  /// Sends a command and waits for its answer, of either kind. Returns the answer, and the number of events kept
  /// before the command was sent.
  func exchange(
    _ command: CommandPacket, within limit: Picoseconds
  ) throws(HostError) -> (answer: Answer, start: Int) {
    if let dueThinkingTime { simulation.run(until: simulation.now + dueThinkingTime) }
    let start = events.count
    send(.command(command))
    do {
      let answer: Answer = try event("answer to \(command.opcode)", after: start, within: limit) {
        Answer($0, to: command.opcode)
      }
      return (answer, start)
    } catch {
      giveUpAnswer()
      throw error
    }
  }
}
