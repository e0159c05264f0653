public import HostStack

extension ConnectionParameterUpdateRequest {
  /// Whether a phone that keeps the rules of the Accessory Design Guidelines grants it. Intervals are in units of
  /// 1.25 ms, timeouts in units of 10 ms; the longest timeout is that of later releases, 18 s.
  public var keepsAppleRules: Bool {
    let fifteen: UInt16 = 12
    let silence = Double(intervalMax) * 1.25 * Double(latency + 1)
    let isWide = intervalMax >= intervalMin + fifteen || (intervalMin == fifteen && intervalMax == fifteen)
    return latency <= 30 && (200...1800).contains(timeout) && intervalMin >= fifteen
      && intervalMin % fifteen == 0 && isWide && silence <= 2000 && Double(timeout) * 10 > silence * 3
  }
}
