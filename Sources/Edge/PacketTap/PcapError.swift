/// Why something cannot be had of libpcap.
public enum PcapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A BPF expression has no meaning.
  case badExpression(String, reason: String, linkType: UInt32)
  /// There is no such interface.
  case noInterface(String, known: [String])
  /// The interface cannot be opened.
  case cannotOpen(String, reason: String)
  /// The interface is not one of Bluetooth.
  case noBluetooth(String, linkType: Int32, name: String)
  /// The interface failed.
  case failed(String, reason: String)

  /// The message for people.
  public var description: String {
    switch self {
    case .badExpression(let expression, let reason, let linkType):
      "found '\(expression)', which is no BPF expression for link type \(linkType): \(reason)"
    case .noInterface(let name, let known):
      "found no interface '\(name)', expected "
        + (known.isEmpty
          ? "one, and this machine has none that holds Bluetooth" : known.joined(separator: ", "))
    case .cannotOpen(let name, let reason): "cannot capture on '\(name)': \(reason)"
    case .noBluetooth(let name, let linkType, let text):
      "'\(name)' has link type \(linkType) (\(text)), which holds no Bluetooth; expected an interface like bluetooth0 or "
        + "bluetooth-monitor"
    case .failed(let name, let reason): "the capture on '\(name)' failed: \(reason)"
    }
  }
}
