/// How many of some values lie within a limit.
public struct Share: Sendable {
  /// How many values there are.
  public private(set) var count = 0
  /// How many of them lie within the limit.
  public private(set) var metCount = 0
  /// The sizes of all values.
  private var sizes: [Double] = []

  public init() {}

  /// Takes a value, whose size counts.
  public mutating func take(_ value: Double, limit: Double) {
    count += 1
    if value.magnitude <= limit { metCount += 1 }
    sizes.append(value.magnitude)
  }

  /// The part of the values within the limit, 0 to 1; 0 without values.
  public var fraction: Double { count == 0 ? 0 : Double(metCount) / Double(count) }

  /// The size that a part of the values does not pass; infinite without values.
  public func quantile(_ part: Double) -> Double {
    guard count > 0 else { return .infinity }
    let rank = min(count - 1, max(0, Int((part * Double(count)).rounded(.up)) - 1))
    return sizes.sorted()[rank]
  }

  /// How sure a quantile is, from the values one standard deviation of its rank away; nil for the greatest of all,
  /// of which the values beside it do not tell.
  public func statistic(ofQuantile part: Double) -> Quantity.Statistic? {
    guard count > 1, part > 0, part < 1 else { return nil }
    let sorted = sizes.sorted()
    let spread = (part * (1 - part) * Double(count)).squareRoot()
    let low = max(0, Int((part * Double(count) - spread).rounded(.down)) - 1)
    let high = min(count - 1, Int((part * Double(count) + spread).rounded(.up)) - 1)
    return Quantity.Statistic(standardError: (sorted[high] - sorted[low]) / 2, count: count)
  }
}

extension Expectation where Measured == Share {
  /// A part of some values, 0 to 1, whose sizes are not above a limit.
  public static func part(_ part: Double, within limit: Double, _ unit: String) -> Expectation {
    let percent = "\(MeasureText.number(100 * part)) %"
    return number("\(percent) within \(MeasureText.number(limit, unit))") { share in
      let quantile = share.quantile(part)
      return (
        share.count == 0
          ? "no values" : "\(percent) of \(share.count) within \(MeasureText.number(quantile, unit))",
        [Quantity(quantile, unit, .atMost, limit, share.statistic(ofQuantile: part))]
      )
    }
  }
}
