import Capture
import Testing

/// A fragment begins an L2CAP frame of the host (PB_Flag 0) or of the controller (2), or continues one (1).
/// [Vol 4, Part E, 5.4.2]
@Suite("The direction of ACL data")
struct ACLDirectionTests {
  private static func fragment(_ boundary: UInt8, handle: UInt8 = 0x40) -> [UInt8] {
    [2, handle, boundary << 4, 1, 0, 9]
  }

  private static func directions(_ linkType: UInt32, _ packets: [[UInt8]]) throws -> [RecordedDirection] {
    let file = SampleFile.pcap(linkType: linkType, packets.map { (1, 0, $0) })
    return try readAll(file).records.map(\.frame.direction)
  }

  @Test("without a direction in the file, the first fragment has it, and those that continue it follow")
  func firstFragment() throws {
    #expect(
      try Self.directions(
        187, [Self.fragment(0), Self.fragment(1), Self.fragment(2), Self.fragment(1), Self.fragment(1)])
        == [.hostToController, .hostToController, .controllerToHost, .controllerToHost, .controllerToHost])
  }

  @Test("connections do not share their fragments")
  func connections() throws {
    #expect(
      try Self.directions(
        187,
        [Self.fragment(0), Self.fragment(2, handle: 0x41), Self.fragment(1), Self.fragment(1, handle: 0x41)])
        == [.hostToController, .controllerToHost, .hostToController, .controllerToHost])
  }

  @Test("a continuation without its start, a reserved flag and what continues it have no direction")
  func unknown() throws {
    #expect(
      try Self.directions(
        187, [Self.fragment(1), Self.fragment(0), Self.fragment(3), Self.fragment(1), [2, 0x40]])
        == [.unknown, .hostToController, .unknown, .unknown, .unknown])
  }

  @Test("the direction of the file takes precedence over the flag")
  func recorded() throws {
    #expect(
      try Self.directions(201, [[0, 0, 0, 0] + Self.fragment(2), [0, 0, 0, 1] + Self.fragment(0)])
        == [.hostToController, .controllerToHost])
  }
}
