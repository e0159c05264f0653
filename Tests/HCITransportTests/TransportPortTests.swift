import HCI
import TestSupport
import Testing

@testable import HCITransport

@Suite struct TransportPortTests {
  static let reset = ResetCommand().packet
  static let answer = ResetCommand.commandComplete(StatusReturn())

  @Test(arguments: ["tcp:127.0.0.1:0", "pty:"])
  func `A packet comes in and its answer goes out`(address: String) throws {
    let encounter = try Encounter(address)
    encounter.reaction = { [port = encounter.port] event in
      if case .packet = event { port.send(Self.answer) }
    }
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset)
    encounter.run(untilEvents: 2)
    #expect(encounter.packets == [Self.reset])
    #expect(try host.read(7) == Self.answer.h4Encoded)
    host.close()
    encounter.run(untilEvents: 3)
    #expect(encounter.reasons.count == 1)
  }
}
