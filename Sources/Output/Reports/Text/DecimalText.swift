internal import Notation

/// Numbers as people read them, the same on every machine.
public enum DecimalText {
  /// `value` with `digits` digits after the point, rounded half away from zero; a rounded zero has no sign.
  public static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
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
