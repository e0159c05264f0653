import CoreTypes
import Glibc
import HCI
import TestSupport
import Testing

@testable import HCITransport

@Suite struct OpeningTests {
  @Test(
    "an address beyond this machine has to be allowed",
    arguments: ["tcp:0.0.0.0:0", "tcp:[::]:0", "tcp-client:192.0.2.7:9001"])
  func addressThis(text: String) throws {
    let error = try #require(throws: TransportError.self) { try Encounter(text) }
    #expect("\(error)".contains("\(text) is not local"))
    #expect("\(error)".contains("--allow-remote"))
  }

  @Test("an address beyond this machine is opened once that is allowed")
  func remoteAddress() throws {
    let loop = PacedLoop()
    defer { loop.close() }
    let port = try TransportPort(TransportAddress("tcp:0.0.0.0:0"), on: loop, allowRemote: true)
    let host = try PlainSocket.connect(to: port)
    host.close()
    port.close()
  }

  @Test("a port that the system chose can be read, and is free again when it is closed")
  func chosenPort() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    guard case .tcp(.listening, "127.0.0.1", let number) = encounter.port.address else {
      Issue.record("\(encounter.port.address)")
      return
    }
    #expect(number != 0)
    let error = try #require(throws: TransportError.self) { try Encounter("tcp:127.0.0.1:\(number)") }
    #expect("\(error)" == "tcp:127.0.0.1:\(number) cannot be opened: Address already in use")
    encounter.port.close()
    _ = try Encounter("tcp:127.0.0.1:\(number)")
  }

  @Test("nobody at the other end is an error that says so")
  func nobodyListens() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    guard case .tcp(_, _, let number) = encounter.port.address else { return }
    encounter.port.close()
    for address in ["tcp-client:127.0.0.1:\(number)", "unix-client:/no/such/socket"] {
      let error = try #require(throws: TransportError.self) { try Encounter(address) }
      #expect("\(error)".hasPrefix("\(address) cannot be opened: "))
      #expect("\(error)".contains("onnection refused") || "\(error)".contains("No such file"))
    }
  }

  @Test("a Unix socket on which nobody listens is replaced, one on which somebody does is not")
  func unixSocket() throws {
    let folder = try Folder()
    let path = folder.path(of: "hci")
    let encounter = try Encounter("unix:\(path)")
    let error = try #require(throws: TransportError.self) { try Encounter("unix:\(path)") }
    #expect("\(error)".contains("another process has this path"))
    encounter.port.close()
    #expect(!folder.has("hci"))
    try Self.leaveSocket(at: path)
    #expect(folder.has("hci"))
    let next = try Encounter("unix:\(path)")
    let host = try PlainSocket.connect(to: next.port)
    try host.write(ResetCommand().packet)
    next.run(untilEvents: 2)
    next.port.close()
  }

  @Test("a port that is closed tells nothing more and closes its connection")
  func portClosed() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let host = try PlainSocket.connect(to: encounter.port)
    encounter.run(untilEvents: 1)
    encounter.port.close()
    #expect(try host.readOnce().isEmpty)
    encounter.port.send(ResetCommand().packet)
    encounter.run(.milliseconds(1))
    #expect(encounter.events.count == 1)
    #expect(!encounter.port.isAttached)
  }

  /// Makes a socket file as a process that was killed leaves it.
  private static func leaveSocket(at path: String) throws {
    let left = PlainSocket(try PlainSocket.check(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left.descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try PlainSocket.check(status)
  }
}
