/// The normalized attack detector metric of a CS_SYNC packet: 0, an attack is extremely unlikely, to 6, extremely
/// likely. [Vol 4, Part E, 7.7.65.44]
public enum NADM {
  /// The highest value that says something.
  public static let mostLikely: UInt8 = 6
  /// The metric is not available.
  public static let unknown: UInt8 = 0xFF
}
