internal import CoreTypes
internal import HCI
internal import HostStack
internal import SimulationKernel
public import VirtualHost

/// A request that runs beside others.
protocol HostRun: AnyObject {
  /// The link that it is about; nil if it is about none.
  var link: PhoneLink? { get }
  /// Takes the answer to its command.
  func take(_ answer: HCIDriver.Answer)
  /// Takes a sign of the link, or of the controller.
  func take(_ sign: HostSign)
  /// Fails.
  func fail(_ error: HostError)
}

/// Runs one request of a phone: takes what happens as it comes, and goes on when the event that brought it is over.
final class PhoneRun<Value>: HostRun {
  /// How far the command of the present step is.
  private enum CommandState {
    case unsent
    case sent
    case answered(HCIDriver.Answer)
  }

  let link: PhoneLink?
  private unowned let phone: Phone
  private var request: HostRequest<Value>
  private let completion: (Result<Value, HostError>) -> Void
  private var command = CommandState.unsent
  /// What has come since the last command or action of the request.
  private var signs: [HostSign] = []
  private var examined = 0
  private var timer: Simulation.Token?
  private var isAwake = false
  private var hasEnded = false

  init(
    _ request: HostRequest<Value>, of link: PhoneLink?, on phone: Phone,
    completion: @escaping (Result<Value, HostError>) -> Void
  ) {
    (self.request, self.link, self.phone, self.completion) = (request, link, phone, completion)
  }

  func take(_ answer: HCIDriver.Answer) {
    command = .answered(answer)
    wake()
  }

  func take(_ sign: HostSign) {
    signs.append(sign)
    wake()
  }

  func fail(_ error: HostError) {
    switch request {
    case .ended, .act: request = .failure(error)
    case .command(_, _, let rest):
      phone.forgetAnswer(to: self)
      command = .unsent
      request = rest(.failure(error))
    case .wait(let step): request = step.otherwise(error)
    }
    stopTimer()
    wake()
  }

  /// Goes on once the event that runs now is over, so that the controller has reported all of it.
  func wake() {
    if isAwake { return }
    isAwake = true
    phone.simulation.schedule(after: .zero) { [self] in
      isAwake = false
      advance()
    }
  }

  private func advance() {
    // What an action brings about at once wakes a run that goes on to its end meanwhile.
    while !hasEnded {
      switch request {
      case .ended(let result):
        hasEnded = true
        phone.remove(self)
        return completion(result)
      case .act(let action):
        forgetSigns()
        request = action()
      case .command(let packet, let limit, let rest):
        switch command {
        case .unsent: return send(packet, within: limit)
        case .sent: return
        case .answered(let answer):
          stopTimer()
          command = .unsent
          request = rest(.success(answer))
        }
      case .wait(let step):
        guard let rest = rest(of: step) else { return startTimer(step.what, step.limit) }
        stopTimer()
        request = rest
      }
    }
  }

  private func rest(of step: HostRequest<Value>.Wait) -> HostRequest<Value>? {
    while examined < signs.count {
      defer { examined += 1 }
      if let rest = step.select(signs[examined]) { return rest }
    }
    return nil
  }

  private func send(_ packet: CommandPacket, within limit: Picoseconds) {
    command = .sent
    guard let pause = phone.driver.dueThinkingTime else { return transmit(packet, within: limit) }
    timer = phone.simulation.schedule(after: pause) { [self] in
      timer = nil
      transmit(packet, within: limit)
    }
  }

  private func transmit(_ packet: CommandPacket, within limit: Picoseconds) {
    forgetSigns()
    startTimer("answer to \(packet.opcode)") { limit }
    phone.send(packet, for: self)
  }

  private func forgetSigns() {
    signs.removeAll()
    examined = 0
  }

  // MARK: Time

  private func startTimer(_ what: String, _ limit: @escaping () -> Picoseconds?) {
    guard timer == nil, let span = limit() else { return }
    schedule(what, limit, waited: .zero, until: span)
  }

  /// When the limit has passed it is asked again, since the link may have become slower.
  private func schedule(
    _ what: String, _ limit: @escaping () -> Picoseconds?, waited: Picoseconds, until span: Picoseconds
  ) {
    timer = phone.simulation.schedule(after: span - waited) { [self] in
      timer = nil
      guard let longer = limit(), longer > span else { return fail(.missing(what, within: span)) }
      schedule(what, limit, waited: span, until: longer)
    }
  }

  private func stopTimer() {
    if let timer { phone.simulation.cancel(timer) }
    timer = nil
  }
}

extension Phone {
  /// Runs a request beside those that run already.
  ///
  /// - Parameters:
  ///   - link: the link that it is about, whose end ends it; nil for none.
  ///   - completion: called once, after the event that decided the result.
  public func run<Value>(
    _ request: HostRequest<Value>, of link: PhoneLink? = nil,
    completion: @escaping (Result<Value, HostError>) -> Void
  ) {
    let run = PhoneRun(request, of: link, on: self, completion: completion)
    runs.append(run)
    if let link, !link.isUp { run.fail(.notConnected) } else { run.wake() }
  }

  func remove(_ run: any HostRun) { runs.removeAll { $0 === run } }

  /// Sends a command. Its answer goes to `run`; nil ignores it.
  func send(_ packet: CommandPacket, for run: (any HostRun)?) {
    unanswered.append((packet.opcode, run))
    driver.send(.command(packet))
  }

  /// Gives an answer to whoever has waited for it longest.
  func giveAnswer(_ event: HCIEventValue) {
    for (index, entry) in unanswered.enumerated() {
      guard let answer = HCIDriver.Answer(event, to: entry.opcode) else { continue }
      unanswered.remove(at: index)
      entry.run?.take(answer)
      return
    }
  }

  /// Gives up the answer that `run` waits for.
  func forgetAnswer(to run: any HostRun) {
    guard let index = unanswered.firstIndex(where: { $0.run === run }) else { return }
    unanswered.remove(at: index)
    driver.giveUpAnswer()
  }

  /// Shows a sign to the requests that it may concern.
  ///
  /// - Parameter handle: the connection that it is about; nil if it is about none.
  func offer(_ sign: HostSign, of handle: ConnectionHandle?) {
    for run in runs where handle == nil || run.link == nil || run.link?.handle == handle { run.take(sign) }
  }

  func endRuns(of link: PhoneLink, _ error: HostError) {
    for run in runs where run.link === link { run.fail(error) }
  }
}
