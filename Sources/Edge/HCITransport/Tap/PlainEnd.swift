internal import Glibc

/// Addresses as plain descriptors, for octets that nobody looks into.
enum PlainEnd {
  /// The octets of an address or a port in digits, with its zone and its end, are fewer.
  private static let longestName = 128

  static func meet(_ address: TransportAddress) throws(TransportError) -> Int32 {
    switch address {
    case .tcp(_, let host, let port): return try tcp(address, host, port, isListening: false)
    case .unix(_, let path): return try unix(address, path, isListening: false)
    case .serial(let path, let baud, let hasFlowControl):
      return try SerialLine.open(path, baud: baud, hasFlowControl: hasFlowControl, for: address)
    case .pseudoTerminal:
      throw .system(address, reason: "a new pseudo-terminal has no device behind it")
    }
  }

  /// Waits at an address; the port is that which the system chose.
  static func listen(
    _ address: TransportAddress
  ) throws(TransportError) -> (descriptor: Int32, address: TransportAddress) {
    switch address {
    case .tcp(_, let host, let port):
      let descriptor = try tcp(address, host, port, isListening: true)
      return (descriptor, .tcp(.listening, host: host, port: Self.port(of: descriptor) ?? port))
    case .unix(_, let path): return (try unix(address, path, isListening: true), address)
    case .serial, .pseudoTerminal:
      throw .system(address, reason: "expected tcp: or unix:, to which hosts can connect")
    }
  }

  /// Accepts a connection; nil if there is none any more. Names the peer as a `TransportPort` does.
  static func accept(_ listener: Int32) -> (descriptor: Int32, visitor: String)? {
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer -> (descriptor: Int32, visitor: String)? in
        let descriptor = Glibc.accept(listener, peer, &length)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, visitor(peer, length))
      }
    }
  }

  private static func visitor(_ name: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
    guard name.pointee.sa_family != sa_family_t(AF_UNIX) else { return TransportAddress.localVisitor }
    var host = [CChar](repeating: 0, count: longestName)
    var port = [CChar](repeating: 0, count: longestName)
    let status = getnameinfo(
      name, length, &host, socklen_t(longestName), &port, socklen_t(longestName),
      NI_NUMERICHOST | NI_NUMERICSERV)
    guard status == 0 else { return TransportAddress.localVisitor }
    return TransportAddress.visitor(host: text(host), port: text(port))
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func tcp(
    _ address: TransportAddress, _ host: String, _ port: UInt16, isListening: Bool
  ) throws(TransportError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = isListening ? AI_PASSIVE : 0
    var first: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &first)
    guard status == 0, let first else {
      throw .system(address, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(first) }
    var reason = ""
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let info = next?.pointee {
      let descriptor = socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
      if begin(descriptor, info.ai_addr, info.ai_addrlen, isListening: isListening) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        return descriptor
      }
      reason = SerialLine.systemReason()
      if descriptor >= 0 { close(descriptor) }
      next = info.ai_next
    }
    throw .system(address, reason: reason)
  }

  private static func unix(
    _ address: TransportAddress, _ path: String, isListening: Bool
  ) throws(TransportError) -> Int32 {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isOpen = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        begin(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size), isListening: isListening)
      }
    }
    guard isOpen else {
      let reason = SerialLine.systemReason()
      if descriptor >= 0 { close(descriptor) }
      throw .system(address, reason: reason)
    }
    return descriptor
  }

  private static func begin(
    _ descriptor: Int32, _ name: UnsafePointer<sockaddr>?, _ length: socklen_t, isListening: Bool
  ) -> Bool {
    guard descriptor >= 0 else { return false }
    guard isListening else { return connect(descriptor, name, length) == 0 }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    return bind(descriptor, name, length) == 0 && Glibc.listen(descriptor, 1) == 0
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard status == 0 else { return nil }
    // The port has the same place for both families.
    return withUnsafeBytes(of: name) { UInt16($0[2]) << 8 | UInt16($0[3]) }
  }
}
