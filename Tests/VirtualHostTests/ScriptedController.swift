import CoreTypes
import HCI
import SimulationKernel

/// A controller that does what a test tells it.
final class ScriptedController: HCIController {
  let simulation = Simulation(seed: 1)
  var host: ((HCIPacket) -> Void)?
  var hciTap: ((HCIPacket, Bool) -> Void)?
  var absence: String?
  let isOurs = false
  private(set) var commands: [Opcode] = []
  private(set) var dataCount = 0
  /// The answer to a command; nil for none.
  var answer: (CommandPacket) -> HCIPacket? = { _ in nil }

  func receive(_ packet: HCIPacket) {
    switch packet {
    case .command(let command):
      commands.append(command.opcode)
      guard let answer = answer(command) else { return }
      simulation.schedule(after: .microseconds(10)) { [weak self] in self?.host?(answer) }
    case .acl: dataCount += 1
    case .event, .sco, .iso: break
    }
  }
}
