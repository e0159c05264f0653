import CoreTypes
import Foundation
import Glibc
import HCI
import TestSupport
import Testing

@testable import HCITransport

@Suite struct TerminalTests {
  static let reset = ResetCommand().packet
  static let everyOctet = HCIPacket.acl(
    ACLPacket(handle: 1, packetBoundary: .firstNonFlushable, data: [UInt8](0...255)))

  @Test("a pseudo-terminal is raw before any host opens it")
  func pseudoterminalRaw() throws {
    let encounter = try Encounter("pty:")
    let path = try #require(encounter.port.terminalPath)
    let host = try PlainSocket(terminalPath: path)
    var modes = termios()
    #expect(tcgetattr(host.descriptor, &modes) == 0)
    #expect(modes.c_lflag & tcflag_t(ECHO | ICANON | ISIG | IEXTEN) == 0)
    #expect(modes.c_oflag & tcflag_t(OPOST) == 0)
    #expect(modes.c_iflag & tcflag_t(IXON | ICRNL | INLCR | ISTRIP) == 0)
    #expect(modes.c_cflag & tcflag_t(CSIZE | PARENB) == tcflag_t(CS8))
    encounter.port.close()
  }

  @Test("a link leads to the pseudo-terminal for as long as the port is open")
  func linkToTerminal() throws {
    let folder = try Folder()
    // A link that an earlier run left behind.
    try folder.link("hci", to: "/dev/pts/987654")
    let encounter = try Encounter("pty:\(folder.path(of: "hci"))")
    let host = try PlainSocket(terminalPath: folder.path(of: "hci"))
    try host.write(Self.reset)
    encounter.run(untilEvents: 2)
    #expect(encounter.packets == [Self.reset])
    encounter.port.close()
    #expect(!folder.has("hci"))
  }

  @Test("what is not our link is neither replaced nor removed")
  func foreignLink() throws {
    let folder = try Folder()
    try folder.write("mine", to: "file")
    try folder.link("link", to: "file")
    for (address, words) in [
      ("pty:\(folder.path(of: "file"))", "remove it or choose another path"),
      ("pty:\(folder.path(of: "link"))", "remove it or choose another path"),
      ("pty:\(folder.path(of: "none/hci"))", "No such file or directory"),
      ("unix:\(folder.path(of: "file"))", "a file has this path"),
    ] {
      let error = try #require(throws: TransportError.self) { try Encounter(address) }
      #expect("\(error)".contains(words))
    }
    #expect(try String(contentsOfFile: folder.path(of: "link"), encoding: .utf8) == "mine")
  }

  @Test("what one host left unread is not read by the next")
  func hostLeft() throws {
    let encounter = try Encounter("pty:")
    for _ in 0..<5 {
      let host = try PlainSocket.connect(to: encounter.port)
      try host.write(Self.reset)
      encounter.run { encounter.port.isAttached }
      encounter.port.send(Self.everyOctet)
      encounter.port.send(Self.reset)
      #expect(try host.read(261) == Self.everyOctet.h4Encoded)
      try host.waitForMore()
      host.close()
      encounter.run { !encounter.port.isAttached }
    }
    encounter.port.close()
  }

  @Test("however much one host left unread, the next reads its own answer")
  func unreadOctets() throws {
    let encounter = try Encounter("pty:")
    encounter.reaction = { [port = encounter.port] event in
      if case .packet(let packet) = event { port.send(packet) }
    }
    let first = try PlainSocket.connect(to: encounter.port)
    try first.write(Self.reset)
    encounter.run(untilEvents: 2)
    // More than the terminal holds, so that it is full when half is read.
    for _ in 0..<1000 { encounter.port.send(Self.everyOctet) }
    _ = try first.read(130_000)
    first.close()
    encounter.run { !encounter.port.isAttached }
    let second = try PlainSocket.connect(to: encounter.port)
    try second.write(Self.reset)
    encounter.run { encounter.packets.count == 2 }
    #expect(try second.read(4) == Self.reset.h4Encoded)
    encounter.port.close()
  }

  @Test("hosts that wait for their answer are all served, in order, however soon one follows another")
  func hostsWait()
    throws
  {
    let encounter = try Encounter("pty:")
    encounter.reaction = { [port = encounter.port] event in
      if case .packet(let packet) = event { port.send(packet) }
    }
    let path = try #require(encounter.port.terminalPath)
    let packets = (0..<500).map { number in
      HCIPacket.acl(
        ACLPacket(
          handle: 1, packetBoundary: .firstNonFlushable, data: [UInt8(number & 0xFF), UInt8(number >> 8)]))
    }
    let hosts = HostThread {
      try packets.map { packet in
        let host = try PlainSocket(terminalPath: path)
        defer { host.close() }
        try host.write(packet)
        return try host.read(packet.h4Encoded.count)
      }
    }
    encounter.run { encounter.packets.count == packets.count }
    #expect(encounter.packets == packets)
    #expect(try hosts.value() == packets.map(\.h4Encoded))
    encounter.port.close()
  }

  @Test("a host that hangs up in the middle of a packet leaves no trace in the next one's")
  func hangsUp() throws {
    let encounter = try Encounter("pty:")
    let first = try PlainSocket.connect(to: encounter.port)
    try first.write(Array(Self.everyOctet.h4Encoded.prefix(100)))
    encounter.run(untilEvents: 1)
    first.close()
    encounter.run(untilEvents: 2)
    let second = try PlainSocket.connect(to: encounter.port)
    try second.write(Self.reset)
    encounter.run(untilEvents: 4)
    #expect(encounter.packets == [Self.reset])
    encounter.port.close()
  }

  @Test("a serial line carries packets both ways until it is unplugged")
  func serialLine() throws {
    let (device, path) = try Self.device()
    let encounter = try Encounter("serial:\(path),921600,rtscts", for: .controller)
    var modes = termios()
    let line = try PlainSocket(terminalPath: path)
    #expect(tcgetattr(line.descriptor, &modes) == 0)
    #expect(cfgetospeed(&modes) == speed_t(B921600))
    #expect(modes.c_cflag & tcflag_t(CRTSCTS) != 0)
    line.close()
    encounter.run(untilEvents: 1)
    #expect(encounter.events == [.attached(path)])
    encounter.port.send(Self.everyOctet)
    #expect(try device.read(261) == Self.everyOctet.h4Encoded)
    try device.write(Self.everyOctet)
    encounter.run(untilEvents: 2)
    #expect(encounter.packets == [Self.everyOctet])
    device.close()
    encounter.run(untilEvents: 3)
    #expect(encounter.reasons.count == 1)
    encounter.port.close()
  }

  @Test(
    "what is no serial line is not opened",
    arguments: [("/dev/no-such-line", "No such file"), ("/dev/null", "Inappropriate ioctl")])
  func serialLineOpened(path: String, words: String) throws {
    let error = try #require(throws: TransportError.self) { try Encounter("serial:\(path)") }
    #expect("\(error)".contains(words))
  }

  /// The far end of a line, and the path of its near end.
  private static func device() throws -> (PlainSocket, path: String) {
    var (far, near) = (Int32(-1), Int32(-1))
    try PlainSocket.check(openpty(&far, &near, nil, nil, nil))
    defer { close(near) }
    return (PlainSocket(far), String(cString: try #require(ttyname(near))))
  }
}
