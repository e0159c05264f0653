/// The letters of hexadecimal digits above 9.
public enum HexCase: Sendable {
  /// `a` to `f`.
  case lower
  /// `A` to `F`.
  case upper
}

extension BinaryInteger {
  /// The decimal digits of the number, 0 or more, with zeros in front up to `least` of them.
  public func decimalDigits(_ least: Int) -> String { Self.filled(String(self), least) }

  /// The number, 0 or more, in hexadecimal behind `0x`, as `0x3F`, with zeros in front up to `least` digits.
  public func hex(_ least: Int = 1, _ letters: HexCase = .upper) -> String {
    "0x" + hexDigits(least, letters)
  }

  /// The hexadecimal digits of the number, 0 or more, with zeros in front up to `least` of them.
  public func hexDigits(_ least: Int = 1, _ letters: HexCase = .upper) -> String {
    Self.filled(String(self, radix: 16, uppercase: letters == .upper), least)
  }

  private static func filled(_ digits: String, _ least: Int) -> String {
    String(repeating: "0", count: Swift.max(0, least - digits.count)) + digits
  }
}

extension Sequence<UInt8> {
  /// The octets in order, two hexadecimal digits each.
  public func hex(separator: String = "", _ letters: HexCase = .lower) -> String {
    map { $0.hexDigits(2, letters) }.joined(separator: separator)
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

/// Numbers as people read them, the same on every machine.
public enum DecimalText {
  /// How many of what, as `1 unit` and `2,000 units`.
  public static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `value` with `digits` digits after the point, rounded half away from zero; a rounded zero has no sign.
  public static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let exact = (value.magnitude * Double(scale)).rounded()
    guard exact < 9e18 else { return "\(value)" }
    let scaled = Int(exact)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    return "\(sign)\(scaled / scale)." + (scaled % scale).decimalDigits(digits)
  }

  /// With as many digits as the number needs and no more: `3`, `0.5`.
  public static func plain(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
  }

  /// A whole number with commas between thousands.
  public static func grouped(_ number: Int) -> String {
    var left = String(number.magnitude)
    var groups: [String] = []
    while left.count > 3 {
      groups.insert(String(left.suffix(3)), at: 0)
      left.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([left] + groups).joined(separator: ",")
  }
}
