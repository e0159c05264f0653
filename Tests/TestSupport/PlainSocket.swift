internal import Glibc

/// A host of the tests: a blocking descriptor, used from the test's thread.
public final class PlainSocket {
  /// What the system has against it.
  public enum Failure: Error {
    /// In the words of the system.
    case system(String)
  }

  /// The open file behind it.
  public let descriptor: Int32
  private var isClosed = false

  /// Connects to a TCP port of this machine.
  public convenience init(port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try self.init(AF_INET, address)
  }

  /// Connects to a TCP port of this machine over IPv6.
  public convenience init(portOverIPv6 port: UInt16) throws {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    try self.init(AF_INET6, address)
  }

  /// Connects to a Unix socket.
  public convenience init(unixPath path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try self.init(AF_UNIX, address)
  }

  /// Opens a terminal.
  public init(terminalPath path: String) throws {
    descriptor = try Self.check(open(path, O_RDWR | O_NOCTTY))
  }

  /// Takes an open descriptor.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  private init<Address>(_ family: Int32, _ address: Address) throws {
    descriptor = try Self.check(socket(family, Int32(SOCK_STREAM.rawValue), 0))
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    try Self.check(status)
  }

  deinit { close() }

  /// Leaves.
  public func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  /// Lets a read fail that takes longer.
  public func limitReads(toSeconds seconds: Int) throws {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    try Self.check(
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)))
  }

  /// Says that nothing more will be written.
  public func shutDownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Writes all of it.
  public func write(_ octets: [UInt8]) throws {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      try Self.check(Int32(count))
      rest = rest.dropFirst(count)
    }
  }

  /// Reads once; nothing at the end.
  public func readOnce(atMost count: Int = 65_536) throws -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    let taken = Glibc.read(descriptor, &octets, count)
    try Self.check(Int32(taken))
    return Array(octets.prefix(taken))
  }

  /// Waits until there is something to read.
  public func waitForMore() throws {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try Self.check(poll(&wait, 1, -1))
  }

  /// Reads exactly `count` octets, fewer only at the end.
  public func read(_ count: Int) throws -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count < count {
      let more = try readOnce(atMost: count - octets.count)
      if more.isEmpty { break }
      octets += more
    }
    return octets
  }

  /// The result of a system call, or its failure in the words of the system.
  @discardableResult
  public static func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure.system(String(cString: strerror(errno))) }
    return result
  }
}

// MARK: What bad hosts do

extension PlainSocket {
  /// Leaves without a good-bye, as a process that is killed does with what it has not read.
  public func breakOff() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }

  /// Has the system keep few octets that the other side has not taken, and no write wait for room.
  public func limitUnsent(to count: Int32) {
    var count = count
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &count, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Writes as many of `octets` as there is room for, and gives their number.
  public func writeWithoutWaiting(_ octets: some Collection<UInt8>) throws -> Int {
    let count = Glibc.write(descriptor, Array(octets), octets.count)
    if count < 0, errno == EAGAIN { return 0 }
    try Self.check(Int32(count))
    return count
  }
}
