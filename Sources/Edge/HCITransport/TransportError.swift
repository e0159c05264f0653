/// Why an address is none, or cannot be opened.
public enum TransportError: Error, Hashable, Sendable {
  /// The text before the first colon is no way to meet a host.
  case unknownScheme(found: String)
  /// A part of the address is missing.
  case incomplete(found: String, form: String)
  /// An IPv6 address whose end cannot be told from the port.
  case bareIPv6(found: String, form: String)
  /// The port is no number of a port.
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
  /// The system refuses.
  case system(TransportAddress, reason: String)
}

extension TransportError: CustomStringConvertible {
  /// The message for people: what was found, what was expected, what to do.
  public var description: String {
    switch self {
    case .unknownScheme(let found):
      "'\(found)' is no transport: expected \(Self.allForms)\(Self.suggestion(for: found))"
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
      "\(address) is beyond this machine: expected a loopback address such as 127.0.0.1, [::1] or localhost; "
        + "HCI has no password, so only --allow-remote opens others"
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
