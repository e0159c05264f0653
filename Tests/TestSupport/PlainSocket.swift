internal import Glibc

/// A host of the tests: a blocking descriptor, used from the test's thread.
public final class PlainSocket {
  /// What the system has against it.
  public enum Failure: Error {
    /// In the words of the system.
    case system(String)
  }

  private let descriptor: Int32
  private var isClosed = false

  /// Connects to a TCP port of this machine.
  public convenience init(port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try self.init(AF_INET, address)
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

  @discardableResult
  private static func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure.system(String(cString: strerror(errno))) }
    return result
  }
}
