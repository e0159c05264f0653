internal import CPcap

extension PcapFunctions {
  /// Those of this computer's libpcap, loaded when they are first needed. Throws `PcapError.noLibrary`.
  static func loaded() throws(PcapError) -> PcapFunctions {
    guard let library else { throw .noLibrary }
    return library
  }

  /// What was last wrong with a handle; empty for nothing.
  func complaint(of handle: OpaquePointer?) -> String { Self.text(geterr(handle)) ?? "" }

  static func text(_ octets: UnsafePointer<CChar>?) -> String? { octets.map { String(cString: $0) } }

  private static let library = pcap_load()?.pointee
}

/// Why something cannot be had of libpcap.
package enum PcapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This computer has no libpcap.
  case noLibrary
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
  package var description: String {
    switch self {
    case .noLibrary:
      "found no libpcap on this computer; install it: 'apt-get install libpcap0.8' on Debian and Ubuntu, "
        + "'dnf install libpcap' on Fedora"
    case .badExpression(let expression, let reason, let linkType):
      "found '\(expression)', which is not a BPF expression for link type \(linkType): \(reason)"
    case .noInterface(let name, let known):
      "found no interface '\(name)', expected "
        + (known.isEmpty
          ? "one, but this computer has no Bluetooth interface" : known.joined(separator: ", "))
    case .cannotOpen(let name, let reason): "cannot capture on '\(name)': \(reason)"
    case .noBluetooth(let name, let linkType, let text):
      "'\(name)' has link type \(linkType) (\(text)), which has no Bluetooth; expected an interface like bluetooth0 or "
        + "bluetooth-monitor"
    case .failed(let name, let reason): "the capture on '\(name)' failed: \(reason)"
    }
  }
}
