internal import CoreTypes
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addCSTestCommands() {
    complete(LECSTestCommand.self) { controller, command in
      StatusReturn { $0.status = controller.beginCSTest(command) }
    }
    begin(LECSTestEndCommand.self) { controller, _ in
      controller.csTest?.finish() ?? controller.lapses(.endsNoTest) ? .success : .commandDisallowed
    }
  }
}

extension VirtualController {
  /// What would need the radio that a test has, or that has it while no test may begin.
  static let radioCommands: [Opcode] = [
    .leSetAdvertisingEnable, .leSetScanEnable, .leCreateConnection, .leSetExtendedAdvertisingEnable,
    .leSetExtendedScanEnable, .leExtendedCreateConnection,
  ]

  /// Whether a test keeps the radio from a command.
  func isRadioTaken(from opcode: Opcode) -> Bool { csTest != nil && Self.radioCommands.contains(opcode) }

  fileprivate func beginCSTest(_ command: LECSTestCommand) -> ErrorCode {
    guard csTest == nil, connections.isEmpty, !isDiscovering else { return .commandDisallowed }
    let identity = description.identity
    do {
      let request = try CSTestRequest(
        command, capabilities: identity.csCapabilities, interpretations: identity.interpretations)
      csTestCount += 1
      let test = CSTest(request, number: csTestCount, controller: self)
      csTest = test
      test.begin()
      return .success
    } catch {
      return error.status
    }
  }
}
