/// The times a configuration may choose, in microseconds, by the index that LL_CS_CONFIG_REQ carries.
///
/// The last of each list is mandatory and has no capability bit. [Vol 6, Part H, 4.3]
public enum CSTime {
  /// T_IP1 and T_IP2.
  public static let tIP = [10, 20, 30, 40, 50, 60, 80, 145]
  public static let tFCS = [15, 20, 30, 40, 50, 60, 80, 100, 120, 150]
  public static let tPM = [10, 20, 40]
  /// T_SW; no index is ever sent.
  public static let tSW = [0, 1, 2, 4, 10]
  /// Ramp-down.
  public static let tRD = 5
  /// Guard.
  public static let tGD = 10
  /// The tone of mode-0.
  public static let tFM = 80
  /// The least gap between subevents.
  public static let tMES = 150

  /// The tone of the stable phase test, in microseconds. [Vol 6, Part A, 3.4]
  public static let tLongTone = 652

  /// The indices of `times` that a capability bit field declares, with the mandatory last one.
  public static func supportedIndices(_ bits: UInt16, of times: [Int]) -> [UInt8] {
    times.indices.filter { $0 == times.count - 1 || bits >> UInt16($0) & 1 == 1 }.map(UInt8.init)
  }

  /// The capability bits of some of `times`; the mandatory last one has none.
  public static func bits(_ values: [Int], of times: [Int]) -> UInt16 {
    values.reduce(0) { bits, value in
      guard let index = times.firstIndex(of: value), index < times.count - 1 else { return bits }
      return bits | 1 << UInt16(index)
    }
  }
}
