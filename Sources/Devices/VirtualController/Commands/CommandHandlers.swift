internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer

/// How a controller answers each command: one entry a command, in one table. [Vol 4, Part E, 7]
struct CommandHandlers: Sendable {
  typealias Handler = @Sendable (VirtualController, CommandPacket) -> HCIPacket?

  private var handlers: [UInt16: Handler] = [:]

  /// Every command in the table, in ascending order.
  var opcodes: [Opcode] { handlers.keys.sorted().map(Opcode.init(rawValue:)) }

  static let all: CommandHandlers = {
    var table = CommandHandlers()
    table.addControllerCommands()
    table.addInformationCommands()
    table.addHostFlowControlCommands()
    table.addFilterAcceptListCommands()
    table.addPublicKeyCommands()
    table.addPrivacyCommands()
    table.addDiscoveryCommands()
    table.addExtendedAdvertisingCommands()
    table.addExtendedScanCommands()
    table.addLinkCommands()
    table.addLinkInformationCommands()
    table.addChannelSoundingCommands()
    table.addCSTestCommands()
    return table
  }()

  /// Adds a command that Command Complete answers.
  mutating func complete<Command: HCICompletedCommand>(
    _: Command.Type, _ carryOut: @escaping @Sendable (VirtualController, Command) -> Command.Return
  ) {
    handlers[Command.opcode.rawValue] = { controller, packet in
      guard let command: Command = Self.read(packet, controller) else {
        return Command.commandComplete(Command.Return { $0.status = .invalidHCICommandParameters })
      }
      if controller.isRadioTaken(from: packet.opcode) {
        return Command.commandComplete(Command.Return { $0.status = .commandDisallowed })
      }
      return Command.commandComplete(carryOut(controller, command))
    }
  }

  /// Adds a command that Command Complete answers with a status alone.
  mutating func complete<Command: HCICompletedCommand>(
    status _: Command.Type, _ carryOut: @escaping @Sendable (VirtualController, Command) -> ErrorCode
  ) where Command.Return == StatusReturn {
    complete(Command.self) { controller, command in
      StatusReturn { $0.status = carryOut(controller, command) }
    }
  }

  /// Adds a command that succeeds whatever the state.
  mutating func always<Command: HCICompletedCommand>(
    _: Command.Type, _ carryOut: @escaping @Sendable (VirtualController, Command) -> Void
  ) where Command.Return == StatusReturn {
    complete(status: Command.self) { controller, command in
      carryOut(controller, command)
      return .success
    }
  }

  /// Adds a command that Command Status answers.
  mutating func begin<Command: HCICommand>(
    _: Command.Type, _ carryOut: @escaping @Sendable (VirtualController, Command) -> ErrorCode
  ) {
    handlers[Command.opcode.rawValue] = { controller, packet in
      guard let command: Command = Self.read(packet, controller) else {
        return Self.status(.invalidHCICommandParameters, packet.opcode)
      }
      if controller.isRadioTaken(from: packet.opcode) { return Command.commandStatus(.commandDisallowed) }
      return Command.commandStatus(carryOut(controller, command))
    }
  }

  /// Adds a command that is not answered unless it cannot be read.
  mutating func unanswered<Command: HCICommand>(
    _: Command.Type, _ carryOut: @escaping @Sendable (VirtualController, Command) -> Void
  ) {
    handlers[Command.opcode.rawValue] = { controller, packet in
      guard let command: Command = Self.read(packet, controller) else {
        return CommandCompleteEvent {
          $0.commandOpcode = packet.opcode
          $0.returnParameters = [ErrorCode.invalidHCICommandParameters.rawValue]
        }.packet
      }
      carryOut(controller, command)
      return nil
    }
  }

  /// Adds a command about a link that Command Complete answers with a status and the handle.
  mutating func complete<Command: HCICompletedCommand>(
    onLink _: Command.Type, _ handle: @escaping @Sendable (Command) -> ConnectionHandle,
    _ request: @escaping @Sendable (Command) -> LinkRequest
  ) where Command.Return == ConnectionReturn {
    complete(Command.self) { controller, command in
      ConnectionReturn {
        $0.connectionHandle = handle(command)
        $0.status =
          controller.connections[handle(command)]?.request(request(command))
          ?? controller.refusal(withoutLink: handle(command))
      }
    }
  }

  /// Adds a command about a link that Command Status answers.
  mutating func begin<Command: HCICommand>(
    onLink _: Command.Type, _ handle: @escaping @Sendable (Command) -> ConnectionHandle,
    _ request: @escaping @Sendable (Command) -> LinkRequest
  ) {
    begin(Command.self) { controller, command in
      controller.connections[handle(command)]?.request(request(command))
        ?? controller.refusal(withoutLink: handle(command))
    }
  }

  /// The answer to `packet`, whatever it holds; nil for the command that is not answered.
  func answer(_ packet: CommandPacket, of controller: VirtualController) -> HCIPacket? {
    guard let handler = handlers[packet.opcode.rawValue], controller.offers(packet.opcode),
      !controller.forgets(packet.opcode)
    else {
      return Self.status(.unknownHCICommand, packet.opcode)
    }
    return handler(controller, packet)
  }

  /// The parameters of a command; nil if they are not those of its table.
  private static func read<Command: HCICommand>(
    _ packet: CommandPacket, _ controller: VirtualController
  ) -> Command? {
    do {
      return try Command(packet)
    } catch {
      return controller.faults.contains(.shortCommandTaken) ? padded(packet) : nil
    }
  }

  /// What a device that does not look at the length reads in a command that is an octet short.
  private static func padded<Command: HCICommand>(_ packet: CommandPacket) -> Command? {
    do {
      return try Command(CommandPacket(opcode: packet.opcode, parameters: packet.parameters + [0]))
    } catch {
      return nil
    }
  }

  private static func status(_ status: ErrorCode, _ opcode: Opcode) -> HCIPacket {
    CommandStatusEvent {
      $0.status = status
      $0.commandOpcode = opcode
    }.packet
  }
}

extension VirtualController {
  /// Does what a packet from the host asks.
  func carryOut(_ packet: HCIPacket) {
    switch packet {
    case .command(let command):
      guard let answer = CommandHandlers.all.answer(command, of: self) else { return }
      sendToHost(faults.contains(.refusalsInCommandStatus) ? answer.withRefusalInCommandStatus : answer)
    case .acl(let data): acceptHostData(data)
    case .event, .sco, .iso: break
    }
  }
}

extension HCIPacket {
  /// A refusal in Command Complete as a Command Status; everything else as it is.
  fileprivate var withRefusalInCommandStatus: HCIPacket {
    do {
      guard case .event(let packet) = self, case .commandComplete(let event) = try HCIEventValue(packet),
        let status = event.status, status != .success
      else { return self }
      return CommandStatusEvent { ($0.status, $0.commandOpcode) = (status, event.commandOpcode) }.packet
    } catch {
      return self
    }
  }
}
