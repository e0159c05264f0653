package import CoreTypes
internal import Dispatch
internal import Glibc
internal import NIOCore
internal import NIOPosix
package import SimulationKernel
internal import Synchronization

/// Drives a simulation together with the ports of one event loop.
///
/// `run` is called on any thread but the loop's own, and blocks it. Meanwhile events and the receivers of
/// ports are called on the thread of the loop, so that no packet changes threads between its socket and the
/// simulation. While nobody is in `run` the loop only accepts, reads ahead a little and keeps that for the
/// next run, and virtual time stands still.
///
/// So whatever the simulation and the receivers touch is used by one thread at a time: the caller's or the
/// loop's.
package final class PacedLoop: SimulationDriver, @unchecked Sendable {
  /// A call of `run`. The caller is blocked for as long as it has a condition.
  private final class Session: @unchecked Sendable {
    let simulation: Simulation
    let limit: Instant
    var condition: (() -> Bool)?
    let end = DispatchSemaphore(value: 0)

    init(_ simulation: Simulation, limit: Instant, condition: @escaping () -> Bool) {
      self.simulation = simulation
      self.limit = limit
      self.condition = condition
    }

    var goesOn: Bool { condition?() ?? false }
  }

  /// What the loop calls when the time of the next event has come.
  private final class Alarm: NIOScheduledCallbackHandler, @unchecked Sendable {
    weak var owner: PacedLoop?

    func handleScheduledCallback(eventLoop: some EventLoop) { owner?.alarmRang() }
  }

  /// Whether virtual time follows the clock on the wall. If not, events run as fast as they can, which
  /// suits a run with nobody real in it.
  ///
  /// Set like everything else that a run touches: outside a run, or by an event or a receiver.
  package var isPaced = true {
    didSet { if isPaced != oldValue { pacing = nil } }
  }

  /// Virtual seconds in a second of the clock on the wall, for hosts whose own time runs as fast, or does not matter.
  package var speed = 1 {
    didSet { if speed != oldValue { pacing = nil } }
  }
  /// How many times faster than that it goes for now.
  package var haste = 1 {
    didSet { if haste != oldValue { pacing = nil } }
  }

  let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let eventLoop: any EventLoop
  private let alarm = Alarm()
  private let bell: LoopBell
  private let stopped = Atomic(false)
  private var ports: [TransportPort] = []
  private var session: Session?
  private var pacing: Pacing?
  private var ringing: (deadline: Int64, callback: NIOScheduledCallback)?
  /// Whether an event or a receiver is being called. What happens at a port then has to wait.
  private var isBusy = false
  private var hasNews = false
  /// What waits for the sockets to have their turn.
  private var waiting: [() -> Void] = []

  /// Starts the thread of the loop.
  package init() {
    // A write to somebody who has just left is an error to report, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    eventLoop = group.next()
    bell = LoopBell(in: group)
    alarm.owner = self
    bell.rang = { [weak self] in self?.socketsHadTheirTurn() }
  }

  // MARK: The owner

  /// Runs the events of `simulation`, in step with the clock on the wall if `isPaced`, and lets the ports
  /// tell what comes in.
  ///
  /// After `stop()` it returns at once, wherever the clock stands.
  package func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool) {
    precondition(!eventLoop.inEventLoop, "run is called from inside a run")
    // The loop's thread calls the condition while this one waits, and forgets it before it lets this one go
    // on: so it neither escapes nor is called by two threads.
    withoutActuallyEscaping(condition) { condition in
      let session = Session(simulation, limit: limit, condition: condition)
      eventLoop.execute { self.begin(session) }
      session.end.wait()
    }
  }

  /// Ends the run, if there is one, and has every later one return at once. May be called from any thread.
  package func stop() {
    stopped.store(true, ordering: .relaxed)
    eventLoop.execute { self.finish() }
  }

  /// Whether `stop()` was called.
  package var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Closes all ports and ends the thread; to be called outside a run, and nothing after it.
  package func close() {
    for port in onLoop({ self.ports }) { port.close() }
    group.shutdownGracefully { _ in }
  }

  // MARK: Ports

  /// Calls `body` on the thread of the loop and waits for it.
  func onLoop<Result>(_ body: () -> Result) -> Result {
    if eventLoop.inEventLoop { return body() }
    return withoutActuallyEscaping(body) { body in
      let call = LoopCall(body)
      eventLoop.execute { call.make() }
      return call.wait()
    }
  }

  /// Whether the caller is on the thread of the loop.
  var isCurrent: Bool { eventLoop.inEventLoop }

  /// Calls `body` on the thread of the loop.
  func enqueue(_ body: @escaping @Sendable () -> Void) { eventLoop.execute(body) }

  /// Calls `body` on the thread of the loop when all that has come over sockets by now is seen.
  func afterSockets(_ body: @escaping () -> Void) {
    waiting.append(body)
    bell.ring()
  }

  func add(_ port: TransportPort) { onLoop { ports.append(port) } }

  func remove(_ port: TransportPort) { onLoop { ports.removeAll { $0 === port } } }

  /// Whether receivers may be called.
  var isRunning: Bool { session != nil }

  /// Lets `port` tell its news now, or as soon as nothing else is being called.
  func newsCame(to port: TransportPort) {
    guard isRunning else { return }
    guard !isBusy else { return hasNews = true }
    work { port.tellNews() }
  }

  /// Has the ports asked again for news, after the sockets had their turn.
  func newsRemains() { hasNews = true }

  /// Runs what is due by now, so that something from outside can happen; afterwards, what that brought
  /// about.
  ///
  /// - Returns: whether the run still goes on.
  func catchUp() -> Bool {
    guard let session else { return false }
    let target = isPaced ? min(pacedNow(of: session), session.limit) : session.simulation.now
    while session.goesOn {
      guard !session.simulation.step(until: target) else { continue }
      if target < session.limit { return true }
      break
    }
    finish()
    return false
  }

  // MARK: The loop

  private func begin(_ session: Session) {
    precondition(self.session == nil, "two runs at a time")
    self.session = session
    pacing = nil
    guard !isStopped, session.goesOn else { return finish() }
    tellAllNews()
    slice()
  }

  private func finish() {
    guard let session else { return }
    self.session = nil
    session.condition = nil
    session.end.signal()
  }

  private func tellAllNews() {
    hasNews = false
    work {
      for port in ports where isRunning { port.tellNews() }
    }
  }

  private func work(_ body: () -> Void) {
    isBusy = true
    body()
    isBusy = false
    setAlarm()
  }

  /// The longest that events keep the sockets waiting, in nanoseconds.
  private static let sliceLength: Int64 = 1_000_000

  /// Runs events until none is due or the ports want their turn.
  private func slice() {
    guard let session else { return }
    work {
      let end = Self.wall() + Self.sliceLength
      let wasPaced = isPaced
      let target = isPaced ? min(pacedNow(of: session), session.limit) : session.limit
      var count = 0
      while session.goesOn {
        guard session.simulation.step(until: target) else {
          if target == session.limit { finish() }
          return
        }
        count += 1
        if isPaced != wasPaced || count % 8 == 0 && Self.wall() > end { return }
      }
      finish()
    }
  }

  // MARK: Time

  private static func wall() -> Int64 { Int64(NIODeadline.now().uptimeNanoseconds) }

  private func pacedNow(of session: Session) -> Instant {
    let wall = Self.wall()
    var pacing = pacing ?? Pacing(virtual: session.simulation.now, wall: wall, rate: speed * haste)
    defer { self.pacing = pacing }
    return pacing.now(wall: wall, next: session.simulation.nextEventTime)
  }

  /// Sees to it that the alarm rings no later than the next event is due. One that rings too early sets the
  /// next, which costs less than to set it anew whenever the next event changes.
  private func setAlarm() {
    guard let session else { return }
    guard isPaced, !hasNews else { return bell.ring() }
    let due = deadline(in: session)
    if let ringing, ringing.deadline <= due { return }
    guard due > Self.wall() else { return bell.ring() }
    ringing?.callback.cancel()
    do {
      let callback = try eventLoop.scheduleCallback(
        at: NIODeadline.uptimeNanoseconds(UInt64(due)), handler: alarm)
      ringing = (due, callback)
    } catch {
      finish()
    }
  }

  private func deadline(in session: Session) -> Int64 {
    let pacing =
      pacing ?? Pacing(virtual: session.simulation.now, wall: Self.wall(), rate: speed * haste)
    self.pacing = pacing
    return pacing.deadline(of: min(session.simulation.nextEventTime ?? session.limit, session.limit))
  }

  private func alarmRang() {
    ringing = nil
    slice()
  }

  private func socketsHadTheirTurn() {
    let calls = waiting
    waiting = []
    for call in calls { call() }
    if hasNews { tellAllNews() }
    slice()
  }
}
