import CoreTypes
import HCI
import TestSupport
import Testing

@testable import HCITransport

@Suite("A visitor who begins a packet and falls silent")
struct HalfPacketTests {
  private static let half: [UInt8] = [0x01, 0x03]

  @Test("is dropped, and the next one is let in")
  func dropped() throws {
    let folder = try Folder()
    let encounter = try Encounter(
      "unix:\(folder.path(of: "hci"))", halfPacketLimit: .milliseconds(50))
    let idle = try PlainSocket.connect(to: encounter.port)
    try idle.write(Self.half)
    encounter.run(untilEvents: 2)
    #expect(encounter.reasons == ["sent a part of a packet and then nothing"])
    _ = try TransportPortTests.visitor(of: encounter)
    encounter.port.close()
  }

  @Test("and sends the rest in time is served, and may be silent between packets")
  func served() throws {
    let folder = try Folder()
    let encounter = try Encounter(
      "unix:\(folder.path(of: "hci"))", halfPacketLimit: .milliseconds(300))
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.half)
    encounter.run(.milliseconds(20))
    try host.write([0x0C, 0x00])
    encounter.run(.milliseconds(600))
    #expect(encounter.packets == [TransportPortTests.reset])
    #expect(encounter.reasons.isEmpty)
    encounter.port.close()
  }
}
