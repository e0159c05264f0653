/// Numbers for people.
enum MeasureText {
  /// Rounded to three digits after the point, without zeros at the end.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "no value" }
    let thousandths = Int((value * 1000).rounded())
    let sign = thousandths < 0 ? "-" : ""
    let digits = String(thousandths.magnitude % 1000)
    let fraction = String(repeating: "0", count: 3 - digits.count) + digits
    var text = "\(sign)\(thousandths.magnitude / 1000).\(fraction)"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
