import Glibc
import HCI
import HCITransport
import TestSupport
import Testing

@Suite("A tap between a host and a controller")
struct HCITapTests {
  /// A controller, a tap and a host, all of this thread.
  private final class Chain {
    let tap: HCITap
    let controller: PlainSocket
    let host: PlainSocket
    private(set) var events: [String] = []
    private(set) var octets: [(side: HCITap.Side, octets: [UInt8])] = []
    private(set) var isThere = true

    init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isOpen = withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && listen(listener, 1) == 0
            && getsockname(listener, $0, &length) == 0
        }
      }
      try #require(isOpen)
      tap = try HCITap(
        host: .tcp(.listening, host: "127.0.0.1", port: 0),
        controller: .tcp(.connecting, host: "127.0.0.1", port: UInt16(bigEndian: name.sin_port)))
      controller = PlainSocket(accept(listener, nil, nil))
      guard case .tcp(_, _, let port) = tap.place else { throw PlainSocket.Failure.system("no port") }
      host = try PlainSocket(port: port)
      pass { events == ["came"] }
    }

    /// Lets octets go by until something holds, or nothing comes for a long time.
    func pass(until holds: () -> Bool) {
      var quiet = 0
      while !holds(), isThere, quiet < 50 {
        let before = events.count + octets.count
        isThere = tap.pass(until: -1, milliseconds: 100) { event in
          switch event {
          case .hostCame: events.append("came")
          case .hostRefused(let visitor): events.append(TransportAddress.refusal(of: visitor))
          case .hostLeft: events.append("left")
          case .controllerLeft: events.append("over")
          case .octets(let octets, let side): self.octets.append((side, octets))
          }
        }
        quiet = events.count + octets.count == before ? quiet + 1 : 0
      }
    }
  }

  private static let reset: [UInt8] = [1, 3, 0x0C, 0]
  private static let answer: [UInt8] = [4, 0x0E, 4, 1, 3, 0x0C, 0]

  @Test("octets pass both ways as they are, and packets are told whole however they are cut")
  func passes() throws {
    let chain = try Chain()
    try chain.host.write(Array(Self.reset[..<2]))
    try chain.host.write(Array(Self.reset[2...]) + Self.reset)
    chain.pass { chain.octets.count == 2 }
    #expect(try chain.controller.read(8) == Self.reset + Self.reset)
    try chain.controller.write(Self.answer)
    chain.pass { chain.octets.count == 3 }
    #expect(try chain.host.read(7) == Self.answer)
    #expect(chain.octets.map(\.octets) == [Self.reset, Self.reset, Self.answer])
    #expect(chain.octets.map(\.side) == [.host, .host, .controller])
  }

  @Test("what is no packet passes too, and is told as it is")
  func garbage() throws {
    let chain = try Chain()
    let garbage: [UInt8] = [0x77, 0x66, 0x55]
    try chain.host.write(garbage + Self.reset)
    chain.pass { chain.octets.count == 2 }
    #expect(try chain.controller.read(7) == garbage + Self.reset)
    #expect(chain.octets.map(\.octets) == [garbage, Self.reset])
  }

  @Test("a host may leave and another one come; the controller's end is the end")
  func leaves() throws {
    let chain = try Chain()
    chain.host.close()
    chain.pass { chain.events.count == 2 }
    guard case .tcp(_, _, let port) = chain.tap.place else { return }
    let other = try PlainSocket(port: port)
    chain.pass { chain.events.count == 3 }
    try other.write(Self.reset)
    chain.pass { chain.octets.count == 1 }
    #expect(try chain.controller.read(4) == Self.reset)
    chain.controller.close()
    chain.pass { chain.events.count == 4 }
    #expect(chain.events == ["came", "left", "came", "over"] && !chain.isThere)
  }

  @Test("a second host is sent away, named as a port names it, and the first stays")
  func secondHost() throws {
    let chain = try Chain()
    guard case .tcp(_, _, let port) = chain.tap.place else { return }
    let second = try PlainSocket(port: port)
    chain.pass { chain.events.count == 2 }
    try second.limitReads(toSeconds: 10)
    #expect(try second.readOnce().isEmpty)
    let line = try #require(chain.events.last)
    #expect(line.hasPrefix("127.0.0.1:") && line.hasSuffix(" refused: a peer is attached already"))
    try chain.host.write(Self.reset)
    chain.pass { chain.octets.count == 1 }
    #expect(try chain.controller.read(4) == Self.reset)
  }

  @Test("a host that connects after another has left is admitted, though both are seen at once")
  func nextHost() throws {
    let chain = try Chain()
    guard case .tcp(_, _, let port) = chain.tap.place else { return }
    try chain.host.write(Self.reset)
    chain.host.close()
    let other = try PlainSocket(port: port)
    chain.pass { chain.events.count == 3 }
    try other.write(Self.reset)
    chain.pass { chain.octets.count == 2 }
    #expect(try chain.controller.read(8) == Self.reset + Self.reset)
    #expect(chain.events == ["came", "left", "came"])
  }

  @Test("a controller that is not there is told at once, and a place beyond this machine has to be allowed")
  func refused() {
    let nowhere = TransportAddress.unix(.connecting, path: "/nowhere/controller")
    let error = #expect(throws: TransportError.self) {
      try HCITap(host: .tcp(.listening, host: "127.0.0.1", port: 0), controller: nowhere)
    }
    #expect(error?.description.contains("cannot be opened: No such file") == true)
    #expect(throws: TransportError.remote(.tcp(.listening, host: "0.0.0.0", port: 0))) {
      try HCITap(host: .tcp(.listening, host: "0.0.0.0", port: 0), controller: nowhere)
    }
  }
}
