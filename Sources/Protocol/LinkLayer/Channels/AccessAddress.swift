/// The rules for access addresses of the data physical channel. [Vol 6, Part B, 2.1.2]
public enum AccessAddress {
  /// The access address of all primary advertising.
  public static let advertising: UInt32 = 0x8E89_BED6

  /// Whether a connection may use `value`, as far as the value itself tells.
  ///
  /// - Parameter allowsCodedPHY: Whether the rules for devices with the LE Coded PHY hold too.
  public static func isLegal(_ value: UInt32, allowsCodedPHY: Bool = false) -> Bool {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    let isPlain =
      longestRun(value) <= 6
      && (value ^ advertising).nonzeroBitCount > 1
      && octets.contains { $0 != octets[0] }
      && transitions(value, count: 32) <= 24
      && transitions(value >> 26, count: 6) >= 2
    guard isPlain, allowsCodedPHY else { return isPlain }
    return octets[0].nonzeroBitCount >= 3 && transitions(value, count: 16) <= 11
  }

  /// Draws a legal access address that no link in `taken` has; the caller keeps `taken` small.
  public static func draw(
    using generator: inout some RandomNumberGenerator, excluding taken: [UInt32] = [],
    allowsCodedPHY: Bool = false
  ) -> UInt32 {
    while true {
      let value = UInt32(truncatingIfNeeded: generator.next())
      if isLegal(value, allowsCodedPHY: allowsCodedPHY), !taken.contains(value) { return value }
    }
  }

  /// The number of places in the low `count` bits where neighbours differ.
  private static func transitions(_ value: UInt32, count: UInt32) -> Int {
    ((value ^ value >> 1) & ((1 << (count - 1)) - 1)).nonzeroBitCount
  }

  /// The length of the longest run of equal bits.
  private static func longestRun(_ value: UInt32) -> Int {
    var longest = 1
    var run = 1
    for bit in 1..<UInt32(32) {
      run = (value >> bit ^ value >> (bit - 1)) & 1 == 0 ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}
