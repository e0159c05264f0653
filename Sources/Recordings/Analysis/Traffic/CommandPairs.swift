internal import CoreTypes
internal import HCI

/// The commands of one HCI with their answers. A command without an answer, or an answer without its command, shows that
/// the recording lacks packets. [Vol 4, Part E, 4.4]
struct CommandPairs {
  private struct Command {
    let opcode: UInt16
    /// Answers to other commands since.
    var laterAnswerCount = 0
  }

  /// After so many answers to later commands, an answer is missing.
  private static let mostLaterAnswers = 8
  /// The OGF of vendors' commands, whose answers are not specified.
  private static let vendorGroup: UInt16 = 0x3F

  private var waiting: [Command] = []
  private var hasPair = false
  /// The answers before the first pair.
  private var earlyAnswerCount = 0
  /// Whether a command or an answer is missing.
  private(set) var isBroken = false

  /// Takes a command.
  mutating func send(_ opcode: UInt16) {
    if opcode == Opcode.reset.rawValue { waiting = [] }
    let isAnswered = opcode != Opcode.hostNumberOfCompletedPackets.rawValue
    guard isAnswered, opcode >> 10 != Self.vendorGroup else { return }
    waiting.append(Command(opcode: opcode))
  }

  /// Takes an event, whose octets begin with its code; events other than answers change nothing. A few answers before the
  /// first pair may be to commands before the recording.
  mutating func receive(event octets: Span<UInt8>) {
    guard let opcode = Self.answeredOpcode(octets), opcode != 0, opcode >> 10 != Self.vendorGroup else {
      return
    }
    if let place = waiting.lastIndex(where: { $0.opcode == opcode }) {
      waiting.remove(at: place)
      hasPair = true
    } else {
      earlyAnswerCount += 1
      if hasPair || earlyAnswerCount > Self.mostLaterAnswers { isBroken = true }
    }
    for place in waiting.indices { waiting[place].laterAnswerCount += 1 }
    guard waiting.contains(where: { $0.laterAnswerCount >= Self.mostLaterAnswers }) else { return }
    isBroken = true
    waiting.removeAll { $0.laterAnswerCount >= Self.mostLaterAnswers }
  }

  /// The opcode in Command Complete and Command Status; 0 where either only returns credits.
  private static func answeredOpcode(_ octets: Span<UInt8>) -> UInt16? {
    let start: Int
    switch EventCode(code: octets[0]) {
    case .commandComplete: start = 3
    case .commandStatus: start = 4
    default: return nil
    }
    return octets.count < start + 2 ? nil : UInt16(octets: octets[start], octets[start + 1])
  }
}
