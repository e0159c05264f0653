internal import Notation

/// Numbers for people.
public enum MeasureText {
  /// Rounded to three digits after the point, without zeros at the end.
  public static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "no value" }
    let thousandths = Int((value * 1000).rounded())
    let sign = thousandths < 0 ? "-" : ""
    var text = "\(sign)\(thousandths.magnitude / 1000).\((thousandths.magnitude % 1000).decimalDigits(3))"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A number with its unit.
  public static func number(_ value: Double, _ unit: String) -> String {
    unit.isEmpty ? number(value) : "\(number(value)) \(unit)"
  }

  /// A value as it describes itself; `none` where there is none.
  public static func words(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { "\($0.value)" } ?? "none"
  }
}
