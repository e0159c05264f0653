/// A number written in hexadecimal, as the vectors carry it.
public struct Hex: Decodable, Equatable, CustomStringConvertible, Sendable {
  /// The octets in the order of writing.
  public let octets: [UInt8]

  /// Text that is no hexadecimal number of whole octets.
  public struct Malformed: Error { let text: String }

  /// Reads digits, between which there may be spaces. Throws `Malformed`.
  public init(_ text: String) throws {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), digits.count == text.count(where: { $0 != " " }) else {
      throw Malformed(text: text)
    }
    octets = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Reads a string of digits.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// The number of at most 16 octets.
  public var value: UInt128 { octets.reduce(0) { $0 << 8 | UInt128($1) } }

  /// The octets in blocks of 16.
  public var blocks: [UInt128] {
    stride(from: 0, to: octets.count, by: 16).map { start in
      octets[start..<(start + 16)].reduce(0) { $0 << 8 | UInt128($1) }
    }
  }

  /// The number, at most 16 octets, without leading zeros.
  public var description: String { String(value, radix: 16) }
}
