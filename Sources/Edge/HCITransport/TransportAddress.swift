internal import Foundation
internal import Glibc

/// Where a host or a controller is to be met, as a user writes it.
package enum TransportAddress: Hashable, Sendable {
  /// Who calls whom.
  package enum Role: Hashable, Sendable {
    /// This process waits for a connection.
    case listening
    case connecting
  }

  /// `tcp:HOST:PORT` or `tcp-client:HOST:PORT`. A listening port 0 is one that the system chooses.
  case tcp(Role, host: String, port: UInt16)
  /// `unix:PATH` or `unix-client:PATH`.
  case unix(Role, path: String)
  /// `pty:` or `pty:PATH`, where PATH becomes a symbolic link to the terminal.
  case pseudoTerminal(link: String?)
  /// `serial:PATH,BAUD`, and `,rtscts` for flow control by hardware.
  case serial(path: String, baud: Int, hasFlowControl: Bool)

  /// The speed of a serial line where none is given.
  package static let defaultBaud = 1_000_000
  /// What each form looks like, by its scheme.
  static let forms = [
    ("tcp", "tcp:HOST:PORT"), ("tcp-client", "tcp-client:HOST:PORT"), ("unix", "unix:PATH"),
    ("unix-client", "unix-client:PATH"), ("pty", "pty: or pty:PATH"),
    ("serial", "serial:PATH or serial:PATH,BAUD or serial:PATH,BAUD,rtscts"),
  ]

  package init(_ text: String) throws(TransportError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = String(parts[0])
    guard let form = Self.forms.first(where: { $0.0 == scheme })?.1 else {
      throw .unknownScheme(found: text)
    }
    let isMissing = parts.count < 2 || parts[1].isEmpty && scheme != "pty"
    guard !isMissing else { throw .incomplete(found: text, form: form) }
    let rest = String(parts[1])
    let role = scheme.hasSuffix("-client") ? Role.connecting : .listening
    switch scheme {
    case "pty": self = .pseudoTerminal(link: rest.isEmpty ? nil : rest)
    case "serial": self = try Self.serial(rest, found: text, form: form)
    case "unix", "unix-client": self = try Self.unix(role, path: rest, found: text)
    default: self = try Self.tcp(role, rest, found: text, form: form)
    }
  }

  private static func tcp(
    _ role: Role, _ rest: String, found: String, form: String
  ) throws(TransportError) -> TransportAddress {
    guard let colon = rest.lastIndex(of: ":") else { throw .incomplete(found: found, form: form) }
    var host = String(rest[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      throw .bareIPv6(found: found, form: form)
    }
    guard !host.isEmpty else { throw .incomplete(found: found, form: form) }
    let digits = rest[rest.index(after: colon)...]
    guard let port = UInt16(digits), port > 0 || role == .listening else {
      throw .badPort(String(digits), found: found, lowest: role == .listening ? 0 : 1)
    }
    return .tcp(role, host: host, port: port)
  }

  private static func unix(_ role: Role, path: String, found: String) throws(TransportError) -> Self {
    guard path.utf8.count <= longestUnixPath else {
      throw .longPath(found: found, octets: path.utf8.count, longest: longestUnixPath)
    }
    return .unix(role, path: path)
  }

  private static func serial(
    _ rest: String, found: String, form: String
  ) throws(TransportError) -> TransportAddress {
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !parts[0].isEmpty else { throw .incomplete(found: found, form: form) }
    let baud = parts.count > 1 ? Int(parts[1]) : defaultBaud
    guard let baud, SerialLine.speeds.contains(where: { $0.baud == baud }) else {
      throw .badBaud(parts[1], found: found)
    }
    guard parts.count < 3 || parts.count == 3 && parts[2] == "rtscts" else {
      throw .unknownOption(parts.dropFirst(2).joined(separator: ","), found: found)
    }
    return .serial(path: parts[0], baud: baud, hasFlowControl: parts.count == 3)
  }
}

extension TransportAddress: CustomStringConvertible {
  /// The address as a user writes it.
  package var description: String {
    switch self {
    case .tcp(let role, let host, let port):
      "tcp\(role.suffix):\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let role, let path): "unix\(role.suffix):\(path)"
    case .pseudoTerminal(let link): "pty:\(link ?? "")"
    case .serial(let path, let baud, let hasFlowControl):
      "serial:\(path),\(baud)\(hasFlowControl ? ",rtscts" : "")"
    }
  }
}

extension TransportAddress.Role {
  fileprivate var suffix: String { self == .connecting ? "-client" : "" }
}

extension TransportAddress {
  /// The most octets that the system takes for the path of a Unix socket.
  private static let longestUnixPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Whether another host can attach when one has left.
  package var isVisited: Bool {
    switch self {
    case .tcp(.listening, _, _), .unix(.listening, _), .pseudoTerminal: true
    case .tcp, .unix, .serial: false
    }
  }

  /// Whether only this machine can be at the other end.
  package var isLocal: Bool {
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

extension TransportAddress {
  /// Whether one process cannot use both addresses: they are one place, and it waits at one of them.
  package func excludes(_ other: TransportAddress) -> Bool {
    switch (self, other) {
    case (.tcp(let role, let host, let port), .tcp(let otherRole, let otherHost, let otherPort)):
      port > 0 && port == otherPort && host == otherHost && (role == .listening || otherRole == .listening)
    case (.unix(let role, let path), .unix(let otherRole, let otherPath)):
      Self.isOne(path, otherPath) && (role == .listening || otherRole == .listening)
    case (.pseudoTerminal(let link?), .pseudoTerminal(let otherLink?)): Self.isOne(link, otherLink)
    case (.serial(let path, _, _), .serial(let otherPath, _, _)): Self.isOne(path, otherPath)
    case (.tcp, _), (.unix, _), (.pseudoTerminal, _), (.serial, _): false
    }
  }

  private static func isOne(_ path: String, _ other: String) -> Bool {
    func place(_ path: String) -> String { URL(filePath: path).absoluteURL.standardizedFileURL.path }
    return place(path) == place(other)
  }

  /// A peer without an address.
  static let localVisitor = "a process of this computer"

  /// A peer that connected over TCP.
  static func visitor(host: String, port: String) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// What is logged about a peer whose connection is closed because another is attached.
  package static func refusal(of visitor: String) -> String {
    "\(visitor) refused: a peer is attached already"
  }
}

/// Why an address is none, or cannot be opened.
package enum TransportError: Error, Hashable, Sendable {
  /// The text before the first colon is no way to meet a host.
  case unknownScheme(found: String)
  case incomplete(found: String, form: String)
  /// An IPv6 address whose end cannot be distinguished from the port.
  case bareIPv6(found: String, form: String)
  case badPort(String, found: String, lowest: Int)
  /// The path of a Unix socket is longer than the system takes.
  case longPath(found: String, octets: Int, longest: Int)
  /// The speed is none that a serial line has.
  case badBaud(String, found: String)
  /// Something other than `rtscts` follows the speed.
  case unknownOption(String, found: String)
  /// The address is beyond this machine, which has to be allowed.
  case remote(TransportAddress)
  /// Something that must not be replaced has the path.
  case occupied(TransportAddress, by: String)
  case system(TransportAddress, reason: String)
}

extension TransportError: CustomStringConvertible {
  /// The message for people: what was found, what was expected, what to do.
  package var description: String {
    switch self {
    case .unknownScheme(let found):
      "'\(found)' is not a transport: expected \(Self.allForms)\(Self.suggestion(for: found))"
    case .incomplete(let found, let form): "'\(found)' is incomplete: expected \(form)"
    case .bareIPv6(let found, let form):
      "'\(found)' has an IPv6 address without brackets: expected \(form) with HOST as in [::1]"
    case .badPort(let port, let found, let lowest):
      "'\(found)' has the port '\(port)': expected a number from \(lowest) to 65535"
    case .longPath(let found, let octets, let longest):
      "'\(found)' has a path of \(octets) octets: a socket's has at most \(longest), so choose a shorter one"
    case .badBaud(let baud, let found):
      "'\(found)' has the speed '\(baud)': expected one of "
        + SerialLine.speeds.map { String($0.baud) }.joined(separator: ", ")
    case .unknownOption(let option, let found):
      "'\(found)' has the option '\(option)': expected rtscts or nothing after the speed"
    case .remote(let address):
      "\(address) is not local: expected a loopback address such as 127.0.0.1, [::1] or localhost; "
        + "HCI has no password, so other addresses need --allow-remote"
    case .occupied(let address, let occupant):
      "\(address) cannot be opened: \(occupant) has this path; remove it or choose another path"
    case .system(let address, let reason): "\(address) cannot be opened: \(reason)"
    }
  }

  private static var allForms: String {
    TransportAddress.forms.map { $0.1 }.joined(separator: ", ")
  }

  private static func suggestion(for found: String) -> String {
    let word = Array(found.prefix { $0 != ":" }.utf8)
    let nearest = TransportAddress.forms.map { ($0.1, distance(word, Array($0.0.utf8))) }
      .min { $0.1 < $1.1 }
    guard let nearest, nearest.1 <= 3 else { return "" }
    return "; did you mean \(nearest.0)?"
  }

  /// The number of letters to add, drop or change to make one word the other.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
