import Glibc
import HCI

@testable import HCITransport

/// A host of the tests: a blocking descriptor, used from the test's thread.
final class PlainSocket {
  enum Failure: Error {
    case system(String)
  }

  let descriptor: Int32

  /// Connects to where `port` listens.
  static func connect(to port: TransportPort) throws -> PlainSocket {
    switch port.address {
    case .tcp(_, "::1", let number):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = number.bigEndian
      address.sin6_addr = in6addr_loopback
      return try connect(AF_INET6, address)
    case .tcp(_, _, let number):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = number.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return try connect(AF_INET, address)
    case .unix(_, let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return try connect(AF_UNIX, address)
    case .pseudoTerminal, .serial:
      return try PlainSocket(path: port.terminalPath ?? "")
    }
  }

  private static func connect<Address>(_ family: Int32, _ address: Address) throws -> PlainSocket {
    let made = PlainSocket(try check(socket(family, Int32(SOCK_STREAM.rawValue), 0)))
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(made.descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    try check(status)
    return made
  }

  /// Opens a terminal.
  init(path: String) throws {
    descriptor = try Self.check(open(path, O_RDWR | O_NOCTTY))
  }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  /// Says that nothing more will be written.
  func shutDownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func write(_ octets: [UInt8]) throws {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0) }
      try Self.check(Int32(count))
      rest = rest.dropFirst(count)
    }
  }

  private func send(_ descriptor: Int32, _ octets: UnsafeRawBufferPointer) -> Int {
    Glibc.write(descriptor, octets.baseAddress, octets.count)
  }

  func write(_ packet: HCIPacket) throws { try write(packet.h4Encoded) }

  /// Reads once; nothing at the end.
  func readOnce(atMost count: Int = 65_536) throws -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    let taken = Glibc.read(descriptor, &octets, count)
    try Self.check(Int32(taken))
    return Array(octets.prefix(taken))
  }

  /// Waits until there is something to read.
  func waitForMore() throws {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try Self.check(poll(&wait, 1, -1))
  }

  /// Reads exactly `count` octets, fewer only at the end.
  func read(_ count: Int) throws -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count < count {
      let more = try readOnce(atMost: count - octets.count)
      if more.isEmpty { break }
      octets += more
    }
    return octets
  }

  @discardableResult
  static func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure.system(String(cString: strerror(errno))) }
    return result
  }
}

extension PlainSocket {
  /// Leaves without a good-bye, as a process that is killed does with what it has not read.
  func breakOff() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }
}

extension PlainSocket {
  /// Has the system keep few octets that the other side has not taken, and no write wait for room.
  func limitUnsent(to count: Int32) {
    var count = count
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &count, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Writes as many of `octets` as there is room for, and gives their number.
  func writeWithoutWaiting(_ octets: some Collection<UInt8>) throws -> Int {
    let count = Glibc.write(descriptor, Array(octets), octets.count)
    if count < 0, errno == EAGAIN { return 0 }
    try Self.check(Int32(count))
    return count
  }
}
