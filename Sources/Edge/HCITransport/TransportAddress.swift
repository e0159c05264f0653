/// Where a host or a controller is to be met, as a user writes it.
public enum TransportAddress: Hashable, Sendable {
  /// Who calls whom.
  public enum Role: Hashable, Sendable {
    /// This process waits for somebody to connect.
    case listening
    /// This process connects.
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
  public static let defaultBaud = 1_000_000
  /// What each form looks like, by its scheme.
  static let forms = [
    ("tcp", "tcp:HOST:PORT"), ("tcp-client", "tcp-client:HOST:PORT"), ("unix", "unix:PATH"),
    ("unix-client", "unix-client:PATH"), ("pty", "pty: or pty:PATH"),
    ("serial", "serial:PATH or serial:PATH,BAUD or serial:PATH,BAUD,rtscts"),
  ]

  public init(_ text: String) throws(TransportError) {
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
  public var description: String {
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
