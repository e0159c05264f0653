public import CoreTypes
public import HCI
public import HostStack

/// Something that a host sees: an event of its controller, or what its half of a link did.
public enum HostSign {
  case event(HCIEventValue)
  case action(HostAction)
}

/// What a host does step by step: it sends, waits for the answer, and goes on.
///
/// A request is a value; making one does nothing. `HCIDriver.run` runs one and returns when it has ended. A `Phone`
/// runs any number side by side.
public indirect enum HostRequest<Value> {
  /// A step that waits.
  public struct Wait {
    /// What is waited for, in the words of an error.
    public let what: String
    /// The timeout, asked again when it has passed, since a link may have become slower; nil for none.
    public let limit: () -> Picoseconds?
    /// The rest of the request if this is what is waited for, else nil. It sees all signs since the last command or
    /// action of the request.
    public let select: (HostSign) -> HostRequest?
    /// The rest of the request if it does not come.
    public let otherwise: (HostError) -> HostRequest
  }

  /// The end.
  case ended(Result<Value, HostError>)
  /// Does something at once.
  case act(() -> HostRequest)
  /// Sends a command, and waits for its Command Complete or Command Status.
  case command(CommandPacket, within: Picoseconds, (Result<HCIDriver.Answer, HostError>) -> HostRequest)
  case wait(Wait)
}

/// Requests made of requests.
extension HostRequest {
  /// A request that has ended well.
  public static func value(_ value: Value) -> Self { .ended(.success(value)) }

  /// A request that has failed.
  public static func failure(_ error: HostError) -> Self { .ended(.failure(error)) }

  /// Goes on with what `next` makes of the result.
  public func whatever<Next>(
    _ next: @escaping (Result<Value, HostError>) -> HostRequest<Next>
  ) -> HostRequest<Next> {
    switch self {
    case .ended(let result): next(result)
    case .act(let action): .act { action().whatever(next) }
    case .command(let command, let limit, let rest):
      .command(command, within: limit) { rest($0).whatever(next) }
    case .wait(let wait):
      .wait(
        HostRequest<Next>.Wait(
          what: wait.what, limit: wait.limit, select: { wait.select($0)?.whatever(next) },
          otherwise: { wait.otherwise($0).whatever(next) }))
    }
  }

  /// Goes on with what `next` makes of the value.
  public func then<Next>(
    _ next: @escaping (Value) throws(HostError) -> HostRequest<Next>
  ) -> HostRequest<Next> {
    whatever { result in
      do throws(HostError) { return try next(try result.get()) } catch { return .failure(error) }
    }
  }

  /// Ends with what `change` makes of the value.
  public func map<Next>(_ change: @escaping (Value) throws(HostError) -> Next) -> HostRequest<Next> {
    then { value throws(HostError) in .value(try change(value)) }
  }

  /// Goes on with what `cure` makes of an error.
  public func recover(_ cure: @escaping (HostError) -> Self) -> Self {
    whatever { result in
      switch result {
      case .success: .ended(result)
      case .failure(let error): cure(error)
      }
    }
  }
}

/// The steps that requests are made of.
extension HostRequest {
  /// Sends a command and waits for its return parameters.
  public static func complete<Command: HCICompletedCommand>(
    _ command: Command, within limit: Picoseconds = HCIDriver.answerLimit
  ) -> Self where Value == Command.Return {
    .command(command.commandPacket, within: limit) { answer in
      do throws(HostError) {
        return .value(try answer.get().returned(by: Command.self))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Sends a command that the controller need not know; nil if it is unknown.
  public static func completeIfKnown<Command: HCICompletedCommand>(
    _ command: Command
  ) -> Self where Value == Command.Return? {
    HostRequest<Command.Return>.complete(command).whatever { result in
      if case .failure(.commandRefused(_, .unknownHCICommand)) = result { return .value(nil) }
      return .ended(result.map(Optional.some))
    }
  }

  /// Waits for an event that `select` takes.
  ///
  /// - Parameters:
  ///   - what: the event in the words of an error.
  ///   - limit: the timeout; nil for none.
  public static func event(
    _ what: String, within limit: @escaping () -> Picoseconds?, _ select: @escaping (HCIEventValue) -> Value?
  ) -> Self {
    sign(what, within: limit) {
      if case .event(let event) = $0 { return select(event).map { .success($0) } }
      return nil
    }
  }

  /// Waits for a sign that `select` takes.
  public static func sign(
    _ what: String, within limit: @escaping () -> Picoseconds?,
    _ select: @escaping (HostSign) -> Result<Value, HostError>?
  ) -> Self {
    .wait(
      Wait(what: what, limit: limit, select: { select($0).map { .ended($0) } }, otherwise: { .failure($0) }))
  }
}

extension HostRequest where Value == Void {
  /// Sends a command and waits until the controller has begun it.
  public static func begin(
    _ command: some HCICommand, within limit: Picoseconds = HCIDriver.answerLimit
  ) -> Self {
    .command(command.commandPacket, within: limit) { answer in
      do throws(HostError) {
        try answer.get().requireSuccess()
        return .value(())
      } catch {
        return .failure(error)
      }
    }
  }
}

extension HostRequest {
  /// Sends a command, waits until the controller has begun it, and then for the event that ends it.
  ///
  /// - Parameters:
  ///   - answerLimit: the timeout of the answer to the command.
  ///   - what: the event in the words of an error.
  ///   - limit: the timeout of the event; nil for none.
  ///   - select: takes the event.
  ///   - outcome: what the event means.
  public static func command<Event>(
    _ command: some HCICommand, answeredWithin answerLimit: Picoseconds = HCIDriver.answerLimit,
    awaiting what: String, within limit: @escaping () -> Picoseconds?,
    _ select: @escaping (HCIEventValue) -> Event?, outcome: @escaping (Event) throws(HostError) -> Value
  ) -> Self {
    .command(command.commandPacket, within: answerLimit) { answer in
      do throws(HostError) {
        try answer.get().requireSuccess()
      } catch {
        return .failure(error)
      }
      return HostRequest<Event>.event(what, within: limit, select).map(outcome)
    }
  }
}
