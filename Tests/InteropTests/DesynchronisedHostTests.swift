import Foundation
import TestSupport
import Testing

extension BumbleTests {
  @Suite("A host that sends what is no HCI")
  struct DesynchronisedHost {
    /// No packet begins with any of these. [Vol 4, Part A, 2]
    private static let garbage: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
    private static let moreGarbage = Array("neither is this".utf8)
    private static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]

    @Test("is told of a hardware error, may reset, and disturbs nobody; the capture keeps the octets")
    func garbage() async throws {
      let capture = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng")
      defer { try? FileManager.default.removeItem(at: capture) }
      try await ServedAir.with(.phone, .accessory, arguments: ["--capture", capture.path]) { air in
        let phone = try air.host(.phone, "--procedures", "2")
        try await phone.next("power on")
        try expectRecovery(of: try PlainSocket(port: try air.port(.accessory)))
        try await air.tool.next("octets without a packet; waiting for its HCI_Reset")
        try await air.tool.next(
          "sends HCI again after \(Self.garbage.count + Self.moreGarbage.count) octets")
        try await air.tool.next("detached")
        _ = try air.host(.accessory)
        let events = try await phone.all()
        #expect(events.count { $0.event == "connected" } == 1)
        #expect(BumbleProcedure.all(in: events).count { $0.isComplete } >= 2)
      }
      let octets = try Data(contentsOf: capture)
      for sent in [Self.garbage, Self.moreGarbage] {
        #expect(octets.firstRange(of: Data(sent)) != nil)
      }
    }

    private func expectRecovery(of host: PlainSocket) throws {
      try host.limitReads(toSeconds: 60)
      try host.write(Self.garbage)
      let hardwareError: [UInt8] = [0x04, 0x10, 0x01]
      #expect(try host.read(4).prefix(3) == hardwareError[...])
      try host.write(Self.moreGarbage + Self.reset)
      let complete = try host.read(7)
      // The number of commands that the host may send is the controller's choice.
      #expect(complete.prefix(3) == [0x04, 0x0E, 0x04] && complete.suffix(3) == [0x03, 0x0C, 0x00])
    }
  }
}
