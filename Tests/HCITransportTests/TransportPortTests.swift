import CoreTypes
import HCI
import TestSupport
import Testing

@testable import HCITransport

@Suite struct TransportPortTests {
  static let reset = ResetCommand().packet
  static let answer = ResetCommand.commandComplete(StatusReturn())
  static let everyOctet = HCIPacket.acl(
    ACLPacket(handle: 1, packetBoundary: .firstNonFlushable, data: [UInt8](0...255)))
  static let listening = ["tcp:127.0.0.1:0", "tcp:[::1]:0", "unix:", "pty:"]

  /// Calls `body` with an encounter at `address`, where `unix:` stands for a socket in a folder of its own.
  static func meet(at address: String, _ body: (Encounter) throws -> Void) throws {
    let folder = try Folder()
    let encounter = try Encounter(address == "unix:" ? "unix:\(folder.path(of: "hci"))" : address)
    try body(encounter)
    encounter.port.close()
  }

  /// A visitor whose first packet was reported.
  static func visitor(of encounter: Encounter) throws -> PlainSocket {
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset)
    let count = encounter.packets.count + 1
    encounter.run { encounter.packets.count == count }
    return host
  }

  @Test("a packet comes in and its answer goes out", arguments: listening)
  func packetAnswer(address: String) throws {
    try Self.meet(at: address) { encounter in
      encounter.reaction = { [port = encounter.port] event in
        if case .packet = event { port.send(Self.answer) }
      }
      let host = try Self.visitor(of: encounter)
      #expect(encounter.port.isAttached)
      #expect(try host.read(7) == Self.answer.h4Encoded)
    }
  }

  @Test("every octet passes as it is, both ways", arguments: listening)
  func octetPasses(address: String) throws {
    try Self.meet(at: address) { encounter in
      let host = try Self.visitor(of: encounter)
      try host.write(Self.everyOctet)
      encounter.run(untilEvents: 3)
      #expect(encounter.packets == [Self.reset, Self.everyOctet])
      encounter.port.send(Self.everyOctet)
      #expect(try host.read(261) == Self.everyOctet.h4Encoded)
    }
  }

  @Test("packets that arrive octet by octet are delivered whole", arguments: listening)
  func octetByOctet(address: String) throws {
    try Self.meet(at: address) { encounter in
      let host = try Self.visitor(of: encounter)
      for (index, octet) in (Self.everyOctet.h4Encoded + Self.reset.h4Encoded).enumerated() {
        try host.write([octet])
        // Some octets come in runs of their own, some together.
        if index % 7 == 0 { encounter.run(.microseconds(1)) }
      }
      encounter.run(untilEvents: 4)
      #expect(encounter.packets == [Self.reset, Self.everyOctet, Self.reset])
    }
  }

  @Test("a host that leaves may come again", arguments: listening)
  func hostLeaves(address: String) throws {
    try Self.meet(at: address) { encounter in
      for _ in 0..<20 {
        let host = try Self.visitor(of: encounter)
        host.close()
        if encounter.port.terminalPath != nil { encounter.run { !encounter.port.isAttached } }
      }
      encounter.run { !encounter.port.isAttached }
      #expect(encounter.packets.count == 20)
      #expect(encounter.reasons.count == 20)
      #expect(encounter.lines.filter { $0.contains("refused") } == [])
    }
  }

  @Test("hosts that call again at once are never refused", arguments: listening)
  func hostsCall(address: String) throws {
    try Self.meet(at: address) { encounter in
      for _ in 0..<100 {
        let host = try PlainSocket.connect(to: encounter.port)
        try host.write(Self.reset)
        host.close()
      }
      let last = try PlainSocket.connect(to: encounter.port)
      try last.write(Self.everyOctet)
      encounter.run { encounter.packets.last == Self.everyOctet }
      #expect(encounter.lines.filter { $0.contains("refused") } == [])
    }
  }

  // Not at a pseudo-terminal, where a host cannot see that the port has seen its end.
  @Test("hosts that come and go between two runs do not add up", arguments: listening.dropLast())
  func hostsGo(address: String) throws {
    try Self.meet(at: address) { encounter in
      for _ in 0..<100 {
        let host = try PlainSocket.connect(to: encounter.port)
        try host.write(Self.reset)
        host.shutDownWriting()
        // The port has seen the end when it ends the connection too.
        #expect(try host.readOnce().isEmpty)
      }
      let last = try PlainSocket.connect(to: encounter.port)
      try last.write(Self.everyOctet)
      encounter.run { encounter.packets.last == Self.everyOctet }
      // The hundredth is still there if the run begins before the last one is let in.
      #expect(encounter.packets.count <= 2)
    }
  }

  @Test("octets that are no packet are reported, and the next reset is received")
  func garbage() throws {
    try Self.meet(at: "tcp:127.0.0.1:0") { encounter in
      let host = try Self.visitor(of: encounter)
      try host.write([0xFF, 0xFE])
      encounter.run(untilEvents: 3)
      #expect(encounter.events[2] == .desynchronised([0xFF, 0xFE]))
      try host.write(Self.everyOctet)
      try host.write(Self.reset)
      encounter.run { encounter.packets.count == 2 }
      #expect(encounter.packets == [Self.reset, Self.reset])
      let passedOver = encounter.events.map { event in
        if case .passedOver(let octets) = event { octets.count } else { 0 }
      }
      #expect(passedOver.reduce(0, +) == 261)
      #expect(encounter.lines[1...].map { $0.contains("without a packet") } == [true, false])
      #expect(encounter.lines[2].contains("sends HCI again after 263 octets"))
    }
  }

  @Test("a controller that lost its place is heard again when it answers a reset")
  func controllerLosesPlace() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0", for: .controller)
    let controller = try PlainSocket.connect(to: encounter.port)
    try controller.write([0] + Self.reset.h4Encoded + Self.answer.h4Encoded)
    encounter.run(untilEvents: 3)
    #expect(encounter.packets == [Self.answer])
  }

  @Test("a second host is sent away and the first stays")
  func secondHost() throws {
    try Self.meet(at: "tcp:127.0.0.1:0") { encounter in
      let host = try Self.visitor(of: encounter)
      let second = try PlainSocket.connect(to: encounter.port)
      #expect(try second.readOnce().isEmpty)
      encounter.run { encounter.lines.contains { $0.contains("refused: a peer is attached already") } }
      try host.write(Self.everyOctet)
      encounter.run(untilEvents: 3)
      #expect(encounter.packets == [Self.reset, Self.everyOctet])
    }
  }

  @Test("a host whose connection breaks is gone, and nothing sent to it matters")
  func brokenConnection() throws {
    try Self.meet(at: "tcp:127.0.0.1:0") { encounter in
      let host = try Self.visitor(of: encounter)
      host.breakOff()
      for _ in 0..<100 { encounter.port.send(Self.answer) }
      encounter.run { !encounter.port.isAttached }
      #expect(encounter.reasons.count == 1)
      encounter.port.send(Self.answer)
      _ = try Self.visitor(of: encounter)
    }
  }

  @Test("a host that stops writing is gone")
  func hostStops() throws {
    try Self.meet(at: "tcp:127.0.0.1:0") { encounter in
      let host = try Self.visitor(of: encounter)
      host.shutDownWriting()
      encounter.run { !encounter.port.isAttached }
      #expect(encounter.reasons == ["closed by the peer"])
      #expect(try host.readOnce().isEmpty)
    }
  }

  @Test("a host that does not read is sent away once a mebibyte waits for it", arguments: listening)
  func hostDoesNotRead(address: String) throws {
    try Self.meet(at: address) { encounter in
      encounter.reaction = { [port = encounter.port] event in
        guard case .packet = event else { return }
        let packet = HCIPacket.acl(
          ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: [UInt8](repeating: 7, count: 999)))
        for _ in 0..<20_000 { port.send(packet) }
      }
      let host = try Self.visitor(of: encounter)
      encounter.run { !encounter.port.isAttached }
      #expect(encounter.reasons == ["does not read: more than 1048576 octets wait"])
      host.close()
    }
  }

  @Test("a port that connects reaches the listener, and reports when the listener disconnects")
  func portConnects() throws {
    let folder = try Folder()
    let far = try Encounter("unix:\(folder.path(of: "hci"))")
    let near = try Encounter("unix-client:\(folder.path(of: "hci"))", for: .controller)
    near.run(untilEvents: 1)
    near.port.send(Self.reset)
    far.run(untilEvents: 2)
    far.port.send(Self.answer)
    near.run(untilEvents: 2)
    #expect(near.packets == [Self.answer])
    far.port.close()
    near.run(untilEvents: 3)
    #expect(near.reasons == ["closed by the peer"])
    near.port.close()
    #expect(!folder.has("hci"))
  }

  @Test("a port that connects over TCP finds who listens")
  func portConnectsTCP() throws {
    let far = try Encounter("tcp:localhost:0")
    guard case .tcp(_, _, let port) = far.port.address else { return }
    let near = try Encounter("tcp-client:localhost:\(port)", for: .controller)
    near.run(untilEvents: 1)
    near.port.send(Self.reset)
    far.run(untilEvents: 2)
    #expect(far.packets == [Self.reset])
  }

  @Test("a hundred ports serve a hundred hosts at once")
  func hundredPorts() throws {
    let encounters = try (0..<100).map { _ in try Encounter("tcp:127.0.0.1:0") }
    let hosts = try encounters.map { try PlainSocket.connect(to: $0.port) }
    for host in hosts { try host.write(Self.reset) }
    for (encounter, host) in zip(encounters, hosts) {
      encounter.run(untilEvents: 2)
      encounter.port.send(Self.answer)
      #expect(try host.read(7) == Self.answer.h4Encoded)
    }
  }
}
