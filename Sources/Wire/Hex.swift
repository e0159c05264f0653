extension Collection<UInt8> {
  /// The octets in lower-case hex, in order, without separators.
  public var hex: String {
    let digits = Array("0123456789abcdef")
    var text = ""
    text.reserveCapacity(2 * count)
    for octet in self {
      text.append(digits[Int(octet >> 4)])
      text.append(digits[Int(octet & 15)])
    }
    return text
  }
}

extension [UInt8] {
  /// Makes octets from hex digits, two an octet; nil if the text is anything else.
  public init?(hex: some StringProtocol) {
    let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for i in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[i], let low = digits[i + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
