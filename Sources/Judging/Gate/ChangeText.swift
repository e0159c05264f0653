internal import Verdicts

/// What a change says for people.
enum ChangeText {
  /// Rounded to four significant digits, without zeros at the end.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var scale = 1.0
    while value.magnitude * scale < 1000, scale < 1e9 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }

  /// Both numbers, their limit and what is left of the margin.
  static func text(_ change: MarginChange, confidence: Double) -> String {
    let unit = change.after.unit
    var text =
      "\(number(change.before.value)) -> \(number(change.after.value)) \(unit), margin "
      + "\(number(change.before.margin)) -> \(number(change.after.margin)) \(unit)"
    if let interval = change.interval {
      text +=
        ", difference \(number(interval.low)) to \(number(interval.high)) \(unit) with "
        + "\(number(100 * confidence)) % confidence"
    }
    return text
  }

  /// By how much noise grew.
  static func text(_ change: NoiseChange, confidence: Double) -> String {
    var text = "noise \(number(change.factor)) times as high"
    if let interval = change.interval {
      text +=
        ", \(number(interval.low)) to \(number(interval.high)) times with "
        + "\(number(100 * confidence)) % confidence"
    }
    return text
  }

  static func verdict(_ verdict: Verdict) -> String {
    verdict == .notApplicable ? "not applicable" : verdict.rawValue
  }
}
