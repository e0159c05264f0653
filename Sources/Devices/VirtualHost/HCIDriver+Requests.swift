public import CoreTypes
public import HCI
public import HostStack
internal import SimulationKernel

/// Requests that are waited for.
extension HCIDriver {
  /// For what has no timeout.
  private static let endless = Picoseconds.seconds(86_400)
  /// How long the answer to a command may take.
  public static let answerLimit = Picoseconds.seconds(5)

  /// Runs a request to its end.
  ///
  /// - Parameter actions: what the host's half of the link has done so far, for requests that wait for that.
  public func run<Value>(
    _ request: HostRequest<Value>, actions: () -> [HostAction] = { [] }
  ) throws(HostError) -> Value {
    var request = request
    var seen = (events: events.count, actions: actions().count)
    while true {
      switch request {
      case .ended(let result): return try result.get()
      case .act(let action):
        seen = (events.count, actions().count)
        request = action()
      case .command(let command, let limit, let rest):
        do throws(HostError) {
          let (answer, start) = try exchange(command, within: limit)
          seen = (start, actions().count)
          request = rest(.success(answer))
        } catch {
          request = rest(.failure(error))
        }
      case .wait(let step): request = rest(of: step, after: &seen, actions)
      }
    }
  }

  /// Waits for what `step` waits for, and gives the rest of the request.
  private func rest<Value>(
    of step: HostRequest<Value>.Wait, after seen: inout (events: Int, actions: Int),
    _ actions: () -> [HostAction]
  ) -> HostRequest<Value> {
    var rest: HostRequest<Value>?
    var examined = seen
    do throws(HostError) {
      try wait(for: step.what, within: { step.limit() ?? Self.endless }) {
        while rest == nil, examined.events < events.count {
          rest = step.select(.event(events[examined.events].value))
          examined.events += 1
        }
        let actions = rest == nil ? actions() : []
        while rest == nil, examined.actions < actions.count {
          rest = step.select(.action(actions[examined.actions]))
          examined.actions += 1
        }
        return rest != nil
      }
    } catch {
      return step.otherwise(error)
    }
    seen = examined
    return rest ?? step.otherwise(.missing(step.what, within: step.limit() ?? .zero))
  }

  /// Sends a command and waits for its return parameters.
  public func complete<Command: HCICompletedCommand>(
    _ command: Command, within limit: Picoseconds = HCIDriver.answerLimit
  ) throws(HostError) -> Command.Return {
    try run(.complete(command, within: limit))
  }

  /// Sends a command that the controller need not know. Returns the return parameters; nil if the command is
  /// unknown.
  public func completeIfKnown<Command: HCICompletedCommand>(
    _ command: Command
  ) throws(HostError) -> Command.Return? {
    try run(.completeIfKnown(command))
  }

  /// Sends a command and waits until the controller has begun it. Returns the number of events kept before the
  /// command was sent.
  public func begin(
    _ command: some HCICommand, within limit: Picoseconds = HCIDriver.answerLimit
  ) throws(HostError) -> Int {
    let (answer, start) = try exchange(command.commandPacket, within: limit)
    try answer.requireSuccess()
    return start
  }

  /// The answer to a command: its status, and the whole of it if it is a Command Complete.
  public struct Answer: Sendable {
    /// The command.
    public let opcode: Opcode
    /// Success, or why the controller refused.
    public let status: ErrorCode
    /// The event; nil where a Command Status came.
    public let complete: CommandCompleteEvent?

    /// What `event` answers to the command `opcode`; nil if it does not answer that.
    public init?(_ event: HCIEventValue, to opcode: Opcode) {
      self.opcode = opcode
      switch event {
      case .commandComplete(let event) where event.commandOpcode == opcode:
        (status, complete) = (event.status ?? .success, event)
      case .commandStatus(let event) where event.commandOpcode == opcode:
        (status, complete) = (event.status, nil)
      default: return nil
      }
    }

    /// Throws `commandRefused` unless the controller has begun or completed the command.
    func requireSuccess() throws(HostError) {
      if status != .success { throw .commandRefused("\(opcode)", status) }
    }

    /// The return parameters of a command.
    func returned<Command: HCICompletedCommand>(by _: Command.Type) throws(HostError) -> Command.Return {
      try requireSuccess()
      guard let complete else {
        throw .malformed("answer to \(opcode)", "a Command Status, where a Command Complete is due")
      }
      do {
        return try Command.returned(in: complete)
      } catch {
        throw .malformed("answer to \(opcode)", "\(error)")
      }
    }
  }

  /// Sends a command and waits for its answer, of either kind.
  public func answer(
    to command: some HCICommand, within limit: Picoseconds = HCIDriver.answerLimit
  ) throws(HostError) -> Answer {
    try exchange(command.commandPacket, within: limit).answer
  }
}
