/// Why octets are not a value of a packet type.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The octets end inside `field`.
  case truncated(field: String, neededBits: Int, availableBits: Int)
  /// Octets remain after the last field.
  case trailing(octets: Int)
  /// The field holds a value that decides the layout and is not known.
  case invalid(field: String, value: UInt64)

  /// The message for people.
  public var description: String {
    switch self {
    case .truncated(let field, let needed, let available):
      "the packet ends inside \(field): \(needed) bits needed, \(available) there"
    case .trailing(let octets): "\(octets) octets follow the last field"
    case .invalid(let field, let value): "\(field) has the value \(value), which has no meaning"
    }
  }
}
