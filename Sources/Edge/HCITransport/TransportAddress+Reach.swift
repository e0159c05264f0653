internal import Glibc

extension TransportAddress {
  /// The most octets that the system takes for the path of a Unix socket.
  static let longestUnixPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Whether another host can attach when one has left.
  var isVisited: Bool {
    switch self {
    case .tcp(.listening, _, _), .unix(.listening, _), .pseudoTerminal: true
    case .tcp, .unix, .serial: false
    }
  }

  /// Whether only this machine can be at the other end.
  public var isLocal: Bool {
    guard case .tcp(_, let host, _) = self else { return true }
    var ipv4 = in_addr()
    // The octets of an address are in the order of the net, its first octet first in memory.
    if inet_pton(AF_INET, host, &ipv4) == 1 { return withUnsafeBytes(of: ipv4) { $0[0] == 127 } }
    var ipv6 = in6_addr()
    if inet_pton(AF_INET6, host, &ipv6) == 1 {
      return withUnsafeBytes(of: ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    return host == "localhost"
  }
}
