/// Reads numbers as YAML users write them, and writes them for messages.
enum ScalarText {
  /// A decimal or `0x` whole number.
  static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let first = digits.unicodeScalars.first, ("0"..."9").contains(first) else { return nil }
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let magnitude = isHex ? Int(digits.dropFirst(2), radix: 16) : Int(digits) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// A finite decimal number, or a whole one.
  static func number(_ text: String) -> Double? {
    if let whole = integer(text) { return Double(whole) }
    guard text.allSatisfy({ "+-0123456789.eE".contains($0) }), let number = Double(text), number.isFinite
    else {
      return nil
    }
    return number
  }

  /// Without a fraction where there is none.
  static func format(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
